// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_BY_REGISTER_H
#define HOST_PASSES_BY_REGISTER_H

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>

namespace host {

/// Bits of the narrowest and of the widest vector register.
struct RegisterBits {
  unsigned narrowest, widest;
};

/// What `make` does to vectors of a register each, done to operands of any number of lanes, which
/// are scalars or vectors of the same shape: lanes that are missing are anything, those of scalars
/// 0. The result has the shape of the operands.
[[nodiscard]] llvm::Value*
by_register(llvm::IRBuilderBase& builder, llvm::ArrayRef<llvm::Value*> operands, RegisterBits bits,
            llvm::function_ref<llvm::Value*(llvm::ArrayRef<llvm::Value*>)> make);

} // namespace host

#endif
