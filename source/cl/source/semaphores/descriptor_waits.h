// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events that end when file descriptors are signalled: how commands wait for other processes.
#ifndef CL_SEMAPHORES_DESCRIPTOR_WAITS_H
#define CL_SEMAPHORES_DESCRIPTOR_WAITS_H

#include "descriptor.h"
#include "queues/event.h"

#include <list>
#include <memory>
#include <mutex>
#include <optional>

namespace cl {

/// The waits of this process. One thread polls, and is there only while something is waited for.
/// Never destroyed, so that a process may end meanwhile. Thread safe.
class DescriptorWaits {
public:
  enum class Use {
    look, ///< the descriptor stays as it is
    take, ///< one wait takes the signal of an eventfd; waits of one descriptor in their order
  };

  static DescriptorWaits& instance();

  /// Ends `event` when `descriptor` is signalled: now, or on the polling thread.
  /// CL_OUT_OF_RESOURCES ends it if the descriptor is one that cannot be waited for. Throws
  /// std::bad_alloc or std::system_error (no thread, no descriptor), and then the event has not
  /// ended. Call with no lock held.
  void end_when_signalled(std::shared_ptr<const Descriptor> descriptor, Use use,
                          const retained<Event>& event);

  // Around fork (fork.cpp): a child has not the thread, and the events are the parent's.
  void lock_for_fork() { lock.lock(); }
  void unlock_after_fork() { lock.unlock(); }
  void forget();

private:
  struct Wait {
    std::shared_ptr<const Descriptor> descriptor;
    Use use;
    retained<Event> event;
  };

  void add(Wait wait);
  void run();
  void poll_once(std::unique_lock<std::mutex>& held);

  std::mutex lock; ///< protects the rest; not held while polling, or while an event ends
  std::list<Wait> waits;
  std::list<Wait> of_the_parent;  ///< never destroyed: so are their events
  std::optional<Descriptor> wake; ///< an eventfd that is signalled when `waits` grows
  bool running = false;           ///< the thread
};

} // namespace cl

#endif
