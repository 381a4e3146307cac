// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SYCL_RUNTIME_QUEUES_COMMAND_LIST_H
#define SYCL_RUNTIME_QUEUES_COMMAND_LIST_H

#include "queues/event.h"

#include <utility>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// Commands, linked through themselves, the newest in front. Has a reference to each, and allocates
/// nothing.
class command_list {
public:
  command_list() = default;
  explicit command_list(event_impl* newest) : front(newest) {}
  command_list(const command_list&) = delete;
  command_list& operator=(const command_list&) = delete;
  ~command_list();

  bool empty() const { return !front; }
  void push(ref<event_impl> command);
  ref<event_impl> pop();
  /// Puts those of the other list, which is empty then, in front.
  void take(command_list& newer);
  /// Takes one out; null if it is not there.
  ref<event_impl> remove(const event_impl& command);
  /// Calls use(command) from the newest to the oldest.
  template <typename Use> void each(Use use) const {
    for (event_impl* one = front; one; one = one->older) {
      use(*one);
    }
  }

  /// A list to which threads add commands without a lock.
  class inbox {
  public:
    void push(ref<event_impl> command);
    event_impl* take_all() { return newest.exchange(nullptr, std::memory_order_acquire); }

  private:
    std::atomic<event_impl*> newest = nullptr;
  };

private:
  event_impl* front = nullptr;
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
