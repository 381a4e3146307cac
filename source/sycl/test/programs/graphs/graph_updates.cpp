// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_graph: updates of executable graphs by node and as a whole, dynamic parameters
// and dynamic command groups.
#include "check.h"

#include <CL/cl.h>
#include <algorithm>
#include <optional>
#include <vector>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
namespace property = ext::property;
using ext::node;
using graph_type = ext::command_graph<>;
using sycl::errc;
constexpr auto opencl = sycl::backend::opencl;

constexpr size_t count = 64;
const sycl::property_list updatable = {property::graph::updatable()};

class Memory {
public:
  explicit Memory(sycl::queue& with, size_t size = count)
      : queue(with), at(sycl::malloc_shared<int>(size, with)), items(size) {
    clear();
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { sycl::free(at, queue); }
  void clear() { std::fill(at, at + items, 0); }
  long sum() const {
    long all = 0;
    for (size_t i = 0; i < items; ++i) {
      all += at[i];
    }
    return all;
  }
  sycl::queue& queue;
  int* const at;
  const size_t items;
};

/// A kernel of OpenCL's: data[i] += by + add.value, for all i of the launch.
sycl::kernel native_kernel(sycl::queue& queue, const char* name) {
  const char* source = "struct pair { int value; int other; };"
                       "kernel void add(global int* data, int by, struct pair more) {"
                       "  data[get_global_id(0)] += by + more.value;"
                       "}"
                       "kernel void scratch(global int* data, local int* part, int by) {"
                       "  part[get_local_id(0)] = data[get_global_id(0)];"
                       "  data[get_global_id(0)] = part[get_local_id(0)] * by;"
                       "}";
  const cl_context context = sycl::get_native<opencl>(queue.get_context());
  const cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  CHECK(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS);
  const cl_kernel kernel = clCreateKernel(program, name, nullptr);
  sycl::kernel made = sycl::make_kernel<opencl>(kernel, queue.get_context());
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseContext(context);
  return made;
}

struct pair_of {
  int value;
  int other;
};

void ranges(sycl::queue& queue) {
  Memory memory(queue);
  int* const at = memory.at;
  graph_type graph(queue);
  node over_range = graph.add([&](sycl::handler& to) {
    to.parallel_for(sycl::range<1>(10), [=](sycl::id<1> i) { at[i] += 1; });
  });
  node over_groups = graph.add(
      [&](sycl::handler& to) {
        to.parallel_for(sycl::nd_range<1>(32, 8), [=](sycl::nd_item<1> item) {
          at[item.get_global_id(0)] += 100 * int(item.get_local_range(0));
        });
      },
      {property::node::depends_on(over_range)});
  node of_two = graph.add(
      [&](sycl::handler& to) {
        to.parallel_for(sycl::range<2>(1, 2),
                        [=](sycl::item<2> item) { at[item.get_linear_id()] += 100000; });
      },
      {property::node::depends_on(over_groups)});
  node nothing = graph.add();
  auto executable = graph.finalize(updatable);
  const auto run = [&] {
    memory.clear();
    queue.ext_oneapi_graph(executable).wait();
    return memory.sum();
  };
  constexpr long two = 2 * 100000;
  CHECK(run() == 10 + 32 * 800 + two);
  over_range.update_range(sycl::range<1>(20));
  over_groups.update_nd_range(sycl::nd_range<1>(64, 16));
  CHECK(run() == 10 + 32 * 800 + two); // not yet
  executable.update(over_range);
  CHECK(run() == 20 + 32 * 800 + two);
  executable.update({over_range, over_groups});
  CHECK(run() == 20 + 64 * 1600 + two);
  of_two.update_range(sycl::range<2>(3, 4));
  over_groups.update_nd_range(sycl::nd_range<1>(8, 8));
  executable.update({over_groups, of_two});
  CHECK(run() == 20 + 8 * 800 + 12 * 100000);
  // Spaces that OpenCL's updates do not take: nothing, and again something.
  over_range.update_range(sycl::range<1>(0));
  executable.update(over_range);
  CHECK(run() == 8 * 800 + 12 * 100000);
  over_range.update_range(sycl::range<1>(5));
  executable.update(over_range);
  CHECK(run() == 5 + 8 * 800 + 12 * 100000);
  over_range.update_nd_range(sycl::nd_range<1>(6, 3));
  executable.update(over_range);
  CHECK(run() == 6 + 8 * 800 + 12 * 100000);
  CHECK(throws(errc::invalid, [&] { over_range.update_range(sycl::range<2>(1, 1)); }));
  CHECK(throws(errc::invalid, [&] { of_two.update_nd_range(sycl::nd_range<1>(1, 1)); }));
  CHECK(throws(errc::invalid, [&] { nothing.update_range(sycl::range<1>(1)); }));
  over_range.update_nd_range(sycl::nd_range<1>(7, 3));
  CHECK(throws(errc::nd_range, [&] { executable.update(over_range); }));
  CHECK(run() == 6 + 8 * 800 + 12 * 100000);
}

void errors(sycl::queue& queue) {
  Memory memory(queue);
  int* const at = memory.at;
  graph_type graph(queue);
  node kernel = graph.add([&](sycl::handler& to) { to.single_task([=] { at[0] = 1; }); });
  node copy = graph.add([&](sycl::handler& to) { to.memcpy(at, at + 1, 4); });
  node empty = graph.add();
  auto fixed = graph.finalize();
  CHECK(throws(errc::invalid, [&] { fixed.update(kernel); }));
  CHECK(throws(errc::invalid, [&] { fixed.update(std::vector{kernel}); }));
  CHECK(throws(errc::invalid, [&] { fixed.update(graph); }));
  auto executable = graph.finalize(updatable);
  CHECK(throws(errc::invalid, [&] { executable.update(copy); }));
  CHECK(throws(errc::invalid, [&] { executable.update(empty); }));
  CHECK(throws(errc::invalid, [&] { executable.update(graph); })); // it has a copy
  node late = graph.add([&](sycl::handler& to) { to.single_task([=] { at[0] = 1; }); });
  CHECK(throws(errc::invalid, [&] { executable.update(late); }));
  graph_type other(queue);
  node foreign = other.add([&](sycl::handler& to) { to.single_task([=] { at[0] = 1; }); });
  CHECK(throws(errc::invalid, [&] { executable.update(foreign); }));
  CHECK(throws(errc::invalid, [&] { executable.update({kernel, foreign}); }));
  node hierarchical = other.add([&](sycl::handler& to) {
    to.parallel_for_work_group(sycl::range<1>(2), sycl::range<1>(2), [=](sycl::group<1>) {});
  });
  CHECK(throws(errc::invalid, [&] { hierarchical.update_range(sycl::range<1>(2)); }));
}

void dynamic_parameters(sycl::queue& queue) {
  Memory first(queue);
  Memory second(queue);
  const sycl::kernel kernel = native_kernel(queue, "add");
  graph_type graph(queue);
  ext::dynamic_parameter<int*> data(graph, first.at);
  ext::dynamic_parameter<int> by(graph, 3);
  ext::dynamic_parameter<pair_of> more(pair_of{10, 0}); // of any graph
  CHECK(by != ext::dynamic_parameter<int>(graph, 3) && by == by);
  node a = graph.add([&](sycl::handler& to) {
    to.set_args(data, by, more);
    to.parallel_for(sycl::range<1>(count), kernel);
  });
  node b = graph.add(
      [&](sycl::handler& to) {
        to.set_arg(0, data);
        to.set_arg(1, 1000);
        to.set_arg(2, more);
        to.parallel_for(sycl::range<1>(count / 2), kernel);
      },
      {property::node::depends_on(a)});
  auto executable = graph.finalize(updatable);
  const auto run = [&] {
    first.clear();
    second.clear();
    queue.ext_oneapi_graph(executable).wait();
  };
  run();
  CHECK(first.sum() == 64 * 13 + 32 * 1010 && second.sum() == 0);
  by.update(4);
  run();
  CHECK(first.sum() == 64 * 13 + 32 * 1010);
  executable.update(a);
  run();
  CHECK(first.sum() == 64 * 14 + 32 * 1010);
  data.update(second.at);
  executable.update(b);
  run();
  CHECK(first.sum() == 64 * 14 && second.sum() == 32 * 1010);
  executable.update({a, b});
  more.update({20, 0});
  run();
  CHECK(first.sum() == 0 && second.sum() == 64 * 14 + 32 * 1010);
  executable.update({a, b});
  run();
  CHECK(second.sum() == 64 * 24 + 32 * 1020);
  auto fresh = graph.finalize();
  second.clear();
  queue.ext_oneapi_graph(fresh).wait();
  CHECK(second.sum() == 64 * 24 + 32 * 1020);
  // Errors.
  CHECK(throws(errc::invalid, [&] {
    graph.add([&](sycl::handler& to) {
      to.set_arg(0, by);
      to.memset(first.at, 0, 4);
    });
  }));
  CHECK(throws(errc::feature_not_supported, [&] { // never a kernel that stays as it is
    graph.add([&](sycl::handler& to) {
      to.set_arg(0, by);
      to.single_task([] {});
    });
  }));
  CHECK(throws(errc::invalid, [&] {
    queue.submit([&](sycl::handler& to) {
      to.set_arg(1, by);
      to.parallel_for(sycl::range<1>(count), kernel);
    });
  }));
  graph_type other(queue);
  other.begin_recording(queue);
  CHECK(throws(errc::invalid, [&] {
    queue.submit([&](sycl::handler& to) {
      to.set_arg(1, by);
      to.parallel_for(sycl::range<1>(count), kernel);
    });
  }));
  other.end_recording();
  CHECK(throws(errc::invalid, [&] {
    other.add([&](sycl::handler& to) {
      to.set_args(data, by, more);
      to.parallel_for(sycl::range<1>(count), kernel);
    });
  }));
}

void dynamic_accessors(sycl::queue& queue) {
  const sycl::kernel kernel = native_kernel(queue, "add");
  sycl::buffer<int> first{sycl::range<1>(count)};
  sycl::buffer<int> second{sycl::range<1>(count)};
  const auto clear = [](sycl::buffer<int>& buffer) {
    const sycl::host_accessor to(buffer);
    std::fill(to.begin(), to.end(), 0);
  };
  clear(first);
  clear(second);
  graph_type graph(queue, {property::graph::assume_buffer_outlives_graph()});
  sycl::accessor to_first(first, sycl::read_write);
  sycl::accessor to_second(second, sycl::read_write);
  ext::dynamic_parameter data(graph, to_first);
  node a = graph.add([&](sycl::handler& to) {
    to.require(data);
    to.set_args(data, 5, pair_of{1, 1});
    to.parallel_for(sycl::range<1>(count), kernel);
  });
  node b = graph.add([&](sycl::handler& to) {
    to.require(data);
    to.set_args(data, 10, pair_of{1, 1});
    to.parallel_for(sycl::range<1>(count), kernel);
  });
  CHECK(b.get_predecessors() == std::vector{a});
  CHECK(throws(errc::invalid, [&] {
    queue.submit([&](sycl::handler& to) {
      to.require(data);
      to.single_task([] {});
    });
  }));
  auto executable = graph.finalize(updatable);
  queue.ext_oneapi_graph(executable);
  CHECK(sycl::host_accessor(first)[7] == 17);
  data.update(to_second);
  executable.update({a, b});
  queue.ext_oneapi_graph(executable);
  queue.ext_oneapi_graph(executable);
  CHECK(sycl::host_accessor(second)[63] == 34 && sycl::host_accessor(first)[63] == 17);
}

/// In kernels that are function objects, parameters are what these have captured.
void captured_parameters(sycl::queue& queue) {
  Memory memory(queue);
  Memory other(queue);
  other.clear();
  int* const at = memory.at;
  sycl::buffer<int> first{sycl::range<1>(count)};
  sycl::buffer<int> second{sycl::range<1>(count)};
  const auto from = first.get_access();
  graph_type graph(queue, {property::graph::assume_buffer_outlives_graph()});
  ext::dynamic_parameter source(graph, from);
  ext::dynamic_parameter target(graph, at);
  {
    const sycl::host_accessor ones(first);
    const sycl::host_accessor twos(second);
    std::fill(ones.begin(), ones.end(), 1);
    std::fill(twos.begin(), twos.end(), 2);
  }
  node a = graph.add([&](sycl::handler& to) {
    to.require(source);
    to.set_args(source, target);
    to.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) { at[i] = 10 * from[i]; });
  });
  auto executable = graph.finalize(updatable);
  queue.ext_oneapi_graph(executable).wait();
  CHECK(memory.sum() == int(10 * count));
  source.update(second.get_access());
  target.update(other.at);
  executable.update(a);
  queue.ext_oneapi_graph(executable).wait();
  CHECK(memory.sum() == int(10 * count) && other.sum() == int(20 * count));
  // A value that is not there, that is there twice, or whose buffer alone would change.
  CHECK(throws(errc::invalid, [&] {
    graph.add([&](sycl::handler& to) {
      to.set_arg(0, target);
      to.single_task([=] { *at = 1; });
    });
  }));
  target.update(at);
  CHECK(throws(errc::invalid, [&] {
    graph.add([&](sycl::handler& to) {
      to.set_arg(0, target);
      to.single_task([to = at, from = at] { to[0] = from[1]; });
    });
  }));
  CHECK(throws(errc::invalid, [&] {
    graph.add([&](sycl::handler& to) {
      to.require(source);
      to.single_task([] {});
    });
  }));
}

void local_arguments(sycl::queue& queue) {
  Memory memory(queue);
  const sycl::kernel kernel = native_kernel(queue, "scratch");
  graph_type graph(queue);
  ext::dynamic_parameter<int> by(graph, 2);
  node a = graph.add([&](sycl::handler& to) {
    sycl::local_accessor<int> part(16, to);
    to.set_args(memory.at, part, by);
    to.parallel_for(sycl::nd_range<1>(count, 16), kernel);
  });
  auto executable = graph.finalize(updatable);
  std::fill(memory.at, memory.at + count, 1);
  queue.ext_oneapi_graph(executable).wait();
  CHECK(memory.sum() == 128);
  by.update(5);
  a.update_nd_range(sycl::nd_range<1>(count, 8));
  executable.update(a);
  queue.ext_oneapi_graph(executable).wait();
  CHECK(memory.sum() == 640);
}

void dynamic_groups(sycl::queue& queue) {
  Memory memory(queue);
  int* const at = memory.at;
  const sycl::kernel kernel = native_kernel(queue, "add");
  graph_type graph(queue);
  ext::dynamic_parameter<int> by(graph, 7);
  ext::dynamic_command_group group(
      graph, {[&](sycl::handler& to) {
                to.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) { at[i] += 1; });
              },
              [&](sycl::handler& to) {
                to.parallel_for(sycl::range<2>(4, 4),
                                [=](sycl::item<2> item) { at[item.get_linear_id()] += 100; });
              },
              [&](sycl::handler& to) {
                to.set_args(at, by, pair_of{0, 0});
                to.parallel_for(sycl::range<1>(8), kernel);
              }});
  CHECK(group.get_active_index() == 0);
  node a = graph.add(group);
  node b = graph.add(group, {property::node::depends_on(a)}); // the same one once more
  CHECK(a.get_type() == ext::node_type::kernel && b.get_predecessors() == std::vector{a});
  auto executable = graph.finalize(updatable);
  const auto run = [&] {
    memory.clear();
    queue.ext_oneapi_graph(executable).wait();
    return memory.sum();
  };
  CHECK(run() == 128);
  group.set_active_index(1);
  CHECK(group.get_active_index() == 1 && run() == 128);
  executable.update(a);
  CHECK(run() == 64 + 1600);
  executable.update(b);
  CHECK(run() == 3200);
  a.update_range(sycl::range<2>(1, 4)); // of the active group, in both nodes
  executable.update({a, b});
  CHECK(run() == 800);
  group.set_active_index(2);
  by.update(9);
  executable.update({a, b});
  CHECK(run() == 2 * 8 * 9);
  group.set_active_index(1);
  executable.update({a, b});
  CHECK(run() == 800);
  CHECK(throws(errc::invalid, [&] { group.set_active_index(3); }));
  // Errors.
  const auto task = [](sycl::handler& to) { to.host_task([] {}); };
  const auto launch = [](sycl::handler& to) { to.single_task([] {}); };
  const auto fill = [&](sycl::handler& to) { to.memset(at, 0, 4); };
  const auto make = [&](std::vector<std::function<void(sycl::handler&)>> list) {
    return ext::dynamic_command_group(graph, list);
  };
  CHECK(throws(errc::invalid, [&] { make({}); }));
  CHECK(throws(errc::invalid, [&] { make({fill}); }));
  CHECK(throws(errc::invalid, [&] { make({task, launch}); }));
  graph_type other(queue);
  CHECK(throws(errc::invalid, [&] { other.add(group); }));
  graph.begin_recording(queue);
  const auto recorded = queue.single_task([] {});
  CHECK(throws(errc::invalid, [&] { graph.add(group); }));
  graph.end_recording();
  auto uneven = make({launch, [&](sycl::handler& to) {
                        to.depends_on(recorded);
                        to.single_task([] {});
                      }});
  CHECK(throws(errc::invalid, [&] { graph.add(uneven); }));
  sycl::buffer<int> buffer{sycl::range<1>(1)};
  CHECK(throws(errc::invalid, [&] {
    make({[&](sycl::handler& to) {
      sycl::accessor data(buffer, to);
      to.single_task([=] { data[0] = 1; });
    }});
  }));
}

void host_tasks(sycl::queue& queue) {
  Memory memory(queue);
  int* const at = memory.at;
  graph_type graph(queue);
  ext::dynamic_command_group group(graph,
                                   {[&](sycl::handler& to) { to.host_task([=] { at[0] = 5; }); },
                                    [&](sycl::handler& to) { to.host_task([=] { at[0] = 6; }); }});
  node task = graph.add(group);
  graph.add([&](sycl::handler& to) { to.single_task([=] { at[0] *= 10; }); },
            {property::node::depends_on(task)});
  auto executable = graph.finalize(updatable);
  queue.ext_oneapi_graph(executable).wait();
  CHECK(at[0] == 50);
  group.set_active_index(1);
  executable.update(task);
  queue.ext_oneapi_graph(executable).wait();
  CHECK(at[0] == 60);
}

struct add_to {
  int* at;
  int by;
  void operator()(sycl::id<1> i) const { at[i] += by; }
};

void whole_graphs(sycl::queue& queue) {
  Memory first(queue);
  Memory second(queue);
  const auto make = [&](graph_type& graph, int* at, int by, size_t items, bool edge = true) {
    node a = graph.add(
        [&](sycl::handler& to) { to.parallel_for(sycl::range<1>(items), add_to{at, by}); });
    node between = edge ? graph.add({property::node::depends_on(a)}) : graph.add();
    graph.add([=](sycl::handler& to) { to.host_task([=] { at[0] *= by; }); },
              {property::node::depends_on(between)});
  };
  graph_type graph(queue);
  make(graph, first.at, 2, count);
  graph_type other(queue);
  make(other, second.at, 3, 10);
  auto executable = graph.finalize(updatable);
  queue.ext_oneapi_graph(executable).wait();
  CHECK(first.sum() == 63 * 2 + 4 && second.sum() == 0);
  executable.update(other);
  first.clear();
  queue.ext_oneapi_graph(executable).wait();
  CHECK(first.sum() == 0 && second.sum() == 9 * 3 + 9);
  executable.update(graph);
  second.clear();
  queue.ext_oneapi_graph(executable).wait();
  CHECK(first.sum() == 63 * 2 + 4 && second.sum() == 0);
  // Graphs that are not alike.
  graph_type no_edge(queue);
  make(no_edge, second.at, 3, 10, false);
  CHECK(throws(errc::invalid, [&] { executable.update(no_edge); }));
  graph_type longer(queue);
  make(longer, second.at, 3, 10);
  longer.add();
  CHECK(throws(errc::invalid, [&] { executable.update(longer); }));
  graph_type other_kernel(queue);
  node a = other_kernel.add([&](sycl::handler& to) {
    int* const at = second.at;
    to.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) { at[i] = 1; });
  });
  node b = other_kernel.add({property::node::depends_on(a)});
  other_kernel.add([=](sycl::handler& to) { to.host_task([] {}); },
                   {property::node::depends_on(b)});
  CHECK(throws(errc::invalid, [&] { executable.update(other_kernel); }));
  const sycl::context elsewhere(queue.get_device());
  graph_type stranger(elsewhere, queue.get_device());
  CHECK(throws(errc::invalid, [&] { executable.update(stranger); }));
}

/// Recorded anew each time, as programs do whose pointers change.
void recorded_anew(sycl::queue& queue) {
  Memory memory(queue, 100);
  int* const at = memory.at;
  std::optional<ext::command_graph<ext::graph_state::executable>> executable;
  for (int round = 0; round < 10; ++round) {
    graph_type graph(queue);
    graph.begin_recording(queue);
    sycl::event last;
    for (int i = 0; i < 10; ++i) {
      const auto group = [=](sycl::handler& to) {
        if (i > 0) {
          to.depends_on(last);
        }
        to.parallel_for(sycl::range<1>(10), add_to{at + 10 * round, i});
      };
      last = queue.submit(group);
    }
    graph.end_recording();
    if (executable) {
      executable->update(graph);
    } else {
      executable = graph.finalize(updatable);
    }
    queue.ext_oneapi_graph(*executable); // earlier ones may still run
  }
  queue.wait();
  for (int i = 0; i < 100; ++i) {
    CHECK(at[i] == 45);
  }
}

/// Submissions keep what they were submitted with.
void updates_in_flight(sycl::queue& queue) {
  Memory memory(queue);
  int* const at = memory.at;
  std::vector<int> order;
  graph_type graph(queue);
  const sycl::kernel kernel = native_kernel(queue, "add");
  ext::dynamic_parameter<int> by(graph, 0);
  node a = graph.add([&](sycl::handler& to) {
    to.set_args(at, by, pair_of{0, 0});
    to.parallel_for(sycl::range<1>(1), kernel);
  });
  graph.add([&](sycl::handler& to) { to.host_task([&order, at] { order.push_back(at[0]); }); },
            {property::node::depends_on(a)});
  auto executable = graph.finalize(updatable);
  int sum = 0;
  std::vector<int> wanted;
  for (int i = 0; i < 50; ++i) {
    by.update(i);
    executable.update(a);
    queue.ext_oneapi_graph(executable);
    wanted.push_back(sum += i);
  }
  queue.wait();
  CHECK(order == wanted);
}

} // namespace

int main() {
  for (const bool in_order : {false, true}) {
    sycl::queue queue = in_order ? sycl::queue(sycl::property::queue::in_order()) : sycl::queue();
    ranges(queue);
    errors(queue);
    dynamic_parameters(queue);
    dynamic_accessors(queue);
    captured_parameters(queue);
    local_arguments(queue);
    dynamic_groups(queue);
    host_tasks(queue);
    whole_graphs(queue);
    recorded_anew(queue);
    updates_in_flight(queue);
  }
  return failures;
}
