// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_LAUNCH_GROUP_MEETING_H
#define HOST_LAUNCH_GROUP_MEETING_H

#include "host/kernel_abi.h"

#include <atomic>

namespace host {

/// A barrier of groups, each on a thread of its own. A group that ends counts as arrived at all
/// meetings to come. What a group wrote before a meeting is visible to the others behind it. Thread
/// safe.
class GroupMeeting final : public group_meeting {
public:
  /// Once `*abort_flag` is not 0 nobody waits any more; sleeping threads notice it within 2 ms.
  GroupMeeting(uint32_t groups, const uint32_t* abort_flag);
  GroupMeeting(const GroupMeeting&) = delete;

  /// For each group: waits for the others.
  void wait_for_others();
  /// For each group that has not left: it has ended.
  void leave();

private:
  /// The groups that are left and those of them that wait, in one word: both change together.
  struct Counts {
    uint32_t left;
    uint32_t waiting;
  };
  [[nodiscard]] bool is_aborted() const {
    return __atomic_load_n(abort_flag, __ATOMIC_RELAXED) != 0;
  }
  template <typename Change> bool change(Change&& make);
  void end_meeting();

  std::atomic<Counts> counts;
  std::atomic<uint32_t> meetings = 0; ///< that are over
  const uint32_t* const abort_flag;
};

} // namespace host

#endif
