// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two threads wait for a queue, and one of them submits a host task while the other one looks
// through the queue's commands. Functions of OpenCL that the library calls are replaced here, so
// that the threads meet at that place.
#include "check.h"

#include <CL/cl.h>
#include <atomic>
#include <chrono>
#include <dlfcn.h>
#include <thread>

namespace {

using namespace std::chrono_literals;

enum { nothing, has_seen_host_tasks, has_submitted, looks_through_commands };
std::atomic<int> now = nothing;
thread_local bool is_watched = false;

template <typename Function> Function* original(Function*, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

void wait_until(int place) {
  while (now < place) {
    std::this_thread::yield();
  }
}

} // namespace

extern "C" CL_API_ENTRY cl_int CL_API_CALL clWaitForEvents(cl_uint count, const cl_event* events) {
  static auto* const forward = original(&clWaitForEvents, "clWaitForEvents");
  const cl_int status = forward(count, events);
  if (is_watched && now == nothing) {
    now = has_seen_host_tasks;
    wait_until(has_submitted);
  }
  return status;
}

extern "C" CL_API_ENTRY cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info name,
                                                          size_t size, void* value,
                                                          size_t* size_of_value) {
  static auto* const forward = original(&clGetEventInfo, "clGetEventInfo");
  if (is_watched && now == has_submitted) {
    now = looks_through_commands;
    std::this_thread::sleep_for(100ms);
  }
  return forward(event, name, size, value, size_of_value);
}

int main() {
  sycl::queue queue;
  const auto run_task = [&](auto task) {
    return queue.submit([&](sycl::handler& group) { group.host_task(task); });
  };
  std::atomic<bool> first_has_ended = false, has_ended = false;
  run_task([&] { first_has_ended = true; });
  while (!first_has_ended) {
    std::this_thread::yield();
  }
  std::thread other([&] {
    is_watched = true;
    queue.wait();
  });
  wait_until(has_seen_host_tasks);
  run_task([&] {
    std::this_thread::sleep_for(300ms);
    has_ended = true;
  });
  now = has_submitted;
  wait_until(looks_through_commands);
  queue.wait();
  CHECK(has_ended);
  other.join();
  return failures;
}
