// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMMAND_LINE_H
#define COMMAND_LINE_H

#include "cargo/expected.h"
#include "compiler_interface/request.h"

#include <string>
#include <vector>

namespace clc {

struct CommandLine {
  bool help = false, version = false, list_devices = false, verbose = false;
  std::string output;              ///< -o; "" means the first input's name with .bin
  std::string device = "host";     ///< -d
  std::string language;            ///< -x: "cl", "spirv", or "" to see by the first word
  std::vector<std::string> inputs; ///< "-" is standard input
  std::string compile_options;     ///< everything that clCompileProgram takes
  std::string link_options;        ///< everything that clLinkProgram takes
  bool link_apart = false;         ///< some option is only the linker's
};

/// Separates clc's own options from build options of OpenCL or of one of the targets (whose
/// single-dash words argument parsers do not take). The error is one sentence.
[[nodiscard]] cargo::expected<CommandLine, std::string>
parse(const std::vector<std::string>& words, const std::vector<compiler::TargetInfo>& targets);

/// One word as part of an option string.
[[nodiscard]] std::string quote(const std::string& word);

[[nodiscard]] std::string usage(const std::vector<compiler::TargetInfo>& targets);

} // namespace clc

#endif
