// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of benchmarks, each `--name=<value>` or `--name`.
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <functional>
#include <string>
#include <vector>

struct BenchOption {
  const char* name;                            ///< without the dashes
  const char* help;                            ///< what it does, and what is so without it
  std::function<bool(const std::string&)> set; ///< false for a value that cannot be
  bool has_value = true;                       ///< if not, `set` gets an empty one
};

/// Any text.
[[nodiscard]] BenchOption text_option(const char* name, const char* help, std::string& to);
/// A number of at least 1.
[[nodiscard]] BenchOption count_option(const char* name, const char* help, unsigned& to);

/// `--clock=wall`, or `cpu`: whether the process's CPU time counts.
[[nodiscard]] BenchOption clock_option(bool& is_cpu);

/// One that is there or not.
[[nodiscard]] BenchOption flag_option(const char* name, const char* help, bool& to);

/// Sets what the command line names. False, with a message that begins with the program's name, if
/// it has anything else, or a value that cannot be. For --help it prints `purpose` and the options,
/// and ends the program with 0.
[[nodiscard]] bool parse_options(int argc, char** argv, const char* purpose,
                                 const std::vector<BenchOption>& options);

#endif
