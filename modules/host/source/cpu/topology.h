// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_CPU_TOPOLOGY_H
#define HOST_CPU_TOPOLOGY_H

#include "mux/mux.h"

#include <string>
#include <vector>

namespace host {

/// The CPUs that compute units stand for, and the caches and nodes that they share. If there are
/// more units than CPUs, because LANEWISE_NUM_THREADS says so, several stand for one.
struct Topology {
  std::vector<uint32_t> cpus; ///< by unit: the system's number
  std::vector<mux_compute_unit_t> units;
};

/// The topology of this process: thread_limit() units on usable_cpus(), as both were at the first
/// call, which throws std::bad_alloc.
[[nodiscard]] const Topology& topology();

/// The caches and the NUMA node of a CPU, read from the files below `root`
/// (/sys/devices/system/cpu). A cache has the number of the first CPU that shares it, a node its
/// own number; 0 if it is not known.
[[nodiscard]] mux_compute_unit_t shared_by(const std::string& root, uint32_t cpu);

} // namespace host

#endif
