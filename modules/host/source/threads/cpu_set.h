// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_THREADS_CPU_SET_H
#define HOST_THREADS_CPU_SET_H

#include <cstdint>
#include <sched.h>
#include <vector>

namespace host {

/// CPUs by the system's numbers. Making one throws std::bad_alloc.
class CpuSet {
public:
  CpuSet() = default;
  explicit CpuSet(const std::vector<uint32_t>& cpus);
  /// Where the calling thread may run; empty if the system does not say.
  [[nodiscard]] static CpuSet of_this_thread();

  [[nodiscard]] bool empty() const { return blocks.empty(); }
  [[nodiscard]] bool has(uint32_t cpu) const;
  /// In rising order.
  [[nodiscard]] std::vector<uint32_t> list() const;
  /// Whether the calling thread is on one of them just now.
  [[nodiscard]] bool has_this_thread() const;
  /// Moves the calling thread there. False if the system refuses, and nothing has changed.
  bool bind_this_thread() const;

private:
  [[nodiscard]] size_t bytes() const { return blocks.size() * sizeof(cpu_set_t); }

  std::vector<cpu_set_t> blocks; ///< one mask, as long as it takes
};

} // namespace host

#endif
