// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CODE_GENERATION_SPLIT_BLOCKS_H
#define CODE_GENERATION_SPLIT_BLOCKS_H

namespace llvm {
class Function;
class FunctionPass;
} // namespace llvm

namespace host {

/// Splits blocks with many accesses of memory into blocks of 256 at most, one behind the other.
/// Instruction selection and the scheduler of machine instructions compare the accesses of a block
/// with each other, so that their cost would grow with the square of a block's accesses. Allocas
/// that code generation takes for a part of the frame stay in the entry block. True if it changed
/// something; the report names the function. Cost: in proportion to the function.
bool split_blocks(llvm::Function& function);

/// The same as a pass of code generation. It has to run behind CodeGenPrepare, which would join the
/// blocks again. The caller owns it.
[[nodiscard]] llvm::FunctionPass* make_split_blocks_pass();

} // namespace host

#endif
