// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"

#include <numeric>

namespace {

using namespace mux_test;

class CommandFill : public DeviceTest {};

TEST_P(CommandFill, repeatsPatternsOfEverySize) {
  std::vector<uint8_t> pattern(mux_max_pattern);
  std::iota(pattern.begin(), pattern.end(), uint8_t(1));
  for (uint64_t length = 1; length <= mux_max_pattern; ++length) {
    void* data = nullptr;
    const uint64_t repeats = length % 16 == 0 ? 40000 : 300;
    const uint64_t size = (repeats + 2) * length;
    const mux_buffer_t buffer = make_buffer(size, &data);
    auto* bytes = static_cast<uint8_t*>(data);
    std::fill_n(bytes, size, uint8_t(0xEE));
    const mux_command_buffer_t commands = make_command_buffer();
    ASSERT_EQ(muxCommandFillBuffer(commands, buffer, length, repeats * length, pattern.data(),
                                   length, nullptr, nullptr),
              mux_success);
    ASSERT_EQ(run(commands), mux_success);
    for (uint64_t i = 0; i < size; ++i) {
      const bool outside = i < length || i >= size - length;
      ASSERT_EQ(bytes[i], outside ? 0xEE : pattern[i % length]) << length << ": " << i;
    }
  }
}

TEST_P(CommandFill, copiesThePatternWhenRecorded) {
  std::vector<uint32_t> data(64);
  const mux_command_buffer_t commands = make_command_buffer();
  uint32_t pattern = 0xABCD1234;
  ASSERT_EQ(muxCommandFillAddress(commands, data.data(), 256, &pattern, 4, nullptr, nullptr),
            mux_success);
  ASSERT_EQ(muxCommandFillAddress(commands, data.data(), 0, &pattern, 4, nullptr, nullptr),
            mux_success);
  pattern = 0;
  ASSERT_EQ(run(commands), mux_success);
  EXPECT_EQ(data, std::vector<uint32_t>(64, 0xABCD1234));
}

TEST_P(CommandFill, wrongParameters) {
  const mux_buffer_t buffer = make_buffer(256);
  const mux_command_buffer_t commands = make_command_buffer();
  const uint64_t pattern[32] = {};
  const auto fill = [&](uint64_t offset, uint64_t size, uint64_t length) {
    return muxCommandFillBuffer(commands, buffer, offset, size, pattern, length, nullptr, nullptr);
  };
  EXPECT_EQ(fill(0, 256, 0), mux_error_invalid_value);
  EXPECT_EQ(fill(0, 129, 129), mux_error_invalid_value);
  EXPECT_EQ(fill(0, 256 + 8, 8), mux_error_invalid_value);
  EXPECT_EQ(fill(4, 8, 8), mux_error_invalid_value);
  EXPECT_EQ(fill(8, 12, 8), mux_error_invalid_value);
  EXPECT_EQ(fill(0, 0, 8), mux_error_invalid_value);
  EXPECT_EQ(fill(256, 8, 8), mux_error_invalid_value);
  EXPECT_EQ(fill(248, 8, 8), mux_success);
  EXPECT_EQ(muxCommandFillBuffer(commands, buffer, 0, 8, nullptr, 8, nullptr, nullptr),
            mux_error_null_pointer);
  EXPECT_EQ(muxCommandFillAddress(commands, nullptr, 8, pattern, 8, nullptr, nullptr),
            mux_error_null_pointer);
}

INSTANTIATE_TEST_SUITE_P(Devices, CommandFill, testing::ValuesIn(all_devices()), device_name);

} // namespace
