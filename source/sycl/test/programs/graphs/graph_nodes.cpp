// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_graph: graphs built node by node, what they run, and the errors of building.
#include "check.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
namespace property = ext::property;
using ext::node_type;
using graph_type = ext::command_graph<>;
using sycl::errc;

static_assert(SYCL_EXT_ONEAPI_GRAPH == 2);

constexpr size_t count = 64;

bool is(const std::vector<ext::node>& list, const std::vector<ext::node>& wanted) {
  return list.size() == wanted.size() &&
         std::all_of(wanted.begin(), wanted.end(), [&](const ext::node& one) {
           return std::find(list.begin(), list.end(), one) != list.end();
         });
}

void aspects(sycl::queue& queue) {
  const sycl::device device = queue.get_device();
  CHECK(device.has(sycl::aspect::ext_oneapi_graph));
  CHECK(device.has(sycl::aspect::ext_oneapi_limited_graph));
}

void edges(sycl::queue& queue) {
  graph_type graph{queue.get_context(), queue.get_device()};
  CHECK(graph.empty() && graph.get_nodes().empty() && graph.get_root_nodes().empty());
  int* at = sycl::malloc_shared<int>(1, queue);
  *at = 1;
  ext::node first = graph.add([&](sycl::handler& to) { to.single_task([=] { *at += 2; }); });
  ext::node second = graph.add([&](sycl::handler& to) { to.single_task([=] { *at *= 5; }); },
                               {property::node::depends_on(first)});
  ext::node third = graph.add([&](sycl::handler& to) { to.single_task([=] { *at -= 4; }); });
  graph.make_edge(second, third);
  graph.make_edge(second, third); // once is enough
  ext::node last = graph.add({property::node::depends_on_all_leaves()});
  CHECK(first.get_type() == node_type::kernel && last.get_type() == node_type::empty);
  CHECK(is(graph.get_nodes(), {first, second, third, last}) && graph.get_nodes()[2] == third);
  CHECK(is(graph.get_root_nodes(), {first}));
  CHECK(is(first.get_successors(), {second}) && first.get_predecessors().empty());
  CHECK(is(second.get_predecessors(), {first}) && is(second.get_successors(), {third}));
  CHECK(is(last.get_predecessors(), {third}) && last != third && !graph.empty());
  CHECK(std::hash<ext::node>()(third) == std::hash<ext::node>()(graph.get_nodes()[2]));

  ext::command_graph<ext::graph_state::executable> executable = graph.finalize();
  CHECK(executable.get_required_mem_size() == 0);
  queue.ext_oneapi_graph(executable).wait();
  CHECK(*at == 11);
  const sycl::event again = queue.ext_oneapi_graph(executable);
  queue.ext_oneapi_graph(executable, again).wait();
  CHECK(*at == ((11 + 2) * 5 - 4 + 2) * 5 - 4);
  sycl::free(at, queue);
}

/// An edge to an earlier node: the order of adding is not that of running.
void edge_backwards(sycl::queue& queue) {
  graph_type graph(queue);
  int* at = sycl::malloc_shared<int>(1, queue);
  *at = 3;
  ext::node later = graph.add([&](sycl::handler& to) { to.single_task([=] { *at += 1; }); });
  ext::node earlier = graph.add([&](sycl::handler& to) { to.single_task([=] { *at *= 10; }); });
  graph.make_edge(earlier, later);
  auto executable = graph.finalize();
  queue.ext_oneapi_graph(executable).wait();
  CHECK(*at == 31);
  CHECK(is(graph.get_root_nodes(), {earlier}));
  sycl::free(at, queue);
}

void errors_of_edges(sycl::queue& queue) {
  graph_type graph(queue);
  graph_type other(queue);
  ext::node a = graph.add();
  ext::node b = graph.add({property::node::depends_on(a)});
  ext::node c = graph.add({property::node::depends_on(a, b)});
  ext::node foreign = other.add();
  CHECK(throws(errc::invalid, [&] { graph.make_edge(a, a); }));
  CHECK(throws(errc::invalid, [&] { graph.make_edge(c, a); }));
  CHECK(throws(errc::invalid, [&] { graph.make_edge(b, a); }));
  CHECK(throws(errc::invalid, [&] { graph.make_edge(a, foreign); }));
  CHECK(throws(errc::invalid, [&] { graph.make_edge(foreign, a); }));
  CHECK(throws(errc::invalid, [&] { graph.add({property::node::depends_on(foreign)}); }));
  CHECK(is(a.get_successors(), {b, c}) && graph.get_nodes().size() == 3);
  CHECK(graph.get_id() < other.get_id() && graph != other);
  const graph_type copy = graph;
  CHECK(copy == graph && copy.get_id() == graph.get_id());
  // The program takes the blame for cycles; finalize still says so.
  graph_type unchecked(queue, {property::graph::no_cycle_check()});
  ext::node d = unchecked.add();
  ext::node e = unchecked.add({property::node::depends_on(d)});
  unchecked.make_edge(e, d);
  CHECK(is(d.get_predecessors(), {e}));
  CHECK(throws(errc::invalid, [&] { unchecked.finalize(); }));
}

void errors_of_construction(sycl::queue& queue) {
  const auto device = queue.get_device();
  CHECK(throws(errc::feature_not_supported,
               [&] { graph_type(queue, {property::graph::enable_native_recording()}); }));
  graph_type of_device(device);
  CHECK(of_device.empty());
  const auto kinds = device.get_info<sycl::info::device::partition_properties>();
  const bool can_part = std::find(kinds.begin(), kinds.end(),
                                  sycl::info::partition_property::partition_equally) != kinds.end();
  if (can_part && device.get_info<sycl::info::device::max_compute_units>() > 1) {
    const auto parts =
        device.create_sub_devices<sycl::info::partition_property::partition_equally>(1);
    const sycl::context elsewhere(parts[0]);
    CHECK(throws(errc::invalid, [&] { graph_type(elsewhere, device); }));
  }
}

void all_commands(sycl::queue& queue) {
  graph_type graph(queue);
  int* a = sycl::malloc_shared<int>(count, queue);
  int* b = sycl::malloc_shared<int>(count, queue);
  auto* odd = sycl::malloc_shared<std::array<char, 12>>(count, queue);
  char* bytes = sycl::malloc_shared<char>(count, queue);
  const auto next = [&](auto group) {
    return graph.add(group, {property::node::depends_on_all_leaves()});
  };
  const std::array<char, 12> pattern = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  CHECK(next([&](sycl::handler& to) { to.fill(a, 7, count); }).get_type() == node_type::memfill);
  CHECK(next([&](sycl::handler& to) { to.fill(odd, pattern, count); }).get_type() ==
        node_type::memfill);
  CHECK(next([&](sycl::handler& to) { to.memset(bytes, 9, count); }).get_type() ==
        node_type::memset);
  CHECK(next([&](sycl::handler& to) { to.prefetch(a, count * sizeof(int)); }).get_type() ==
        node_type::prefetch);
  CHECK(next([&](sycl::handler& to) { to.mem_advise(a, count * sizeof(int), 0); }).get_type() ==
        node_type::memadvise);
  CHECK(next([&](sycl::handler& to) {
          to.parallel_for(count, [=](sycl::id<1> i) { a[i] += int(i[0]); });
        }).get_type() == node_type::kernel);
  CHECK(next([&](sycl::handler& to) { to.memcpy(b, a, count * sizeof(int)); }).get_type() ==
        node_type::memcpy);
  next([&](sycl::handler& to) {
    sycl::local_accessor<int> shared(16, to);
    to.parallel_for(sycl::nd_range<1>(count, 16), [=](sycl::nd_item<1> item) {
      const size_t i = item.get_local_id(0);
      shared[i] = b[item.get_global_id(0)];
      sycl::group_barrier(item.get_group());
      a[item.get_global_id(0)] = shared[15 - i];
    });
  });
  next([&](sycl::handler& to) { to.copy(a, b, 16); });
  next([&](sycl::handler& to) { to.memcpy(b, a, 0); });
  next([&](sycl::handler& to) {
    to.parallel_for(sycl::range<1>(0), [=](sycl::id<1>) { b[0] = -1; });
  });
  CHECK(next([](sycl::handler&) {}).get_type() == node_type::empty);
  auto executable = graph.finalize();
  for (int times = 0; times < 3; ++times) {
    std::fill(bytes, bytes + count, char(0));
    odd[count - 1] = {};
    queue.ext_oneapi_graph(executable).wait();
    for (size_t i = 0; i < count; ++i) {
      const int reversed = int(i / 16 * 16 + 15 - i % 16) + 7;
      CHECK(a[i] == reversed && b[i] == (i < 16 ? reversed : int(i) + 7));
      CHECK(bytes[i] == 9 && odd[i] == pattern);
    }
  }
  sycl::free(a, queue);
  sycl::free(b, queue);
  sycl::free(odd, queue);
  sycl::free(bytes, queue);
}

/// Sums start anew each time, whatever memory they need.
void reductions(sycl::queue& queue) {
  graph_type graph(queue);
  int* sum = sycl::malloc_shared<int>(1, queue);
  auto* product = sycl::malloc_shared<unsigned short>(1, queue);
  graph.add([&](sycl::handler& to) {
    to.parallel_for(
        sycl::range<1>(1000),
        sycl::reduction(sum, sycl::plus<>(), {sycl::property::reduction::initialize_to_identity()}),
        [=](sycl::id<1> i, auto& into) { into += int(i[0]); });
  });
  ext::node other = graph.add([&](sycl::handler& to) {
    to.parallel_for(sycl::range<1>(1000), sycl::reduction(product, sycl::multiplies<>()),
                    [=](sycl::id<1> i, auto& into) { into *= i[0] % 100 ? 1 : 3; });
  });
  CHECK(throws(errc::invalid, [&] { other.update_range(sycl::range<1>(10)); }));
  auto executable = graph.finalize();
  *sum = 5;
  for (int times = 0; times < 3; ++times) {
    *product = 1;
    queue.ext_oneapi_graph(executable).wait();
    CHECK(*sum == 499500 && *product == 59049);
  }
  sycl::free(sum, queue);
  sycl::free(product, queue);
}

void streams_and_barriers(sycl::queue& queue) {
  graph_type graph(queue);
  CHECK(throws(errc::invalid, [&] {
    graph.add([&](sycl::handler& to) {
      const sycl::stream out(1024, 80, to);
      to.single_task([=] { out << "no"; });
    });
  }));
  CHECK(throws(errc::invalid,
               [&] { graph.add([&](sycl::handler& to) { to.ext_oneapi_barrier(); }); }));
  const sycl::event outside = queue.single_task([] {});
  CHECK(throws(errc::invalid, [&] {
    graph.add([&](sycl::handler& to) {
      to.depends_on(outside);
      to.single_task([] {});
    });
  }));
  CHECK(throws(errc::nd_range, [&] {
    graph.add([&](sycl::handler& to) {
      to.parallel_for(sycl::nd_range<1>(10, 3), [](sycl::nd_item<1>) {});
    });
  }));
  CHECK(graph.empty());
}

void host_tasks(sycl::queue& queue) {
  graph_type graph(queue);
  int* at = sycl::malloc_shared<int>(2, queue);
  int calls = 0;
  at[0] = 1;
  at[1] = 0;
  const auto next = [&](auto group) {
    return graph.add(group, {property::node::depends_on_all_leaves()});
  };
  next([&](sycl::handler& to) { to.single_task([=] { at[0] += 1; }); });
  ext::node task = next([&](sycl::handler& to) {
    to.host_task([=, &calls] {
      at[0] *= 10;
      ++calls;
    });
  });
  CHECK(task.get_type() == node_type::host_task);
  next([&](sycl::handler& to) { to.host_task([=] { at[0] += 2; }); });
  next([&](sycl::handler& to) { to.single_task([=] { at[0] += 100; }); });
  next([&](sycl::handler& to) { to.host_task([=] { at[0] *= 2; }); });
  graph.add([&](sycl::handler& to) { to.single_task([=] { at[1] += 1; }); }); // depends on nothing
  auto executable = graph.finalize();
  int wanted = 1;
  for (int times = 0; times < 4; ++times) {
    queue.ext_oneapi_graph(executable);
    wanted = ((wanted + 1) * 10 + 2 + 100) * 2;
  }
  queue.wait();
  CHECK(at[0] == wanted && at[1] == 4 && calls == 4);
  sycl::free(at, queue);
}

void errors_in_host_tasks() {
  int errors = 0;
  sycl::queue queue([&](const sycl::exception_list& list) { errors += int(list.size()); });
  graph_type graph(queue);
  bool later = false;
  ext::node bad = graph.add([&](sycl::handler& to) { to.host_task([] { throw 1; }); });
  graph.add([&](sycl::handler& to) { to.host_task([&] { later = true; }); },
            {property::node::depends_on(bad)});
  auto executable = graph.finalize();
  queue.ext_oneapi_graph(executable);
  queue.wait_and_throw();
  CHECK(errors == 1 && later);
}

void nested(sycl::queue& queue) {
  int* at = sycl::malloc_shared<int>(1, queue);
  graph_type inner(queue);
  ext::node first = inner.add([&](sycl::handler& to) { to.single_task([=] { *at += 1; }); });
  inner.add([&](sycl::handler& to) { to.host_task([=] { *at *= 3; }); },
            {property::node::depends_on(first)});
  auto part = inner.finalize();
  graph_type outer(queue);
  ext::node before = outer.add([&](sycl::handler& to) { to.single_task([=] { *at = 4; }); });
  ext::node whole = outer.add([&](sycl::handler& to) { to.ext_oneapi_graph(part); },
                              {property::node::depends_on(before)});
  ext::node twice = outer.add([&](sycl::handler& to) { ext::execute_graph(to, part); },
                              {property::node::depends_on(whole)});
  outer.add([&](sycl::handler& to) { to.single_task([=] { *at += 1000; }); },
            {property::node::depends_on(twice)});
  CHECK(whole.get_type() == node_type::subgraph);
  auto executable = outer.finalize();
  queue.ext_oneapi_graph(executable).wait();
  CHECK(*at == ((4 + 1) * 3 + 1) * 3 + 1000);
  *at = 1;
  ext::execute_graph(queue, part); // as before, by itself
  queue.wait();
  CHECK(*at == 6);
  // A graph as a node of the graph that it was made of.
  inner.add([&](sycl::handler& to) { to.ext_oneapi_graph(part); },
            {property::node::depends_on_all_leaves()});
  auto double_part = inner.finalize();
  *at = 1;
  queue.ext_oneapi_graph(double_part).wait();
  CHECK(*at == 21);
  // Of nothing.
  auto nothing = graph_type(queue).finalize();
  graph_type around(queue);
  ext::node start = around.add([&](sycl::handler& to) { to.single_task([=] { *at = 2; }); });
  ext::node empty = around.add([&](sycl::handler& to) { to.ext_oneapi_graph(nothing); },
                               {property::node::depends_on(start)});
  around.add([&](sycl::handler& to) { to.single_task([=] { *at *= 7; }); },
             {property::node::depends_on(empty)});
  auto with_nothing = around.finalize();
  queue.ext_oneapi_graph(with_nothing).wait();
  CHECK(*at == 14);
  queue.ext_oneapi_graph(nothing).wait();
  sycl::free(at, queue);
}

/// The extension leaves the text to us; it has all nodes and edges.
void printing(sycl::queue& queue) {
  graph_type graph(queue);
  int* at = sycl::malloc_shared<int>(8, queue);
  ext::node first = graph.add([&](sycl::handler& to) {
    to.parallel_for<class printed_kernel>(
        sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) { at[item.get_global_id(0)] = 1; });
  });
  graph.add([&](sycl::handler& to) { to.memcpy(at, at + 4, 12); },
            {property::node::depends_on(first)});
  const auto printed = [&](bool verbose) {
    graph.print_graph("sycl_graph_nodes.dot", verbose);
    std::ifstream file("sycl_graph_nodes.dot");
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  };
  const std::string brief = printed(false);
  CHECK(brief.find("digraph") == 0 && brief.find("n0 -> n1;") != std::string::npos);
  CHECK(brief.find("printed_kernel") != std::string::npos);
  CHECK(brief.find("0: kernel") != std::string::npos &&
        brief.find("1: memcpy") != std::string::npos);
  CHECK(brief.find("12 bytes") == std::string::npos);
  const std::string verbose = printed(true);
  CHECK(verbose.find("12 bytes from") != std::string::npos);
  CHECK(verbose.find("global 8") != std::string::npos &&
        verbose.find("local 4") != std::string::npos);
  CHECK(throws(errc::invalid, [&] { graph.print_graph("sycl_graph_nodes.txt"); }));
  CHECK(throws(errc::invalid, [&] { graph.print_graph("/no/such/folder/graph.dot"); }));
  std::remove("sycl_graph_nodes.dot");
  sycl::free(at, queue);
}

/// More edges into one node than OpenCL is given.
void many_edges(sycl::queue& queue) {
  static constexpr int width = 200;
  int* at = sycl::malloc_shared<int>(width + 1, queue);
  std::fill(at, at + width + 1, 0);
  graph_type graph(queue);
  for (int i = 0; i < width; ++i) {
    graph.add([&](sycl::handler& to) { to.single_task([=] { at[i] += i; }); });
  }
  ext::node all = graph.add({property::node::depends_on_all_leaves()});
  for (int i = 0; i < width; ++i) {
    graph.add([&](sycl::handler& to) { to.single_task([=] { at[i] *= 2; }); },
              {property::node::depends_on(all)});
  }
  graph.add(
      [&](sycl::handler& to) {
        to.single_task([=] {
          at[width] = 0;
          for (int i = 0; i < width; ++i) {
            at[width] += at[i];
          }
        });
      },
      {property::node::depends_on_all_leaves()});
  auto executable = graph.finalize();
  queue.ext_oneapi_graph(executable).wait();
  CHECK(at[width] == width * (width - 1));
  sycl::free(at, queue);
}

} // namespace

int main() {
  for (const bool in_order : {false, true}) {
    sycl::queue queue = in_order ? sycl::queue(sycl::property::queue::in_order()) : sycl::queue();
    aspects(queue);
    edges(queue);
    edge_backwards(queue);
    errors_of_edges(queue);
    errors_of_construction(queue);
    all_commands(queue);
    reductions(queue);
    streams_and_barriers(queue);
    host_tasks(queue);
    nested(queue);
    printing(queue);
    many_edges(queue);
  }
  errors_in_host_tasks();
  return failures;
}
