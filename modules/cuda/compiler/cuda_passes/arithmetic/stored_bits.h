// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_ARITHMETIC_STORED_BITS_H
#define CUDA_PASSES_ARITHMETIC_STORED_BITS_H

namespace llvm {
class Module;
}

namespace cuda {

/// Copies floating-point numbers of which parts are stored, as bytes say, to a register of their
/// own. NVIDIA's assembler, as far as version 12.9 and in drivers, takes `st.b8` of a register that
/// floating-point arithmetic has written for a conversion to an integer. It makes no instruction
/// of the copy.
///
/// Requires: no pass behind it sees through assembly. Guarantees: the numbers stay the same. Cost:
/// in proportion to the module.
///
///   store float %x, ptr addrspace(1) %p, align 1
/// becomes
///   %bits = bitcast float %x to i32
///   %copy = call i32 asm "mov.b32 $0, $1;", "=r,r"(i32 %bits)
///   store i32 %copy, ptr addrspace(1) %p, align 1
bool copy_stored_bits(llvm::Module& module);

} // namespace cuda

#endif
