// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/counters.h"

#include "cpu/papi_counters.h"

#include <atomic>

namespace host {
namespace {

const CounterSource* replacement = nullptr;
std::atomic<uint32_t> wanted = 0; ///< pairs of begin_counting and end_counting that are open
std::array<std::atomic<uint64_t>, max_counters> totals = {};

} // namespace

const CounterSource& counter_source() {
  static const CounterSource source = replacement ? *replacement : papi_counters();
  return source;
}

void replace_counter_source(const CounterSource& source) { replacement = &source; }

void begin_counting() { ++wanted; }
void end_counting() { --wanted; }
uint64_t counted(size_t counter) { return totals[counter]; }

CountedPart::CountedPart() noexcept
    : counts(wanted.load(std::memory_order_relaxed) != 0 && counter_source().read(before)) {}

CountedPart::~CountedPart() {
  Counts after = {};
  if (counts && counter_source().read(after)) {
    for (size_t i = 0; i < counter_source().counters.size(); ++i) {
      totals[i] += after[i] - before[i];
    }
  }
}

} // namespace host
