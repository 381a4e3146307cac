// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_ORDER_ATOMICS_H
#define CUDA_PASSES_ORDER_ATOMICS_H

namespace llvm {
class Module;
}

namespace cuda {

/// Gives read-modify-write operations their order and scope. LLVM 22's NVPTX back end emits each
/// `atomicrmw` as a relaxed one among the threads of the GPU, whatever it says; it does keep those
/// of loads, stores, fences and `cmpxchg`.
///
/// The order becomes fences around the operation. The scope is the system, as the host may use
/// global memory at the same time; on local memory it is the work-group. Operations that the back
/// end makes of `cmpxchg` stay.
///
/// Behind all optimisation, which knows nothing of what is assembly then.
///
///   %old = atomicrmw add ptr addrspace(1) %p, i32 %x acq_rel
/// becomes
///   fence release
///   %old = call i32 asm sideeffect "atom.sys.global.add.u32 $0, [$1], $2;", …(%p, %x)
///   fence acquire
bool order_atomics(llvm::Module& module);

} // namespace cuda

#endif
