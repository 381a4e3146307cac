// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Properties of queues that vendors have: priorities are those of OpenCL's queues.
#include "check.h"

#include <CL/cl_ext.h>

namespace {

namespace oneapi = sycl::ext::oneapi::property::queue;
namespace intel = sycl::ext::intel::property::queue;

template <typename Priority>
void priority(const sycl::device& on, cl_queue_priority_khr expected, Priority wanted) {
  const sycl::queue queue(on, {sycl::property::queue::in_order(), wanted});
  CHECK(queue.has_property<Priority>() && queue.is_in_order());
  cl_command_queue native = sycl::get_native<sycl::backend::opencl>(queue);
  cl_queue_properties list[8] = {};
  CHECK(clGetCommandQueueInfo(native, CL_QUEUE_PROPERTIES_ARRAY, sizeof list, list, nullptr) ==
        CL_SUCCESS);
  cl_queue_properties found = CL_QUEUE_PRIORITY_MED_KHR;
  for (int i = 0; list[i] != 0; i += 2) {
    found = list[i] == CL_QUEUE_PRIORITY_KHR ? list[i + 1] : found;
  }
  CHECK(found == expected);
  clReleaseCommandQueue(native);
}

void others(const sycl::device& on) {
  sycl::queue queue(on, {oneapi::discard_events(), intel::no_immediate_command_list()});
  CHECK(queue.has_property<oneapi::discard_events>());
  CHECK(queue.has_property<intel::no_immediate_command_list>());
  CHECK(!queue.has_property<intel::immediate_command_list>());
  int* at = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *at = 7; }).wait();
  CHECK(*at == 7);
  sycl::free(at, queue);
}

} // namespace

int main() {
  const sycl::device device;
  if (device.has_extension("cl_khr_priority_hints")) {
    priority(device, CL_QUEUE_PRIORITY_LOW_KHR, oneapi::priority_low());
    priority(device, CL_QUEUE_PRIORITY_MED_KHR, oneapi::priority_normal());
    priority(device, CL_QUEUE_PRIORITY_HIGH_KHR, oneapi::priority_high());
  }
  others(device);
  return failures;
}
