// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Platforms, devices, contexts, queues, events, exceptions.
#include "check.h"

#include <algorithm>
#include <string>

namespace {

void platforms_and_devices() {
  const auto platforms = sycl::platform::get_platforms();
  CHECK(!platforms.empty());
  for (const sycl::platform& platform : platforms) {
    CHECK(!platform.get_info<sycl::info::platform::name>().empty());
    CHECK(!platform.get_devices().empty());
    for (const sycl::device& device : platform.get_devices()) {
      CHECK(device.get_platform() == platform);
    }
  }
  const sycl::device device;
  CHECK(device.has(sycl::aspect::cpu) == device.is_cpu());
  CHECK(device.get_info<sycl::info::device::max_compute_units>() > 0);
  CHECK(device.get_info<sycl::info::device::max_work_item_sizes<3>>()[2] > 0);
  CHECK(device.has(sycl::aspect::usm_shared_allocations));
  const auto aspects = device.get_info<sycl::info::device::aspects>();
  CHECK(std::find(aspects.begin(), aspects.end(), sycl::aspect::usm_device_allocations) !=
        aspects.end());
  const auto orders = device.get_info<sycl::info::device::atomic_memory_order_capabilities>();
  CHECK(std::find(orders.begin(), orders.end(), sycl::memory_order::relaxed) != orders.end());
}

void facts_of_devices() {
  const sycl::device device;
  CHECK(device.get_info<sycl::info::device::preferred_vector_width_long_long>() ==
        device.get_info<sycl::info::device::preferred_vector_width_long>());
  CHECK(device.get_info<sycl::info::device::built_in_kernel_ids>().empty());
  CHECK(throws(sycl::errc::invalid, [&] { device.get_info<sycl::info::device::parent_device>(); }));
  constexpr auto equally = sycl::info::partition_property::partition_equally;
  for (const auto kind : device.get_info<sycl::info::device::partition_properties>()) {
    if (kind == equally) {
      const auto parts = device.create_sub_devices<equally>(1);
      CHECK(parts.front().get_info<sycl::info::device::parent_device>() == device);
    }
  }
  static_assert(sycl::any_device_has_v<sycl::aspect::fp16>);
  static_assert(!sycl::all_devices_have_v<sycl::aspect::fp16>);
  const sycl::context whole(device.get_platform());
  CHECK(whole.get_devices() == device.get_platform().get_devices());
}

void selectors() {
  CHECK(sycl::queue(sycl::cpu_selector_v).get_device().is_cpu());
  CHECK(throws(sycl::errc::runtime, [] { sycl::device([](const sycl::device&) { return -1; }); }));
  const sycl::queue chosen(sycl::aspect_selector(sycl::aspect::usm_device_allocations));
  CHECK(chosen.get_device().has(sycl::aspect::usm_device_allocations));
  CHECK(throws(sycl::errc::runtime, [] {
    sycl::device(
        sycl::aspect_selector(std::vector{sycl::aspect::cpu}, std::vector{sycl::aspect::cpu}));
  }));
}

void contexts_and_queues() {
  const sycl::device device;
  const sycl::context context(device);
  sycl::queue queue(context, device,
                    {sycl::property::queue::in_order(), sycl::property::queue::enable_profiling()});
  CHECK(queue.get_context() == context && queue.get_device() == device && queue.is_in_order());
  CHECK(queue.has_property<sycl::property::queue::in_order>());
  CHECK(!sycl::queue().has_property<sycl::property::queue::in_order>());
  CHECK(std::hash<sycl::queue>()(queue) == std::hash<sycl::queue>()(sycl::queue(queue)));
  auto* data = sycl::malloc_shared<int>(1, queue);
  sycl::event event = queue.single_task([=] { *data = 6; });
  const auto start = event.get_profiling_info<sycl::info::event_profiling::command_start>();
  const auto end = event.get_profiling_info<sycl::info::event_profiling::command_end>();
  CHECK(*data == 6 && start <= end && start > 0);
  sycl::free(data, queue);
  CHECK(throws(sycl::errc::invalid, [] {
    sycl::event().get_profiling_info<sycl::info::event_profiling::command_start>();
  }));
  CHECK(throws(sycl::errc::invalid,
               [] { sycl::queue().get_property<sycl::property::queue::in_order>(); }));
}

/// A command group whose call operator is not const.
struct counting_group {
  int* calls;
  int here = 0;
  void operator()(sycl::handler&) { *calls += ++here; }
};

void groups_that_change() {
  int calls = 0;
  sycl::queue().submit(counting_group{&calls}).wait();
  CHECK(calls == 1);
}

void two_contexts() {
  const sycl::device device;
  sycl::queue one{sycl::context(device), device};
  sycl::queue two{sycl::context(device), device};
  sycl::buffer<int> data{sycl::range<1>(1000)};
  for (int round = 0; round < 10; ++round) { // events go from one context to the other
    for (sycl::queue* queue : {&one, &two}) {
      queue->submit([&](sycl::handler& group) {
        sycl::accessor to(data, group);
        group.parallel_for(1000, [=](sycl::id<1> i) { to[i] = round == 0 ? 1 : to[i] + int(i); });
      });
    }
  }
  CHECK(sycl::host_accessor(data)[10] == 1 + 18 * 10);
}

void sub_devices() {
  const sycl::device device;
  if (device.get_info<sycl::info::device::partition_max_sub_devices>() < 2) {
    return;
  }
  constexpr auto equally = sycl::info::partition_property::partition_equally;
  const auto parts = device.create_sub_devices<equally>(1);
  CHECK(parts.size() == device.get_info<sycl::info::device::max_compute_units>());
  sycl::queue queue(parts.front());
  auto* data = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *data = 9; }).wait();
  CHECK(*data == 9);
  sycl::free(data, queue);
}

void events_of_nothing() {
  sycl::event one;
  const sycl::event other;
  CHECK(one != other);
  one.wait_and_throw();
  CHECK(one.get_info<sycl::info::event::command_execution_status>() ==
        sycl::info::event_command_status::complete);
  CHECK(one.get_wait_list().empty());
  sycl::queue queue;
  queue.submit([&](sycl::handler& group) { group.depends_on({one, other}); }).wait();
  queue.single_task(one, [] {}).wait();
}

void exceptions() {
  const sycl::exception error(make_error_code(sycl::errc::accessor), "text");
  CHECK(error.code() == sycl::errc::accessor && std::string(error.what()) == "text");
  CHECK(!error.has_context() && throws(sycl::errc::invalid, [&] { error.get_context(); }));
  const sycl::context context;
  const sycl::exception with(context, sycl::errc::build, "other");
  CHECK(with.has_context() && with.get_context() == context);
  CHECK(std::string(sycl::sycl_category().name()) == "sycl");
}

} // namespace

int main() {
  groups_that_change();
  platforms_and_devices();
  facts_of_devices();
  selectors();
  contexts_and_queues();
  two_contexts();
  sub_devices();
  events_of_nothing();
  exceptions();
  return failures;
}
