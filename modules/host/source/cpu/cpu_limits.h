// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_CPU_CPU_LIMITS_H
#define HOST_CPU_CPU_LIMITS_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// The CPUs that kernels may run on, by the system's numbers in rising order: those of the calling
/// thread's affinity mask, of which LANEWISE_AFFINITY may list some. At least one. Throws
/// std::bad_alloc.
[[nodiscard]] std::vector<uint32_t> usable_cpus();

/// Whether LANEWISE_AFFINITY chooses among them.
[[nodiscard]] bool cpus_are_chosen();

/// The numbers of a list such as "0,4-7", rising. Nothing if it is none, or a range is empty.
[[nodiscard]] std::optional<std::vector<uint32_t>> parse_cpu_list(std::string_view text);

/// The number of threads that may run kernels: LANEWISE_NUM_THREADS (1 to 1024) if that is set,
/// else one for each usable CPU, or fewer where a cgroup's CPU quota allows fewer (rounded up).
[[nodiscard]] uint32_t thread_limit();

/// Whether a cgroup limits the CPU time of the process, so that idle threads had better sleep.
[[nodiscard]] bool has_cpu_quota();

/// Bytes of memory that the process may use: the machine's, or fewer where a cgroup says so.
[[nodiscard]] uint64_t memory_limit();

/// The limits of one cgroup hierarchy, for tests: `root` in place of /sys/fs/cgroup, and the text
/// of /proc/self/cgroup. UINT32_MAX or UINT64_MAX where there is none.
[[nodiscard]] uint32_t cgroup_cpu_limit(const std::string& root, const std::string& groups);
[[nodiscard]] uint64_t cgroup_memory_limit(const std::string& root, const std::string& groups);

} // namespace host

#endif
