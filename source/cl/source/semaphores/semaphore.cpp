// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "semaphores/semaphore.h"

#include "queues/queue.h"
#include "semaphores/descriptor_waits.h"

#include <algorithm>

namespace cl {
namespace {

retained<Event> make_gate(const Semaphore& semaphore) { return make<Event>(semaphore.context); }

/// Ends `gate` as `command` ends. The callback holds the gate.
void end_after(const retained<Event>& command, const retained<Event>& gate) {
  struct Held {
    retained<Event> gate;
  };
  auto held = std::make_unique<Held>(gate);
  command->call_when(
      CL_COMPLETE,
      [](cl_event, cl_int status, void* data) {
        const std::unique_ptr<Held> ending(static_cast<Held*>(data));
        ending->gate->end(status);
      },
      held.get());
  static_cast<void>(held.release());
}

} // namespace

void Semaphore::open() {
  if (properties.import_type == CL_SEMAPHORE_HANDLE_SYNC_FD_KHR) {
    import_fence(properties.import_descriptor);
  } else if (properties.import_type == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR) {
    auto imported = std::make_shared<Descriptor>(-1);
    *imported = Descriptor(properties.import_descriptor);
    eventfd = std::move(imported);
  } else if (properties.export_type == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR) {
    eventfd = std::make_shared<const Descriptor>(Descriptor::make_eventfd());
  }
}

void Semaphore::import_fence(int descriptor) {
  retained<Event> fence = make_gate(*this);
  if (descriptor < 0) {
    fence->end(CL_COMPLETE);
  } else {
    auto imported = std::make_shared<Descriptor>(-1);
    *imported = Descriptor(descriptor);
    try {
      DescriptorWaits::instance().end_when_signalled(imported, DescriptorWaits::Use::look, fence);
    } catch (...) {
      static_cast<void>(imported->release());
      throw;
    }
  }
  std::deque<retained<Event>> only = {fence};
  const std::lock_guard guard(lock);
  signals.swap(only);
}

retained<Event> Semaphore::next_signal() {
  retained<Event> gate = make_gate(*this);
  if (eventfd) {
    return gate;
  }
  const std::lock_guard guard(lock);
  if (signals.empty()) {
    gates.push_back(gate);
  } else {
    gate = std::move(signals.front());
    signals.pop_front();
  }
  return gate;
}

void Semaphore::waits(const retained<Event>& gate) {
  if (!eventfd) {
    return;
  }
  try {
    DescriptorWaits::instance().end_when_signalled(eventfd, DescriptorWaits::Use::take, gate);
  } catch (const std::exception&) {
    gate->end(CL_OUT_OF_RESOURCES); // and with it the command that waits
  }
}

void Semaphore::put_back(const retained<Event>& taken) {
  if (eventfd) {
    return; // nothing was taken yet
  }
  const std::lock_guard guard(lock);
  if (std::erase(gates, taken) == 0) {
    signals.push_front(taken); // a gate that a signal has found meanwhile ends as that signal does
  }
}

void Semaphore::signalled_by(const retained<Event>& command) {
  if (eventfd) {
    return; // the command itself does it
  }
  retained<Event> gate, merged; // goes without the lock
  {
    const std::lock_guard guard(lock);
    if (gates.empty()) {
      signals.push_back(command);
      if (signals[0]->ended() && signals.size() > 1 && signals[1]->ended()) {
        merged = std::move(signals.front()); // two that are over are one: the state is binary
        signals.pop_front();
      }
      return;
    }
    gate = std::move(gates.front());
    gates.pop_front();
  }
  try {
    end_after(command, gate);
  } catch (const std::bad_alloc&) {
    gate->end(CL_OUT_OF_HOST_MEMORY); // and with it the command that waits
  }
}

void Semaphore::abandon() {
  std::deque<retained<Event>> abandoned;
  {
    const std::lock_guard guard(lock);
    abandoned.swap(gates);
  }
  for (const auto& gate : abandoned) {
    gate->end(CL_INVALID_SEMAPHORE_KHR);
  }
}

bool Semaphore::is_signalled() const {
  if (eventfd) {
    return eventfd->readable();
  }
  const std::lock_guard guard(lock);
  return !signals.empty() && signals.front()->status() == CL_COMPLETE;
}

bool Semaphore::usable_on(const Device& device) const {
  return std::ranges::count(properties.devices, &device) != 0;
}

int Semaphore::export_handle() {
  if (eventfd) {
    return eventfd->duplicate().release();
  }
  struct Exported {
    Descriptor fence; ///< an eventfd
  };
  auto ours = std::make_unique<Exported>(Exported{Descriptor::make_eventfd()});
  Descriptor theirs = ours->fence.duplicate();
  const retained<Event> taken = next_signal();
  if (taken->status() == CL_COMPLETE) {
    return -1; // which stands for a fence that is signalled
  }
  try {
    // One whose signal fails is signalled, too, as fences are.
    taken->call_when(
        CL_COMPLETE,
        [](cl_event, cl_int, void* data) {
          const std::unique_ptr<Exported> ending(static_cast<Exported*>(data));
          ending->fence.signal();
        },
        ours.get());
  } catch (...) {
    put_back(taken);
    throw;
  }
  static_cast<void>(ours.release());
  if (taken->queue) {
    taken->queue->flush();
  }
  return theirs.release();
}

} // namespace cl
