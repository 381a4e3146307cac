// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that is compiled in parallel: one request for each group of its kernels
// (kernel_groups.h), and one program again of the answers.
#ifndef PARALLEL_COMPILATION_H
#define PARALLEL_COMPILATION_H

#include "compiler/module.h"

#include <vector>

namespace compiler {

/// Requests, as bytes, to compile each group of the program in `container`, which `whole` is for.
[[nodiscard]] std::vector<binary::bytes> part_requests(const Request& whole,
                                                       const binary::bytes& container,
                                                       const std::vector<KernelGroup>& groups);

/// Adds the machine code of the parts in `answers`, in the order of the requests, to `whole`, whose
/// container has none yet; or returns the first failed answer. An answer without bytes is one for
/// which there was no memory.
[[nodiscard]] Response join_parts(Response whole, const std::vector<binary::bytes_view>& answers);

} // namespace compiler

#endif
