// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command_buffers/joined_event.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>

namespace cl {
namespace {

/// Destroys itself when all that it watches has come.
class Join {
public:
  Join(retained<Event> in_whole, std::vector<retained<Event>> in_parts)
      : whole(std::move(in_whole)), parts(std::move(in_parts)),
        left(parts.size() * std::size(watched) + 1) {}

  void watch() {
    for (const auto& part : parts) {
      for (const cl_int status : watched) { // all of them come, at the end if not before
        part->call_when(status, on_status, this);
        ++calls;
      }
    }
    note(CL_COMPLETE);
  }

  /// Fails for the parts that `watch` has not reached.
  void give_up() { note(CL_OUT_OF_HOST_MEMORY, parts.size() * std::size(watched) + 1 - calls); }

private:
  static constexpr cl_int watched[] = {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE};

  static void CL_CALLBACK on_status(cl_event, cl_int status, void* user_data) {
    auto& self = *static_cast<Join*>(user_data);
    if (status > CL_COMPLETE) {
      self.whole->reach(status);
    }
    self.note(status);
  }

  void note(cl_int status, size_t count = 1) {
    cl_int none = CL_COMPLETE;
    if (status < 0) {
      error.compare_exchange_strong(none, status);
    }
    if (left.fetch_sub(count, std::memory_order_acq_rel) != count) {
      return;
    }
    const std::unique_ptr<Join> last(this);
    if (whole->profiled) {
      set_times();
    }
    whole->end(error);
  }

  void set_times() {
    auto& times = whole->times;
    times[1] = times[2] = std::numeric_limits<cl_ulong>::max();
    for (const auto& part : parts) {
      times[1] = std::min(times[1], part->times[1]);
      times[2] = std::min(times[2], part->times[2]);
      times[3] = std::max(times[3], part->times[3]);
      times[4] = std::max({times[4], part->times[3], part->times[4]});
    }
  }

  const retained<Event> whole;
  const std::vector<retained<Event>> parts;
  size_t calls = 0;         ///< that `watch` has asked for
  std::atomic<size_t> left; ///< calls that have not come, and 1 for `watch`
  std::atomic<cl_int> error = CL_COMPLETE;
};

} // namespace

void join(const retained<Event>& whole, std::vector<retained<Event>> parts) {
  auto made = std::make_unique<Join>(whole, std::move(parts));
  Join* join = made.release(); // its own from here on
  try {
    join->watch();
  } catch (const std::bad_alloc&) {
    join->give_up();
    throw;
  }
}

} // namespace cl
