// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_OPTION_HELP_H
#define COMPILER_OPTION_HELP_H

#include <string>
#include <vector>

namespace compiler {

/// One line for `clc --help`.
struct OptionHelp {
  std::string name;
  std::string help;
};
/// All build options that every target takes, in the order of the specification.
[[nodiscard]] std::vector<OptionHelp> option_help();

} // namespace compiler

#endif
