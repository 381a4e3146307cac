// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/matrices/plain_products.h"

#include "host_passes/arithmetic/dot_instructions.h"

#include <llvm/ADT/SmallVectorExtras.h>

namespace host {
namespace {

class VectorProduct {
public:
  /// `buffer`: for the elements of a.
  VectorProduct(const MatrixProduct& of, const Cpu& for_cpu, llvm::AllocaInst& buffer)
      : product(of), cpu(for_cpu), builder(of.call), function(*of.call->getFunction()),
        left(&buffer) {}

  void replace() {
    llvm::SmallVector<llvm::Value*> rows = product.c();
    if (product.is_bfloat16) {
      multiply_floats(rows);
    } else if (cpu.vnni && (product.signed_a || product.signed_b) && bytes_per_register() != 0 &&
               product.columns % (bytes_per_register() / 4) == 0) {
      multiply_words(rows);
    } else {
      multiply_pairs(rows);
    }
    product.call->replaceAllUsesWith(as_result(builder, product, rows));
    product.call->eraseFromParent();
  }

private:
  using Values = llvm::SmallVector<llvm::Value*>;

  [[nodiscard]] unsigned bytes_per_register() const {
    return cpu.level->architecture == llvm::Triple::x86_64 ? cpu.level->vector_bits / 8 : 0;
  }
  llvm::FixedVectorType* vector(llvm::Type* number) const {
    return llvm::FixedVectorType::get(number, product.columns);
  }

  /// Keeps `vectors`, whose elements are those of a in order; `each` is the type that they are
  /// loaded as.
  void keep_a(const Values& vectors, llvm::Type* each) {
    element = each;
    store_in_order(builder, vectors, left);
  }
  /// Element `number` of them, for all columns.
  llvm::Value* from_a(unsigned number) {
    const uint64_t size = element->getPrimitiveSizeInBits().getFixedValue() / 8;
    llvm::Value* at = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), left, number * size);
    return builder.CreateVectorSplat(product.columns,
                                     builder.CreateAlignedLoad(element, at, llvm::Align(size)));
  }

  /// Goes through the rows of the result in blocks whose sums stay in registers, and in each
  /// through the `steps` rows of b.
  template <typename Step> void each_step(Values& rows, unsigned steps, Step step) {
    const unsigned registers_of_row = std::max(product.columns * 32 / cpu.level->vector_bits, 1U);
    const unsigned together = std::max(cpu.level->vector_registers / 2 / registers_of_row, 1U);
    for (unsigned first = 0; first < product.rows; first += together) {
      for (unsigned k = 0; k < steps; ++k) {
        for (unsigned row = first; row < std::min(first + together, product.rows); ++row) {
          rows[row] = step(rows[row], row, k);
        }
      }
    }
  }

  llvm::Value* to_float(llvm::Value* halves) {
    llvm::Value* wide = builder.CreateZExt(halves, vector(builder.getInt32Ty()));
    return builder.CreateBitCast(builder.CreateShl(wide, 16), vector(builder.getFloatTy()));
  }

  void multiply_floats(Values& rows) {
    keep_a(llvm::map_to_vector(product.a(), [&](auto* each) { return to_float(each); }),
           builder.getFloatTy());
    const Values right =
        llvm::map_to_vector(product.b(), [&](auto* each) { return to_float(each); });
    each_step(rows, product.depth, [&](llvm::Value* sum, unsigned row, unsigned k) {
      llvm::Value* one = from_a(row * product.depth + k);
      return cpu.level->fma ? builder.CreateIntrinsic(llvm::Intrinsic::fma, {sum->getType()},
                                                      {one, right[k], sum})
                            : builder.CreateFAdd(builder.CreateFMul(one, right[k]), sum);
    });
  }

  /// Adds products of four unsigned bytes with signed ones.
  llvm::Value* add_products(llvm::Value* sum, llvm::Value* without_sign, llvm::Value* with_sign) {
    return add_byte_products(builder, {128, cpu.level->vector_bits}, sum, without_sign, with_sign);
  }
  llvm::Constant* each_byte(uint32_t byte) {
    return llvm::ConstantInt::get(vector(builder.getInt32Ty()), byte * 0x01010101U);
  }

  /// Where both sides have signs, 128 is added to each byte of a, and 128 times the bytes of b are
  /// subtracted.
  void multiply_words(Values& rows) {
    use_feature(function, cpu.vnni);
    const bool both = product.signed_a && product.signed_b;
    Values left_bytes = product.a();
    if (both) {
      for (llvm::Value*& each : left_bytes) {
        each = builder.CreateXor(each, llvm::ConstantInt::get(each->getType(), 128));
      }
    }
    keep_a(left_bytes, builder.getInt32Ty());
    const Values right = words_of_columns(builder, product.b());
    if (both) {
      llvm::Value* too_much = llvm::Constant::getNullValue(vector(builder.getInt32Ty()));
      for (llvm::Value* word : right) {
        too_much = add_products(too_much, each_byte(128), word);
      }
      for (llvm::Value*& row : rows) {
        row = builder.CreateSub(row, too_much);
      }
    }
    const unsigned steps = product.depth / 4;
    each_step(rows, steps, [&](llvm::Value* sum, unsigned row, unsigned k) {
      llvm::Value* word = from_a(row * steps + k);
      return product.signed_b ? add_products(sum, word, right[k])
                              : add_products(sum, right[k], word);
    });
  }

  llvm::Value* to_short(llvm::Value* bytes, bool is_signed) {
    auto* wide = vector(builder.getInt16Ty());
    return is_signed ? builder.CreateSExt(bytes, wide) : builder.CreateZExt(bytes, wide);
  }

  /// The sum of two products of 16 bits with signs in each word.
  llvm::Value* pair_products(llvm::Value* one, llvm::Value* other) {
    if (bytes_per_register() == 0 || product.columns < 4) {
      llvm::Value* low = builder.CreateMul(low_half(one), low_half(other));
      return builder.CreateAdd(
          low, builder.CreateMul(builder.CreateAShr(one, 16), builder.CreateAShr(other, 16)));
    }
    return by_register(builder, {one, other}, {128, cpu.level->vector_bits},
                       [&](auto parts) { return add_pairs(builder, parts[0], parts[1]); });
  }
  llvm::Value* low_half(llvm::Value* words) {
    return builder.CreateAShr(builder.CreateShl(words, 16), 16);
  }

  void multiply_pairs(Values& rows) {
    keep_a(llvm::map_to_vector(product.a(),
                               [&](auto* each) { return to_short(each, product.signed_a); }),
           builder.getInt32Ty());
    const Values right =
        words_of_columns(builder, llvm::map_to_vector(product.b(), [&](auto* each) {
                           return to_short(each, product.signed_b);
                         }));
    const unsigned steps = product.depth / 2;
    each_step(rows, steps, [&](llvm::Value* sum, unsigned row, unsigned k) {
      return builder.CreateAdd(sum, pair_products(from_a(row * steps + k), right[k]));
    });
  }

  const MatrixProduct& product;
  const Cpu& cpu;
  llvm::IRBuilder<> builder;
  llvm::Function& function;
  llvm::AllocaInst* const left;
  llvm::Type* element = nullptr; ///< of what `left` holds
};

} // namespace

void use_vectors(llvm::Function& function, const Cpu& cpu) {
  const auto products = matrix_products(function);
  if (products.empty()) {
    return;
  }
  uint64_t most = 0; // elements of a, which become 4 bytes at most
  for (const MatrixProduct& product : products) {
    most = std::max(most, uint64_t(product.rows) * product.depth);
  }
  llvm::AllocaInst& buffer = make_buffer(function, 4 * most, "matrix.a");
  for (const MatrixProduct& product : products) {
    VectorProduct(product, cpu, buffer).replace();
  }
}

} // namespace host
