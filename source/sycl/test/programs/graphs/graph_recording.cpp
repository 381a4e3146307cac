// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_graph: graphs of queues that record, the edges that they get, and what queues and
// events refuse meanwhile.
#include "check.h"

#include <algorithm>
#include <optional>
#include <thread>
#include <vector>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
using ext::node;
using ext::node_type;
using ext::queue_state;
using graph_type = ext::command_graph<>;
using sycl::errc;

constexpr size_t count = 64;

bool is(const std::vector<node>& list, const std::vector<node>& wanted) {
  return list.size() == wanted.size() &&
         std::all_of(wanted.begin(), wanted.end(), [&](const node& one) {
           return std::find(list.begin(), list.end(), one) != list.end();
         });
}
node of(const sycl::event& recorded) { return node::get_node_from_event(recorded); }

sycl::queue in_order_queue(const sycl::queue& like) {
  return sycl::queue(like.get_context(), like.get_device(), sycl::property::queue::in_order());
}

void states(sycl::queue& queue) {
  graph_type graph(queue);
  CHECK(queue.ext_oneapi_get_state() == queue_state::executing);
  CHECK(throws(errc::invalid, [&] { (void)queue.ext_oneapi_get_graph(); }));
  graph.begin_recording(queue);
  const sycl::queue copy = queue;
  CHECK(copy.ext_oneapi_get_state() == queue_state::recording);
  CHECK(copy.ext_oneapi_get_graph() == graph);
  CHECK(throws(errc::invalid, [&] { graph.begin_recording(queue); }));
  graph_type other(queue);
  CHECK(throws(errc::invalid, [&] { other.begin_recording(queue); }));
  CHECK(throws(errc::invalid, [&] { other.end_recording(queue); }));
  CHECK(throws(errc::invalid, [&] { other.end_recording(std::vector{queue}); }));
  other.end_recording();
  CHECK(queue.ext_oneapi_get_state() == queue_state::recording);
  CHECK(throws(errc::invalid, [&] { queue.wait(); }));
  CHECK(throws(errc::invalid, [&] { queue.wait_and_throw(); }));
  CHECK(throws(errc::invalid, [&] { graph.add(); }));
  CHECK(
      throws(errc::invalid, [&] { graph.add([](sycl::handler& to) { to.single_task([] {}); }); }));
  node a = other.add();
  node b = other.add();
  CHECK(throws(errc::invalid, [&] { graph.make_edge(a, b); }));
  graph.end_recording(queue);
  CHECK(queue.ext_oneapi_get_state() == queue_state::executing);
  graph.end_recording(queue); // nothing to do
  graph.end_recording();
  node c = graph.add();
  node d = graph.add();
  graph.begin_recording(queue);
  CHECK(throws(errc::invalid, [&] { graph.make_edge(c, d); }));
  graph.end_recording();
  queue.wait();
  {
    graph_type short_lived(queue);
    short_lived.begin_recording(queue);
    const graph_type second = short_lived;
    (void)queue.single_task([] {});
  }
  CHECK(queue.ext_oneapi_get_state() == queue_state::executing);
  {
    std::optional<graph_type> kept;
    {
      graph_type first(queue);
      first.begin_recording(queue);
      kept = queue.ext_oneapi_get_graph();
    }
    CHECK(queue.ext_oneapi_get_state() == queue_state::recording);
  }
  CHECK(queue.ext_oneapi_get_state() == queue_state::executing);
}

void several_queues(sycl::queue& queue) {
  sycl::queue second = in_order_queue(queue);
  const sycl::context elsewhere(queue.get_device());
  sycl::queue stranger(elsewhere, queue.get_device());
  graph_type graph(queue);
  CHECK(throws(errc::invalid, [&] { graph.begin_recording(stranger); }));
  CHECK(throws(errc::invalid, [&] { graph.begin_recording(std::vector{queue, stranger}); }));
  CHECK(throws(errc::invalid, [&] { graph.begin_recording(std::vector{queue, second, queue}); }));
  CHECK(queue.ext_oneapi_get_state() == queue_state::executing);
  CHECK(second.ext_oneapi_get_state() == queue_state::executing);
  graph.begin_recording({queue, second});
  CHECK(second.ext_oneapi_get_state() == queue_state::recording);
  const auto a = queue.single_task([] {});
  const auto b = second.single_task([] {});
  const auto c = second.single_task(a, [] {});
  graph.end_recording(std::vector{queue, second});
  CHECK(second.ext_oneapi_get_state() == queue_state::executing);
  CHECK(is(graph.get_nodes(), {of(a), of(b), of(c)}));
  CHECK(is(of(c).get_predecessors(), {of(a), of(b)}) && of(b).get_predecessors().empty());
}

/// A queue begins to record when a command of it depends on a recorded one.
void transitive(sycl::queue& queue) {
  sycl::queue second(queue.get_context(), queue.get_device());
  sycl::queue third = in_order_queue(queue);
  const sycl::context elsewhere(queue.get_device());
  sycl::queue stranger(elsewhere, queue.get_device());
  int* at = sycl::malloc_shared<int>(1, queue);
  *at = 0;
  graph_type graph(queue);
  graph.begin_recording(queue);
  const auto a = queue.single_task([=] { *at = 1; });
  const auto b = second.single_task(a, [=] { *at += 2; });
  const auto c = third.submit([&](sycl::handler& to) {
    to.depends_on(b);
    to.memset(at, 0, 0);
  });
  const auto d = third.single_task([=] { *at *= 10; });
  CHECK(throws(errc::invalid, [&] { stranger.single_task(a, [] {}); }));
  CHECK(stranger.ext_oneapi_get_state() == queue_state::executing);
  CHECK(second.ext_oneapi_get_state() == queue_state::recording);
  CHECK(third.ext_oneapi_get_graph() == graph);
  graph.end_recording();
  CHECK(second.ext_oneapi_get_state() == queue_state::executing);
  CHECK(third.ext_oneapi_get_state() == queue_state::executing);
  CHECK(is(of(b).get_predecessors(), {of(a)}) && is(of(c).get_predecessors(), {of(b)}));
  CHECK(is(of(d).get_predecessors(), {of(c)}) && *at == 0);
  CHECK(throws(errc::invalid, [&] { second.single_task(a, [] {}); }));
  CHECK(second.ext_oneapi_get_state() == queue_state::executing);
  auto executable = graph.finalize();
  queue.ext_oneapi_graph(executable).wait();
  CHECK(*at == 30);
  sycl::free(at, queue);
}

void events(sycl::queue& queue) {
  graph_type graph(queue);
  const sycl::event before = queue.single_task([] {});
  graph.begin_recording(queue);
  sycl::event made = queue.single_task([] {});
  CHECK(throws(errc::invalid, [&] { made.wait(); }));
  CHECK(throws(errc::invalid, [&] { sycl::event::wait({made}); }));
  CHECK(throws(errc::invalid, [&] { made.wait_and_throw(); }));
  CHECK(
      throws(errc::invalid, [&] { made.get_info<sycl::info::event::command_execution_status>(); }));
  CHECK(throws(errc::invalid,
               [&] { made.get_profiling_info<sycl::info::event_profiling::command_end>(); }));
  CHECK(throws(errc::invalid, [&] { sycl::get_native<sycl::backend::opencl>(made); }));
  CHECK(throws(errc::invalid, [&] { queue.single_task(before, [] {}); }));
  CHECK(throws(errc::invalid, [&] {
    queue.submit([&](sycl::handler& to) {
      to.depends_on(before);
      to.single_task([] {});
    });
  }));
  CHECK(made.get_wait_list().empty());
  graph.end_recording();
  CHECK(throws(errc::invalid, [&] { of(before); }));
  CHECK(throws(errc::invalid, [&] { of(sycl::event()); }));
  CHECK(throws(errc::invalid, [&] { made.wait(); }));
  CHECK(throws(errc::invalid, [&] { queue.single_task(made, [] {}); }));
  CHECK(throws(errc::invalid, [&] { queue.ext_oneapi_submit_barrier({made}); }));
  // The explicit functions take it, those of another graph do not.
  const node last = graph.add([&](sycl::handler& to) {
    to.depends_on(made);
    to.single_task([] {});
  });
  CHECK(is(last.get_predecessors(), {of(made)}));
  graph_type other(queue);
  CHECK(throws(errc::invalid, [&] {
    other.add([&](sycl::handler& to) {
      to.depends_on(made);
      to.single_task([] {});
    });
  }));
  other.begin_recording(queue);
  CHECK(throws(errc::invalid, [&] { queue.single_task(made, [] {}); }));
  other.end_recording();
  CHECK(graph.get_nodes().size() == 2 && other.empty());
}

void in_order(const sycl::queue& like) {
  sycl::queue queue = in_order_queue(like);
  int* at = sycl::malloc_shared<int>(count, queue);
  graph_type graph(queue);
  graph.begin_recording(queue);
  queue.fill(at, 3, count);
  queue.parallel_for(count, [=](sycl::id<1> i) { at[i] += int(i[0]); });
  queue.submit([&](sycl::handler& to) { to.host_task([=] { at[0] = 100; }); });
  queue.memcpy(at + 1, at, sizeof(int));
  queue.prefetch(at, sizeof(int));
  queue.mem_advise(at, sizeof(int), 0);
  queue.ext_oneapi_submit_barrier();
  queue.memset(at, 0, sizeof(int));
  queue.copy(at + 2, at + 3, 1);
  ext::single_task(queue, [=] { at[4] = -1; });
  graph.end_recording();
  const auto nodes = graph.get_nodes();
  const node_type types[] = {
      node_type::memfill,  node_type::kernel,    node_type::host_task,          node_type::memcpy,
      node_type::prefetch, node_type::memadvise, node_type::ext_oneapi_barrier, node_type::memset,
      node_type::memcpy,   node_type::kernel};
  CHECK(nodes.size() == std::size(types) && graph.get_root_nodes().size() == 1);
  for (size_t i = 0; i < nodes.size(); ++i) {
    CHECK(nodes[i].get_type() == types[i]);
    CHECK(i == 0 || is(nodes[i].get_predecessors(), {nodes[i - 1]}));
  }
  auto executable = graph.finalize();
  queue.fill(at, -7, count).wait();
  CHECK(at[5] == -7); // nothing recorded has run
  // Between other commands of the queue.
  int* copy = sycl::malloc_shared<int>(count, queue);
  queue.ext_oneapi_graph(executable);
  queue.memcpy(copy, at, count * sizeof(int));
  queue.fill(at, -7, count);
  queue.wait();
  CHECK(copy[0] == 0 && copy[1] == 100 && copy[2] == 5 && copy[3] == 5 && copy[4] == -1);
  CHECK(copy[63] == 66 && at[63] == -7);
  sycl::free(at, queue);
  sycl::free(copy, queue);
}

void barriers(sycl::queue& queue) {
  sycl::queue second(queue.get_context(), queue.get_device());
  graph_type graph(queue);
  graph.begin_recording({queue, second});
  const auto a = queue.single_task([] {});
  const auto b = queue.single_task([] {});
  const auto c = second.single_task([] {});
  const auto d = queue.single_task(a, [] {});
  const auto all = queue.ext_oneapi_submit_barrier();
  const auto e = queue.single_task([] {});
  const auto f = second.single_task([] {});
  const auto some = queue.ext_oneapi_submit_barrier({c});
  const auto g = queue.single_task([] {});
  graph.end_recording();
  CHECK(of(all).get_type() == node_type::ext_oneapi_barrier);
  CHECK(is(of(all).get_predecessors(), {of(b), of(d)}));
  CHECK(is(of(e).get_predecessors(), {of(all)}));
  CHECK(of(f).get_predecessors().empty());
  CHECK(is(of(some).get_predecessors(), {of(c), of(all)}));
  CHECK(is(of(g).get_predecessors(), {of(some)}));
  auto executable = graph.finalize();
  queue.ext_oneapi_graph(executable).wait();
}

/// Recorded at several times, with nodes of the explicit functions between.
void mixed(sycl::queue& queue) {
  int* at = sycl::malloc_shared<int>(1, queue);
  graph_type graph(queue);
  graph.begin_recording(queue);
  const auto a = queue.single_task([=] { *at = 5; });
  graph.end_recording(queue);
  node b = graph.add([&](sycl::handler& to) { to.single_task([=] { *at *= 3; }); },
                     {ext::property::node::depends_on(of(a))});
  graph.begin_recording(queue);
  const auto c = queue.single_task([=] { *at -= 1; });
  graph.end_recording(queue);
  node d = of(c);
  graph.make_edge(b, d);
  auto executable = graph.finalize();
  queue.ext_oneapi_graph(executable).wait();
  CHECK(*at == 14);
  // Finalized before and after a further node.
  graph.add([&](sycl::handler& to) { to.single_task([=] { *at += 100; }); },
            {ext::property::node::depends_on_all_leaves()});
  auto longer = graph.finalize();
  queue.ext_oneapi_graph(longer).wait();
  CHECK(*at == 114);
  queue.ext_oneapi_graph(executable).wait();
  CHECK(*at == 14);
  sycl::free(at, queue);
}

void nested(sycl::queue& queue) {
  int* at = sycl::malloc_shared<int>(1, queue);
  graph_type inner(queue);
  inner.begin_recording(queue);
  queue.single_task([=] { *at += 1; });
  inner.end_recording();
  auto part = inner.finalize();
  const sycl::context elsewhere(queue.get_device());
  sycl::queue stranger(elsewhere, queue.get_device());
  CHECK(throws(errc::invalid, [&] { stranger.ext_oneapi_graph(part); }));
  graph_type outer(queue);
  outer.begin_recording(queue);
  const auto a = queue.single_task([=] { *at = 1; });
  const auto b = queue.ext_oneapi_graph(part, a);
  const auto c = queue.ext_oneapi_graph(part, {b});
  outer.end_recording();
  CHECK(of(b).get_type() == node_type::subgraph && is(of(c).get_predecessors(), {of(b)}));
  auto executable = outer.finalize();
  queue.ext_oneapi_graph(executable).wait();
  CHECK(*at == 3);
  sycl::free(at, queue);
}

void reductions_and_streams(sycl::queue& queue) {
  sycl::queue second(queue.get_context(), queue.get_device());
  auto* product = sycl::malloc_shared<short>(1, queue);
  graph_type graph(queue);
  graph.begin_recording(queue);
  const auto a = queue.parallel_for(100, sycl::reduction(product, sycl::multiplies<>()),
                                    [=](sycl::id<1> i, auto& to) { to *= i[0] % 10 ? 1 : 2; });
  CHECK(throws(errc::invalid, [&] {
    queue.submit([&](sycl::handler& to) {
      const sycl::stream out(1024, 80, to);
      to.single_task([=] { out << "no"; });
    });
  }));
  // The second queue learns late that it records.
  const auto b = second.submit([&](sycl::handler& to) {
    to.depends_on(a);
    to.parallel_for(sycl::range<1>(100), sycl::reduction(product, sycl::multiplies<>()),
                    [=](sycl::id<1> i, auto& into) { into *= i[0] % 10 ? 1 : 3; });
  });
  CHECK(throws(errc::invalid, [&] {
    second.submit([&](sycl::handler& to) {
      to.depends_on(b);
      const sycl::stream out(1024, 80, to);
      to.single_task([=] { out << "no"; });
    });
  }));
  graph.end_recording();
  auto executable = graph.finalize();
  for (int times = 0; times < 3; ++times) {
    *product = 0;
    *product = short(times + 1);
    queue.ext_oneapi_graph(executable).wait();
    short wanted = short(times + 1);
    for (int i = 0; i < 10; ++i) {
      wanted = short(wanted * 6);
    }
    CHECK(*product == wanted);
  }
  sycl::free(product, queue);
}

/// Threads that record to one graph, each by a queue of its own.
void threads(const sycl::queue& like) {
  constexpr int runs = 100;
  int* at = sycl::malloc_shared<int>(3, like);
  std::fill(at, at + 3, 0);
  std::vector<sycl::queue> queues;
  for (int i = 0; i < 3; ++i) {
    queues.push_back(in_order_queue(like));
  }
  graph_type graph(like);
  graph.begin_recording(queues);
  std::vector<std::thread> all;
  for (int i = 0; i < 3; ++i) {
    all.emplace_back([&, i] {
      for (int run = 0; run < runs; ++run) {
        queues[size_t(i)].single_task([=] { at[i] = at[i] * 3 % 1009 + run; });
      }
    });
  }
  for (std::thread& one : all) {
    one.join();
  }
  graph.end_recording();
  CHECK(graph.get_nodes().size() == 3 * runs && graph.get_root_nodes().size() == 3);
  auto executable = graph.finalize();
  queues[0].ext_oneapi_graph(executable).wait();
  int wanted = 0;
  for (int run = 0; run < runs; ++run) {
    wanted = wanted * 3 % 1009 + run;
  }
  CHECK(at[0] == wanted && at[1] == wanted && at[2] == wanted);
  sycl::free(at, like);
}

void profiling(const sycl::queue& like) {
  namespace times = sycl::info::event_profiling;
  sycl::queue queue(like.get_context(), like.get_device(),
                    sycl::property::queue::enable_profiling());
  sycl::queue plain(like.get_context(), like.get_device());
  int* at = sycl::malloc_shared<int>(1, queue);
  for (const bool with_task : {false, true}) {
    graph_type graph(queue);
    graph.begin_recording(queue);
    auto last = queue.single_task([=] { *at = 1; });
    if (with_task) {
      last = queue.submit([&](sycl::handler& to) {
        to.depends_on(last);
        to.host_task([] {});
      });
      queue.single_task(last, [=] { *at = 2; });
    }
    graph.end_recording();
    auto without = graph.finalize();
    auto with = graph.finalize({ext::property::graph::enable_profiling()});
    const auto event = queue.ext_oneapi_graph(with);
    CHECK(event.get_profiling_info<times::command_submit>() <=
          event.get_profiling_info<times::command_start>());
    CHECK(event.get_profiling_info<times::command_start>() <=
          event.get_profiling_info<times::command_end>());
    CHECK(event.get_profiling_info<times::command_end>() > 0);
    const auto no_times = queue.ext_oneapi_graph(without);
    CHECK(throws(errc::invalid, [&] { no_times.get_profiling_info<times::command_end>(); }));
    const auto no_queue = plain.ext_oneapi_graph(with);
    CHECK(throws(errc::invalid, [&] { no_queue.get_profiling_info<times::command_end>(); }));
    queue.wait();
    plain.wait();
  }
  sycl::free(at, queue);
}

} // namespace

int main() {
  sycl::queue queue;
  states(queue);
  several_queues(queue);
  transitive(queue);
  events(queue);
  in_order(queue);
  barriers(queue);
  mixed(queue);
  nested(queue);
  reductions_and_streams(queue);
  threads(queue);
  profiling(queue);
  return failures;
}
