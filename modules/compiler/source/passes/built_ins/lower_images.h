// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_BUILT_INS_LOWER_IMAGES_H
#define PASSES_BUILT_INS_LOWER_IMAGES_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Replaces images by the addresses of their descriptors (libimg/descriptor.h) and samplers by
/// words, also those that are made of handles (spirv-ll/read.h). Calls of OpenCL C's image
/// functions become calls of libimg's, whose names have the image's dimensions.
///
/// Requires: the image functions are declared only. Before built-ins are linked. Guarantees: no
/// value has the type of an image or a sampler; kernels' image arguments are marked as readable,
/// so that what is read of a descriptor can be read early.
///
///   declare <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(
///       target("spirv.Image", ...), target("spirv.Sampler"), <2 x i32>)
///   %s = call target("spirv.Sampler") @__translate_sampler_initializer(i32 20)
///   %i = call target("spirv.Image", ...) @lanewise.image_of_handle.ocl_image2d_ro(i64 %handle)
/// becomes
///   declare <4 x float> @__lanewise_read_imagef_2d_int(ptr addrspace(2), i32, <2 x i32>)
///   i32 20
///   %i = inttoptr i64 %handle to ptr addrspace(2)
bool lower_images(llvm::Module& module);

} // namespace compiler

#endif
