// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_SHUFFLES_PERMUTE_BYTES_H
#define HOST_PASSES_SHUFFLES_PERMUTE_BYTES_H

#include "code_generation/target_machine.h"

#include <llvm/IR/Module.h>

namespace host {

/// Has shuffles of bytes across the 16 bytes that other instructions stay within, as those that
/// take pixels of three bytes apart, done by AVX512_VBMI if the CPU has it: one instruction for
/// each two registers, instead of several for each 16 bytes. Only notes that the code needs the
/// feature: LLVM knows what to do with it.
///
/// Requires: vectors are made; stands before `retarget`, which says what LLVM may use. Guarantees:
/// nothing else is changed.
///
///   %red = shufflevector <192 x i8> %pixels, poison, <64 x i32> <i32 0, i32 3, i32 6, ...>
bool permute_bytes(llvm::Module& module, const Cpu& cpu);

} // namespace host

#endif
