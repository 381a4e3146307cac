// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/matrices/matrix_product.h"

#include "host_passes/needed_features.h"
#include "passes/group_functions/group_functions.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/InstIterator.h>
#include <optional>

namespace host {
namespace {

constexpr unsigned register_bits = 512;

unsigned vectors_of_a(const MatrixProduct& product) {
  return product.rows * product.depth / product.columns;
}

llvm::SmallVector<llvm::Value*> operands(const MatrixProduct& product, unsigned first,
                                         unsigned count) {
  llvm::SmallVector<llvm::Value*> found;
  for (unsigned i = first; i < first + count; ++i) {
    found.push_back(product.call->getArgOperand(i));
  }
  return found;
}

/// Reads `bf16_8x16x32`; false if it is of another kind.
bool read_shape(llvm::StringRef name, MatrixProduct& product) {
  product.is_bfloat16 = name.consume_front("bf16");
  if (!product.is_bfloat16) {
    const auto read_sign = [&](bool& is_signed) {
      is_signed = name.consume_front("s");
      return is_signed || name.consume_front("u");
    };
    if (!read_sign(product.signed_a) || !read_sign(product.signed_b) || !name.consume_front("8")) {
      return false;
    }
  }
  return name.consume_front("_") && !name.consumeInteger(10, product.rows) &&
         name.consume_front("x") && !name.consumeInteger(10, product.columns) &&
         name.consume_front("x") && !name.consumeInteger(10, product.depth) && name.empty();
}

std::optional<MatrixProduct> product_of(llvm::Instruction& instruction) {
  MatrixProduct product;
  product.call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = product.call ? product.call->getCalledFunction() : nullptr;
  llvm::StringRef name = callee ? callee->getName() : "";
  if (!name.consume_front(compiler::matrix_multiply_add_prefix) || !read_shape(name, product) ||
      product.columns == 0 ||
      product.call->arg_size() != vectors_of_a(product) + product.depth + product.rows) {
    return std::nullopt;
  }
  return product;
}

} // namespace

llvm::SmallVector<llvm::Value*> MatrixProduct::a() const {
  return operands(*this, 0, vectors_of_a(*this));
}
llvm::SmallVector<llvm::Value*> MatrixProduct::b() const {
  return operands(*this, vectors_of_a(*this), depth);
}
llvm::SmallVector<llvm::Value*> MatrixProduct::c() const {
  return operands(*this, vectors_of_a(*this) + depth, rows);
}

llvm::SmallVector<MatrixProduct> matrix_products(llvm::Function& function) {
  llvm::SmallVector<MatrixProduct> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const auto product = product_of(instruction)) {
      found.push_back(*product);
    }
  }
  return found;
}

llvm::Value* as_result(llvm::IRBuilderBase& builder, const MatrixProduct& product,
                       llvm::ArrayRef<llvm::Value*> rows) {
  llvm::Value* all = llvm::PoisonValue::get(product.call->getType());
  for (unsigned i = 0; i < rows.size(); ++i) {
    all = builder.CreateInsertValue(all, rows[i], i);
  }
  return all;
}

void store_in_order(llvm::IRBuilderBase& builder, llvm::ArrayRef<llvm::Value*> vectors,
                    llvm::Value* place) {
  const auto bits = unsigned(vectors[0]->getType()->getPrimitiveSizeInBits().getFixedValue());
  // A load of what no single store has written would wait for all that have.
  const unsigned together = std::max(register_bits / bits, 1U);
  for (unsigned first = 0; first < vectors.size(); first += together) {
    llvm::Value* all =
        llvm::concatenateVectors(builder, vectors.drop_front(first).take_front(together));
    llvm::Value* at =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), place, uint64_t(first) * bits / 8);
    builder.CreateAlignedStore(all, at, llvm::Align(bits / 8));
  }
}

llvm::SmallVector<llvm::Value*> words_of_columns(llvm::IRBuilderBase& builder,
                                                 llvm::ArrayRef<llvm::Value*> rows) {
  const unsigned bits = rows[0]->getType()->getScalarSizeInBits(), in_word = 32 / bits;
  llvm::SmallVector<llvm::Value*> words;
  const unsigned columns = llvm::cast<llvm::FixedVectorType>(rows[0]->getType())->getNumElements();
  llvm::SmallVector<int> order;
  for (unsigned column = 0; column < columns; ++column) {
    for (unsigned row = 0; row < in_word; ++row) {
      order.push_back(int(row * columns + column));
    }
  }
  auto* type = llvm::FixedVectorType::get(builder.getInt32Ty(), columns);
  for (unsigned first = 0; first < rows.size(); first += in_word) {
    llvm::Value* all = llvm::concatenateVectors(builder, rows.slice(first, in_word));
    words.push_back(builder.CreateBitCast(builder.CreateShuffleVector(all, order), type));
  }
  return words;
}

llvm::AllocaInst& make_buffer(llvm::Function& function, uint64_t bytes, const llvm::Twine& name) {
  llvm::IRBuilder<> front(&*function.getEntryBlock().getFirstInsertionPt());
  llvm::AllocaInst* buffer =
      front.CreateAlloca(llvm::ArrayType::get(front.getInt8Ty(), bytes), nullptr, name);
  buffer->setAlignment(llvm::Align(register_bits / 8));
  return *buffer;
}

void use_feature(llvm::Function& function, llvm::StringRef feature) {
  need_feature(*function.getParent(), feature);
  const llvm::StringRef now = function.getFnAttribute("target-features").getValueAsString();
  const std::string more = ("+" + feature).str();
  if (!llvm::is_contained(llvm::split(now, ","), more)) {
    function.addFnAttr("target-features", now.empty() ? more : (now + "," + more).str());
  }
}

} // namespace host
