// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of clang-sycl-linker.
#ifndef SYCL_LINKER_OPTIONS_H
#define SYCL_LINKER_OPTIONS_H

#include "cargo/expected.h"
#include "native.h"
#include "sycl_compiler/link.h"

#include <string>
#include <vector>

namespace sycl_linker {

struct Options {
  std::vector<std::string> inputs;
  std::string output;
  std::string triple = "spirv64-unknown-unknown";
  std::string arch;
  std::string only;           ///< the stage that runs alone
  std::string device_library; ///< sycl-device.bc beside the program if not given
  std::string print_stages;
  std::string save_temps_to; ///< folder for the module after each stage, and each form of the code
  bool dump_spirv = false;
  bool makes_object = false;         ///< inputs may be host objects, the output is one
  bool has_spirv = true;             ///< images have SPIR-V beside native code
  std::string spirv_options;         ///< for the device's compiler
  std::vector<NativeTarget> natives; ///< the best one first
  std::string offline_compiler;      ///< clc; that of the installation if not given
  sycl_compiler::Split split = sycl_compiler::Split::off;
};

[[nodiscard]] cargo::expected<Options, std::string>
read_options(const std::vector<std::string>& arguments);

} // namespace sycl_linker

#endif
