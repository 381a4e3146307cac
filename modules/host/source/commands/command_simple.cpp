// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands with little work of their own, and callbacks of the application.
#include "commands/command_buffer.h"

using namespace host;

namespace {

class UserCallback final : public Command {
public:
  UserCallback(mux_user_callback_t given, void* given_data) : function(given), data(given_data) {}

  Plan plan(uint32_t) override { return {}; }
  mux_result_t execute(uint64_t, Slot&, const uint32_t*) override {
    function(buffer->queue, buffer, data);
    return mux_success;
  }
  Command* clone(Arena& arena) const override {
    void* memory = arena.take(sizeof(UserCallback), alignof(UserCallback));
    return memory ? ::new (memory) UserCallback(function, data) : nullptr;
  }

private:
  mux_user_callback_t function;
  void* data;
};

} // namespace

extern "C" mux_result_t hostCommandUserCallback(mux_command_buffer_t command_buffer,
                                                mux_user_callback_t function, void* user_data,
                                                const mux_command_info_t* info,
                                                mux_sync_point_t* out_sync_point) {
  auto& buffer = cast<CommandBuffer>(command_buffer);
  return buffer.add(buffer.make<UserCallback>(function, user_data), info, out_sync_point);
}

// Memory is where it is: hints and migrations move nothing, but take their place in the order.
extern "C" mux_result_t hostCommandPrefetchAddress(mux_command_buffer_t command_buffer, const void*,
                                                   uint64_t, const mux_command_info_t* info,
                                                   mux_sync_point_t* out_sync_point) {
  auto& buffer = cast<CommandBuffer>(command_buffer);
  return buffer.add(buffer.make<Nothing>(), info, out_sync_point);
}

extern "C" mux_result_t hostCommandMigrateAddress(mux_command_buffer_t command_buffer, const void*,
                                                  uint64_t, mux_side_e,
                                                  const mux_command_info_t* info,
                                                  mux_sync_point_t* out_sync_point) {
  auto& buffer = cast<CommandBuffer>(command_buffer);
  return buffer.add(buffer.make<Nothing>(), info, out_sync_point);
}

extern "C" mux_result_t hostCommandAdviseAddress(mux_command_buffer_t command_buffer, const void*,
                                                 uint64_t, mux_advice_e,
                                                 const mux_command_info_t* info,
                                                 mux_sync_point_t* out_sync_point) {
  auto& buffer = cast<CommandBuffer>(command_buffer);
  return buffer.add(buffer.make<Nothing>(), info, out_sync_point);
}
