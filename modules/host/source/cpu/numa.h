// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Machines whose memory belongs to nodes of CPUs. Which thread will run which groups is not known,
// so large buffers are spread over the nodes, and each memory controller does its share.
#ifndef HOST_CPU_NUMA_H
#define HOST_CPU_NUMA_H

#include "mux/mux.h"

#include <cstdint>
#include <span>
#include <vector>

namespace host {

/// Nodes, one bit each, the lowest first, as mbind takes them.
using NodeMask = std::vector<unsigned long>;

/// The nodes that units are on. Throws std::bad_alloc.
[[nodiscard]] NodeMask nodes_of(std::span<const mux_compute_unit_t> units);

[[nodiscard]] bool has_several(const NodeMask& nodes);

/// Has the pages of [memory, memory + size), all but those that are not whole, come from each of
/// the nodes in turn when they are first touched. False if the system refuses; then they come from
/// the node of the thread that touches them, as usual.
bool spread(void* memory, uint64_t size, const NodeMask& nodes) noexcept;

/// The same over the nodes of this process's units, if they are several.
void spread_over_units(void* memory, uint64_t size) noexcept;

} // namespace host

#endif
