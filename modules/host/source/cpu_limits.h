// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_CPU_LIMITS_H
#define HOST_CPU_LIMITS_H

#include <cstdint>
#include <string>

namespace host {

/// How many threads may run kernels: LANEWISE_NUM_THREADS (1 to 1024) if that is set, else the
/// CPUs of the affinity mask, or fewer where a cgroup's CPU quota allows fewer (rounded up).
[[nodiscard]] uint32_t thread_limit();

/// Bytes of memory that the process may use: the machine's, or fewer where a cgroup says so.
[[nodiscard]] uint64_t memory_limit();

/// The limits of one cgroup hierarchy, for tests: `root` in place of /sys/fs/cgroup, and the text
/// of /proc/self/cgroup. UINT32_MAX or UINT64_MAX where there is none.
[[nodiscard]] uint32_t cgroup_cpu_limit(const std::string& root, const std::string& groups);
[[nodiscard]] uint64_t cgroup_memory_limit(const std::string& root, const std::string& groups);

} // namespace host

#endif
