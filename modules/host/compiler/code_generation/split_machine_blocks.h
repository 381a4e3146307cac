// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CODE_GENERATION_SPLIT_MACHINE_BLOCKS_H
#define CODE_GENERATION_SPLIT_MACHINE_BLOCKS_H

namespace llvm {
class FunctionPass;
}

namespace host {

/// Splits blocks of machine instructions with many accesses of memory into blocks of 128 at most,
/// one behind the other. LLVM's scheduler behind register allocation, which the models of some CPUs
/// ask for, adds an edge for each two accesses of a block that may meet, and looks for it among
/// those that are there: its cost would grow with the cube of a block's accesses. The blocks that
/// split_blocks.h makes are one again by then.
///
/// To run right before that scheduler. Requires: registers allocated, no bundles. Guarantees: as
/// said if the function's CPU has that scheduler, or else nothing changes; the sets of registers
/// that live into blocks are right. Cost: in proportion to the function.
///
///   bb.0:  256 stores, RET
/// becomes
///   bb.0:  128 stores
///   bb.1:  128 stores, RET
///
/// The caller owns the pass.
[[nodiscard]] llvm::FunctionPass* make_split_machine_blocks_pass();

} // namespace host

#endif
