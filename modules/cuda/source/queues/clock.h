// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_QUEUES_CLOCK_H
#define CUDA_QUEUES_CLOCK_H

#include "driver/driver.h"
#include "target_support/clock.h"

#include <algorithm>
#include <utility>

namespace cuda {

using target_support::now;

/// When events of the driver happened, in nanoseconds of the host's CLOCK_MONOTONIC, which is the
/// device's clock to mux: the driver tells differences only, which lose their precision with time
/// and drift from the host's clock, so they are of an event not long ago. Not thread safe; the
/// context is current.
class EventClock {
public:
  /// `begin` has been recorded on an idle stream and waited for.
  void start(CUevent begin) {
    reference = begin;
    time = now();
  }
  /// Of an event that has happened, no earlier than `least`. Gives back an event that may be used
  /// anew: this one, or the last one that others were compared with.
  [[nodiscard]] uint64_t time_of(const Driver& cu, CUevent& event, uint64_t least) {
    float milliseconds = 0;
    const uint64_t most = now();
    if (cu.event_elapsed_time(&milliseconds, reference, event) != cuda_success) {
      return most;
    }
    const auto elapsed = static_cast<int64_t>(static_cast<double>(milliseconds) * 1e6);
    const uint64_t found =
        std::clamp(time + static_cast<uint64_t>(elapsed), std::min(least, most), most);
    if (elapsed > max_distance) {
      std::swap(reference, event);
      time = found;
    }
    return found;
  }

private:
  static constexpr int64_t max_distance = 500'000'000;

  CUevent reference = nullptr;
  uint64_t time = 0;
};

} // namespace cuda

#endif
