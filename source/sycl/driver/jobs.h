// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Clang's driver would run for a command, read from what it prints with -###.
#ifndef OCLSYCL_JOBS_H
#define OCLSYCL_JOBS_H

#include "command.h"

#include <cstddef>
#include <string>
#include <vector>

namespace oclsycl {

struct Job {
  Command command;
  std::string output;         ///< the file that it writes; empty: none
  std::vector<size_t> needs;  ///< earlier jobs whose outputs it reads
  std::vector<size_t> awaits; ///< likewise, but only when it has parsed its own source: it may
                              ///< begin before they have
};

/// The jobs in Clang's order, an order in which they can run. Lines that are none are left out; no
/// jobs at all if one cannot be understood.
///
///    "clang" "-cc1" "-fsycl-is-device" "-o" "/tmp/v.bc" "v.cpp"
///    "llvm-offload-binary" "-o" "/tmp/v.out" "--image=file=/tmp/v.bc"
///    "clang" "-cc1" "-fsycl-is-host" "-fembed-offload-object=/tmp/v.out" "-o" "v.o" "v.cpp"
/// are three jobs, of which the second needs the first and the third awaits the second.
[[nodiscard]] std::vector<Job> read_jobs(const std::string& text);

/// Whether something is gained by running jobs at the same time: two of them compile.
[[nodiscard]] bool have_parallel_passes(const std::vector<Job>& jobs);

} // namespace oclsycl

#endif
