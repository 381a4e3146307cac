// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "semaphores/semaphore.h"

#include "queues/queue.h"
#include "semaphores/descriptor_waits.h"

#include <algorithm>

namespace cl {
namespace {

retained<Event> make_gate(const Semaphore& semaphore) { return make<Event>(semaphore.context); }

/// Calls action(status) when an event is over, at once if it is already. Throws std::bad_alloc, and
/// then it is not called.
template <typename Action> void call_when_ended(const retained<Event>& event, Action action) {
  auto held = std::make_unique<Action>(std::move(action));
  event->call_when(
      CL_COMPLETE,
      [](cl_event, cl_int status, void* data) {
        const std::unique_ptr<Action> due(static_cast<Action*>(data));
        (*due)(status);
      },
      held.get());
  static_cast<void>(held.release());
}

/// The descriptor's file, which is the application's until then. Throws std::bad_alloc, and then
/// the descriptor is not taken.
std::shared_ptr<Descriptor> take_over(int descriptor) {
  auto taken = std::make_shared<Descriptor>(-1);
  *taken = Descriptor(descriptor);
  return taken;
}

} // namespace

void Semaphore::open() {
  if (properties.import_type == CL_SEMAPHORE_HANDLE_SYNC_FD_KHR) {
    import_fence(properties.import_descriptor);
  } else if (properties.import_type == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR) {
    eventfd = take_over(properties.import_descriptor);
  } else if (properties.export_type == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR) {
    eventfd = std::make_shared<const Descriptor>(Descriptor::make_eventfd());
  }
}

void Semaphore::import_fence(int descriptor) {
  retained<Event> fence = make_gate(*this);
  if (descriptor < 0) {
    fence->end(CL_COMPLETE);
  } else {
    const auto imported = take_over(descriptor);
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
    call_when_ended(command, [gate](cl_int status) { gate->end(status); });
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
  Descriptor ours = Descriptor::make_eventfd(), theirs = ours.duplicate();
  const retained<Event> taken = next_signal();
  if (taken->status() == CL_COMPLETE) {
    return -1; // which stands for a fence that is signalled
  }
  try {
    // One whose signal fails is signalled, too, as fences are.
    call_when_ended(taken, [fence = std::move(ours)](cl_int) { fence.signal(); });
  } catch (...) {
    put_back(taken);
    throw;
  }
  if (taken->queue) {
    taken->queue->flush();
  }
  return theirs.release();
}

} // namespace cl
