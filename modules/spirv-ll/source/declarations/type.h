// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_LL_DECLARATIONS_TYPE_H
#define SPIRV_LL_DECLARATIONS_TYPE_H

#include "reader/grammar.h"

#include <llvm/IR/DerivedTypes.h>
#include <optional>
#include <vector>

namespace spirv_ll {

enum class TypeKind : uint8_t {
  nothing, ///< OpTypeVoid
  boolean,
  integer,
  floating,
  vector,
  array,
  structure,
  pointer,
  function,
  opaque, ///< OpTypeOpaque: only pointers to it exist
  image,
  sampler,
  sampled_image, ///< exists between two instructions only, has no IR
  event,
  pipe,
  reserve_id,
  queue,         ///< on the device
  device_event,  ///< of a launch that a kernel has enqueued
  named_barrier, ///< where it is in local memory
};

/// Dimensions and the like of OpTypeImage, as its operands say.
struct ImageShape {
  Dim dim = Dim::Dim2D;
  uint32_t depth = 0, arrayed = 0, multisampled = 0, sampled = 0, format = 0;
  AccessQualifier access = AccessQualifier::ReadOnly;
};

/// Of a cooperative matrix (SPV_KHR_cooperative_matrix); no rows: it is none.
struct MatrixShape {
  uint32_t rows = 0, columns = 0;
};

/// A type of the module: the IR's, and the pointee types that opaque pointers do not have.
struct Type {
  TypeKind kind = TypeKind::nothing;
  llvm::Type* ir = nullptr;         ///< null for sampled images
  const Type* element = nullptr;    ///< of vectors, arrays, pointers (null while only announced),
                                    ///< sampled images; what functions return
  uint64_t count = 1;               ///< elements of vectors and arrays
  std::vector<const Type*> members; ///< of structures; parameters of functions
  StorageClass storage = StorageClass::Function; ///< of pointers
  ImageShape image;                              ///< of a pipe: access alone
  MatrixShape matrix;                            ///< of vectors that are parts of matrices
  unsigned nesting = 0;                          ///< how deep arrays and structures are nested
  uint64_t size = 0;                             ///< upper bound in bytes, of what has one

  [[nodiscard]] bool is_scalar() const {
    return kind == TypeKind::boolean || kind == TypeKind::integer || kind == TypeKind::floating;
  }
  /// Whether it is bfloat16 or a vector of it, whose IR is of integers: the upper halves of floats.
  [[nodiscard]] bool is_bfloat16() const {
    return kind == TypeKind::vector ? element->is_bfloat16()
                                    : kind == TypeKind::floating && ir->isIntegerTy();
  }
  /// Whether it is a vector of pointers, whose IR is one of their numbers.
  [[nodiscard]] bool is_pointer_vector() const {
    return kind == TypeKind::vector && element->kind == TypeKind::pointer;
  }
  [[nodiscard]] bool is_matrix() const { return matrix.rows != 0; }
  [[nodiscard]] bool is_composite() const {
    return kind == TypeKind::vector || kind == TypeKind::array || kind == TypeKind::structure;
  }
  /// Whether values of it can be kept in memory.
  [[nodiscard]] bool is_storable() const {
    return ir && kind != TypeKind::nothing && kind != TypeKind::function &&
           kind != TypeKind::opaque && kind != TypeKind::sampled_image;
  }
};

/// The address space of the OpenCL dialect (0 private, 1 global, 2 constant, 3 local, 4 generic).
[[nodiscard]] std::optional<unsigned> address_space(StorageClass storage);

} // namespace spirv_ll

#endif
