// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/concurrent_groups.h"

#include "cpu/counters.h"
#include "fault/mask.h"
#include "launch/group_meeting.h"

#include <new>

namespace host {
namespace {

/// Nanoseconds between two attempts to interrupt groups that run although another has failed.
constexpr uint64_t retry_time = 1'000'000;

class Launch {
public:
  Launch(const GroupRunner& given, uint64_t group_count, Slot& callers, const uint32_t* flag,
         const ConcurrentThreads& given_threads)
      : callers_slot(callers), abort_flag(flag), common(given_threads),
        meeting(static_cast<uint32_t>(group_count), flag), with_meeting(given.launch),
        groups{given.kernel,        given.remainder,    with_meeting,
               given.several_sizes, given.packed,       given.local_bytes,
               given.printing,      given.fault_report, given.services},
        own(group_count - 1), members(group_count - 1),
        unfinished(static_cast<uint32_t>(group_count)) {
    with_meeting.meeting = &meeting;
    for (size_t i = 0; i < own.slots.size(); ++i) {
      own.slots[i].index = static_cast<uint32_t>(i + 1);
    }
  }

  mux_result_t run() {
    common.scheduler.add_own(own);
    const size_t made = make_threads();
    const bool all = made == members.size();
    gate = all ? open : cancelled;
    futex_wake(&gate);
    if (all) {
      run_group(0, callers_slot);
    }
    for (size_t i = 0; i < made; ++i) {
      pthread_join(members[i].thread, nullptr);
    }
    common.scheduler.remove_own(own);
    return all ? result.load() : mux_error_out_of_memory;
  }

private:
  struct Member {
    Launch* launch = nullptr;
    pthread_t thread = {};
    size_t index = 0;
  };

  /// Gives the number of threads that there are now.
  size_t make_threads() {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) {
      return 0;
    }
    pthread_attr_setstacksize(&attributes, Scheduler::thread_stack);
    const fault::MaskForOwnThread mask;
    size_t made = 0;
    for (; made < members.size(); ++made) {
      Member& member = members[made];
      member.launch = this;
      member.index = made;
      if (pthread_create(&member.thread, &attributes, thread_main, &member) != 0) {
        break;
      }
    }
    pthread_attr_destroy(&attributes);
    return made;
  }

  static void* thread_main(void* argument) {
    pthread_setname_np(pthread_self(), "lanewise group");
    const Member& self = *static_cast<Member*>(argument);
    self.launch->run_member(self.index);
    return nullptr;
  }

  void run_member(size_t index) {
    if (!common.cpus.empty()) {
      common.cpus.bind_this_thread(); // refused: it runs elsewhere
    }
    while (gate.load(std::memory_order_acquire) == closed) {
      futex_wait(gate, closed);
    }
    if (gate.load(std::memory_order_relaxed) == open) {
      const CountedPart counted_part;
      run_group(index + 1, own.slots[index]);
    }
  }

  void run_group(uint64_t group, Slot& slot) {
    const mux_result_t own_result = groups.run(group, group + 1, slot, abort_flag);
    if (own_result != mux_success) {
      mux_result_t none = mux_success;
      result.compare_exchange_strong(none, own_result);
      common.note_failure(own_result);
    }
    meeting.leave();
    --unfinished;
    futex_wake(&unfinished);
    if (own_result != mux_success) {
      interrupt_others();
    }
  }

  /// Groups may wait for the one that has failed.
  void interrupt_others() {
    for (uint32_t running = unfinished; running != 0; running = unfinished) {
      static_cast<void>(common.scheduler.interrupt(abort_flag));
      futex_wait(unfinished, running, now() + retry_time);
    }
  }

  static constexpr uint32_t closed = 0, open = 1, cancelled = 2;
  Slot& callers_slot;
  const uint32_t* const abort_flag;
  const ConcurrentThreads& common;
  GroupMeeting meeting;
  schedule with_meeting;
  const GroupRunner groups;
  OwnSlots own;
  std::vector<Member> members;
  std::atomic<uint32_t> gate = closed;
  std::atomic<uint32_t> unfinished;
  std::atomic<mux_result_t> result = mux_success;
};

} // namespace

mux_result_t run_concurrently(const GroupRunner& groups, uint64_t count, Slot& slot,
                              const uint32_t* abort_flag, const ConcurrentThreads& threads) {
  if (count == 0) {
    return mux_success;
  }
  try {
    return Launch(groups, count, slot, abort_flag, threads).run();
  } catch (const std::bad_alloc&) {
    return mux_error_out_of_memory;
  }
}

} // namespace host
