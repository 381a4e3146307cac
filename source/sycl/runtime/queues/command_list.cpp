// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "queues/command_list.h"

namespace sycl {
inline namespace lw1 {
namespace detail {

command_list::~command_list() {
  while (!empty()) {
    pop();
  }
}

void command_list::push(ref<event_impl> command) {
  auto* const added = static_cast<event_impl*>(command.detach());
  added->older = std::exchange(front, added);
}

ref<event_impl> command_list::pop() {
  event_impl* const taken = std::exchange(front, front->older);
  return ref<event_impl>::adopt(taken);
}

void command_list::take(command_list& newer) {
  event_impl** end = &newer.front;
  while (*end) {
    end = &(*end)->older;
  }
  *end = front;
  front = std::exchange(newer.front, nullptr);
}

ref<event_impl> command_list::remove(const event_impl& command) {
  event_impl** at = &front;
  while (*at && *at != &command) {
    at = &(*at)->older;
  }
  event_impl* const found = *at;
  if (found) {
    *at = found->older;
  }
  return ref<event_impl>::adopt(found);
}

void command_list::inbox::push(ref<event_impl> command) {
  auto* const added = static_cast<event_impl*>(command.detach());
  added->older = newest.load(std::memory_order_relaxed);
  while (!newest.compare_exchange_weak(added->older, added, std::memory_order_release,
                                       std::memory_order_relaxed)) {
  }
}

} // namespace detail
} // namespace lw1
} // namespace sycl
