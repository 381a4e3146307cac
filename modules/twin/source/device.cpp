// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device.h"

#include "device_info.h"
#include "objects.h"
#include "twin_functions.h"

#include "mux/targets/host.h"

#include <algorithm>
#include <memory>
#include <pthread.h>

namespace twin {
namespace {

constinit std::mutex list_lock; // protects the list of devices; taken before their locks
constinit Device* first = nullptr;

void before_fork() {
  list_lock.lock();
  for (Device* device = first; device != nullptr; device = device->next) {
    device->line.lock_for_fork();
    device->recorded.lock_for_fork();
    device->addresses.lock_for_fork();
    device->memory.lock_for_fork();
  }
}

void after_fork() {
  for (Device* device = first; device != nullptr; device = device->next) {
    device->memory.unlock_after_fork();
    device->addresses.unlock_after_fork();
    device->recorded.unlock_after_fork();
    device->line.unlock_after_fork();
  }
  list_lock.unlock();
}

void in_child() {
  for (Device* device = first; device != nullptr; device = device->next) {
    device->line.start_over();
    device->memory.close_for_child();
  }
  after_fork();
}

/// Before any driver above registers its own handlers (section 3 of mux-runtime.md).
[[gnu::constructor(101)]] void register_handlers() {
  static_cast<void>(pthread_atfork(before_fork, after_fork, in_child));
}

mux_result_t create_device(mux_device_t mux) {
  mux_queue_t queue = nullptr;
  const mux_result_t result =
      take_over(hostGetQueue(mux, mux_queue_type_compute, 0, &queue), &queue);
  if (result != mux_success) {
    return result;
  }
  auto made = std::make_unique<Device>(mux, queue);
  if (!made->memory.is_there()) {
    return mux_error_out_of_memory;
  }
  const std::lock_guard held(list_lock);
  made->next = first;
  first = made.release();
  return mux_success;
}

/// Takes a device out of the list.
std::unique_ptr<Device> remove(mux_device_t mux) {
  const std::lock_guard held(list_lock);
  Device** link = &first;
  while ((*link)->mux != mux) {
    link = &(*link)->next;
  }
  std::unique_ptr<Device> found(*link);
  *link = found->next;
  return found;
}

} // namespace

Device::Device(mux_device_t in_device, mux_queue_t in_queue)
    : mux(in_device), memory(in_device->info->memory_size), addresses(memory),
      line(in_device, in_queue, memory) {}

Device& device_of(mux_device_t device) {
  const std::lock_guard held(list_lock);
  Device* found = first;
  while (found->mux != device) {
    found = found->next;
  }
  return *found;
}

Device* device_with(uint64_t address) {
  const std::lock_guard held(list_lock);
  Device* found = first;
  while (found != nullptr && !found->memory.contains(address)) {
    found = found->next;
  }
  return found;
}

} // namespace twin

using namespace twin;

mux_result_t twinGetDeviceInfos(mux_id_t, uint32_t device_types, uint64_t capacity,
                                mux_device_info_t* out_infos, uint64_t* out_length) {
  const bool wanted = (device_types & mux_device_type_accelerator) != 0;
  try {
    const auto all = device_infos();
    if (wanted && out_infos != nullptr) {
      std::copy_n(all.begin(), std::min<uint64_t>(capacity, all.size()), out_infos);
    }
    if (out_length != nullptr) {
      *out_length = wanted ? all.size() : 0;
    }
  } catch (const std::bad_alloc&) {
    return mux_error_out_of_memory;
  }
  return mux_success;
}

mux_result_t twinCreateDevice(mux_id_t target, mux_device_info_t info,
                              mux_allocator_info_t allocator, mux_device_t* out_device) {
  mux_device_t made = nullptr;
  mux_result_t result = take_over(hostCreateDevice(target, info, allocator, &made), &made);
  if (result != mux_success) {
    return result;
  }
  try {
    result = create_device(made);
  } catch (const std::bad_alloc&) {
    result = mux_error_out_of_memory;
  }
  if (result != mux_success) {
    static_cast<void>(hostDestroyDevice(made, allocator));
    return result;
  }
  *out_device = made;
  return mux_success;
}

mux_result_t twinDestroyDevice(mux_device_t device, mux_allocator_info_t allocator) {
  mux_queue_t queue = nullptr;
  mux_result_t result = hostGetQueue(device, mux_queue_type_compute, 0, &queue);
  if (result == mux_success) {
    result = hostWaitAll(queue);
  }
  if (result != mux_success) {
    return result;
  }
  remove(device).reset();
  return hostDestroyDevice(device, allocator);
}
