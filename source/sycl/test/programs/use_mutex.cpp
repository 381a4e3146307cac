// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.7.2.2: a mutex that the library holds while a buffer or an image is used.
#include "check.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using sycl::property::buffer::use_mutex;

bool is_free(std::mutex& mutex) {
  const std::unique_lock lock(mutex, std::try_to_lock);
  return lock.owns_lock();
}

/// What a host task waits for.
struct gate {
  std::atomic<bool> is_reached = false;
  std::atomic<bool> is_open = false;
  void pass() {
    is_reached = true;
    while (!is_open) {
      std::this_thread::yield();
    }
  }
  void await() const {
    while (!is_reached) {
      std::this_thread::yield();
    }
  }
};

void while_a_command_runs(sycl::queue& queue) {
  std::mutex mutex;
  std::vector<int> data(8, 1);
  sycl::buffer<int> buffer(data.data(), 8, use_mutex(mutex));
  CHECK(is_free(mutex));
  gate gate;
  queue.submit([&](sycl::handler& group) {
    sycl::accessor to(buffer, group, sycl::read_write, sycl::property_list{});
    group.parallel_for(8, [=](sycl::id<1> i) { to[i] += 1; });
  });
  queue.submit([&](sycl::handler& group) {
    sycl::accessor to(buffer, group, sycl::read_write_host_task);
    group.host_task([&gate, to] {
      gate.pass();
      to[0] += 10;
    });
  });
  CHECK(!is_free(mutex)); // from the submission on
  gate.await();
  CHECK(!is_free(mutex));
  gate.is_open = true;
  const std::lock_guard lock(mutex); // what has been submitted has ended
  CHECK(data[0] == 12 && data[7] == 2);
}

void while_the_program_has_it(sycl::queue& queue) {
  std::mutex mutex;
  std::vector<int> first(8, 1);
  std::vector<int> second(8, 1);
  sycl::buffer<int> one(first.data(), 8, use_mutex(mutex));
  sycl::buffer<int> other(second.data(), 8, use_mutex(mutex));
  mutex.lock();
  const sycl::event event = queue.submit([&](sycl::handler& group) {
    sycl::accessor a(one, group);
    sycl::accessor b(other, group);
    group.parallel_for(8, [=](sycl::id<1> i) { b[i] = ++a[i]; });
  });
  std::this_thread::sleep_for(50ms);
  CHECK(first[0] == 1 && second[0] == 1);
  CHECK(event.get_info<sycl::info::event::command_execution_status>() !=
        sycl::info::event_command_status::complete);
  first[0] = 5;
  mutex.unlock();
  queue.wait();
  const std::lock_guard lock(mutex);
  CHECK(first[0] == 6 && second[0] == 6 && second[7] == 2);
}

void while_the_host_uses_it() {
  std::mutex mutex;
  std::vector<int> data(8, 1);
  sycl::buffer<int> buffer(data.data(), 8, use_mutex(mutex));
  {
    sycl::host_accessor access(buffer);
    const sycl::host_accessor copy = access;
    CHECK(!is_free(mutex));
    access[0] = 2;
  }
  const std::lock_guard lock(mutex);
  CHECK(data[0] == 2);
}

void while_data_is_written_back() {
  std::mutex mutex;
  std::vector<int> last(8, 0);
  std::thread other;
  {
    sycl::buffer<int> buffer(8, use_mutex(mutex));
    buffer.set_final_data(last.data());
    sycl::host_accessor(buffer, sycl::write_only)[3] = 7;
    gate gate;
    other = std::thread([&mutex, &last, &gate] {
      const std::lock_guard lock(mutex);
      gate.is_reached = true;
      std::this_thread::sleep_for(50ms);
      CHECK(last[3] == 0);
    });
    gate.await();
  }
  CHECK(last[3] == 7);
  other.join();
}

void of_an_image(sycl::queue& queue) {
  std::mutex mutex;
  std::vector<float> data(16, 1);
  sycl::unsampled_image<1> image(data.data(), sycl::image_format::r32g32b32a32_sfloat, 4,
                                 sycl::property::image::use_mutex(mutex));
  {
    sycl::host_unsampled_image_accessor<sycl::float4, 1> access(image);
    CHECK(!is_free(mutex));
    access.write(0, sycl::float4(2));
  }
  gate gate;
  queue.submit([&](sycl::handler& group) {
    sycl::unsampled_image_accessor<sycl::float4, 1, sycl::access_mode::write,
                                   sycl::image_target::host_task>
        to(image, group);
    group.host_task([&gate, to] {
      gate.pass();
      to.write(1, sycl::float4(3));
    });
  });
  CHECK(!is_free(mutex));
  gate.is_open = true;
  const std::lock_guard lock(mutex);
  CHECK(data[0] == 2 && data[4] == 3);
}

} // namespace

int main() {
  sycl::queue queue;
  while_a_command_runs(queue);
  while_the_program_has_it(queue);
  while_the_host_uses_it();
  while_data_is_written_back();
  of_an_image(queue);
  return failures ? 1 : 0;
}
