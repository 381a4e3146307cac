// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_MASKED_ACCESSES_ACCESS_BY_REGISTER_H
#define PASSES_MASKED_ACCESSES_ACCESS_BY_REGISTER_H

#include "passes/masked_accesses/masked_access.h"

namespace compiler {

/// Divides a masked store into registers of `register_bits` bits, for a target whose masked stores
/// are slow. Each register is stored plainly if all of its lanes are active, and not at all if none
/// is. False, and nothing is done, if they do not fill registers.
///
///   call void @llvm.masked.store(<16 x float> %v, ptr %p, <16 x i1> %mask)
/// becomes, twice,
///   switch (i8 %mask's bits) {
///     case 255: store <8 x float> %v's half; break;
///     case 0: break;
///     default: call void @llvm.masked.store(<8 x float> …); }
[[nodiscard]] bool store_by_register(const MaskedAccess& store, unsigned register_bits);

/// Divides a masked load or store whose mask has each lane's bit several times. LLVM 22 would put
/// such a mask together bit by bit; the elements of a register's part of it are moved as integers.
/// False, and nothing is done, for others, and if they do not fill registers.
///
///   %each = shufflevector <8 x i1> %mask, poison, <0, 0, 0, 1, 1, 1, 2, …>
///   %v = call <24 x float> @llvm.masked.load(ptr %p, <24 x i1> %each, …)
/// becomes three loads, each with
///   %all = sext <8 x i1> %mask to <8 x i32>
///   %some = shufflevector <8 x i32> %all, poison, <0, 0, 0, 1, 1, 1, 2, 2>
///   %part = icmp slt <8 x i32> %some, 0
[[nodiscard]] bool repeat_mask_by_register(const MaskedAccess& access, unsigned register_bits);

} // namespace compiler

#endif
