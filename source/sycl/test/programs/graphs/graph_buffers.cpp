// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_graph: buffers in graphs, the edges that accessors make, and what is refused; and
// random graphs in flight together with other commands.
#include "check.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
namespace property = ext::property;
using ext::node;
using graph_type = ext::command_graph<>;
using sycl::errc;

constexpr size_t count = 64;
constexpr int limit = 9973; // of values, so that sums do not overflow
const sycl::property_list with_buffers = {property::graph::assume_buffer_outlives_graph()};

bool is(const std::vector<node>& list, const std::vector<node>& wanted) {
  return list.size() == wanted.size() &&
         std::all_of(wanted.begin(), wanted.end(), [&](const node& one) {
           return std::find(list.begin(), list.end(), one) != list.end();
         });
}

void set(sycl::buffer<int>& buffer, int value) {
  const sycl::host_accessor to(buffer);
  std::fill(to.begin(), to.end(), value);
}
int get(sycl::buffer<int>& buffer, size_t at) { return sycl::host_accessor(buffer)[at]; }

void edges(sycl::queue& queue) {
  sycl::buffer<int> a{sycl::range<1>(count)};
  sycl::buffer<int> b{sycl::range<1>(count)};
  set(a, 1);
  set(b, 2);
  graph_type graph(queue, with_buffers);
  const auto copy = [](sycl::buffer<int>& from, sycl::buffer<int>& to, sycl::handler& in) {
    const sycl::accessor source(from, in, sycl::read_only);
    const sycl::accessor target(to, in, sycl::write_only);
    in.copy(source, target);
  };
  node first = graph.add([&](sycl::handler& to) {
    sycl::accessor data(a, to);
    to.parallel_for(count, [=](sycl::id<1> i) { data[i] += int(i[0]); });
  });
  node second = graph.add([&](sycl::handler& to) { copy(a, b, to); });
  node third = graph.add([&](sycl::handler& to) {
    sycl::accessor data(a, to, sycl::read_only);
    sycl::accessor into(b, to);
    to.parallel_for(count, [=](sycl::id<1> i) { into[i] += data[i]; });
  });
  node fourth = graph.add([&](sycl::handler& to) {
    sycl::accessor data(a, to);
    to.fill(data, 5);
  });
  node host = graph.add([&](sycl::handler& to) {
    sycl::accessor data(b, to, sycl::read_write, sycl::property_list());
    to.host_task([=] { data[0] = -data[1]; });
  });
  node nothing = graph.add([&](sycl::handler& to) {
    const sycl::accessor data(b, to, sycl::read_only);
    to.update_host(data);
  });
  CHECK(first.get_predecessors().empty() && second.get_predecessors() == std::vector{first});
  CHECK(is(third.get_predecessors(), {first, second}));
  CHECK(is(fourth.get_predecessors(), {first, second, third}));
  CHECK(is(host.get_predecessors(), {third}) && is(nothing.get_predecessors(), {host}));
  CHECK(second.get_type() == ext::node_type::memcpy &&
        fourth.get_type() == ext::node_type::memfill);
  CHECK(nothing.get_type() == ext::node_type::empty);
  auto executable = graph.finalize();
  // Graphs and other commands wait for each other where they use the same buffers.
  for (int times = 1; times <= 3; ++times) {
    queue.submit([&](sycl::handler& to) {
      sycl::accessor data(a, to, sycl::write_only);
      to.parallel_for(count, [=](sycl::id<1> i) { data[i] = 10 * times; });
    });
    queue.ext_oneapi_graph(executable);
    queue.submit([&](sycl::handler& to) {
      sycl::accessor data(b, to);
      to.parallel_for(count, [=](sycl::id<1> i) { data[i] += 1; });
    });
    CHECK(get(a, 7) == 5);
    CHECK(get(b, 7) == 2 * (10 * times + 7) + 1 && get(b, 0) == -2 * (10 * times + 1) + 1);
  }
}

void recorded(sycl::queue& queue) {
  sycl::buffer<int> a{sycl::range<1>(count)};
  set(a, 1);
  graph_type graph(queue, with_buffers);
  graph.begin_recording(queue);
  const auto first = queue.submit([&](sycl::handler& to) {
    sycl::accessor data(a, to);
    to.parallel_for(count, [=](sycl::id<1> i) { data[i] *= 2; });
  });
  const auto second = queue.submit([&](sycl::handler& to) {
    sycl::accessor data(a, to);
    to.parallel_for(count, [=](sycl::id<1> i) { data[i] += 1; });
  });
  CHECK(throws(errc::invalid, [&] { (void)sycl::host_accessor(a)[0]; }));
  graph.end_recording();
  CHECK(get(a, 3) == 1);
  CHECK(node::get_node_from_event(second).get_predecessors() ==
        std::vector{node::get_node_from_event(first)});
  auto executable = graph.finalize();
  for (int times = 0; times < 10; ++times) {
    queue.ext_oneapi_graph(executable);
  }
  CHECK(get(a, 3) == 2047);
}

void refused(sycl::queue& queue) {
  std::vector<int> users(count, 4);
  const std::vector<int> constant(count, 4);
  sycl::buffer<int> own{sycl::range<1>(count)};
  set(own, 0);
  const auto write = [](sycl::buffer<int>& to) {
    return [&](sycl::handler& in) {
      sycl::accessor data(to, in);
      in.parallel_for(count, [=](sycl::id<1> i) { data[i] += 1; });
    };
  };
  const auto read = [&](sycl::buffer<int>& from) {
    return [&](sycl::handler& in) {
      const sycl::accessor data(from, in, sycl::read_only);
      const sycl::accessor to(own, in, sycl::write_only);
      in.copy(data, to);
    };
  };
  graph_type without(queue);
  CHECK(throws(errc::invalid, [&] { without.add(write(own)); }));
  without.begin_recording(queue);
  CHECK(throws(errc::invalid, [&] { queue.submit(write(own)); }));
  without.end_recording();
  CHECK(without.empty());
  graph_type graph(queue, with_buffers);
  {
    sycl::buffer<int> back(users.data(), sycl::range<1>(count));
    CHECK(throws(errc::invalid, [&] { graph.add(write(back)); }));
    graph.begin_recording(queue);
    CHECK(throws(errc::invalid, [&] { queue.submit(write(back)); }));
    graph.end_recording();
    back.set_write_back(false);
    sycl::buffer<int> to_null(users.data(), sycl::range<1>(count));
    to_null.set_final_data(nullptr);
    sycl::buffer<int> copied(constant.data(), sycl::range<1>(count));
    graph.add(write(back));
    graph.add(write(to_null));
    graph.add(write(copied));
    graph.add(read(back));
    auto executable = graph.finalize();
    queue.ext_oneapi_graph(executable).wait();
    CHECK(get(back, 0) == 5 && get(to_null, 1) == 5 && get(copied, 2) == 5 && get(own, 3) == 5);
  }
  CHECK(users == std::vector<int>(count, 4) && constant[2] == 4);
  {
    sycl::buffer<int> only_read(users.data(), sycl::range<1>(count));
    graph_type reader(queue, with_buffers);
    reader.add(read(only_read));
    auto executable = reader.finalize();
    queue.ext_oneapi_graph(executable).wait();
    CHECK(get(own, 9) == 4);
    only_read.set_write_back(false); // its memory moves
    CHECK(throws(errc::feature_not_supported, [&] { queue.ext_oneapi_graph(executable); }));
  }
}

/// A random graph over buffers, and the same commands on the host, in the order of adding.
void random_graphs(sycl::queue& queue, unsigned seed) {
  constexpr size_t buffers = 4;
  std::mt19937 random(seed);
  std::vector<sycl::buffer<int>> all;
  std::vector<std::vector<int>> wanted(buffers, std::vector<int>(count));
  for (size_t i = 0; i < buffers; ++i) {
    all.emplace_back(sycl::range<1>(count));
    set(all.back(), int(i));
    std::fill(wanted[i].begin(), wanted[i].end(), int(i));
  }
  struct step {
    size_t from, to;
    unsigned kind;
    int by;
  };
  std::vector<step> steps;
  for (int i = 0; i < 40; ++i) {
    const size_t from = random() % buffers;
    steps.push_back({from, (from + 1 + random() % (buffers - 1)) % buffers, unsigned(random() % 8),
                     int(random() % 100)});
  }
  const auto fill_group = [&](const step& one) {
    return [&all, one](sycl::handler& in) {
      auto& from = all[one.from];
      auto& to = all[one.to];
      const int by = one.by;
      if (one.kind == 0) {
        sycl::accessor source(from, in, sycl::read_only);
        sycl::accessor target(to, in, sycl::read_write);
        in.host_task([=] {
          for (size_t i = 0; i < count; ++i) {
            target[i] = (target[i] * 3 + source[i] + by) % limit;
          }
        });
      } else if (one.kind == 1) {
        const sycl::accessor source(from, in, sycl::read_only);
        const sycl::accessor target(to, in, sycl::write_only);
        in.copy(source, target);
      } else if (one.kind == 2) {
        sycl::accessor target(to, in, sycl::range<1>(count / 2), sycl::id<1>(3));
        in.fill(target, by);
      } else {
        sycl::accessor source(from, in, sycl::read_only);
        sycl::accessor target(to, in, sycl::read_write);
        in.parallel_for(count, [=](sycl::id<1> i) {
          target[i] = (target[i] * 5 + source[count - 1 - i[0]] + by) % limit;
        });
      }
    };
  };
  const auto run_on_host = [&](const step& one) {
    const auto& from = wanted[one.from];
    auto& to = wanted[one.to];
    for (size_t i = 0; i < count; ++i) {
      if (one.kind == 0) {
        to[i] = (to[i] * 3 + from[i] + one.by) % limit;
      } else if (one.kind == 1) {
        to[i] = from[i];
      } else if (one.kind == 2) {
        to[i] = i >= 3 && i < 3 + count / 2 ? one.by : to[i];
      } else {
        to[i] = (to[i] * 5 + from[count - 1 - i] + one.by) % limit;
      }
    }
  };
  graph_type graph(queue, with_buffers);
  if (seed % 2) {
    graph.begin_recording(queue);
    for (const step& one : steps) {
      queue.submit(fill_group(one));
    }
    graph.end_recording();
  } else {
    for (const step& one : steps) {
      graph.add(fill_group(one));
    }
  }
  auto executable = graph.finalize();
  for (int times = 0; times < 5; ++times) { // in flight together, with commands between
    queue.ext_oneapi_graph(executable);
    for (const step& one : steps) {
      run_on_host(one);
    }
    queue.submit(fill_group(steps[size_t(times)]));
    run_on_host(steps[size_t(times)]);
  }
  for (size_t i = 0; i < buffers; ++i) {
    const sycl::host_accessor made(all[i]);
    CHECK(std::equal(made.begin(), made.end(), wanted[i].begin()));
  }
}

/// Threads that submit one graph to queues of their own: one submission runs at a time.
void threads(sycl::queue& queue) {
  int* at = sycl::malloc_shared<int>(count, queue);
  std::fill(at, at + count, 0);
  graph_type graph(queue);
  int tasks = 0;
  node first = graph.add(
      [&](sycl::handler& to) { to.parallel_for(count, [=](sycl::id<1> i) { at[i] += 1; }); });
  graph.add([&](sycl::handler& to) { to.host_task([&tasks] { ++tasks; }); },
            {property::node::depends_on(first)});
  auto executable = graph.finalize({property::graph::updatable()});
  std::vector<std::thread> all;
  constexpr int runs = 50;
  for (int i = 0; i < 3; ++i) {
    all.emplace_back([&] {
      sycl::queue own(queue.get_context(), queue.get_device());
      for (int run = 0; run < runs; ++run) {
        own.ext_oneapi_graph(executable);
        if (run % 10 == 0) {
          executable.update(first);
        }
      }
      own.wait();
    });
  }
  for (std::thread& one : all) {
    one.join();
  }
  CHECK(tasks == 3 * runs);
  for (size_t i = 0; i < count; ++i) {
    CHECK(at[i] == 3 * runs);
  }
  sycl::free(at, queue);
}

/// Graphs, nodes and memory go while the last submission runs.
void short_lives(sycl::queue& queue) {
  int* at = sycl::malloc_shared<int>(1, queue);
  *at = 0;
  for (int i = 0; i < 20; ++i) {
    graph_type graph(queue);
    for (int k = 0; k < 5; ++k) {
      graph.add(
          [&](sycl::handler& to) {
            to.parallel_for(sycl::range<1>(100), sycl::reduction(at, sycl::plus<>()),
                            [=](sycl::id<1>, auto& sum) { sum += 1; });
          },
          {property::node::depends_on_all_leaves()});
    }
    auto executable = graph.finalize();
    queue.ext_oneapi_graph(executable);
  }
  queue.wait();
  CHECK(*at == 20 * 5 * 100);
  sycl::free(at, queue);
}

} // namespace

int main() {
  for (const bool in_order : {false, true}) {
    sycl::queue queue = in_order ? sycl::queue(sycl::property::queue::in_order()) : sycl::queue();
    edges(queue);
    recorded(queue);
    refused(queue);
    for (unsigned seed = 0; seed < 20; ++seed) {
      random_graphs(queue, seed);
    }
    threads(queue);
    short_lives(queue);
  }
  return failures;
}
