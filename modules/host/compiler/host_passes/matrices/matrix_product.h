// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call that multiplies matrices, with the values of all work-items of a sub-group: the function
// that compiler::matrix_multiply_add_prefix describes, as vectors of lanes call it.
#ifndef HOST_PASSES_MATRICES_MATRIX_PRODUCT_H
#define HOST_PASSES_MATRICES_MATRIX_PRODUCT_H

#include "code_generation/target_machine.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace host {

/// d = a * b + c. A vector has as many elements as b, c and d have columns: vector i of these is
/// row i. Those of a are its elements in the order of rows.
struct MatrixProduct {
  llvm::CallInst* call = nullptr;
  bool is_bfloat16 = false; ///< bytes otherwise
  bool signed_a = false, signed_b = false;
  unsigned rows = 0, columns = 0;
  unsigned depth = 0; ///< columns of a, rows of b

  [[nodiscard]] unsigned bits() const { return is_bfloat16 ? 16 : 8; } ///< of an element of a, b
  [[nodiscard]] llvm::SmallVector<llvm::Value*> a() const;
  [[nodiscard]] llvm::SmallVector<llvm::Value*> b() const;
  [[nodiscard]] llvm::SmallVector<llvm::Value*> c() const;
};

/// The calls of a function, in the order of its blocks.
[[nodiscard]] llvm::SmallVector<MatrixProduct> matrix_products(llvm::Function& function);

/// What the call of a product returns, of its rows.
[[nodiscard]] llvm::Value* as_result(llvm::IRBuilderBase& builder, const MatrixProduct& product,
                                     llvm::ArrayRef<llvm::Value*> rows);

/// Stores vectors of the same type one after the other, as many together as a register of 512 bits
/// holds, at a place aligned to that.
void store_in_order(llvm::IRBuilderBase& builder, llvm::ArrayRef<llvm::Value*> vectors,
                    llvm::Value* place);

/// Words of 32 bits with the elements of 32 / bits rows of one column each, the first row lowest:
/// how instructions that multiply and add within words want b.
[[nodiscard]] llvm::SmallVector<llvm::Value*> words_of_columns(llvm::IRBuilderBase& builder,
                                                               llvm::ArrayRef<llvm::Value*> rows);

/// A variable of the function, aligned to 64 bytes.
[[nodiscard]] llvm::AllocaInst& make_buffer(llvm::Function& function, uint64_t bytes,
                                            const llvm::Twine& name);

/// Lets a function use a feature, and notes that the module needs it.
void use_feature(llvm::Function& function, llvm::StringRef feature);

} // namespace host

#endif
