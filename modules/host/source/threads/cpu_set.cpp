// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "threads/cpu_set.h"

#include <algorithm>
#include <cerrno>

namespace host {

CpuSet::CpuSet(const std::vector<uint32_t>& cpus) {
  if (cpus.empty()) {
    return;
  }
  blocks.resize(*std::max_element(cpus.begin(), cpus.end()) / CPU_SETSIZE + 1, cpu_set_t{});
  for (uint32_t cpu : cpus) {
    CPU_SET_S(cpu, bytes(), blocks.data());
  }
}

CpuSet CpuSet::of_this_thread() {
  CpuSet set;
  // The mask's size is the kernel's to know: grow until it fits.
  for (size_t count = 1; count <= 1024; count *= 2) {
    set.blocks.assign(count, cpu_set_t{});
    if (sched_getaffinity(0, set.bytes(), set.blocks.data()) == 0) {
      return set;
    }
    if (errno != EINVAL) {
      break;
    }
  }
  return {};
}

bool CpuSet::has(uint32_t cpu) const {
  return cpu / CPU_SETSIZE < blocks.size() && CPU_ISSET_S(cpu, bytes(), blocks.data());
}

std::vector<uint32_t> CpuSet::list() const {
  std::vector<uint32_t> cpus;
  for (uint32_t cpu = 0; cpu < blocks.size() * CPU_SETSIZE; ++cpu) {
    if (has(cpu)) {
      cpus.push_back(cpu);
    }
  }
  return cpus;
}

bool CpuSet::has_this_thread() const {
  const int cpu = sched_getcpu();
  return cpu >= 0 && has(static_cast<uint32_t>(cpu));
}

bool CpuSet::bind_this_thread() const {
  return !empty() && sched_setaffinity(0, bytes(), blocks.data()) == 0;
}

} // namespace host
