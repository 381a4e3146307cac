// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_LAUNCH_RUN_GROUPS_H
#define HOST_LAUNCH_RUN_GROUPS_H

#include "commands/printf.h"
#include "faults/fault_report.h"
#include "launch/launch_code.h"
#include "scheduler/slot.h"

namespace host {

/// The data that all threads need to run groups of a launch.
struct GroupRunner {
  const Kernel& kernel;
  const Kernel& remainder; ///< for groups that are smaller than the enqueued local size
  const schedule& launch;  ///< all groups
  bool several_sizes;      ///< has_several_sizes(launch)
  const std::byte* packed; ///< arguments
  uint64_t local_bytes;    ///< of the local block
  const Printing& printing;
  const FaultReport& fault_report;
  device_services* services; ///< of a kernel that may enqueue others

  /// Runs groups [first, last) of the launch on the slot's thread. mux_error_out_of_memory;
  /// mux_error_fault, of which `fault_report` has been told.
  [[nodiscard]] mux_result_t run(uint64_t first, uint64_t last, Slot& slot,
                                 const uint32_t* abort_flag) const;

private:
  [[nodiscard]] mux_result_t run_same(const Kernel& code, schedule& groups, Slot& slot) const;
};

} // namespace host

#endif
