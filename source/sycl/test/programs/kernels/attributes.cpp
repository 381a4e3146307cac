// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, sections 5.7 and 5.8: what kernels require of launches and devices.
#include "check.h"

namespace {

using sycl::errc;
namespace kernel_info = sycl::info::kernel_device_specific;

class too_large;
class odd_sub_group;
class custom;
class calls_custom;
class sixteen;

template <std::size_t N> struct pairs {
  int* to;
  [[sycl::reqd_work_group_size(2, N)]] void operator()(sycl::nd_item<2> item) const {
    to[item.get_global_linear_id()] = int(item.get_local_range(0) * 100 + item.get_local_range(1));
  }
};

[[sycl::device_has(sycl::aspect::custom)]] void for_custom_devices(int* to) { *to = 1; }

template <typename F> errc error_of(F action) {
  try {
    action();
  } catch (const sycl::exception& error) {
    return errc(error.code().value());
  }
  return errc::success;
}

void work_group_sizes(sycl::queue& queue, int* data) {
  const auto launch = [&](sycl::range<2> local) {
    queue.parallel_for(sycl::nd_range<2>({4, 16}, local), pairs<8>{data}).wait();
  };
  launch({2, 8});
  CHECK(data[0] == 208 && data[63] == 208);
  CHECK(error_of([&] { launch({8, 2}); }) == errc::nd_range);
  CHECK(error_of([&] { launch({1, 16}); }) == errc::nd_range);

  // Without one of its own, a launch gets the size.
  const auto over = [&](sycl::range<1> range) {
    queue
        .parallel_for(range,
                      [=](sycl::item<1> i) [[sycl::reqd_work_group_size(8)]] { data[i] = 3; })
        .wait();
  };
  over(64);
  CHECK(data[0] == 3 && data[63] == 3);
  CHECK(error_of([&] { over(63); }) == errc::nd_range);
  queue.single_task([=]() [[sycl::reqd_work_group_size(1)]] { data[0] = 4; }).wait();
  CHECK(data[0] == 4);
  CHECK(error_of([&] {
          queue.single_task([=]() [[sycl::reqd_work_group_size(2)]] { data[0] = 5; });
        }) == errc::nd_range);
}

void hierarchical(sycl::queue& queue, int* data) {
  const auto launch = [&](std::size_t local) {
    queue
        .submit([&](sycl::handler& group) {
          group.parallel_for_work_group(sycl::range<1>(4), sycl::range<1>(local),
                                        [=](sycl::group<1> of) [[sycl::reqd_work_group_size(4)]] {
                                          of.parallel_for_work_item([&](sycl::h_item<1> item) {
                                            data[item.get_global_id(0)] = 6;
                                          });
                                        });
        })
        .wait();
  };
  launch(4);
  CHECK(data[0] == 6 && data[15] == 6);
  CHECK(error_of([&] { launch(5); }) == errc::nd_range);
}

void devices(sycl::queue& queue, int* data) {
  CHECK(error_of([&] {
          queue.parallel_for<too_large>(
              sycl::nd_range<1>(8, 8),
              [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(4294967296)]] { data[0] = 0; });
        }) == errc::kernel_not_supported);
  CHECK(error_of([&] {
          queue.parallel_for<odd_sub_group>(sycl::nd_range<1>(8, 8),
                                            [=](sycl::nd_item<1>)
                                                [[sycl::reqd_sub_group_size(7)]] { data[0] = 0; });
        }) == errc::kernel_not_supported);
  CHECK(error_of([&] {
          queue.single_task<custom>(
              [=]() [[sycl::device_has(sycl::aspect::custom)]] { data[0] = 0; });
        }) == errc::kernel_not_supported);
  CHECK(error_of([&] { queue.single_task<calls_custom>([=] { for_custom_devices(data); }); }) ==
        errc::kernel_not_supported);
}

void bundles(sycl::queue& queue, int* data) {
  const sycl::device device = queue.get_device();
  const sycl::context context = queue.get_context();
  for (const std::size_t size : device.get_info<sycl::info::device::sub_group_sizes>()) {
    if (size == 16) {
      queue
          .parallel_for<sixteen>(sycl::nd_range<1>(32, 32),
                                 [=](sycl::nd_item<1> item) [[sycl::reqd_sub_group_size(16)]] {
                                   data[item.get_global_id(0)] =
                                       int(item.get_sub_group().get_max_local_range()[0]);
                                 })
          .wait();
      CHECK(data[0] == 16 && data[31] == 16);
      const auto bundle = sycl::get_kernel_bundle<sixteen, sycl::bundle_state::executable>(context);
      CHECK(bundle.get_kernel<sixteen>().get_info<kernel_info::compile_sub_group_size>(device) ==
            16);
    }
  }
  // Kernels that the device cannot run do not keep those of the same file from it.
  const auto all = sycl::get_kernel_bundle<sycl::bundle_state::executable>(context, {device});
  CHECK(all.has_kernel<pairs<8>>(device) && !all.has_kernel<custom>());
  CHECK(all.get_kernel<pairs<8>>().get_info<kernel_info::compile_work_group_size>(device) ==
        sycl::range<3>(1, 2, 8));
  CHECK(sycl::is_compatible<pairs<8>>(device) && !sycl::is_compatible<custom>(device));
  CHECK(!sycl::is_compatible<odd_sub_group>(device));
  CHECK(!sycl::is_compatible<too_large>(device));
  CHECK(!sycl::is_compatible<calls_custom>(device));
  const bool has_custom = sycl::has_kernel_bundle<custom, sycl::bundle_state::executable>(context);
  CHECK(!has_custom);
  CHECK(error_of([&] {
          (void)sycl::get_kernel_bundle<custom, sycl::bundle_state::executable>(context);
        }) == errc::invalid);
}

} // namespace

int main() {
  sycl::queue queue;
  auto* data = sycl::malloc_shared<int>(64, queue);
  work_group_sizes(queue, data);
  hierarchical(queue, data);
  devices(queue, data);
  bundles(queue, data);
  sycl::free(data, queue);
  return failures;
}
