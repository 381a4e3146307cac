// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// command_graph::print_graph: DOT.
#include "graphs/print.h"

#include <fstream>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

const char* text_of(node_type type) {
  constexpr const char* names[] = {"empty",   "subgraph",  "kernel",       "memcpy",
                                   "memset",  "memfill",   "prefetch",     "memadvise",
                                   "barrier", "host_task", "async_malloc", "async_free"};
  return names[int(type)];
}

void print_kernel(std::ostream& to, const node_content& content) {
  if (const auto* own = std::get_if<kernel_command>(&content.command)) {
    to << "\\n" << own->kernel->name;
  }
}

void print_shape(std::ostream& to, const launch_shape& shape) {
  const auto print = [&](const char* what, const size_t (&extents)[3]) {
    to << "\\n" << what;
    for (int i = 0; i < shape.dimensions; ++i) {
      to << ' ' << extents[i];
    }
  };
  print("global", shape.global);
  if (shape.has_local) {
    print("local", shape.local);
  }
}

void print_details(std::ostream& to, const node_content& content) {
  if (const launch_shape* shape = content.shape()) {
    print_shape(to, *shape);
  }
  for (const native_command::argument& one : content.arguments) {
    to << "\\nargument " << one.index << ": ";
    if (one.kind == argument_kind::memory) {
      to << one.memory;
    } else {
      to << one.size << " bytes";
    }
  }
  if (const auto* copy = std::get_if<copy_command>(&content.command)) {
    for (const copy_command::row& row : copy->rows) {
      to << "\\n" << row.bytes << " bytes from " << row.from << " to " << row.to;
    }
  }
  if (const auto* fill = std::get_if<fill_command>(&content.command)) {
    for (const fill_command::row& row : fill->rows) {
      to << "\\n" << row.count << " times " << row.pattern.size() << " bytes at " << row.to;
    }
  }
}

} // namespace

void print_dot(const graph_impl& graph, const std::string& path, bool verbose) {
  if (!path.ends_with(".dot")) {
    throw exception(make_error_code(errc::invalid),
                    "the name of a graph's file has to end in .dot, and " + path + " does not");
  }
  std::ofstream to(path);
  to << "digraph graph_" << graph.number << " {\n";
  {
    const std::lock_guard lock(graph.mutex);
    for (const auto& node : graph.nodes) {
      const node_content& content = *node->contents->current();
      to << "  n" << node->number << " [label=\"" << node->number << ": "
         << text_of(content.type());
      print_kernel(to, content);
      if (verbose) {
        print_details(to, content);
      }
      to << "\"];\n";
      for (const graph_node* next : node->successors) {
        to << "  n" << node->number << " -> n" << next->number << ";\n";
      }
    }
  }
  to << "}\n";
  to.close();
  if (!to) {
    throw exception(make_error_code(errc::invalid), "cannot write the graph to " + path);
  }
}

} // namespace detail
} // namespace lw1
} // namespace sycl
