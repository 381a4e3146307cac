// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command_buffer.h"
#include "scheduler/clock.h"

#include <algorithm>
#include <cstring>

using namespace host;

namespace {

/// Durations; the host has no other queries. Commands write it, ordered by the application.
struct QueryPool : mux_query_pool_s {
  QueryPool(uint32_t given_count, mux_query_duration_t* given) : results(given) {
    type = mux_query_type_duration;
    count = given_count;
    std::fill_n(results, count, mux_query_duration_t{});
  }
  mux_query_duration_t* results;
};

/// Sets members of a range of results, each to a number or to the time.
class Query final : public Command {
public:
  enum class Action { begin, end, reset };
  Query(std::span<mux_query_duration_t> given, Action wanted) : results(given), action(wanted) {}

  Plan plan(uint32_t) const override { return {}; }
  mux_result_t execute(uint64_t, Slot&, const uint32_t*) override {
    const uint64_t time = now();
    for (mux_query_duration_t& result : results) {
      switch (action) {
      case Action::begin:
        result.start = time;
        break;
      case Action::end:
        result.end = time;
        break;
      case Action::reset:
        result = {};
        break;
      }
    }
    return mux_success;
  }
  Command* clone(Arena& arena) const override {
    void* memory = arena.take(sizeof(Query), alignof(Query));
    return memory ? ::new (memory) Query(results, action) : nullptr;
  }

private:
  std::span<mux_query_duration_t> results;
  Action action;
};

mux_result_t record(mux_command_buffer_t handle, mux_query_pool_t pool, uint32_t index,
                    uint32_t count, Query::Action action, const mux_command_info_t* info,
                    mux_sync_point_t* out_sync_point) {
  auto& buffer = cast<CommandBuffer>(handle);
  const std::span results(cast<QueryPool>(pool).results + index, count);
  return buffer.add(buffer.make<Query>(results, action), info, out_sync_point);
}

} // namespace

extern "C" mux_result_t hostGetQueryCounters(mux_device_t, uint64_t, mux_query_counter_t*,
                                             uint64_t* out_length) {
  if (out_length != nullptr) {
    *out_length = 0;
  }
  return mux_success;
}

extern "C" mux_result_t hostCreateQueryPool(mux_device_t, mux_query_type_e, uint32_t count,
                                            mux_allocator_info_t allocator,
                                            mux_query_pool_t* out_query_pool) {
  void* results = allocator.allocate(allocator.user_data, count * sizeof(mux_query_duration_t),
                                     alignof(mux_query_duration_t));
  if (results == nullptr) {
    return mux_error_out_of_memory;
  }
  auto* pool = create<QueryPool>(allocator, mux_object_type_query_pool, count,
                                 static_cast<mux_query_duration_t*>(results));
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
  allocator.free(allocator.user_data, pool.results);
  destroy(allocator, pool);
  return mux_success;
}

extern "C" mux_result_t hostGetQueryResults(mux_device_t, mux_query_pool_t handle, uint32_t index,
                                            uint32_t count, uint64_t stride, uint64_t,
                                            void* out_data) {
  const auto& pool = cast<QueryPool>(handle);
  for (uint32_t i = 0; i < count; ++i) {
    std::memcpy(static_cast<std::byte*>(out_data) + i * stride, &pool.results[index + i],
                sizeof(mux_query_duration_t));
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
