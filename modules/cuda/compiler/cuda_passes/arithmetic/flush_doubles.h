// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_ARITHMETIC_FLUSH_DOUBLES_H
#define CUDA_PASSES_ARITHMETIC_FLUSH_DOUBLES_H

namespace llvm {
class Module;
}

namespace cuda {

/// Where a module asks for it (the flag "lanewise.flushes_doubles", of SPIR-V's DenormFlushToZero),
/// what arithmetic gives is zero, of the same sign, instead of a denormal number of 64 bits. The
/// hardware has a mode for that for 32 bits only.
///
///   %r = fmul double %x, %y
/// becomes
///   %r = fmul double %x, %y
///   %is_small = fcmp olt double |%r|, 0x0010000000000000
///   %flushed = select i1 %is_small, double copysign(0, %r), double %r
bool flush_doubles(llvm::Module& module);

} // namespace cuda

#endif
