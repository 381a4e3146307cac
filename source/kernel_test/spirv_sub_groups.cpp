// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sub-groups, from SPIR-V: each work-item is one of its own, in whatever form the kernel runs.
#include "harness.h"
#include "spirv_kernel.h"

#include <functional>

namespace {

struct Row {
  const char* name;
  const char* code; ///< makes %r of %x
  std::function<int(int)> expected;
};

int itself(int x) { return x; }
int nothing(int) { return 0; }
int one(int) { return 1; }
int is_set(int x) { return x != 0; }
int times_two(int x) { return 2 * x; }

#define AS_INT "\n%r = OpSelect %uint %d %one_uint %no_uint"
#define TRUTH "%c = OpINotEqual %bool %x %no_uint\n"
#define BALLOT TRUTH "%m = OpGroupNonUniformBallot %uint4 %sub_group %c\n"
#define SUM_OF_FLOATS(instruction)                                                                 \
  "%f = OpConvertSToF %float %x\n%g = " instruction " %f\n%r = OpConvertFToS %uint %g"

const Row rows[] = {
    // Groups
    {"GroupAll", TRUTH "%d = OpGroupAll %bool %sub_group %c" AS_INT, is_set},
    {"GroupAny", TRUTH "%d = OpGroupAny %bool %sub_group %c" AS_INT, is_set},
    {"GroupBroadcast", "%r = OpGroupBroadcast %uint %sub_group %x %no_uint", itself},
    {"GroupIAdd", "%r = OpGroupIAdd %uint %sub_group Reduce %x", itself},
    {"GroupSMinScan", "%r = OpGroupSMin %uint %sub_group ExclusiveScan %x",
     [](int) { return 0x7fffffff; }},
    {"GroupFAdd", SUM_OF_FLOATS("OpGroupFAdd %float %sub_group InclusiveScan"), itself},
    {"GroupIMul", "%r = OpGroupIMulKHR %uint %sub_group ExclusiveScan %x", one},
    // Non-uniform groups
    {"Elect", "%d = OpGroupNonUniformElect %bool %sub_group" AS_INT, one},
    {"All", TRUTH "%d = OpGroupNonUniformAll %bool %sub_group %c" AS_INT, is_set},
    {"Any", TRUTH "%d = OpGroupNonUniformAny %bool %sub_group %c" AS_INT, is_set},
    {"AllEqual", "%d = OpGroupNonUniformAllEqual %bool %sub_group %x" AS_INT, one},
    {"Broadcast", "%r = OpGroupNonUniformBroadcast %uint %sub_group %x %no_uint", itself},
    {"BroadcastFirst", "%r = OpGroupNonUniformBroadcastFirst %uint %sub_group %x", itself},
    {"Ballot", BALLOT "%r = OpCompositeExtract %uint %m 0", is_set},
    {"BallotRest", BALLOT "%r = OpCompositeExtract %uint %m 3", nothing},
    {"InverseBallot", BALLOT "%d = OpGroupNonUniformInverseBallot %bool %sub_group %m" AS_INT,
     is_set},
    {"BallotBitExtract",
     BALLOT "%d = OpGroupNonUniformBallotBitExtract %bool %sub_group %m %no_uint" AS_INT, is_set},
    {"BallotBitCount", BALLOT "%r = OpGroupNonUniformBallotBitCount %uint %sub_group Reduce %m",
     is_set},
    {"BallotInclusive",
     BALLOT "%r = OpGroupNonUniformBallotBitCount %uint %sub_group InclusiveScan %m", is_set},
    {"BallotExclusive",
     BALLOT "%r = OpGroupNonUniformBallotBitCount %uint %sub_group ExclusiveScan %m", nothing},
    {"BallotFindLSB", BALLOT "%r = OpGroupNonUniformBallotFindLSB %uint %sub_group %m", nothing},
    {"BallotFindMSB", BALLOT "%r = OpGroupNonUniformBallotFindMSB %uint %sub_group %m", nothing},
    {"Shuffle", "%r = OpGroupNonUniformShuffle %uint %sub_group %x %no_uint", itself},
    {"ShuffleXor", "%r = OpGroupNonUniformShuffleXor %uint %sub_group %x %no_uint", itself},
    {"ShuffleUp", "%r = OpGroupNonUniformShuffleUp %uint %sub_group %x %no_uint", itself},
    {"ShuffleDown", "%r = OpGroupNonUniformShuffleDown %uint %sub_group %x %no_uint", itself},
    {"Rotate", "%r = OpGroupNonUniformRotateKHR %uint %sub_group %x %one_uint", itself},
    {"RotateClustered", "%r = OpGroupNonUniformRotateKHR %uint %sub_group %x %one_uint %one_uint",
     itself},
    {"IAdd", "%r = OpGroupNonUniformIAdd %uint %sub_group Reduce %x", itself},
    {"IAddClustered", "%r = OpGroupNonUniformIAdd %uint %sub_group ClusteredReduce %x %one_uint",
     itself},
    {"FAdd", SUM_OF_FLOATS("OpGroupNonUniformFAdd %float %sub_group Reduce"), itself},
    {"FMax", SUM_OF_FLOATS("OpGroupNonUniformFMax %float %sub_group InclusiveScan"), itself},
    {"BitwiseAnd", "%r = OpGroupNonUniformBitwiseAnd %uint %sub_group ExclusiveScan %x",
     [](int) { return -1; }},
    {"LogicalOr", TRUTH "%d = OpGroupNonUniformLogicalOr %bool %sub_group Reduce %c" AS_INT,
     is_set},
    {"LogicalAndScan",
     TRUTH "%d = OpGroupNonUniformLogicalAnd %bool %sub_group ExclusiveScan %c" AS_INT, one},
    // SPV_INTEL_subgroups
    {"ShuffleINTEL", "%r = OpSubgroupShuffleINTEL %uint %x %no_uint", itself},
    {"ShuffleXorINTEL", "%r = OpSubgroupShuffleXorINTEL %uint %x %no_uint", itself},
    {"ShuffleDownINTEL",
     "%y = OpIAdd %uint %x %x\n%r = OpSubgroupShuffleDownINTEL %uint %x %y %one_uint", times_two},
    {"ShuffleDownINTELNot",
     "%y = OpIAdd %uint %x %x\n%r = OpSubgroupShuffleDownINTEL %uint %x %y %no_uint", itself},
    {"ShuffleUpINTEL",
     "%y = OpIAdd %uint %x %x\n%r = OpSubgroupShuffleUpINTEL %uint %y %x %one_uint", times_two},
    {"BlockReadINTEL", "%r = OpSubgroupBlockReadINTEL %uint %in_place", itself},
    {"BlockWriteINTEL", "OpSubgroupBlockWriteINTEL %out_place %x\n%r = OpLoad %uint %out_place",
     itself},
};

constexpr char capabilities[] = R"(
OpCapability GroupUniformArithmeticKHR
OpCapability GroupNonUniform
OpCapability GroupNonUniformVote
OpCapability GroupNonUniformArithmetic
OpCapability GroupNonUniformBallot
OpCapability GroupNonUniformShuffle
OpCapability GroupNonUniformShuffleRelative
OpCapability GroupNonUniformClustered
OpCapability GroupNonUniformRotateKHR
OpCapability SubgroupDispatch
OpCapability SubgroupShuffleINTEL
OpCapability SubgroupBufferBlockIOINTEL
OpExtension "SPV_KHR_uniform_group_instructions"
OpExtension "SPV_KHR_subgroup_rotate"
OpExtension "SPV_INTEL_subgroups"
)";

class SpirvSubGroups : public KernelTest {};
INSTANTIATE_TEST_SUITE_P(All, SpirvSubGroups,
                         ::testing::Values(Variant::optimised, Variant::not_optimised,
                                           Variant::from_binary, Variant::scalar, Variant::by_4,
                                           Variant::by_16),
                         variant_name);

TEST_P(SpirvSubGroups, functions) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    build_assembly(assembly({.code = row.code, .capabilities = capabilities}));
    std::vector<int> in(48), out(48, -77);
    for (int i = 0; i < 48; ++i) {
      in[size_t(i)] = i % 5 - 1;
    }
    run({{48}, {16}, {}}, in, out);
    for (size_t i = 0; i < in.size(); ++i) {
      ASSERT_EQ(out[i], row.expected(in[i])) << "item " << i << ", " << row.code;
    }
  }
}

/// Sizes and ids say the same in every form: as many sub-groups as work-items.
TEST_P(SpirvSubGroups, sizesAndIds) {
  const struct {
    const char* variable;
    std::function<int(int)> expected; ///< of a work-item's local id in a group of 16
  } variables[] = {
      {"SubgroupSize", one},
      {"SubgroupMaxSize", one},
      {"NumSubgroups", [](int) { return 16; }},
      {"NumEnqueuedSubgroups", [](int) { return 16; }},
      {"SubgroupId", itself},
      {"SubgroupLocalInvocationId", nothing},
  };
  for (const auto& [variable, expected] : variables) {
    build_assembly(assembly({.code = "%r = OpLoad %uint %variable",
                             .declarations = "%uint_pointer = OpTypePointer Input %uint\n"
                                             "%variable = OpVariable %uint_pointer Input\n",
                             .capabilities = capabilities,
                             .modes = std::string("OpDecorate %variable BuiltIn ") + variable,
                             .interface = "%variable"}));
    std::vector<int> in(48), out(48, -77);
    run({{48}, {16}, {}}, in, out);
    for (int i = 0; i < 48; ++i) {
      ASSERT_EQ(out[size_t(i)], expected(i % 16)) << variable << " of item " << i;
    }
  }
}

TEST_P(SpirvSubGroups, masks) {
  const std::pair<const char*, int> variables[] = {{"SubgroupEqMask", 1},
                                                   {"SubgroupGeMask", 1},
                                                   {"SubgroupGtMask", 0},
                                                   {"SubgroupLeMask", 1},
                                                   {"SubgroupLtMask", 0}};
  for (const auto& [variable, expected] : variables) {
    build_assembly(assembly({.code = "%m = OpLoad %uint4 %variable\n"
                                     "%r = OpCompositeExtract %uint %m 0",
                             .declarations = "%mask_pointer = OpTypePointer Input %uint4\n"
                                             "%variable = OpVariable %mask_pointer Input\n",
                             .capabilities = capabilities,
                             .modes = std::string("OpDecorate %variable BuiltIn ") + variable,
                             .interface = "%variable"}));
    std::vector<int> in(32), out(32, -77);
    run({{32}, {16}, {}}, in, out);
    EXPECT_EQ(out, std::vector<int>(32, expected)) << variable;
  }
}

TEST_P(SpirvSubGroups, barrier) {
  build_assembly(assembly({.code = "OpControlBarrier %sub_group %sub_group %order\n"
                                   "%r = OpIAdd %uint %x %one_uint",
                           .declarations = "%order = OpConstant %uint 0x208",
                           .capabilities = capabilities}));
  std::vector<int> in(32, 4), out(32);
  run({{32}, {16}, {}}, in, out);
  EXPECT_EQ(out, std::vector<int>(32, 5));
}

TEST_P(SpirvSubGroups, executionModesOfSubGroups) {
  build_assembly(assembly({.code = "%r = OpIAdd %uint %x %one_uint",
                           .capabilities = capabilities,
                           .modes = "OpExecutionMode %k SubgroupSize 1\n"
                                    "OpExecutionMode %k SubgroupsPerWorkgroup 16\n"}));
  std::vector<int> in(32, 4), out(32);
  run({{32}, {16}, {}}, in, out);
  EXPECT_EQ(out, std::vector<int>(32, 5));
}

TEST_P(SpirvSubGroups, anotherSizeIsRefused) {
  EXPECT_NE(build_errors(assembly({.code = "%r = OpIAdd %uint %x %one_uint",
                                   .capabilities = capabilities,
                                   .modes = "OpExecutionMode %k SubgroupSize 8\n"}))
                .find("kernel 'k' requires sub-groups of 8 work-items; this device has ones of 1"),
            std::string::npos);
}

} // namespace
