// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_VECTOR_REGISTERS_H
#define VECZ_VECTOR_REGISTERS_H

namespace vecz {

/// What a target's vector registers can do.
struct VectorRegisters {
  unsigned bits;
  /// The narrowest elements that are loaded and stored under a mask by one instruction; 0: none.
  unsigned narrowest_masked;
  unsigned number = bits == 512 ? 32 : 16; ///< of them; otherwise as x86 has them
  /// Up to so many lanes (16 at most), it moves 32-bit elements of a vector to where the bits of a
  /// mask are, and permutes them by numbers known at run time, in an instruction each.
  unsigned window_lanes = 0;

  [[nodiscard]] unsigned count() const { return number; }
};

} // namespace vecz

#endif
