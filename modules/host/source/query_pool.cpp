// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "commands/command_buffer.h"
#include "cpu/counters.h"
#include "threads/clock.h"

#include <algorithm>
#include <cstring>
#include <memory>

using namespace host;

namespace {

/// One query. Commands write it, ordered by the application.
struct Result {
  mux_query_duration_t duration = {};
  uint64_t count = 0;
  bool counting = false;
};

/// Queries of durations, or of counters: then query i counts counter i.
struct QueryPool : mux_query_pool_s {
  QueryPool(mux_query_type_e given_type, uint32_t given_count, Result* given) : results(given) {
    type = given_type;
    count = given_count;
    std::uninitialized_fill_n(results, count, Result{});
  }
  ~QueryPool() {
    for (uint32_t i = 0; i < count; ++i) {
      stop(i);
    }
  }

  void begin(uint32_t i, uint64_t time) {
    Result& result = results[i];
    result.duration.start = time;
    if (type == mux_query_type_counter && !result.counting) {
      begin_counting();
      result.counting = true;
      result.count = 0 - counted(i); // the difference is made at the end
    }
  }
  void end(uint32_t i, uint64_t time) {
    results[i].duration.end = time;
    if (results[i].counting) {
      results[i].count += counted(i);
      stop(i);
    }
  }
  void reset(uint32_t i) {
    stop(i);
    results[i] = {};
  }
  /// The result that users get.
  [[nodiscard]] const void* value(uint32_t i) const {
    const Result& result = results[i];
    return type == mux_query_type_counter ? static_cast<const void*>(&result.count)
                                          : &result.duration;
  }

  Result* results;

private:
  void stop(uint32_t i) {
    if (results[i].counting) {
      results[i].counting = false;
      end_counting();
    }
  }
};

/// Begins, ends or resets a range of queries.
class Query final : public Command {
public:
  enum class Action { begin, end, reset };
  Query(QueryPool& given, uint32_t first_query, uint32_t query_count, Action wanted)
      : pool(given), first(first_query), count(query_count), action(wanted) {}

  Plan plan(uint32_t) override { return {}; }
  mux_result_t execute(uint64_t, Slot&, const uint32_t*) override {
    const uint64_t time = now();
    for (uint32_t i = first; i < first + count; ++i) {
      switch (action) {
      case Action::begin:
        pool.begin(i, time);
        break;
      case Action::end:
        pool.end(i, time);
        break;
      case Action::reset:
        pool.reset(i);
        break;
      }
    }
    return mux_success;
  }
  Command* clone(Arena& arena) const override {
    void* memory = arena.take(sizeof(Query), alignof(Query));
    return memory ? ::new (memory) Query(pool, first, count, action) : nullptr;
  }

private:
  QueryPool& pool;
  uint32_t first, count;
  Action action;
};

mux_result_t record(mux_command_buffer_t handle, mux_query_pool_t pool, uint32_t index,
                    uint32_t count, Query::Action action, const mux_command_info_t* info,
                    mux_sync_point_t* out_sync_point) {
  auto& buffer = cast<CommandBuffer>(handle);
  auto& queries = cast<QueryPool>(pool);
  return buffer.add(buffer.make<Query>(queries, index, count, action), info, out_sync_point);
}

} // namespace

extern "C" mux_result_t hostGetQueryCounters(mux_device_t, uint64_t capacity,
                                             mux_query_counter_t* out_counters,
                                             uint64_t* out_length) {
  const auto counters = counter_source().counters;
  if (out_counters != nullptr) {
    std::copy_n(counters.begin(), std::min<uint64_t>(capacity, counters.size()), out_counters);
  }
  if (out_length != nullptr) {
    *out_length = counters.size();
  }
  return mux_success;
}

extern "C" mux_result_t hostCreateQueryPool(mux_device_t, mux_query_type_e type, uint32_t count,
                                            mux_allocator_info_t allocator,
                                            mux_query_pool_t* out_query_pool) {
  void* results = allocator.allocate(allocator.user_data, count * sizeof(Result), alignof(Result));
  if (results == nullptr) {
    return mux_error_out_of_memory;
  }
  auto* pool = create<QueryPool>(allocator, mux_object_type_query_pool, type, count,
                                 static_cast<Result*>(results));
  if (pool == nullptr) {
    allocator.free(allocator.user_data, results);
    return mux_error_out_of_memory;
  }
  *out_query_pool = pool;
  return mux_success;
}

extern "C" mux_result_t hostDestroyQueryPool(mux_device_t, mux_query_pool_t handle,
                                             mux_allocator_info_t allocator) {
  auto& pool = cast<QueryPool>(handle);
  void* results = pool.results;
  destroy(allocator, pool);
  allocator.free(allocator.user_data, results);
  return mux_success;
}

extern "C" mux_result_t hostGetQueryResults(mux_device_t, mux_query_pool_t handle, uint32_t index,
                                            uint32_t count, uint64_t stride, uint64_t,
                                            void* out_data) {
  const auto& pool = cast<QueryPool>(handle);
  const size_t size =
      pool.type == mux_query_type_counter ? sizeof(uint64_t) : sizeof(mux_query_duration_t);
  for (uint32_t i = 0; i < count; ++i) {
    std::memcpy(static_cast<std::byte*>(out_data) + i * stride, pool.value(index + i), size);
  }
  return mux_success;
}

extern "C" mux_result_t hostCommandBeginQuery(mux_command_buffer_t command_buffer,
                                              mux_query_pool_t query_pool, uint32_t index,
                                              uint32_t count, const mux_command_info_t* info,
                                              mux_sync_point_t* out_sync_point) {
  return record(command_buffer, query_pool, index, count, Query::Action::begin, info,
                out_sync_point);
}

extern "C" mux_result_t hostCommandEndQuery(mux_command_buffer_t command_buffer,
                                            mux_query_pool_t query_pool, uint32_t index,
                                            uint32_t count, const mux_command_info_t* info,
                                            mux_sync_point_t* out_sync_point) {
  return record(command_buffer, query_pool, index, count, Query::Action::end, info, out_sync_point);
}

extern "C" mux_result_t hostCommandResetQueryPool(mux_command_buffer_t command_buffer,
                                                  mux_query_pool_t query_pool, uint32_t index,
                                                  uint32_t count, const mux_command_info_t* info,
                                                  mux_sync_point_t* out_sync_point) {
  return record(command_buffer, query_pool, index, count, Query::Action::reset, info,
                out_sync_point);
}
