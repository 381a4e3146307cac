// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "graphs/executable.h"

#include <algorithm>

namespace sycl {
inline namespace lw1 {
namespace detail {

void collect_uses(graph_program& of) {
  of.uses.clear();
  for (const planned_node& one : of.plan) {
    for (const node_use& use : one.content->uses) {
      const auto is_same = [&](const node_use& known) { return known.buffer == use.buffer; };
      const auto found = std::ranges::find_if(of.uses, is_same);
      if (found == of.uses.end()) {
        of.uses.push_back(use);
      } else if (use.mode != access_mode::read) {
        found->mode = use.mode;
      }
    }
  }
}

executable_graph::executable_graph(const graph_impl& of, const finalize_options& with)
    : options(with), made_for(of.queue), source_number(of.number) {
  auto made = std::make_shared<graph_program>();
  {
    const std::lock_guard lock(of.mutex);
    made->plan = make_plan(of);
  }
  collect_uses(*made);
  const size_t stages = stage_count(made->plan);
  for (size_t stage = 0; stage < stages; ++stage) {
    made->commands.push_back(
        std::make_shared<recorded_commands>(made_for, made->plan, stage, options.is_updatable));
    auto& tasks = made->host_tasks.emplace_back();
    for (size_t i = 0; i < made->plan.size(); ++i) {
      if (made->plan[i].stage == stage && made->plan[i].is_host_task()) {
        tasks.push_back(i);
      }
    }
  }
  program = std::move(made);
}

std::shared_ptr<const graph_program> executable_graph::current() const {
  const std::lock_guard lock(mutex);
  return program;
}

void executable_graph::check_place(const context_impl& in, const device_impl& on) const {
  if (made_for->context_of.get() != &in || made_for->device_of.get() != &on) {
    throw exception(make_error_code(errc::invalid),
                    "the graph has another context or device than the queue");
  }
}

} // namespace detail
} // namespace lw1
} // namespace sycl
