// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of the examples in C++.
#ifndef EXAMPLES_COMMON_ARGUMENTS_H
#define EXAMPLES_COMMON_ARGUMENTS_H

#include <string>
#include <vector>

struct Usage {
  const char* operands;  ///< as people read them, such as "IN.png OUT.png"
  const char* purpose;   ///< a sentence or two
  size_t count = 0;      ///< of operands
  bool optional = false; ///< there may be none, too
  /// An option with a value; null: none.
  const char* option = nullptr; ///< without the dashes
  const char* option_help = nullptr;
};

struct Arguments {
  std::vector<std::string> operands;
  std::string option; ///< its value, or ""
};

/// Reads the command line. For --help it prints the usage and ends the program with 0; for anything
/// that is not as `usage` says, it prints it to standard error and ends the program with 2.
[[nodiscard]] Arguments read_arguments(int argc, char** argv, const Usage& usage);

#endif
