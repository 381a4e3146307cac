// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "semaphores/descriptor_waits.h"

#include "fault/mask.h"

#include <algorithm>
#include <thread>
#include <vector>

#include <poll.h>

namespace cl {
namespace {

/// How long to poll before looking whether the application has closed descriptors: the system goes
/// on with the files behind them.
constexpr int milliseconds = 100;

} // namespace

DescriptorWaits& DescriptorWaits::instance() {
  static auto& only = *new DescriptorWaits;
  return only;
}

void DescriptorWaits::end_when_signalled(std::shared_ptr<const Descriptor> descriptor, Use use,
                                         const retained<Event>& event) {
  const auto same = [&](const Wait& wait) { return wait.descriptor == descriptor; };
  {
    const std::lock_guard guard(lock);
    const bool first = std::ranges::none_of(waits, same);
    const bool now =
        first && (use == Use::take ? descriptor->take_signal() : descriptor->readable());
    if (!now) {
      add({std::move(descriptor), use, event});
      return;
    }
  }
  event->end(CL_COMPLETE);
}

void DescriptorWaits::add(Wait wait) {
  if (!wake || wake->get() < 0) { // or the application has closed it
    wake = Descriptor::make_eventfd();
  }
  waits.push_back(std::move(wait));
  if (running) {
    wake->signal();
    return;
  }
  const fault::MaskForOwnThread mask;
  try {
    std::thread([this] { run(); }).detach();
    running = true;
  } catch (...) {
    waits.pop_back();
    throw;
  }
}

void DescriptorWaits::forget() {
  of_the_parent.splice(of_the_parent.end(), waits);
  wake.reset(); // the parent has its own
  running = false;
}

void DescriptorWaits::run() {
  std::unique_lock held(lock);
  while (!waits.empty()) {
    poll_once(held);
  }
  running = false;
}

/// Waits until something happens and ends the events that it has happened for. Only this thread
/// takes waits out, so that those polled are the first of `waits` all the time.
void DescriptorWaits::poll_once(std::unique_lock<std::mutex>& held) {
  std::vector<pollfd> polled;
  std::vector<std::pair<retained<Event>, cl_int>> ended;
  try {
    polled.push_back({.fd = wake->get(), .events = POLLIN, .revents = 0});
    for (const Wait& wait : waits) {
      polled.push_back({.fd = wait.descriptor->get(), .events = POLLIN, .revents = 0});
    }
    ended.reserve(waits.size());
  } catch (const std::bad_alloc&) {
    held.unlock(); // until there is memory again
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    held.lock();
    return;
  }
  held.unlock();
  const bool any = poll(polled.data(), polled.size(), milliseconds) >= 0;
  held.lock();
  if (!any) {
    return; // a signal of the system's
  }
  static_cast<void>(wake->take_signal());
  size_t at = 0;
  std::erase_if(waits, [&](const Wait& wait) {
    if (++at >= polled.size()) {
      return false;
    }
    const short seen = polled[at].fd >= 0 ? polled[at].revents : short(POLLNVAL);
    const bool signalled =
        (seen & POLLIN) && (wait.use == Use::look || wait.descriptor->take_signal());
    const bool broken = !(seen & POLLIN) && seen;
    if (signalled || broken) {
      ended.emplace_back(wait.event, signalled ? CL_COMPLETE : CL_OUT_OF_RESOURCES);
    }
    return signalled || broken;
  });
  held.unlock();
  for (const auto& [event, status] : ended) {
    event->end(status);
  }
  ended.clear(); // events may be the last to hold what is theirs
  held.lock();
}

} // namespace cl
