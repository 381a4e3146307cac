// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphs of commands, which DPC++ makes command buffers of; events and out-of-order queues.
#include "programs.h"

namespace {

const char source[] = R"(
KERNEL(1) add(int* data, int addend) { data[ID] += addend; }
KERNEL(1) multiply(int* data, int factor) { data[ID] *= factor; }
KERNEL(1) sum(const int* a, const int* b, int* out) { out[ID] = a[ID] + b[ID]; }
)";

constexpr size_t count = 256;
const sycl::nd_range<1> range(count, 64);

bool recorded(Kernels& kernels) {
  Shared<int> data(kernels, count);
  exp_ext::command_graph<exp_ext::graph_state::modifiable> graph(kernels.queue.get_context(),
                                                                 kernels.queue.get_device());
  graph.begin_recording(kernels.queue);
  kernels.submit("add", range, data.get(), 1);
  kernels.submit("multiply", range, data.get(), 3);
  kernels.submit("add", range, data.get(), 2);
  graph.end_recording();
  auto executable = graph.finalize();
  for (int i = 0; i < 5; ++i) {
    kernels.queue.ext_oneapi_graph(executable);
  }
  kernels.queue.wait_and_throw();
  int wanted = 0;
  for (int i = 0; i < 5; ++i) {
    wanted = (wanted + 1) * 3 + 2;
  }
  return all_are(data, count, [&](size_t) { return wanted; });
}

bool nodes(Kernels& kernels) {
  Shared<int> a(kernels, count), b(kernels, count), out(kernels, count);
  exp_ext::command_graph<exp_ext::graph_state::modifiable> graph(kernels.queue.get_context(),
                                                                 kernels.queue.get_device());
  const sycl::kernel add = kernels.get("add"), sum = kernels.get("sum");
  const auto first = graph.add([&](sycl::handler& handler) {
    handler.set_args(a.get(), 5);
    handler.parallel_for(range, add);
  });
  const auto second = graph.add([&](sycl::handler& handler) {
    handler.set_args(b.get(), 7);
    handler.parallel_for(range, add);
  });
  graph.add(
      [&](sycl::handler& handler) {
        handler.set_args(a.get(), b.get(), out.get());
        handler.parallel_for(range, sum);
      },
      {exp_ext::property::node::depends_on(first, second)});
  auto executable = graph.finalize();
  kernels.queue.ext_oneapi_graph(executable);
  kernels.queue.ext_oneapi_graph(executable);
  kernels.queue.wait_and_throw();
  return all_are(out, count, [](size_t) { return 24; });
}

bool copies_and_fills(Kernels& kernels) {
  Shared<int> a(kernels, count), b(kernels, count);
  exp_ext::command_graph<exp_ext::graph_state::modifiable> graph(kernels.queue.get_context(),
                                                                 kernels.queue.get_device());
  graph.begin_recording(kernels.queue);
  kernels.queue.fill(a.get(), 11, count);
  kernels.submit("add", range, a.get(), 4);
  kernels.queue.copy(a.get(), b.get(), count);
  kernels.submit("multiply", range, b.get(), 2);
  graph.end_recording();
  auto executable = graph.finalize();
  kernels.queue.ext_oneapi_graph(executable).wait_and_throw();
  return all_are(b, count, [](size_t) { return 30; });
}

bool out_of_order(Kernels& kernels) {
  sycl::queue queue(kernels.queue.get_context(), kernels.queue.get_device());
  Shared<int> data(kernels, count);
  const sycl::kernel add = kernels.get("add"), multiply = kernels.get("multiply");
  sycl::event last;
  int wanted = 0;
  for (int i = 0; i < 20; ++i) {
    last = queue.submit([&](sycl::handler& handler) {
      handler.depends_on(last);
      handler.set_args(data.get(), i);
      handler.parallel_for(range, i % 4 == 3 ? multiply : add);
    });
    wanted = i % 4 == 3 ? wanted * i : wanted + i;
  }
  last.wait_and_throw();
  return all_are(data, count, [&](size_t) { return wanted; });
}

bool profiled(Kernels& kernels) {
  sycl::queue queue(kernels.queue.get_context(), kernels.queue.get_device(),
                    sycl::property::queue::enable_profiling());
  Shared<int> data(kernels, count);
  const sycl::kernel add = kernels.get("add");
  const sycl::event event = queue.submit([&](sycl::handler& handler) {
    handler.set_args(data.get(), 1);
    handler.parallel_for(range, add);
  });
  event.get_info<sycl::info::event::command_execution_status>();
  sycl::event(event).wait();
  const auto begin = event.get_profiling_info<sycl::info::event_profiling::command_start>();
  const auto end = event.get_profiling_info<sycl::info::event_profiling::command_end>();
  return begin > 0 && end >= begin && data[0] == 1;
}

} // namespace

int main() {
  return run_tests(source, {{"recorded graph", recorded},
                            {"graph of nodes", nodes},
                            {"graph with copies and fills", copies_and_fills},
                            {"out-of-order queue", out_of_order},
                            {"profiling", profiled}});
}
