// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues that nobody waits for: commands are forgotten when they have ended, before and after the
// last handle of the queue is gone.
#include "check.h"

#include <CL/cl.h>
#include <atomic>
#include <chrono>
#include <memory>
#include <sycl/backend/opencl.hpp>
#include <thread>
#include <vector>

namespace {

using Target = std::shared_ptr<int>;

/// Whether the condition comes true soon.
template <typename Condition> bool becomes_true(Condition condition) {
  for (int i = 0; i < 5000; ++i) {
    if (condition()) {
      return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

/// A command that keeps `to` until it has ended.
sycl::event copy_to(sycl::queue& queue, sycl::buffer<int>& from, const Target& to) {
  return queue.submit(
      [&](sycl::handler& group) { group.copy(sycl::accessor(from, group, sycl::read_only), to); });
}

bool has_ended(const sycl::event& command) {
  return command.get_info<sycl::info::event::command_execution_status>() ==
         sycl::info::event_command_status::complete;
}

cl_uint references(cl_command_queue queue) {
  cl_uint count = 0;
  CHECK(clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof count, &count, nullptr) ==
        CL_SUCCESS);
  return count;
}

/// Commands that follow forget those that have ended.
void later_commands(const sycl::property_list& properties) {
  sycl::queue queue(properties);
  sycl::buffer<int> one(sycl::range(1));
  std::vector<std::weak_ptr<int>> targets;
  for (int i = 0; i < 400; ++i) {
    const Target target = std::make_shared<int>();
    targets.push_back(target);
    const sycl::event last = copy_to(queue, one, target);
    CHECK(becomes_true([&] { return has_ended(last); }));
  }
  size_t alive = 0;
  for (const auto& target : targets) {
    alive += target.expired() ? 0 : 1;
  }
  CHECK(alive <= 130);
}

/// A buffer that is only read forgets its readers.
void readers_of_buffers() {
  sycl::queue queue;
  sycl::buffer<int> one(sycl::range(1));
  std::vector<cl_event> natives;
  for (int i = 0; i < 400; ++i) {
    sycl::event last = copy_to(queue, one, std::make_shared<int>());
    last.wait();
    natives.push_back(sycl::get_native<sycl::backend::opencl>(last).front());
  }
  size_t alive = 0;
  for (const cl_event native : natives) {
    cl_uint count = 0;
    CHECK(clGetEventInfo(native, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, nullptr) ==
          CL_SUCCESS);
    alive += count > 1 ? 1 : 0;
    clReleaseEvent(native);
  }
  CHECK(alive <= 130);
}

/// The queue's end forgets the commands that have ended, and releases the queue of OpenCL.
void end_of_queue(const sycl::property_list& properties) {
  auto one = std::make_unique<sycl::buffer<int>>(sycl::range(1));
  std::weak_ptr<int> target;
  cl_command_queue native = nullptr;
  {
    sycl::queue queue(properties);
    native = sycl::get_native<sycl::backend::opencl>(queue);
    const Target made = std::make_shared<int>();
    target = made;
    const sycl::event last = copy_to(queue, *one, made);
    queue.submit([](sycl::handler& group) { group.host_task([] {}); });
    CHECK(becomes_true([&] { return has_ended(last); }));
  }
  CHECK(becomes_true([&] { return target.expired(); }));
  one.reset(); // it knows its last reader
  CHECK(becomes_true([&] { return references(native) == 1; }));
  clReleaseCommandQueue(native);
}

/// Commands that end after the queue.
void commands_end_later(const sycl::property_list& properties) {
  auto one = std::make_unique<sycl::buffer<int>>(sycl::range(1));
  std::weak_ptr<int> target;
  cl_command_queue native = nullptr;
  sycl::queue other;
  cl_int status = CL_SUCCESS;
  const cl_event go =
      clCreateUserEvent(sycl::get_native<sycl::backend::opencl>(other.get_context()), &status);
  CHECK(status == CL_SUCCESS);
  {
    sycl::queue queue(properties);
    native = sycl::get_native<sycl::backend::opencl>(queue);
    const Target made = std::make_shared<int>();
    target = made;
    const auto start =
        sycl::make_event<sycl::backend::opencl>(std::vector{go}, queue.get_context());
    queue.submit([&](sycl::handler& group) {
      group.depends_on(start);
      group.copy(sycl::accessor(*one, group, sycl::read_only), made);
    });
  }
  CHECK(!target.expired());
  CHECK(clSetUserEventStatus(go, CL_COMPLETE) == CL_SUCCESS);
  CHECK(becomes_true([&] { return target.expired(); }));
  one.reset(); // it knows its last reader
  CHECK(becomes_true([&] { return references(native) == 1; }));
  clReleaseCommandQueue(native);
  clReleaseEvent(go);
}

/// What commands keep is released without the queue's lock, so its end may use the queue.
void objects_use_the_queue(const sycl::property_list& properties) {
  sycl::queue queue(properties);
  sycl::buffer<int> one(sycl::range(1));
  int ends = 0;
  const auto made = [&] {
    return Target(new int(), [&](int* target) {
      queue.throw_asynchronous();
      ++ends;
      delete target;
    });
  };
  copy_to(queue, one, made());
  queue.wait();
  CHECK(ends == 1);
  copy_to(queue, one, made()).wait();
  CHECK(ends == 2);
}

/// An event may be waited for after its queue's end, and by several threads.
void events_stay() {
  sycl::event last;
  {
    sycl::queue queue;
    last = queue.submit([](sycl::handler& group) { group.host_task([] {}); });
  }
  last.wait_and_throw();
  CHECK(has_ended(last));
}

/// Waiting for an event reports the errors of what it depends on, in other queues, too.
void errors_of_other_queues() {
  int errors = 0;
  const sycl::async_handler handler = [&](const sycl::exception_list& list) {
    errors += int(list.size());
  };
  sycl::queue first(handler);
  sycl::queue second;
  sycl::queue third;
  const auto task = [](sycl::queue& queue, const sycl::event& after, bool fails) {
    return queue.submit([&](sycl::handler& group) {
      group.depends_on(after);
      group.host_task([fails] {
        if (fails) {
          throw 1;
        }
      });
    });
  };
  const sycl::event a = task(first, {}, true);
  const sycl::event b = task(second, a, false);
  task(third, b, false).wait_and_throw();
  CHECK(errors == 1);

  // By buffers.
  sycl::buffer<int> one(sycl::range(1));
  const auto use = [&](sycl::queue& queue, bool fails) {
    return queue.submit([&](sycl::handler& group) {
      const sycl::accessor all(one, group);
      group.host_task([fails] {
        if (fails) {
          throw 1;
        }
      });
    });
  };
  use(first, true);
  use(second, false);
  use(third, false).wait_and_throw();
  CHECK(errors == 2);
}

} // namespace

int main() {
  for (const auto& properties :
       {sycl::property_list(), sycl::property_list{sycl::property::queue::in_order()}}) {
    later_commands(properties);
    end_of_queue(properties);
    commands_end_later(properties);
    objects_use_the_queue(properties);
  }
  readers_of_buffers();
  events_stay();
  errors_of_other_queues();
  static sycl::queue until_exit;
  until_exit.single_task([] {});
  return failures;
}
