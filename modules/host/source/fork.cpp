// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fork.h"

#include "device.h"
#include "faults/faults.h"
#include "loader/code_memory.h"
#include "loader/debugger.h"

#include <mutex>
#include <pthread.h>

namespace host {
namespace {

constinit std::mutex list_mutex; // protects the list of devices; taken before their locks
constinit Device* first = nullptr;

void before_fork() {
  list_mutex.lock();
  for (Device* device = first; device != nullptr; device = device->next_enrolled) {
    device->queues_mutex.lock();
    device->scheduler.before_fork();
    device->semaphores.lock();
    device->addresses.mutex.lock();
  }
  debugger_mutex().lock();
  code_memory_mutex().lock();
}

void after_fork() {
  code_memory_mutex().unlock();
  debugger_mutex().unlock();
  for (Device* device = first; device != nullptr; device = device->next_enrolled) {
    device->addresses.mutex.unlock();
    device->semaphores.unlock();
    device->scheduler.after_fork();
    device->queues_mutex.unlock();
  }
  list_mutex.unlock();
}

void in_child() {
  forget_this_thread();
  for (Device* device = first; device != nullptr; device = device->next_enrolled) {
    device->scheduler.start_over();
    for (Queue* queue = device->queues.front(); queue != nullptr; queue = queue->next()) {
      for (QueueShard& shard : queue->shards) {
        shard.unfinished = 0;
        shard.waits = nullptr;
      }
    }
  }
  after_fork();
}

/// Before any driver above registers its own handlers: those take their locks before ours, as their
/// calls do. (Handlers that prepare a fork run last registered first.)
[[gnu::constructor(101)]] void register_handlers() {
  // If there is no memory to register these, a fork is not handled.
  static_cast<void>(pthread_atfork(before_fork, after_fork, in_child));
}

} // namespace

void enroll(Device& device) {
  const std::lock_guard lock(list_mutex);
  device.next_enrolled = std::exchange(first, &device);
}

void dismiss(Device& device) {
  const std::lock_guard lock(list_mutex);
  for (Device** link = &first; *link != nullptr; link = &(*link)->next_enrolled) {
    if (*link == &device) {
      *link = device.next_enrolled;
      return;
    }
  }
}

} // namespace host
