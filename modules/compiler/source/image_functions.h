// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_IMAGE_FUNCTIONS_H
#define COMPILER_IMAGE_FUNCTIONS_H

#include "spirv-ll/read.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <string>

namespace compiler {

/// The function that Clang calls to make a sampler of a constant.
inline constexpr llvm::StringLiteral sampler_initializer = "__translate_sampler_initializer";

/// The name of an image function of OpenCL C in the library of built-ins
/// (libimg/scripts/generate.py); empty if neither the library nor
/// passes/built_ins/define_image_blocks.h has the function `mangled`.
///
///   _Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f   __lanewise_read_imagef_2d_float
///   _Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_ff  __lanewise_read_imagef_2d_float_lod
///   _Z11read_imagef14ocl_image2d_roDv2_i                __lanewise_read_imagef_2d_only
///   _Z15get_image_width14ocl_image3d_wo                 __lanewise_get_image_width_3d
[[nodiscard]] std::string image_function(llvm::StringRef mangled);

/// Whether the front end makes an image, or a sampler, of a number by calling this function, which
/// is declared only.
[[nodiscard]] inline bool is_image_of_handle(const llvm::Function& function) {
  return function.isDeclaration() && function.getName().starts_with(spirv_ll::image_of_handle);
}
[[nodiscard]] inline bool is_sampler_of_handle(const llvm::Function& function) {
  return function.isDeclaration() && function.getName().starts_with(spirv_ll::sampler_of_handle);
}

[[nodiscard]] inline bool is_image(const llvm::Type* type) {
  const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type);
  return opaque && opaque->getName() == "spirv.Image";
}
[[nodiscard]] inline bool is_sampler(const llvm::Type* type) {
  const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type);
  return opaque && opaque->getName() == "spirv.Sampler";
}

} // namespace compiler

#endif
