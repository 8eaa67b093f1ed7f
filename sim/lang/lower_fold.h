// Arithmetic on constants, as the executor would do it: used while lowering so that constants cost no instruction.
// Nothing is folded where the answer would need the executor's own rules (NaN, out of range, division by zero).
#pragma once

#include <cstdint>
#include <optional>

#include "sim/lang/program.h"

namespace warpglass::lang {

// Bits as a register holds them: 8- and 16-bit values sign- or zero-extended to 32, 32-bit ones zero-extended to 64.
std::uint64_t normalise_bits(ValueType type, std::uint64_t bits);
std::int64_t signed_value(ValueType type, std::uint64_t bits);  // integers: the number

std::optional<std::uint64_t> fold_binary(Opcode opcode, ValueType type, std::uint64_t a, std::uint64_t b);
std::optional<bool> fold_compare(Compare compare, ValueType type, std::uint64_t a, std::uint64_t b);
std::optional<std::uint64_t> fold_convert(ValueType from, ValueType to, std::uint64_t bits);

}  // namespace warpglass::lang
