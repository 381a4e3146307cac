// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "binary/container.h"

#include <gtest/gtest.h>

namespace {

binary::Program sample() {
  binary::Program program;
  program.device = "host";
  program.options = "-DN=4";
  program.log = "warning: hello\n";
  binary::Kernel& kernel = program.kernels.emplace_back();
  kernel.name = "copy";
  kernel.entry = "copy.entry";
  kernel.required_local_size = {8, 1, 1};
  kernel.local_bytes = 256;
  kernel.scratch_per_item = 24;
  kernel.scratch_per_row = 40;
  kernel.sub_group_sizes = {8, 16};
  kernel.prints = 1;
  kernel.arguments.push_back({binary::ArgumentKind::pointer, binary::AddressSpace::global,
                              binary::Access::none, binary::qualifier_const, 8, 8, "out",
                              "float*"});
  kernel.arguments.push_back(
      {.size = 4, .alignment = 4, .name = "n", .type_name = "int", .governs = 1});
  program.printf_calls.push_back({"%d %s\n", {4, 8}, {"text"}});
  program.variables.push_back({"counter", 0, 4, {1, 0, 0, 0}});
  program.ir = {'B', 'C', 0xC0, 0xDE};
  program.payloads.push_back({"elf", "x86_64", "x86-64-v3", "", {1, 2, 3}});
  return program;
}

TEST(Container, readsBackWhatWasWritten) {
  const auto program = sample();
  const auto read = binary::read(binary::write(program));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(*read, program);
  EXPECT_EQ(binary::write(*read), binary::write(program));
}

TEST(Container, emptyProgramOfEachKind) {
  for (auto kind : {binary::Kind::object, binary::Kind::library, binary::Kind::executable}) {
    binary::Program program;
    program.kind = kind;
    const auto read = binary::read(binary::write(program));
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(read->kind, kind);
  }
}

TEST(Container, refusedWhereverItIsCut) {
  const auto whole = binary::write(sample());
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(binary::read(binary::bytes_view(whole).first(size))) << size;
  }
}

TEST(Container, refusedWithAnyBitFlipped) {
  auto data = binary::write(sample());
  for (size_t i = 0; i < data.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      data[i] ^= uint8_t(1 << bit);
      EXPECT_FALSE(binary::read(data)) << "byte " << i << ", bit " << bit;
      data[i] ^= uint8_t(1 << bit);
    }
  }
}

TEST(Container, refusedWithSomethingBehindIt) {
  auto data = binary::write(sample());
  data.resize(data.size() + 16);
  EXPECT_FALSE(binary::read(data));
}

TEST(Container, refusesArgumentsNoKernelCanHave) {
  auto program = sample();
  program.kernels[0].arguments[0].alignment = 3;
  EXPECT_FALSE(binary::read(binary::write(program)));
  program = sample();
  program.kernels[0].arguments[0].kind = binary::ArgumentKind(77);
  EXPECT_FALSE(binary::read(binary::write(program)));
}

TEST(Container, errorsSayWhatIsWrong) {
  const std::string text = "hello";
  EXPECT_EQ(binary::read({reinterpret_cast<const uint8_t*>(text.data()), text.size()}).error(),
            "not a Lanewise program binary");
  auto data = binary::write(sample());
  data[4] = 9;
  EXPECT_EQ(binary::read(data).error(), "program binary has format version 9, expected " +
                                            std::to_string(binary::format_version));
}

} // namespace
