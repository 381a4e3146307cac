// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/numa.h"

#include "cpu/topology.h"

#include <bit>
#include <climits>
#include <linux/mempolicy.h>
#include <new>
#include <sys/syscall.h>
#include <unistd.h>

namespace host {
namespace {

constexpr uint32_t word_bits = sizeof(unsigned long) * CHAR_BIT;

} // namespace

NodeMask nodes_of(std::span<const mux_compute_unit_t> units) {
  NodeMask nodes;
  for (const mux_compute_unit_t& unit : units) {
    const uint32_t word = unit.numa_node / word_bits;
    if (word >= nodes.size()) {
      nodes.resize(word + 1);
    }
    nodes[word] |= 1ul << (unit.numa_node % word_bits);
  }
  return nodes;
}

bool has_several(const NodeMask& nodes) {
  int count = 0;
  for (const unsigned long word : nodes) {
    count += std::popcount(word);
  }
  return count > 1;
}

bool spread(void* memory, uint64_t size, const NodeMask& nodes) noexcept {
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  const uint64_t begin = (reinterpret_cast<uint64_t>(memory) + page - 1) / page * page;
  const uint64_t end = (reinterpret_cast<uint64_t>(memory) + size) / page * page;
  // mbind reads one bit less than its argument says.
  return begin < end && syscall(SYS_mbind, begin, end - begin, MPOL_INTERLEAVE, nodes.data(),
                                nodes.size() * word_bits + 1, 0) == 0;
}

void spread_over_units(void* memory, uint64_t size) noexcept {
  try {
    static const NodeMask& nodes = *new NodeMask(nodes_of(topology().units)); // never destroyed
    if (has_several(nodes)) {
      spread(memory, size, nodes);
    }
  } catch (const std::bad_alloc&) {
    return; // then the pages are where they are touched
  }
}

} // namespace host
