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

/// Applies `make` to operands of any number of lanes, a vector register at a time. The operands are
/// scalars or vectors of the same shape: missing lanes may have any value, those of scalars are 0.
/// The result has the shape of the operands.
[[nodiscard]] llvm::Value*
by_register(llvm::IRBuilderBase& builder, llvm::ArrayRef<llvm::Value*> operands, RegisterBits bits,
            llvm::function_ref<llvm::Value*(llvm::ArrayRef<llvm::Value*>)> make);

} // namespace host

#endif
