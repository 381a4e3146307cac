// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_STORE_BY_REGISTER_H
#define PASSES_LLVM_LIMITS_STORE_BY_REGISTER_H

#include <llvm/IR/IntrinsicInst.h>

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
[[nodiscard]] bool store_by_register(llvm::IntrinsicInst& store, unsigned register_bits);

} // namespace compiler

#endif
