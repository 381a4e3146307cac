// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions as kernels.
#include "check.h"

namespace {

namespace ext = sycl::ext::oneapi::experimental;
using sycl::bundle_state;
using sycl::ext::oneapi::this_work_item::get_nd_item;

struct pair {
  int factor;
  double sum;
};

} // namespace

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>))
void iota(float start, float* to) {
  const size_t i = get_nd_item<1>().get_global_linear_id();
  to[i] = start + float(i);
}

namespace of_a_namespace {

template <typename T>
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<2>))
void scale(T* to, pair by, T first) {
  const auto item = get_nd_item<2>();
  first += T(item.get_global_id(0));
  to[item.get_global_linear_id()] = T(by.factor) * first + T(by.sum);
}

} // namespace of_a_namespace

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::single_task_kernel))
void set(int* to) { *to = 1; }
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ext::single_task_kernel)
void set(double* to) noexcept { *to = 2; }

namespace {

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>))
void add(int* to, const int* from) {
  const size_t i = get_nd_item<1>().get_global_linear_id();
  to[i] += from[i];
}

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>))
void shift(sycl::accessor<int> to, sycl::local_accessor<int> part) {
  const auto item = get_nd_item<1>();
  const size_t i = item.get_local_id(0);
  part[i] = to[item.get_global_id()];
  sycl::group_barrier(item.get_group());
  to[item.get_global_id()] = part[(i + 1) % 8];
}

constexpr size_t count = 32;
const sycl::nd_range<1> shape{{count}, {8}};

void launches(sycl::queue& queue) {
  auto* to = sycl::malloc_shared<float>(count, queue);
  ext::nd_launch(queue, shape, ext::kernel_function<iota>, 3.5f, to);
  queue.wait();
  CHECK(to[0] == 3.5f && to[31] == 34.5f);
  ext::nd_launch(queue, ext::launch_config(shape), ext::kernel_function<iota>, 1, to);
  queue.wait();
  CHECK(to[0] == 1 && to[31] == 32);
  const sycl::nd_range<2> plane({4, 8}, {2, 4});
  ext::nd_launch(queue, plane, ext::kernel_function<of_a_namespace::scale<float>>, to, pair{3, 0.5},
                 2.0f);
  queue.wait();
  CHECK(to[0] == 6.5f && to[31] == 15.5f);
  auto* number = sycl::malloc_shared<int>(1, queue);
  auto* real = sycl::malloc_shared<double>(1, queue);
  ext::single_task(queue, ext::kernel_function<(void (*)(int*))set>, number);
  ext::single_task(queue, ext::kernel_function<(void (*)(double*) noexcept)set>, real);
  queue.wait();
  CHECK(*number == 1 && *real == 2);
  for (void* memory : {(void*)to, (void*)number, (void*)real}) {
    sycl::free(memory, queue);
  }
}

void launch_with_accessors(sycl::queue& queue) {
  sycl::buffer<int> numbers{sycl::range<1>(count)};
  {
    const sycl::host_accessor fill(numbers);
    for (size_t i = 0; i < count; ++i) {
      fill[i] = int(i);
    }
  }
  ext::submit(queue, [&](sycl::handler& group) {
    const sycl::accessor to(numbers, group);
    const sycl::local_accessor<int> part(8, group);
    ext::nd_launch(group, shape, ext::kernel_function<shift>, to, part);
  });
  const sycl::host_accessor found(numbers);
  CHECK(found[0] == 1 && found[7] == 0 && found[30] == 31 && found[31] == 24);
}

void kernel_objects(sycl::queue& queue) {
  const sycl::context context = queue.get_context();
  const auto bundle = ext::get_kernel_bundle<iota, bundle_state::executable>(context);
  CHECK((ext::has_kernel_bundle<iota, bundle_state::executable>(context)));
  CHECK(bundle.ext_oneapi_has_kernel<iota>());
  CHECK(bundle.ext_oneapi_has_kernel<iota>(queue.get_device()));
  CHECK(ext::is_compatible<iota>(queue.get_device()));
  CHECK(bundle.has_kernel(ext::get_kernel_id<iota>()));
  CHECK(ext::get_kernel_id<iota>() != ext::get_kernel_id<add>());
  const sycl::kernel kernel = bundle.ext_oneapi_get_kernel<iota>();
  CHECK(kernel.get_info<sycl::info::kernel::num_args>() == 2);
  CHECK((ext::get_kernel_info<iota, sycl::info::kernel::num_args>(context) == 2));
  CHECK(
      (ext::get_kernel_info<iota, sycl::info::kernel_device_specific::work_group_size>(queue) > 0));
  auto* to = sycl::malloc_shared<float>(count, queue);
  queue.submit([&](sycl::handler& group) {
    group.set_args(2.5f, to);
    group.parallel_for(shape, kernel);
  });
  queue.wait();
  CHECK(to[0] == 2.5f && to[31] == 33.5f);
  using of_a_namespace::scale;
  const sycl::kernel other = ext::get_kernel_bundle<scale<float>, bundle_state::executable>(context)
                                 .ext_oneapi_get_kernel<scale<float>>();
  queue.submit([&](sycl::handler& group) {
    group.parallel_for(sycl::nd_range<2>({4, 8}, {2, 4}), other);
    group.set_arg(2, 1.0f);
    group.set_arg(0, to);
    group.set_arg(1, pair{2, 0.25});
  });
  queue.wait();
  CHECK(to[0] == 2.25f && to[31] == 8.25f);
  ext::nd_launch(queue, shape, kernel, 7.0f, to);
  queue.wait();
  CHECK(to[31] == 38);
  // An argument of another size.
  CHECK(throws(sycl::errc::kernel_argument, [&] {
    queue.submit([&](sycl::handler& group) {
      group.set_args(2.5, to);
      group.parallel_for(shape, kernel);
    });
  }));
  sycl::free(to, queue);
}

void nodes_of_graphs(sycl::queue& queue) {
  if (!queue.get_device().has(sycl::aspect::ext_oneapi_graph)) {
    return;
  }
  auto* to = sycl::malloc_shared<int>(count, queue);
  auto* first = sycl::malloc_shared<int>(count, queue);
  auto* second = sycl::malloc_shared<int>(count, queue);
  for (size_t i = 0; i < count; ++i) {
    to[i] = 0;
    first[i] = 1;
    second[i] = 10;
  }
  const sycl::kernel kernel =
      ext::get_kernel_bundle<add, bundle_state::executable>(queue.get_context())
          .ext_oneapi_get_kernel<add>();
  ext::command_graph graph(queue.get_context(), queue.get_device());
  ext::dynamic_parameter from(graph, first);
  ext::node node = graph.add([&](sycl::handler& group) {
    group.set_arg(0, to);
    group.set_arg(1, from);
    group.parallel_for(shape, kernel);
  });
  auto executable = graph.finalize(ext::property::graph::updatable());
  queue.ext_oneapi_graph(executable).wait();
  CHECK(to[0] == 1 && to[31] == 1);
  from.update(second);
  executable.update(node);
  queue.ext_oneapi_graph(executable).wait();
  CHECK(to[0] == 11 && to[31] == 11);
  // The same function, as another object, is the same kernel.
  const auto whole = [&](const int* source) {
    ext::command_graph made(queue.get_context(), queue.get_device());
    made.add([&](sycl::handler& group) {
      group.set_args(to, source);
      group.parallel_for(shape,
                         ext::get_kernel_bundle<add, bundle_state::executable>(queue.get_context())
                             .ext_oneapi_get_kernel<add>());
    });
    return made;
  };
  auto again = whole(first).finalize(ext::property::graph::updatable());
  again.update(whole(second));
  queue.ext_oneapi_graph(again).wait();
  CHECK(to[0] == 21 && to[31] == 21);
  for (int* memory : {to, first, second}) {
    sycl::free(memory, queue);
  }
}

/// A placeholder is required in the group that uses it.
void placeholders(sycl::queue& queue) {
  sycl::buffer<int> numbers{sycl::range<1>(count)};
  const auto later = numbers.get_access();
  CHECK(later.is_placeholder());
  queue.submit([&](sycl::handler& group) {
    group.require(later);
    group.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) { later[i] = int(i); });
  });
  CHECK(sycl::host_accessor(numbers)[31] == 31);
}

} // namespace

int main() {
  sycl::queue queue;
  launches(queue);
  launch_with_accessors(queue);
  kernel_objects(queue);
  nodes_of_graphs(queue);
  placeholders(queue);
  return failures;
}
