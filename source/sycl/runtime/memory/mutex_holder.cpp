// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/mutex_holder.h"

#include <thread>
#include <utility>

namespace sycl {
inline namespace lw1 {
namespace detail {

std::shared_ptr<mutex_holder> mutex_holder::of(std::mutex& program) {
  static auto& holders = *new std::map<std::mutex*, std::weak_ptr<mutex_holder>>;
  static auto& lock = *new std::mutex; // buffers may outlive static objects
  const std::lock_guard guard(lock);
  std::erase_if(holders, [](const auto& one) { return one.second.expired(); });
  std::weak_ptr<mutex_holder>& place = holders[&program];
  std::shared_ptr<mutex_holder> found = place.lock();
  if (!found) {
    found = std::make_shared<mutex_holder>(program);
    place = found;
  }
  return found;
}

void mutex_holder::start(const void* buffer, std::unique_lock<std::mutex>& lock) {
  if (now == state::idle) {
    std::thread([self = shared_from_this()] { self->hold(); }).detach();
    now = state::asking;
  }
  ++uses[buffer];
  changed.wait(lock, [&] { return now != state::asking; }); // no longer than try_lock takes
}

bool mutex_holder::begin_use(const void* buffer, std::function<void()> then) {
  std::unique_lock lock(own);
  start(buffer, lock);
  if (now != state::held) {
    then_calls.push_back(std::move(then));
  }
  return now == state::held;
}

void mutex_holder::begin_use_and_wait(const void* buffer) {
  std::unique_lock lock(own);
  start(buffer, lock);
  changed.wait(lock, [&] { return now == state::held; });
}

void mutex_holder::end_use(const void* buffer) {
  const std::lock_guard lock(own);
  const auto found = uses.find(buffer);
  if (--found->second == 0) {
    uses.erase(found);
  }
  changed.notify_all();
}

void mutex_holder::wait_for_end(const void* buffer) {
  std::unique_lock lock(own);
  changed.wait(lock,
               [&] { return !uses.contains(buffer) && (!uses.empty() || now == state::idle); });
}

void mutex_holder::hold() {
  std::unique_lock lock(own);
  if (!mutex.try_lock()) {
    now = state::waiting;
    changed.notify_all();
    lock.unlock();
    mutex.lock();
    lock.lock();
  }
  now = state::held;
  changed.notify_all();
  const auto calls = std::exchange(then_calls, {});
  lock.unlock();
  for (const auto& call : calls) {
    call();
  }
  lock.lock();
  changed.wait(lock, [&] { return uses.empty(); });
  mutex.unlock();
  now = state::idle;
  changed.notify_all();
}

} // namespace detail
} // namespace lw1
} // namespace sycl
