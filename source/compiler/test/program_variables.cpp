// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A container's description of a program's variables in global memory.
#include "run.h"

#include <algorithm>

namespace {

constexpr char version[] = "-cl-std=CL3.0";

const binary::Variable* find(const binary::Program& program, const std::string& name) {
  const auto found = std::ranges::find(program.variables, name, &binary::Variable::name);
  return found == program.variables.end() ? nullptr : &*found;
}

TEST(ProgramVariables, haveAPlaceAndAFirstValue) {
  const auto program = program_of(build(R"(
    global short numbers[100] = {1, -2};
    global short* global second = numbers + 1;
    constant int alone = 5;
    constant int pointed_to = 6;
    constant int* global pointer = &pointed_to;
    kernel void k(global int* p) {
      static int calls;
      *p = *second + ++calls + alone + *pointer;
    })",
                                        version));
  ASSERT_EQ(program.variables.size(), 5U);
  const auto* numbers = find(program, "numbers");
  const auto* second = find(program, "second");
  const auto* pointed_to = find(program, "pointed_to");
  const auto* pointer = find(program, "pointer");
  const auto* calls = find(program, "k.calls");
  ASSERT_TRUE(numbers && second && pointed_to && pointer && calls);
  EXPECT_EQ(numbers->size, 200U);
  EXPECT_EQ(numbers->initial, (binary::bytes{1, 0, 0xFE, 0xFF}));
  EXPECT_EQ(second->addresses, (std::vector<binary::VariableAddress>{{0, numbers->offset + 2}}));
  EXPECT_EQ(pointer->addresses, (std::vector<binary::VariableAddress>{{0, pointed_to->offset}}));
  EXPECT_EQ(pointed_to->initial, binary::bytes{6});
  EXPECT_TRUE(calls->initial.empty());
  for (const auto& one : program.variables) {
    for (const auto& other : program.variables) {
      EXPECT_TRUE(&one == &other || one.offset + one.size <= other.offset ||
                  other.offset + other.size <= one.offset)
          << one.name << " and " << other.name;
    }
  }
}

TEST(ProgramVariables, doNotKeepAProgramInOnePiece) {
  std::string source = "global int n = 3;\n";
  for (int i = 0; i < 12; ++i) {
    source += "kernel void k" + std::to_string(i) + "(global int* p) { *p = n++; }\n";
  }
  const auto program = program_of(build(source, version));
  EXPECT_EQ(program.payloads.size(), 3U);
  EXPECT_EQ(program.variables.size(), 1U);
}

} // namespace
