// How the tables of machines write a number with its source.
#pragma once

#include <utility>

#include "sim/machine/sourced.h"

namespace warpglass {

template <class T>
Sourced<T> measured(T value) {
  return {std::move(value), NumberSource::kMeasured};
}
template <class T>
Sourced<T> published(T value) {
  return {std::move(value), NumberSource::kPublished};
}
template <class T>
Sourced<T> assumed(T value) {
  return {std::move(value), NumberSource::kAssumed};
}

}  // namespace warpglass
