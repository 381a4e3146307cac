// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V modules of the OpenCL environment (OpenCL SPIR-V Environment Specification) to the LLVM IR
// that the OpenCL C front end would have produced: triple spir64, address spaces, spir_kernel and
// spir_func, built-in functions as calls of their mangled names.
#ifndef SPIRV_LL_READ_H
#define SPIRV_LL_READ_H

#include "cargo/expected.h"
#include "spirv_words/error.h"
#include "spirv_words/specialization.h"

#include <cstdint>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <memory>
#include <span>

namespace spirv_ll {

/// The attribute of a global variable that the host calls by another name than its symbol's:
/// HostAccessINTEL gives that.
inline constexpr llvm::StringLiteral host_name_attribute = "spirv-ll-host-name";

/// The attribute of a function that is called through pointers: the module takes its address, or
/// says that the host or another module may (ReferencedIndirectlyINTEL).
inline constexpr llvm::StringLiteral referenced_indirectly = "referenced-indirectly";

/// Functions that make a number an image or a sampler (SPV_INTEL_bindless_images); a dot and the
/// type's name in OpenCL C's mangling follow, as each returns another type: the first is
/// lanewise.image_of_handle.ocl_image2d_ro(i64), for instance.
inline constexpr llvm::StringLiteral image_of_handle = "lanewise.image_of_handle";
inline constexpr llvm::StringLiteral sampler_of_handle = "lanewise.sampler_of_handle";

struct ReadOptions {
  /// Values for specialization constants; those that are not named keep their defaults.
  std::span<const Specialization> specializations;
  /// Whether images and samplers may be used.
  bool images = true;
  /// Work-items of the sub-groups that share matrices, where no entry point says how many.
  uint32_t matrix_sub_group_size = 16;
  /// Whether the target has functions that multiply matrices of bfloat16 and of bytes as large as
  /// tiles of AMX (compiler::matrix_multiply_add_prefix). Other matrices, and those of other
  /// targets, are multiplied by code of the reader.
  bool matrix_functions = false;
};

/// Reads a module. Whatever the bytes are, the result is a module that passes LLVM's verifier or an
/// error; LLVM's diagnostics are not used. Uses one thread and only `context`.
[[nodiscard]] cargo::expected<std::unique_ptr<llvm::Module>, Error>
read(llvm::LLVMContext& context, std::span<const uint8_t> data, const ReadOptions& options = {});

} // namespace spirv_ll

#endif
