// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of oclsycl++: which of its words are its own options, and what they ask for.
#ifndef OCLSYCL_OPTIONS_H
#define OCLSYCL_OPTIONS_H

#include "cargo/expected.h"
#include "targets.h"

#include <string>
#include <vector>

namespace oclsycl {

/// Everything that is asked for. A plain value.
struct Options {
  std::vector<std::string> words;     ///< all that Clang is to see, in order
  bool print_only = false;            ///< --print-commands
  bool links_device_alone = false;    ///< -fsycl-link
  std::vector<Target> targets = {{}}; ///< -fsycl-targets=: SPIR-V if it is not given
  std::string split = "per_source";

  // -fsycl-host-compiler=
  std::string host_compiler; ///< empty: Clang compiles for the host, too
  std::vector<std::string> host_options;
};

/// The error is a sentence about the expected form of an option.
[[nodiscard]] cargo::expected<Options, std::string>
read_options(const std::vector<std::string>& arguments);

} // namespace oclsycl

#endif
