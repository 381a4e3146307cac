// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands with little work of their own, and callbacks of the application.
#include "commands/command_buffer.h"
#include "mux/targets/cuda.h"

namespace cuda {
namespace {

class UserCallback final : public Command {
public:
  UserCallback(mux_user_callback_t given, void* given_data) : function(given), data(given_data) {}

  bool needs_thread(const Device&) const override { return true; }
  mux_result_t submit(CommandBuffer& buffer, Launches&) override {
    function(&buffer.owner().queue, &buffer, data);
    return mux_success;
  }
  CommandPointer clone(std::pmr::memory_resource& memory) const override {
    return make_command<UserCallback>(memory, *this);
  }

private:
  mux_user_callback_t function;
  void* data;
};

/// Takes its place in the order.
class Nothing final : public Command {
public:
  mux_result_t submit(CommandBuffer&, Launches&) override { return mux_success; }
  CommandPointer clone(std::pmr::memory_resource& memory) const override {
    return make_command<Nothing>(memory, *this);
  }
};

} // namespace
} // namespace cuda

using namespace cuda;

mux_result_t cudaCommandUserCallback(mux_command_buffer_t command_buffer,
                                     mux_user_callback_t function, void* user_data,
                                     const mux_command_info_t* info,
                                     mux_sync_point_t* out_sync_point) {
  return record<UserCallback>(command_buffer, info, out_sync_point, function, user_data);
}

// Shared memory moves by itself, page by page, to the side that touches it.
mux_result_t cudaCommandPrefetchAddress(mux_command_buffer_t command_buffer, const void*, uint64_t,
                                        const mux_command_info_t* info,
                                        mux_sync_point_t* out_sync_point) {
  return record<Nothing>(command_buffer, info, out_sync_point);
}

mux_result_t cudaCommandMigrateAddress(mux_command_buffer_t command_buffer, const void*, uint64_t,
                                       mux_side_e, const mux_command_info_t* info,
                                       mux_sync_point_t* out_sync_point) {
  return record<Nothing>(command_buffer, info, out_sync_point);
}

mux_result_t cudaCommandAdviseAddress(mux_command_buffer_t command_buffer, const void*, uint64_t,
                                      mux_advice_e, const mux_command_info_t* info,
                                      mux_sync_point_t* out_sync_point) {
  return record<Nothing>(command_buffer, info, out_sync_point);
}
