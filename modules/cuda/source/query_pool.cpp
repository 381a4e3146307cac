// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "commands/command_buffer.h"
#include "mux/targets/cuda.h"

#include <algorithm>
#include <cstring>

namespace cuda {
namespace {

struct QueryPool : mux_query_pool_s {
  QueryPool(uint32_t given_count, mux_allocator_info_t allocator)
      : memory(allocator), results(given_count, &memory) {
    type = mux_query_type_duration;
    count = given_count;
  }
  AllocatorMemory memory;
  std::pmr::vector<mux_query_duration_t> results; ///< commands write it, ordered by the application
};

/// Begins, ends or resets a range of queries, when the stream comes to it.
class Query final : public Command {
public:
  enum class Action { begin, end, reset };
  Query(QueryPool& given, uint32_t first_query, uint32_t query_count, Action wanted)
      : pool(given), first(first_query), count(query_count), action(wanted) {}

  bool wants_time() const override { return true; }
  mux_result_t submit(CommandBuffer&, Launches&) override { return mux_success; }
  mux_result_t finish(Device&, mux_result_t result, uint64_t time) override {
    for (uint32_t i = first; i < first + count; ++i) {
      mux_query_duration_t& one = pool.results[i];
      switch (action) {
      case Action::begin:
        one.start = time;
        break;
      case Action::end:
        one.end = time;
        break;
      case Action::reset:
        one = {};
        break;
      }
    }
    return result;
  }
  CommandPointer clone(std::pmr::memory_resource& memory) const override {
    return make_command<Query>(memory, *this);
  }

private:
  QueryPool& pool;
  uint32_t first, count;
  Action action;
};

} // namespace
} // namespace cuda

using namespace cuda;

mux_result_t cudaGetQueryCounters(mux_device_t, uint64_t, mux_query_counter_t*,
                                  uint64_t* out_length) {
  if (out_length != nullptr) {
    *out_length = 0;
  }
  return mux_success;
}

mux_result_t cudaCreateQueryPool(mux_device_t, mux_query_type_e, uint32_t count,
                                 mux_allocator_info_t allocator, mux_query_pool_t* out_query_pool) {
  auto* pool = create<QueryPool>(allocator, mux_object_type_query_pool, count, allocator);
  *out_query_pool = pool;
  return pool != nullptr ? mux_success : mux_error_out_of_memory;
}

mux_result_t cudaDestroyQueryPool(mux_device_t, mux_query_pool_t pool,
                                  mux_allocator_info_t allocator) {
  destroy(allocator, cast<QueryPool>(pool));
  return mux_success;
}

mux_result_t cudaGetQueryResults(mux_device_t, mux_query_pool_t handle, uint32_t index,
                                 uint32_t count, uint64_t stride, uint64_t, void* out_data) {
  const auto& pool = cast<QueryPool>(handle);
  for (uint32_t i = 0; i < count; ++i) {
    std::memcpy(static_cast<char*>(out_data) + i * stride, &pool.results[index + i],
                sizeof(mux_query_duration_t));
  }
  return mux_success;
}

mux_result_t cudaCommandBeginQuery(mux_command_buffer_t command_buffer, mux_query_pool_t pool,
                                   uint32_t index, uint32_t count, const mux_command_info_t* info,
                                   mux_sync_point_t* out_sync_point) {
  return record<Query>(command_buffer, info, out_sync_point, cast<QueryPool>(pool), index, count,
                       Query::Action::begin);
}

mux_result_t cudaCommandEndQuery(mux_command_buffer_t command_buffer, mux_query_pool_t pool,
                                 uint32_t index, uint32_t count, const mux_command_info_t* info,
                                 mux_sync_point_t* out_sync_point) {
  return record<Query>(command_buffer, info, out_sync_point, cast<QueryPool>(pool), index, count,
                       Query::Action::end);
}

mux_result_t cudaCommandResetQueryPool(mux_command_buffer_t command_buffer, mux_query_pool_t pool,
                                       uint32_t index, uint32_t count,
                                       const mux_command_info_t* info,
                                       mux_sync_point_t* out_sync_point) {
  return record<Query>(command_buffer, info, out_sync_point, cast<QueryPool>(pool), index, count,
                       Query::Action::reset);
}
