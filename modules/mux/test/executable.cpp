// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"
#include "test_kernels.h"

#include <functional>

namespace {

using namespace mux_test;

class Executable : public DeviceTest {
protected:
  mux_result_t load(binary::bytes_view bytes) {
    mux_executable_t executable = nullptr;
    const mux_result_t result =
        muxCreateExecutable(device, bytes.data(), bytes.size(), allocator, &executable);
    if (result == mux_success) {
      EXPECT_EQ(muxDestroyExecutable(device, executable, allocator), mux_success);
    }
    return result;
  }
  mux_result_t load_changed(const std::function<void(binary::Program&)>& change) {
    auto program = binary::read(test_binary(GetParam()->id));
    change(*program);
    return load(binary::write(*program));
  }
};

TEST_P(Executable, isLoaded) {
  const mux_executable_t executable = make_executable();
  EXPECT_EQ(executable->kernels_length, test_kernels::program().kernels.size());
  EXPECT_EQ(executable->variables_size, 0u);
}

TEST_P(Executable, damagedBinaries) {
  EXPECT_EQ(load({}), mux_error_invalid_value);
  const auto whole = test_binary(GetParam()->id);
  for (size_t size = 1; size < whole.size(); size += 1 + size / 7) {
    EXPECT_EQ(load(binary::bytes_view(whole).first(size)), mux_error_invalid_binary) << size;
  }
  auto changed = whole;
  for (size_t i = 0; i < changed.size(); i += 1 + changed.size() / 97) {
    changed[i] ^= 0x10;
    EXPECT_EQ(load(changed), mux_error_invalid_binary) << i;
    changed[i] ^= 0x10;
  }
  EXPECT_EQ(load(changed), mux_success);
}

TEST_P(Executable, soundBinariesThatAreNotForUs) {
  EXPECT_EQ(load_changed([](auto& p) { p.kind = binary::Kind::object; }), mux_error_invalid_binary);
  EXPECT_EQ(load_changed([](auto& p) { p.payloads.clear(); }), mux_error_unsupported_binary);
  EXPECT_EQ(load_changed([](auto& p) { p.payloads[0].format = "paper"; }),
            mux_error_unsupported_binary);
  EXPECT_EQ(load_changed([](auto& p) { p.payloads[0].triple = "z80"; }),
            mux_error_unsupported_binary);
  EXPECT_EQ(load_changed([](auto& p) { p.payloads[0].cpu = "abacus"; }),
            mux_error_unsupported_binary);
  EXPECT_EQ(load_changed([](auto& p) { p.payloads[0].features = "+time-travel"; }),
            mux_error_unsupported_binary);
}

TEST_P(Executable, codeThatIsNotWhatTheContainerSays) {
  EXPECT_EQ(load_changed([](auto& p) { p.payloads[0].code = {1, 2, 3}; }),
            mux_error_invalid_binary);
  EXPECT_EQ(load_changed([](auto& p) { p.kernels[0].entry = "nowhere"; }),
            mux_error_invalid_binary);
}

TEST_P(Executable, choosesAPayloadThatRunsHere) {
  EXPECT_EQ(load_changed([](auto& p) {
              binary::Payload other = p.payloads[0];
              other.cpu = "from the future";
              other.code = {0};
              p.payloads.insert(p.payloads.begin(), other);
            }),
            mux_success);
}

TEST_P(Executable, partsMayNeedOtherFeatures) {
  if (binary::read(test_binary(GetParam()->id))->payloads[0].format != "elf") {
    GTEST_SKIP() << "only code of CPUs has features beside those of its level";
  }
  const auto with_part = [](const std::string& features, bool is_sound) {
    return [=](binary::Program& program) {
      binary::Payload other = program.payloads[0];
      other.features = features;
      if (!is_sound) {
        other.code = {1, 2, 3};
      }
      program.payloads.push_back(other);
    };
  };
  EXPECT_EQ(load_changed(with_part("-time-travel", true)), mux_success);
  EXPECT_EQ(load_changed(with_part("-time-travel", false)), mux_error_invalid_binary)
      << "the part is not loaded";
  EXPECT_EQ(load_changed(with_part("+time-travel", true)), mux_error_unsupported_binary);
}

TEST_P(Executable, sizeOfVariables) {
  auto program = *binary::read(test_binary(GetParam()->id));
  program.variables.push_back({"a", 0, 4, {}});
  program.variables.push_back({"b", 128, 16, {}});
  const auto bytes = binary::write(program);
  mux_executable_t executable = nullptr;
  ASSERT_EQ(muxCreateExecutable(device, bytes.data(), bytes.size(), allocator, &executable),
            mux_success);
  EXPECT_EQ(executable->variables_size, 144u);
  EXPECT_EQ(muxDestroyExecutable(device, executable, allocator), mux_success);
}

TEST_P(Executable, wrongParameters) {
  const auto bytes = test_binary(GetParam()->id);
  mux_executable_t executable = nullptr;
  EXPECT_EQ(muxCreateExecutable(device, nullptr, 5, allocator, &executable),
            mux_error_null_pointer);
  EXPECT_EQ(muxCreateExecutable(device, bytes.data(), bytes.size(), allocator, nullptr),
            mux_error_null_pointer);
  allocator.left = 0;
  EXPECT_EQ(muxCreateExecutable(device, bytes.data(), bytes.size(), allocator, &executable),
            mux_error_out_of_memory);
  allocator.left = INT64_MAX;
  EXPECT_EQ(muxDestroyExecutable(device, nullptr, allocator), mux_error_null_pointer);
}

INSTANTIATE_TEST_SUITE_P(Devices, Executable, testing::ValuesIn(all_devices()), device_name);

} // namespace
