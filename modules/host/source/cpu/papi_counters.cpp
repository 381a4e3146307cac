// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/papi_counters.h"

#if defined(LANEWISE_PAPI)
#include <papi.h>
#include <pthread.h>
#include <vector>
#endif

namespace host {

#if defined(LANEWISE_PAPI)

namespace {

/// PAPI's names, and ours. The first are the most wanted: a CPU counts only so many at once.
struct PapiEvent {
  const char* event;
  mux_query_counter_t counter;
};
constexpr PapiEvent rows[max_counters] = {
    {"PAPI_TOT_CYC", {"cycles", "cycles"}},
    {"PAPI_TOT_INS", {"instructions", "instructions"}},
    {"PAPI_L3_TCM", {"third-level cache misses", "lines"}},
    {"PAPI_L2_TCM", {"second-level cache misses", "lines"}},
    {"PAPI_L1_DCM", {"first-level data cache misses", "lines"}},
    {"PAPI_BR_MSP", {"mispredicted branches", "branches"}},
    {"PAPI_TLB_DM", {"data address misses", "pages"}},
    {"PAPI_BR_INS", {"branches", "branches"}},
    {"PAPI_FP_OPS", {"floating-point operations", "operations"}},
    {"PAPI_VEC_INS", {"vector instructions", "instructions"}},
    {"PAPI_LD_INS", {"loads", "instructions"}},
    {"PAPI_SR_INS", {"stores", "instructions"}},
};

/// The rows that this machine has. Written once, by papi_counters; never destroyed, as threads may
/// still count while the process exits.
struct Found {
  std::vector<const char*> events;
  std::vector<mux_query_counter_t> counters;
};
Found& found() {
  static Found& rows_here = *new Found;
  return rows_here;
}

bool counts(int set, std::vector<long long> values) {
  return PAPI_start(set) == PAPI_OK && PAPI_stop(set, values.data()) == PAPI_OK;
}

/// Keeps each row with which those before it still count.
void find_events() {
  int set = PAPI_NULL;
  if (PAPI_create_eventset(&set) != PAPI_OK) {
    return;
  }
  for (const PapiEvent& row : rows) {
    int code = 0;
    if (PAPI_event_name_to_code(row.event, &code) != PAPI_OK || PAPI_query_event(code) != PAPI_OK ||
        PAPI_add_event(set, code) != PAPI_OK) {
      continue;
    }
    if (counts(set, std::vector<long long>(found().events.size() + 1))) {
      found().events.push_back(row.event);
      found().counters.push_back(row.counter);
    } else {
      PAPI_remove_event(set, code);
    }
  }
  PAPI_cleanup_eventset(set);
  PAPI_destroy_eventset(&set);
}

/// The events of one thread, counting from its first part on until it ends.
class ThreadEvents {
public:
  ThreadEvents() noexcept {
    if (PAPI_create_eventset(&set) != PAPI_OK) {
      return;
    }
    bool added = true;
    for (const char* event : found().events) {
      added = added && PAPI_add_named_event(set, event) == PAPI_OK;
    }
    running = added && PAPI_start(set) == PAPI_OK;
  }
  ThreadEvents(const ThreadEvents&) = delete;
  ~ThreadEvents() {
    long long values[max_counters];
    if (running) {
      PAPI_stop(set, values);
    }
    if (set != PAPI_NULL) {
      PAPI_cleanup_eventset(set);
      PAPI_destroy_eventset(&set);
    }
    PAPI_unregister_thread();
  }
  bool read(Counts& out) const {
    long long values[max_counters] = {};
    if (!running || PAPI_read(set, values) != PAPI_OK) {
      return false;
    }
    for (size_t i = 0; i < max_counters; ++i) {
      out[i] = static_cast<uint64_t>(values[i]);
    }
    return true;
  }

private:
  int set = PAPI_NULL;
  bool running = false;
};

bool read_papi(Counts& out) {
  static thread_local const ThreadEvents own;
  return own.read(out);
}

} // namespace

CounterSource papi_counters() {
  if (PAPI_library_init(PAPI_VER_CURRENT) != PAPI_VER_CURRENT ||
      PAPI_thread_init([] { return static_cast<unsigned long>(pthread_self()); }) != PAPI_OK) {
    return {};
  }
  find_events();
  return {found().counters, read_papi};
}

#else

CounterSource papi_counters() { return {}; }

#endif

} // namespace host
