// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/group_meeting.h"

#include "cargo/pause.h"
#include "threads/clock.h"
#include "threads/futex.h"

namespace host {
namespace {

/// Nanoseconds for which a group polls before its thread sleeps.
constexpr uint64_t spin_time = 20'000;
/// Nanoseconds between two looks at the abort flag.
constexpr uint64_t sleep_time = 2'000'000;

void wait_at(group_meeting* meeting) { static_cast<GroupMeeting*>(meeting)->wait_for_others(); }

} // namespace

GroupMeeting::GroupMeeting(uint32_t groups, const uint32_t* flag)
    : group_meeting{wait_at}, counts(Counts{groups, 0}), abort_flag(flag) {}

/// Changes the counts. True if all groups that are left have come; then none of them waits any
/// more.
template <typename Change> bool GroupMeeting::change(Change&& make) {
  Counts seen = counts.load(std::memory_order_relaxed);
  Counts next = {};
  bool all = false;
  do {
    next = make(seen);
    all = next.waiting != 0 && next.waiting == next.left;
    if (all) {
      next.waiting = 0;
    }
  } while (!counts.compare_exchange_weak(seen, next, std::memory_order_acq_rel));
  return all;
}

void GroupMeeting::end_meeting() {
  meetings.fetch_add(1, std::memory_order_release);
  futex_wake(&meetings);
}

void GroupMeeting::wait_for_others() {
  const uint32_t before = meetings.load(std::memory_order_relaxed);
  if (change([](Counts seen) { return Counts{seen.left, seen.waiting + 1}; })) {
    end_meeting();
    return;
  }
  const auto is_over = [&] {
    return meetings.load(std::memory_order_acquire) != before || is_aborted();
  };
  for (const uint64_t begin = now(); !is_over() && now() - begin < spin_time;) {
    cargo::pause();
  }
  while (!is_over()) {
    futex_wait(meetings, before, now() + sleep_time);
  }
}

void GroupMeeting::leave() {
  if (change([](Counts seen) { return Counts{seen.left - 1, seen.waiting}; })) {
    end_meeting();
  }
}

} // namespace host
