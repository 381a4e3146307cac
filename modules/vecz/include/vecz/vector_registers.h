// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_VECTOR_REGISTERS_H
#define VECZ_VECTOR_REGISTERS_H

namespace vecz {

/// The capabilities of a target's vector registers.
struct VectorRegisters {
  unsigned bits;
  /// The narrowest elements that are loaded and stored under a mask by one instruction; 0: none.
  unsigned narrowest_masked;
  unsigned number = bits == 512 ? 32 : 16; ///< of them; otherwise as x86 has them
  /// Up to this number of lanes (16 at most), the target has one instruction that expands a vector
  /// of 32-bit elements to the places whose mask bits are set, and one that permutes it by indices
  /// known at run time.
  unsigned window_lanes = 0;
  /// Code generation has something better than shuffles within registers for short vectors that
  /// are adjacent in memory: loads and stores that interleave, or shuffles across registers.
  bool interleaves = true;
  /// Stores under a mask take several times as long as plain ones.
  bool slow_masked_stores = false;
  /// Accesses of global memory are worth a copy without masks for when all lanes are active. Masks
  /// have to be made, operations do not load what is under them, and some CPUs read and write
  /// memory beyond the caches slowly so.
  bool costly_masks = false;

  [[nodiscard]] unsigned count() const { return number; }
};

} // namespace vecz

#endif
