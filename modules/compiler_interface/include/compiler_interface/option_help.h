// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_INTERFACE_OPTION_HELP_H
#define COMPILER_INTERFACE_OPTION_HELP_H

#include "compiler_interface/request.h"

#include <string>
#include <string_view>
#include <vector>

namespace compiler {

/// One line for `clc --help`.
struct OptionHelp {
  std::string name;
  std::string help;
};
/// All build options that every target takes, in the order of the specification.
[[nodiscard]] std::vector<OptionHelp> option_help();

/// Whether `operation` takes this word of an option string. A word that is none of OpenCL's (a
/// target's own option, an unknown one) concerns every operation, which takes or refuses it.
[[nodiscard]] bool option_concerns(std::string_view word, Operation operation);

} // namespace compiler

#endif
