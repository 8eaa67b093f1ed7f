// The words of a scene's text form, shared by its reader and its writer.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "app/scene/scene.h"

namespace warpglass {

inline constexpr std::int64_t kSceneFormatVersion = 1;

template <class Value, std::size_t N>
using Words = std::array<std::pair<Value, const char*>, N>;

inline constexpr Words<SceneKind, 2> kSceneKinds = {
    {{SceneKind::kKernel, "kernel"}, {SceneKind::kAccessLab, "access_lab"}}};
inline constexpr Words<Space, 2> kLabSpaces = {{{Space::kGlobal, "global"}, {Space::kShared, "shared"}}};
inline constexpr Words<Operation, 3> kLabOperations = {
    {{Operation::kLoad, "load"}, {Operation::kStore, "store"}, {Operation::kAtomic, "atomic"}}};
inline constexpr Words<AtomicKind, 12> kLabAtomics = {{{AtomicKind::kAdd, "add"},
                                                       {AtomicKind::kSub, "sub"},
                                                       {AtomicKind::kMin, "min"},
                                                       {AtomicKind::kMax, "max"},
                                                       {AtomicKind::kAnd, "and"},
                                                       {AtomicKind::kOr, "or"},
                                                       {AtomicKind::kXor, "xor"},
                                                       {AtomicKind::kInc, "inc"},
                                                       {AtomicKind::kDec, "dec"},
                                                       {AtomicKind::kExch, "exch"},
                                                       {AtomicKind::kCas, "cas"},
                                                       {AtomicKind::kFloatAdd, "float_add"}}};

template <class Value, std::size_t N>
const char* word_of(const Words<Value, N>& words, Value value) {
  for (const auto& [known, word] : words)
    if (known == value) return word;
  return words[0].second;
}

}  // namespace warpglass
