// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Build options as OpenCL 1.2 section 5.6.4 (compile) and 5.6.5 (link) define them, plus a
// target's own.
#ifndef COMPILER_INTERFACE_OPTIONS_H
#define COMPILER_INTERFACE_OPTIONS_H

#include "compiler_interface/request.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace compiler {

/// The parsed options of one request.
struct Options {
  std::vector<std::string> frontend; ///< for Clang's cc1, in order
  bool optimise = true;              ///< no -cl-opt-disable
  bool debug = false;                ///< -g
  bool denorms_are_zero = false;     ///< -cl-denorms-are-zero
  bool accurate_math = false;        ///< -lanewise-math=accurate
  bool uniform_groups = false;       ///< -cl-uniform-work-group-size
  bool zero_local_memory = false;    ///< -lanewise-zero-memory=local
  bool zero_private_memory = false;  ///< -lanewise-zero-memory=private
  bool create_library = false;       ///< -create-library
  bool enable_link_options = false;  ///< -enable-link-options
  bool variants_follow = false;      ///< no option: Request::variants_follow
  /// The target's own options with their values ("" for flags), in order.
  std::vector<std::pair<std::string, std::string>> device;
};

/// Parses `text` for `operation`. The error is a sentence that names the option; it becomes
/// CL_INVALID_BUILD_OPTIONS, CL_INVALID_COMPILER_OPTIONS or CL_INVALID_LINKER_OPTIONS.
[[nodiscard]] cargo::expected<Options, std::string>
parse_options(std::string_view text, Operation operation, const TargetInfo& target);

/// The kinds of memory that kernels find zeros in.
struct ZeroedMemory {
  bool local_memory = false, private_memory = false;
};
/// Which memory is to be filled with zeros, by an option string that a build has accepted.
[[nodiscard]] ZeroedMemory zeroed_memory(std::string_view options);
/// The option that asks for them, with a space behind it; "" if there are none.
[[nodiscard]] std::string_view option_for(ZeroedMemory kinds);

/// The option of targets by which the build log reports how kernels were vectorised, and which
/// parts were compiled in a simpler way since they are large.
inline constexpr std::string_view report_option = "-lanewise-vec-report";
[[nodiscard]] bool wants_report(const Options& options);

/// Splits as a shell would: white space separates, quotes and backslashes protect it.
[[nodiscard]] std::vector<std::string> split_options(std::string_view text);

} // namespace compiler

#endif
