// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both passes over a source, and those over several sources, at the same time.
#ifndef OCLSYCL_PARALLEL_H
#define OCLSYCL_PARALLEL_H

#include "command.h"

#include <optional>

namespace oclsycl {

/// Whether the jobs of a command line may run at the same time: it compiles files, the machine has
/// CPUs for it, and no build tool fills them that has told how many processes there may be
/// (MAKEFLAGS).
[[nodiscard]] bool may_run_in_parallel(const Options& options);

/// Does what `clang`, a command of clang_command's, would do, with its jobs at the same time where
/// they do not need each other. The pass for the host begins with that for the device, and gets its
/// code through a pipe when it has compiled its own. What the jobs say comes in Clang's order.
/// Returns the exit status; none if Clang has to do it itself: its jobs cannot be understood, one
/// crashed (Clang then writes a report), or nothing is gained. Nothing has been said then. A signal
/// that ends the process ends its jobs.
[[nodiscard]] std::optional<int> run_in_parallel(const Command& clang);

} // namespace oclsycl

#endif
