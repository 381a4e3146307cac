// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "binary/container.h"

#include "binary/stream.h"
#include "container_of.h"

#include <gtest/gtest.h>

#include <sys/resource.h>

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
  kernel.required_sub_group_size = 8;
  kernel.prints = 1;
  kernel.non_uniform = 1;
  kernel.long_work_items = 1;
  kernel.waiting_loops = 1;
  kernel.quick_form = 1;
  kernel.rows_of_groups = 1;
  kernel.arguments.push_back({binary::ArgumentKind::pointer, binary::AddressSpace::global,
                              binary::Access::none, binary::qualifier_const, 8, 8, "out",
                              "float*"});
  kernel.arguments.push_back(
      {.size = 4, .alignment = 4, .name = "n", .type_name = "int", .governing = {{0, 4}}});
  program.printf_calls.push_back({"%d %s\n", {4, 8}, {"text"}});
  program.variables.push_back({"counter", 0, 4, {1, 0, 0, 0}});
  program.variables.push_back({"pointer", 8, 16, {}, {{8, 0}}, "_Z7pointer"});
  program.functions.push_back({"add", 0x8123456789abcdef});
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

/// Each change alone makes a sample that is refused.
template <typename Change> void expect_refused(const char* what, Change&& change) {
  auto program = sample();
  change(program);
  EXPECT_FALSE(binary::read(binary::write(program))) << what;
}

TEST(Container, refusesSizesOfGroupsThatDivideByZeroOrOverflow) {
  for (const auto& size : std::vector<std::array<uint64_t, 3>>{
           {4, 0, 1}, {0, 4, 1}, {4, 1, 0}, {uint64_t(1) << 63, 2, 1}, {UINT64_MAX, 1, 1}}) {
    expect_refused("required", [&](auto& p) { p.kernels[0].required_local_size = size; });
    expect_refused("hint", [&](auto& p) { p.kernels[0].local_size_hint = size; });
  }
  for (const uint64_t bad : {uint64_t(0), UINT64_MAX}) {
    expect_refused("multiple", [&](auto& p) { p.kernels[0].preferred_multiple = bad; });
  }
  expect_refused("sub-group", [](auto& p) { p.kernels[0].sub_group_sizes = {8, UINT64_MAX}; });
  expect_refused("required", [](auto& p) { p.kernels[0].required_sub_group_size = UINT64_MAX; });
}

TEST(Container, refusesMemoryThatWrapsAround) {
  for (const uint64_t bad : {UINT64_MAX, uint64_t(1) << 61}) {
    expect_refused("local", [&](auto& p) { p.kernels[0].local_bytes = bad; });
    expect_refused("private", [&](auto& p) { p.kernels[0].private_bytes = bad; });
    expect_refused("fixed", [&](auto& p) { p.kernels[0].scratch_fixed = bad; });
    expect_refused("per item", [&](auto& p) { p.kernels[0].scratch_per_item = bad; });
    expect_refused("per row", [&](auto& p) { p.kernels[0].scratch_per_row = bad; });
    expect_refused("variable's offset", [&](auto& p) { p.variables[0].offset = bad; });
    expect_refused("variable's size", [&](auto& p) { p.variables[0].size = bad; });
  }
  expect_refused("variable's start", [](auto& p) { p.variables[0].initial.resize(5); });
  for (const uint64_t bad : {uint64_t(9), UINT64_MAX}) {
    expect_refused("address", [&](auto& p) { p.variables[1].addresses[0].offset = bad; });
  }
  expect_refused("address", [](auto& p) { p.variables[0].addresses = {{0, 0}}; });
  expect_refused("printf", [](auto& p) { p.printf_calls[0].argument_sizes = {1u << 31}; });
}

TEST(Container, refusesIntegersThatAreNoPartOfTheirArgument) {
  for (const binary::ArgumentPart bad :
       {binary::ArgumentPart{0, 0}, {0, 5}, {1, 4}, {4, 1}, {UINT32_MAX, 4}}) {
    expect_refused("part", [&](auto& p) { p.kernels[0].arguments[1].governing = {bad}; });
  }
}

TEST(Container, refusesArgumentsOfAnotherSizeThanTheirKinds) {
  using binary::ArgumentKind;
  expect_refused("value", [](auto& p) { p.kernels[0].arguments[1].size = uint64_t(1) << 40; });
  for (const auto kind :
       {ArgumentKind::pointer, ArgumentKind::local, ArgumentKind::image, ArgumentKind::sampler}) {
    for (const uint64_t bad : {0, 1, 16}) {
      expect_refused("handle", [&](auto& p) {
        p.kernels[0].arguments[0].kind = kind;
        p.kernels[0].arguments[0].size = bad;
      });
    }
  }
}

/// Bytes of a list that claims `count` elements and holds zeros.
binary::bytes zeros_claiming(uint64_t count, size_t zeros) {
  binary::Writer list;
  list.number(count);
  list.data.resize(list.data.size() + zeros);
  return std::move(list.data);
}

TEST(Container, readingTakesMemoryInProportion) {
  constexpr size_t zeros = size_t(16) << 20;
  const binary::bytes no_texts(24), empty(8);
  ASSERT_TRUE(binary::read(
      binary::test::container_of({no_texts, empty, empty, empty, empty, empty, empty})));
  for (const size_t section : {1, 2, 3, 5, 6}) {
    for (const size_t claimed : {zeros / 4, zeros / 256}) {
      std::array<binary::bytes, binary::test::section_count> sections = {
          no_texts, empty, empty, empty, empty, empty, empty};
      sections[section] = zeros_claiming(claimed, zeros);
      const binary::bytes data = binary::test::container_of(sections);
      rusage before = {}, after = {};
      getrusage(RUSAGE_SELF, &before);
      EXPECT_FALSE(binary::read(data)) << section;
      getrusage(RUSAGE_SELF, &after);
      EXPECT_LT(after.ru_maxrss - before.ru_maxrss, long(4 * zeros >> 10)) << section;
    }
  }
}

TEST(Container, errorsSayWhatIsWrong) {
  const std::string text = "hello";
  EXPECT_EQ(binary::read({reinterpret_cast<const uint8_t*>(text.data()), text.size()}).error(),
            "not a Lanewise program binary");
  auto data = binary::write(sample());
  data[4] = uint8_t(binary::format_version + 1);
  const auto read = binary::read(data);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error(), "program binary has format version " +
                              std::to_string(binary::format_version + 1) + ", expected " +
                              std::to_string(binary::format_version));
}

} // namespace
