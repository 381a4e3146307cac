// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"

namespace {

using namespace mux_test;

/// Prefetch and advice change nothing that could be seen, but must be accepted and take part in
/// the order of commands.
class CommandHint : public DeviceTest {};

TEST_P(CommandHint, isAcceptedAndCompletes) {
  char bytes[64] = {};
  int completed = 0;
  mux_command_info_t info = {};
  info.callback = [](const mux_command_report_t* report, void* data) {
    *static_cast<int*>(data) += report->stage == mux_command_stage_complete ? 1 : 0;
  };
  info.user_data = &completed;
  const mux_command_buffer_t commands = make_command_buffer();
  EXPECT_EQ(muxCommandPrefetchAddress(commands, bytes, 64, &info, nullptr), mux_success);
  EXPECT_EQ(muxCommandAdviseAddress(commands, bytes, 64, mux_advice_read_mostly, &info, nullptr),
            mux_success);
  EXPECT_EQ(run(commands), mux_success);
  EXPECT_EQ(completed, 2);
}

TEST_P(CommandHint, wrongParameters) {
  char bytes[64] = {};
  const mux_command_buffer_t commands = make_command_buffer();
  EXPECT_EQ(muxCommandPrefetchAddress(commands, nullptr, 64, nullptr, nullptr),
            mux_error_null_pointer);
  EXPECT_EQ(muxCommandPrefetchAddress(commands, bytes, 0, nullptr, nullptr),
            mux_error_invalid_value);
  const mux_result_t wrong_side =
      muxCommandMigrateAddress(commands, bytes, 64, mux_side_e(3), nullptr, nullptr);
  EXPECT_EQ(wrong_side, mux_error_invalid_value);
  EXPECT_EQ(muxCommandMigrateAddress(commands, nullptr, 64, mux_side_host, nullptr, nullptr),
            mux_error_null_pointer);
  EXPECT_EQ(muxCommandMigrateAddress(commands, bytes, 0, mux_side_host, nullptr, nullptr),
            mux_error_invalid_value);
  EXPECT_EQ(muxCommandAdviseAddress(commands, bytes, 64, mux_advice_e(50), nullptr, nullptr),
            mux_error_invalid_value);
}

INSTANTIATE_TEST_SUITE_P(Devices, CommandHint, testing::ValuesIn(all_devices()), device_name);

} // namespace
