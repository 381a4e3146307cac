// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices of a sub-group that reach beyond those in memory, and the places of their elements
// (SPV_INTEL_joint_matrix), beside C++. Layouts and products are in spirv_cooperative_matrix.cpp.
#include "harness.h"
#include "spirv/spirv_kernel.h"

#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace {

/// The first words of instructions that assemblers do not know; their operands are ids or `!`
/// literals.
std::string with_words(std::string text) {
  const std::pair<const char*, unsigned> instructions[] = {
      {"OpTypeCooperativeMatrixKHR", 4456},
      {"OpCooperativeMatrixLoadCheckedINTEL", 6193},
      {"OpCooperativeMatrixStoreCheckedINTEL", 6194},
      {"OpCooperativeMatrixConstructCheckedINTEL", 6195},
      {"OpCooperativeMatrixGetElementCoordINTEL", 6440},
      {"OpCooperativeMatrixPrefetchINTEL", 6449}};
  for (const auto& [name, opcode] : instructions) {
    std::smatch found;
    while (std::regex_search(text, found, std::regex(std::string(name) + "(( [%!]\\w+)+)"))) {
      const std::string operands = found[1];
      const auto words = 1 + std::count(operands.begin(), operands.end(), ' ');
      // Behind an instruction with any number of operands the word would be one of them.
      const std::string first = "OpNop\n!" + std::to_string(words << 16 | opcode);
      text = found.prefix().str() + (opcode == 4456 ? first.substr(6) : first) + operands +
             found.suffix().str();
    }
  }
  return text;
}

class SpirvJointMatrix : public KernelTest {};
ALL_VARIANTS(SpirvJointMatrix);

constexpr unsigned lanes = 16, rows = 4, columns = 16;

/// A matrix of 4 by 16 at the row 1 and the column 3 of one of 4 by 12, which is in memory: beyond
/// that there are zeros, and nothing is written. Another one holds 100 within 4 by 9, and 0 beyond.
TEST_P(SpirvJointMatrix, beyondTheEdges) {
  if (!has_sub_groups_of(lanes)) {
    GTEST_SKIP() << "no sub-groups of " << lanes;
  }
  SpirvKernel body;
  body.type = "%float";
  body.capabilities = "OpCapability SubgroupDispatch\nOpCapability !6022\nOpCapability !6435\n"
                      "OpCapability !6192\nOpCapability !6411\n"
                      "OpExtension \"SPV_KHR_cooperative_matrix\"\n"
                      "OpExtension \"SPV_INTEL_joint_matrix\"\n";
  body.modes = "OpExecutionMode %k SubgroupSize 16\n";
  body.declarations = R"(
%two_uint = OpConstant %uint 2
%three_uint = OpConstant %uint 3
%rows = OpConstant %uint 4
%nine = OpConstant %uint 9
%twelve = OpConstant %uint 12
%sixteen = OpConstant %uint 16
%hundred = OpConstant %float 100
%thousand = OpConstant %float 1000
%none = OpConstant %float 0
OpTypeCooperativeMatrixKHR %m %float %sub_group %rows %sixteen %two_uint
)";
  body.code = R"(
OpCooperativeMatrixPrefetchINTEL %in %one_uint %three_uint %rows %sixteen !1 %no_uint %twelve
OpCooperativeMatrixLoadCheckedINTEL %m %loaded %in %one_uint %three_uint %no_uint %rows %twelve %twelve
OpCooperativeMatrixConstructCheckedINTEL %m %filled %one_uint %three_uint %rows %nine %hundred
%sum = OpFAdd %m %loaded %filled
OpCooperativeMatrixStoreCheckedINTEL %in %one_uint %three_uint %sum %no_uint %rows %twelve %twelve
)";
  std::string result = "%none";
  for (unsigned i = 0; i < rows * columns / lanes; ++i) {
    const std::string n = std::to_string(i), number = i == 0   ? "%no_uint"
                                                      : i == 1 ? "%one_uint"
                                                      : i == 2 ? "%two_uint"
                                                               : "%three_uint";
    body.code +=
        "OpCooperativeMatrixGetElementCoordINTEL %uint2 %place" + n + " %sum " + number + "\n%row" +
        n + " = OpCompositeExtract %uint %place" + n + " 0\n%column" + n +
        " = OpCompositeExtract %uint %place" + n + " 1\n%e" + n +
        " = OpCompositeExtract %float %sum " + n + "\n%rowf" + n + " = OpConvertUToF %float %row" +
        n + "\n%columnf" + n + " = OpConvertUToF %float %column" + n + "\n%weight" + n +
        " = OpFMul %float %rowf" + n + " %thousand\n%weighted" + n + " = OpFAdd %float %weight" +
        n + " %columnf" + n + "\n%product" + n + " = OpFMul %float %weighted" + n + " %e" + n +
        "\n%result" + n + " = OpFAdd %float " + result + " %product" + n + "\n";
    result = "%result" + n;
  }
  body.code += "%r = OpCopyObject %float " + result + "\n";
  build_assembly(with_words(assembly(body)));

  constexpr unsigned height = 4, width = 12, beyond = 20;
  std::vector<float> in(height * width + beyond), out(lanes);
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = float(i % 7 + 1);
  }
  std::vector<float> wanted = in, sums(lanes);
  for (unsigned row = 0; row < rows; ++row) {
    for (unsigned column = 0; column < columns; ++column) {
      const unsigned y = row + 1, x = column + 3;
      const bool exists = y < height && x < width;
      const float element = (exists ? in[y * width + x] : 0) + (y < 4 && x < 9 ? 100.0f : 0.0f);
      sums[column] += float(row * 1000 + column) * element;
      if (exists) {
        wanted[y * width + x] = element;
      }
    }
  }
  run({{lanes}, {lanes}, {}}, in, out);
  EXPECT_EQ(in, wanted);
  EXPECT_EQ(out, sums);
}

} // namespace
