// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CARGO_APART_H
#define CARGO_APART_H

#include <cstddef>

namespace cargo {

/// The alignment (bytes) that avoids false sharing between threads: CPUs fetch cache lines of 64
/// bytes in pairs.
inline constexpr size_t apart = 128;

} // namespace cargo

#endif
