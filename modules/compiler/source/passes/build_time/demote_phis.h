// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_BUILD_TIME_DEMOTE_PHIS_H
#define PASSES_BUILD_TIME_DEMOTE_PHIS_H

namespace llvm {
class Module;
}

namespace compiler {

/// Puts values that meet from very many predecessors, as behind a switch, into stack slots: LLVM's
/// register coalescer and allocator take time that is quadratic in the predecessors of a phi.
///
/// To run last before code generation. Requires: nothing. Guarantees: no block with more than 128
/// predecessors has a phi; the report names the functions. Cost: in proportion to the module's
/// blocks and what is replaced.
///
///   %x = phi i32 [ %a, %case.0 ], [ %b, %case.1 ], …
/// becomes a store before each branch and
///   %x.reload = load i32, ptr %x.reg2mem
bool demote_phis(llvm::Module& module);

} // namespace compiler

#endif
