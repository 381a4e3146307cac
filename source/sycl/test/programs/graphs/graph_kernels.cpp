// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_graph: kernels of all kinds in nodes, with what they need beside their object,
// and graphs on a part of a device.
#include "check.h"

#include <vector>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
using ext::property::node::depends_on;
using sycl::errc;

constexpr sycl::specialization_id<int> factor(3);

class scaled;
class bundled;

void specialization_constants(sycl::queue& queue) {
  int* at = sycl::malloc_shared<int>(3, queue);
  ext::command_graph graph{queue};
  static_assert(std::is_same_v<decltype(graph), ext::command_graph<ext::graph_state::modifiable>>);
  const auto scale = [=](sycl::kernel_handler in) {
    at[0] = in.get_specialization_constant<factor>() * 10;
  };
  const ext::node first = graph.add([&](sycl::handler& to) {
    to.set_specialization_constant<factor>(7);
    to.single_task<scaled>(scale);
  });
  const ext::node copy = graph.add([&](sycl::handler& to) { to.memcpy(at + 1, at, sizeof(int)); },
                                   {depends_on(first)});
  const ext::node second =
      graph.add([&](sycl::handler& to) { to.single_task<scaled>(scale); }, {depends_on(copy)});
  auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::input>(
      queue.get_context(), {sycl::get_kernel_id<bundled>()});
  bundle.set_specialization_constant<factor>(9);
  const auto built = sycl::build(bundle);
  graph.add(
      [&](sycl::handler& to) {
        to.use_kernel_bundle(built);
        to.single_task<bundled>(
            [=](sycl::kernel_handler in) { at[2] = in.get_specialization_constant<factor>(); });
      },
      {depends_on(second)});
  auto executable = graph.finalize();
  queue.ext_oneapi_graph(executable).wait();
  CHECK(at[0] == 30 && at[1] == 70 && at[2] == 9);
  sycl::free(at, queue);
}

void hierarchical(sycl::queue& queue) {
  int* at = sycl::malloc_shared<int>(32, queue);
  ext::command_graph graph{queue};
  graph.add([&](sycl::handler& to) {
    to.parallel_for_work_group(sycl::range<1>(4), sycl::range<1>(8), [=](sycl::group<1> group) {
      group.parallel_for_work_item(
          [&](sycl::h_item<1> item) { at[item.get_global_id(0)] = int(group.get_group_id(0)); });
    });
  });
  auto executable = graph.finalize({ext::property::graph::updatable()});
  queue.ext_oneapi_graph(executable).wait();
  for (int i = 0; i < 32; ++i) {
    CHECK(at[i] == i / 8);
  }
  sycl::free(at, queue);
}

void required_groups(sycl::queue& queue) {
  int* at = sycl::malloc_shared<int>(32, queue);
  ext::command_graph graph{queue};
  graph.add([&](sycl::handler& to) {
    to.parallel_for(sycl::nd_range<1>(32, 8),
                    [=](sycl::nd_item<1> item) [[sycl::reqd_work_group_size(8)]] {
                      at[item.get_global_id(0)] = int(item.get_local_range(0));
                    });
  });
  CHECK(throws(errc::nd_range, [&] {
    graph.add([&](sycl::handler& to) {
      to.parallel_for(sycl::nd_range<1>(32, 16),
                      [=](sycl::nd_item<1> item)
                          [[sycl::reqd_work_group_size(8)]] { at[item.get_global_id(0)] = 0; });
    });
  }));
  auto executable = graph.finalize();
  queue.ext_oneapi_graph(executable).wait();
  CHECK(at[0] == 8 && at[31] == 8);
  sycl::free(at, queue);
}

void images(sycl::queue& queue) {
  if (!queue.get_device().has(sycl::aspect::image)) {
    return;
  }
  constexpr size_t width = 16;
  sycl::unsampled_image<1> from(sycl::image_format::r32b32g32a32_sint, sycl::range<1>(width));
  sycl::unsampled_image<1> to(sycl::image_format::r32b32g32a32_sint, sycl::range<1>(width));
  ext::command_graph graph(queue, {ext::property::graph::assume_buffer_outlives_graph()});
  const ext::node fill = graph.add([&](sycl::handler& in) {
    const sycl::unsampled_image_accessor<sycl::int4, 1, sycl::access_mode::write> target(from, in);
    in.parallel_for(
        width, [=](sycl::id<1> i) { target.write(int(i[0]), sycl::int4(int(i[0]), 1, 2, 3)); });
  });
  const ext::node copy = graph.add([&](sycl::handler& in) {
    const sycl::unsampled_image_accessor<sycl::int4, 1, sycl::access_mode::read> source(from, in);
    const sycl::unsampled_image_accessor<sycl::int4, 1, sycl::access_mode::write> target(to, in);
    in.parallel_for(width, [=](sycl::id<1> i) {
      target.write(int(i[0]), source.read(int(width - 1 - i[0])) * 10);
    });
  });
  CHECK(copy.get_predecessors() == std::vector{fill});
  auto executable = graph.finalize();
  queue.ext_oneapi_graph(executable).wait();
  const sycl::host_unsampled_image_accessor<sycl::int4, 1, sycl::access_mode::read> made(to);
  for (int i = 0; i < int(width); ++i) {
    const sycl::int4 texel = made.read(i);
    CHECK(texel.x() == 10 * (int(width) - 1 - i) && texel.w() == 30);
  }
}

void atomics_in_flight(sycl::queue& queue) {
  int* at = sycl::malloc_shared<int>(1, queue);
  *at = 0;
  ext::command_graph graph{queue};
  for (int i = 0; i < 10; ++i) { // nothing orders them
    graph.add([&](sycl::handler& to) {
      to.parallel_for(1000, [=](sycl::id<1>) {
        sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*at) += 1;
      });
    });
  }
  auto executable = graph.finalize();
  for (int i = 0; i < 20; ++i) {
    queue.ext_oneapi_graph(executable);
  }
  queue.wait();
  CHECK(*at == 200000);
  sycl::free(at, queue);
}

/// A chain that a queue records in order, longer than OpenCL would be given one by one.
void long_chain(const sycl::queue& like) {
  sycl::queue queue(like.get_context(), like.get_device(), sycl::property::queue::in_order());
  auto* at = sycl::malloc_shared<unsigned>(1, queue);
  ext::command_graph graph{queue};
  graph.begin_recording(queue);
  unsigned wanted = 1;
  for (unsigned i = 0; i < 2000; ++i) {
    queue.single_task([=] { *at = *at * 3 + i; });
    wanted = wanted * 3 + i;
  }
  graph.end_recording();
  const auto executable = graph.finalize();
  *at = 1;
  queue.ext_oneapi_graph(executable).wait();
  CHECK(*at == wanted);
  sycl::free(at, queue);
}

} // namespace

int main() {
  sycl::queue queue;
  specialization_constants(queue);
  hierarchical(queue);
  required_groups(queue);
  images(queue);
  atomics_in_flight(queue);
  long_chain(queue);
  return failures;
}
