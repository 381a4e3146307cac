// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translates the command line of oclsycl++ to Clang's.
#ifndef OCLSYCL_OPTIONS_H
#define OCLSYCL_OPTIONS_H

#include "cargo/expected.h"

#include <string>
#include <vector>

namespace oclsycl {

/// Where the parts of the installation (or of a build folder) are.
struct Places {
  std::string clang;   ///< clang++ of LLVM 22
  std::string root;    ///< the folder that has bin, lib and include
  std::string tools;   ///< our linker, before PATH
  std::string headers; ///< sycl/sycl.hpp is below it
  std::string library; ///< the folder of liboclsycl.so
  std::string unit;    ///< a short name of the folder that the compiler is called in
};

struct Command {
  std::vector<std::string> words;
  bool print_only = false; ///< --print-commands: Clang prints what it would run
};

/// The error is a sentence about the expected form of the option.
[[nodiscard]] cargo::expected<Command, std::string>
make_command(const Places& places, const std::vector<std::string>& arguments);

} // namespace oclsycl

#endif
