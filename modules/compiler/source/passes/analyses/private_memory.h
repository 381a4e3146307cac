// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_ANALYSES_PRIVATE_MEMORY_H
#define PASSES_ANALYSES_PRIVATE_MEMORY_H

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace compiler {

/// Private variables of more bytes than this are not kept on the stack: a thread's stack has a
/// fixed size, while a program may have arrays of any size.
inline constexpr uint64_t largest_on_stack = 16 << 10;

[[nodiscard]] inline bool is_too_large_for_stack(const llvm::AllocaInst& variable) {
  const auto size = variable.getAllocationSize(variable.getDataLayout());
  return !size || size->getFixedValue() > largest_on_stack;
}

/// Attribute of a kernel: the bytes of scratch memory that each thread needs.
inline constexpr llvm::StringLiteral fixed_scratch = "lanewise-scratch-fixed";

/// Alignment of a thread's scratch memory, in bytes.
inline constexpr auto scratch_alignment = llvm::Align::Constant<128>();

/// The beginning of a thread's scratch memory, rounded up to `alignment`. The kernel has to ask for
/// `alignment_bytes` in addition.
[[nodiscard]] llvm::Value* create_scratch(llvm::IRBuilderBase& builder, llvm::Align alignment);
[[nodiscard]] inline uint64_t alignment_bytes(llvm::Align alignment) {
  return alignment > scratch_alignment ? alignment.value() - scratch_alignment.value() : 0;
}

/// Moves the large private variables of a function without barriers into scratch memory, of which
/// each thread has its own. All work-items that a thread runs use the same place, one after
/// another: where several of them run at once (coarsening), their variables have to be apart before
/// this is called. Returns the bytes needed.
[[nodiscard]] uint64_t move_large_variables(llvm::Function& function);

} // namespace compiler

#endif
