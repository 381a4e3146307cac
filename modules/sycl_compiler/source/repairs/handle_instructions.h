// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images and samplers of handles, around the SPIR-V back end. LLVM 22's makes the instructions of
// SPV_INTEL_bindless_images itself, but looks up their types among those of the module's last
// function: a module with several functions ends the process. So calls of functions without bodies
// stand for the instructions until there is SPIR-V.
#ifndef REPAIRS_HANDLE_INSTRUCTIONS_H
#define REPAIRS_HANDLE_INSTRUCTIONS_H

#include <cstdint>
#include <vector>

namespace sycl_compiler {

/// Functions that return an image and a sampler; those of other types have other names behind it.
inline constexpr const char* image_of_handle_prefix = "lanewise.sycl.image_of_handle.";
inline constexpr const char* sampler_of_handle_prefix = "lanewise.sycl.sampler_of_handle.";

/// Calls of these functions become the instructions; the module then has their capability and
/// extension, and the functions no more. Requires: a module in the machine's order of bytes.
///
///   before: OpDecorate %f LinkageAttributes "lanewise.sycl.image_of_handle.read_only2d" Import
///           %i = OpFunctionCall %image %f %handle
///   after:  %i = OpConvertHandleToImageINTEL %image %handle
[[nodiscard]] std::vector<uint8_t> insert_handle_instructions(std::vector<uint8_t> code);

} // namespace sycl_compiler

#endif
