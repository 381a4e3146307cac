// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From files of bitcode to a device image.
#ifndef SYCL_COMPILER_LINK_H
#define SYCL_COMPILER_LINK_H

#include "cargo/expected.h"
#include "sycl_image/image.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace sycl_compiler {

/// Which kernels have an image of their own. An image is built when one of its kernels is first
/// launched, as a whole.
enum class Split {
  off,        ///< all are in one image
  per_source, ///< those of one source (of a template the first one that uses it) that require the
              ///< same of a device, up to 32; kernels with specialization constants each
  per_kernel, ///< each
};

/// The inputs of one link.
struct LinkRequest {
  std::vector<std::string> inputs;  ///< files of bitcode
  std::string device_library;       ///< bitcode whose functions are taken as needed; may be empty
  std::string print_stages_to = {}; ///< folder for the module after each stage; may be empty
  Split split = Split::off;
};

/// Links, runs all stages and makes SPIR-V of each part. The error is a sentence for the user, or
/// several, a line each.
[[nodiscard]] cargo::expected<std::vector<sycl_image::Image>, std::string>
link(const LinkRequest& request);

/// One sentence for each function that is used and defined nowhere, with the input that wants it.
/// `users` has the undefined names of each input.
struct UndefinedUse {
  std::string file;
  std::vector<std::string> names;
};
[[nodiscard]] std::string undefined_functions(const llvm::Module& module,
                                              const std::vector<UndefinedUse>& users);

/// Facts about the kernels of a finished module.
[[nodiscard]] std::vector<sycl_image::Kernel> kernels_of(const llvm::Module& module);

/// The names of the device_globals that are left in it.
[[nodiscard]] std::vector<std::string> device_globals_of(const llvm::Module& module);

/// The specialization constants of a module after the stages.
[[nodiscard]] std::vector<sycl_image::Constant> constants_of(const llvm::Module& module);
/// Whether a kernel of the module asks for the constant, even if it does not use the value.
[[nodiscard]] bool uses_constant(const llvm::Module& module, const sycl_image::Constant& constant);

/// The module as SPIR-V 1.4. The module is used up.
[[nodiscard]] cargo::expected<std::vector<uint8_t>, std::string> to_spirv(llvm::Module& module);

} // namespace sycl_compiler

#endif
