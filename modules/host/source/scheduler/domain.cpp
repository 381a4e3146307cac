// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/domain.h"

#include "scheduler/shard.h"

#include <algorithm>
#include <atomic>

namespace host {
namespace {

uint64_t next_serial() {
  static std::atomic<uint64_t> last = 0;
  return ++last;
}

} // namespace

Domain::Domain(uint32_t slots, std::span<const uint32_t> slot_indices, CpuSet bind_to,
               Priority among_others)
    : bound_to(std::move(bind_to)), serial(bound_to.empty() ? 0 : next_serial()),
      rank(among_others), slot_count(slots), tasks(std::make_unique<DomainTasks[]>(shard_count)) {
  if (!slot_indices.empty()) {
    allowed.resize(*std::max_element(slot_indices.begin(), slot_indices.end()) + 1);
  }
  for (uint32_t index : slot_indices) {
    allowed[index] = true;
  }
}

} // namespace host
