// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A graph as text.
#ifndef SYCL_RUNTIME_GRAPHS_PRINT_H
#define SYCL_RUNTIME_GRAPHS_PRINT_H

#include "graphs/graph.h"

#include <string>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// Writes nodes and edges as DOT; `verbose`: with addresses, sizes and spaces. Throws
/// errc::invalid: the path does not end in ".dot", or the file cannot be written.
void print_dot(const graph_impl& graph, const std::string& path, bool verbose);

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
