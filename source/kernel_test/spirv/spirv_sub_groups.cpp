// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sub-groups, from SPIR-V, against a model on the host: of every size, in groups that leave a
// remainder, where all work-items take part and where some do.
#include "harness.h"
#include "spirv/spirv_kernel.h"
#include "sub_groups/sub_group_model.h"

#include <algorithm>
#include <bit>
#include <climits>

using namespace sub_group;

namespace {

struct FunctionCase {
  const char* name;
  const char* code; ///< makes %r of %x
  Expected expected;
  bool by_all = false; ///< all work-items of the sub-group have to take part
};

int either(int a, int b) { return a != 0 || b != 0; }

Expected of_ballot(int (*result)(uint64_t, size_t)) {
  return [=](const SubGroup& g, size_t i) { return Value(result(g.ballot(is_set), i)); };
}

#define AS_INT "\n%r = OpSelect %uint %d %one_uint %no_uint"
#define TRUTH "%c = OpINotEqual %bool %x %no_uint\n"
#define BALLOT TRUTH "%m = OpGroupNonUniformBallot %uint4 %sub_group %c\n"
#define AS_FLOAT(instruction)                                                                      \
  "%f = OpConvertSToF %float %x\n%g = " instruction " %f\n%r = OpConvertFToS %uint %g"
#define LOW_BITS "%i = OpBitwiseAnd %uint %x %three\n"

const FunctionCase rows[] = {
    // Groups
    {"GroupAll", TRUTH "%d = OpGroupAll %bool %sub_group %c" AS_INT, reduction(all_of, 1), true},
    {"GroupAny", TRUTH "%d = OpGroupAny %bool %sub_group %c" AS_INT, reduction(either, 0), true},
    {"GroupBroadcast", "%r = OpGroupBroadcast %uint %sub_group %x %one_uint",
     value_at([](size_t, int) { return size_t(1); }), true},
    {"GroupIAdd", "%r = OpGroupIAdd %uint %sub_group Reduce %x", reduction(sum, 0), true},
    {"GroupSMinScan", "%r = OpGroupSMin %uint %sub_group ExclusiveScan %x",
     exclusive(least, INT_MAX), true},
    {"GroupFAdd", AS_FLOAT("OpGroupFAdd %float %sub_group InclusiveScan"), inclusive(sum, 0), true},
    {"GroupIMul", "%r = OpGroupIMulKHR %uint %sub_group ExclusiveScan %x", exclusive(product, 1),
     true},
    // Non-uniform groups
    {"Elect", "%d = OpGroupNonUniformElect %bool %sub_group" AS_INT,
     [](const SubGroup& g, size_t i) { return Value(i == g.first_active()); }},
    {"All", TRUTH "%d = OpGroupNonUniformAll %bool %sub_group %c" AS_INT, reduction(all_of, 1)},
    {"Any", TRUTH "%d = OpGroupNonUniformAny %bool %sub_group %c" AS_INT, reduction(either, 0)},
    {"AllEqual", "%d = OpGroupNonUniformAllEqual %bool %sub_group %x" AS_INT,
     [](const SubGroup& g, size_t i) {
       return Value(g.ballot([&](int x) { return x != g.x[i]; }) == 0);
     }},
    {"Broadcast", "%r = OpGroupNonUniformBroadcast %uint %sub_group %x %one_uint",
     value_at([](size_t, int) { return size_t(1); })},
    {"BroadcastFirst", "%r = OpGroupNonUniformBroadcastFirst %uint %sub_group %x",
     [](const SubGroup& g, size_t) { return g.at(g.first_active()); }},
    {"Ballot", BALLOT "%r = OpCompositeExtract %uint %m 0",
     of_ballot([](uint64_t m, size_t) { return int(m); })},
    {"BallotNext", BALLOT "%r = OpCompositeExtract %uint %m 1",
     of_ballot([](uint64_t m, size_t) { return int(m >> 32); })},
    {"BallotRest", BALLOT "%r = OpCompositeExtract %uint %m 3",
     of_ballot([](uint64_t, size_t) { return 0; })},
    {"InverseBallot", BALLOT "%d = OpGroupNonUniformInverseBallot %bool %sub_group %m" AS_INT,
     of_ballot([](uint64_t m, size_t i) { return int(m >> i & 1); })},
    {"BallotBitExtract",
     LOW_BITS BALLOT "%d = OpGroupNonUniformBallotBitExtract %bool %sub_group %m %i" AS_INT,
     [](const SubGroup& g, size_t i) {
       const auto bit = unsigned(g.x[i]) & 3;
       return bit < g.size() ? Value(int(g.ballot(is_set) >> bit & 1)) : Value();
     }},
    {"BallotBitCount", BALLOT "%r = OpGroupNonUniformBallotBitCount %uint %sub_group Reduce %m",
     of_ballot([](uint64_t m, size_t) { return std::popcount(m); })},
    {"BallotInclusive",
     BALLOT "%r = OpGroupNonUniformBallotBitCount %uint %sub_group InclusiveScan %m",
     of_ballot([](uint64_t m, size_t i) { return std::popcount(m & (below(i) * 2 + 1)); })},
    {"BallotExclusive",
     BALLOT "%r = OpGroupNonUniformBallotBitCount %uint %sub_group ExclusiveScan %m",
     of_ballot([](uint64_t m, size_t i) { return std::popcount(m & below(i)); })},
    {"BallotFindLSB", BALLOT "%r = OpGroupNonUniformBallotFindLSB %uint %sub_group %m",
     [](const SubGroup& g, size_t) {
       const uint64_t m = g.ballot(is_set);
       return m ? Value(std::countr_zero(m)) : Value();
     }},
    {"BallotFindMSB", BALLOT "%r = OpGroupNonUniformBallotFindMSB %uint %sub_group %m",
     [](const SubGroup& g, size_t) {
       const uint64_t m = g.ballot(is_set);
       return m ? Value(63 - std::countl_zero(m)) : Value();
     }},
    {"Shuffle", LOW_BITS "%r = OpGroupNonUniformShuffle %uint %sub_group %x %i",
     value_at([](size_t, int x) { return size_t(unsigned(x) & 3); })},
    {"ShuffleXor", "%r = OpGroupNonUniformShuffleXor %uint %sub_group %x %three",
     value_at([](size_t i, int) { return i ^ 3; })},
    {"ShuffleXorVarying", LOW_BITS "%r = OpGroupNonUniformShuffleXor %uint %sub_group %x %i",
     value_at([](size_t i, int x) { return i ^ (unsigned(x) & 3); })},
    {"ShuffleUp", "%r = OpGroupNonUniformShuffleUp %uint %sub_group %x %one_uint",
     value_at([](size_t i, int) { return i - 1; })},
    {"ShuffleDown", LOW_BITS "%r = OpGroupNonUniformShuffleDown %uint %sub_group %x %i",
     value_at([](size_t i, int x) { return i + (unsigned(x) & 3); })},
    {"Rotate", "%r = OpGroupNonUniformRotateKHR %uint %sub_group %x %three",
     [](const SubGroup& g, size_t i) { return g.at((i + 3) % g.most); }},
    {"RotateClustered", "%r = OpGroupNonUniformRotateKHR %uint %sub_group %x %one_uint %two",
     [](const SubGroup& g, size_t i) { return g.most < 2 ? Value() : g.at(i ^ 1); }},
    {"IAdd", "%r = OpGroupNonUniformIAdd %uint %sub_group Reduce %x", reduction(sum, 0)},
    {"IAddScan", "%r = OpGroupNonUniformIAdd %uint %sub_group ExclusiveScan %x", exclusive(sum, 0)},
    {"IAddClustered", "%r = OpGroupNonUniformIAdd %uint %sub_group ClusteredReduce %x %two",
     [](const SubGroup& g, size_t i) {
       return g.most < 2 ? Value() : Value(g.fold(i & ~size_t(1), (i | 1) + 1, 0, sum));
     }},
    {"FAdd", AS_FLOAT("OpGroupNonUniformFAdd %float %sub_group Reduce"), reduction(sum, 0)},
    {"FMax", AS_FLOAT("OpGroupNonUniformFMax %float %sub_group InclusiveScan"),
     inclusive(greatest, INT_MIN)},
    {"UMax", "%r = OpGroupNonUniformUMax %uint %sub_group Reduce %x",
     reduction([](int a, int b) { return int(std::max(unsigned(a), unsigned(b))); }, 0)},
    {"IMul", "%r = OpGroupNonUniformIMul %uint %sub_group InclusiveScan %x", inclusive(product, 1)},
    {"BitwiseAnd", "%r = OpGroupNonUniformBitwiseAnd %uint %sub_group ExclusiveScan %x",
     exclusive(both, -1)},
    {"BitwiseXor", "%r = OpGroupNonUniformBitwiseXor %uint %sub_group Reduce %x",
     reduction(differ, 0)},
    {"LogicalOr", TRUTH "%d = OpGroupNonUniformLogicalOr %bool %sub_group Reduce %c" AS_INT,
     reduction(either, 0)},
    {"LogicalAndScan",
     TRUTH "%d = OpGroupNonUniformLogicalAnd %bool %sub_group ExclusiveScan %c" AS_INT,
     exclusive(all_of, 1)},
    // SPV_INTEL_subgroups
    {"ShuffleINTEL", LOW_BITS "%r = OpSubgroupShuffleINTEL %uint %x %i",
     value_at([](size_t, int x) { return size_t(unsigned(x) & 3); })},
    {"ShuffleXorINTEL", "%r = OpSubgroupShuffleXorINTEL %uint %x %one_uint",
     value_at([](size_t i, int) { return i ^ 1; })},
    {"ShuffleDownINTEL",
     "%y = OpIAdd %uint %x %x\n%r = OpSubgroupShuffleDownINTEL %uint %x %y %one_uint",
     [](const SubGroup& g, size_t i) {
       const auto next = g.at((i + 1) % g.most);
       return next && i + 1 >= g.most ? Value(2 * *next) : next;
     }},
    {"ShuffleUpINTEL",
     "%y = OpIAdd %uint %x %x\n%r = OpSubgroupShuffleUpINTEL %uint %y %x %one_uint",
     [](const SubGroup& g, size_t i) {
       const auto last = g.at((i + g.most - 1) % g.most);
       return last && i < 1 ? Value(2 * *last) : last;
     }},
    // Sizes and ids
    {"SubgroupSize", "%r = OpLoad %uint %own_size",
     [](const SubGroup& g, size_t) { return Value(int(g.size())); }},
    {"SubgroupMaxSize", "%r = OpLoad %uint %most",
     [](const SubGroup& g, size_t) { return Value(int(g.most)); }},
    {"NumSubgroups", "%r = OpLoad %uint %count",
     [](const SubGroup& g, size_t) { return Value(int(g.count)); }},
    {"NumEnqueuedSubgroups", "%r = OpLoad %uint %enqueued_count",
     [](const SubGroup& g, size_t) { return Value(int(g.count)); }},
    {"SubgroupId", "%r = OpLoad %uint %group_number",
     [](const SubGroup& g, size_t) { return Value(int(g.id)); }},
    {"SubgroupLocalInvocationId", "%r = OpLoad %uint %place",
     [](const SubGroup&, size_t i) { return Value(int(i)); }},
    {"EqMask", "%m = OpLoad %uint4 %eq_mask\n%r = OpCompositeExtract %uint %m 0",
     [](const SubGroup&, size_t i) { return Value(int(uint64_t(1) << i)); }},
    {"GeMask", "%m = OpLoad %uint4 %ge_mask\n%r = OpCompositeExtract %uint %m 1",
     [](const SubGroup& g, size_t i) {
       return Value(int((below(g.most - 1) * 2 + 1) >> 32 & ~below(i) >> 32));
     }},
    {"GtMask", "%m = OpLoad %uint4 %gt_mask\n%r = OpCompositeExtract %uint %m 0",
     [](const SubGroup& g, size_t i) {
       return Value(int((below(g.most - 1) * 2 + 1) & ~(below(i) * 2 + 1)));
     }},
    {"LeMask", "%m = OpLoad %uint4 %le_mask\n%r = OpCompositeExtract %uint %m 0",
     [](const SubGroup&, size_t i) { return Value(int(below(i) * 2 + 1)); }},
    {"LtMask", "%m = OpLoad %uint4 %lt_mask\n%r = OpCompositeExtract %uint %m 1",
     [](const SubGroup&, size_t i) { return Value(int(below(i) >> 32)); }},
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

constexpr std::pair<const char*, const char*> variables[] = {
    {"%own_size", "SubgroupSize"},   {"%most", "SubgroupMaxSize"},
    {"%count", "NumSubgroups"},      {"%enqueued_count", "NumEnqueuedSubgroups"},
    {"%group_number", "SubgroupId"}, {"%place", "SubgroupLocalInvocationId"},
    {"%eq_mask", "SubgroupEqMask"},  {"%ge_mask", "SubgroupGeMask"},
    {"%gt_mask", "SubgroupGtMask"},  {"%le_mask", "SubgroupLeMask"},
    {"%lt_mask", "SubgroupLtMask"},
};

/// A kernel that makes %r with `code`, by work-items with an odd value if `divergent`; of
/// sub-groups of `size`, 0: as the device likes.
std::string kernel_with(std::string code, bool divergent, unsigned size) {
  SpirvKernel kernel;
  kernel.capabilities = capabilities;
  kernel.declarations = "%two = OpConstant %uint 2\n%three = OpConstant %uint 3\n"
                        "%one_hundred = OpConstant %uint 100\n"
                        "%order = OpConstant %uint 0x208\n"
                        "%one_ulong = OpConstant %ulong 1\n"
                        "%uint_pointer = OpTypePointer Input %uint\n"
                        "%mask_pointer = OpTypePointer Input %uint4\n";
  if (size != 0) {
    kernel.modes = "OpExecutionMode %k SubgroupSize " + std::to_string(size) + "\n";
  }
  for (const auto& [variable, builtin] : variables) {
    if (code.find(variable + std::string("\n")) == std::string::npos && !code.ends_with(variable)) {
      continue;
    }
    const bool is_mask = std::string(variable).ends_with("_mask");
    kernel.declarations += std::string(variable) + " = OpVariable " +
                           (is_mask ? "%mask_pointer" : "%uint_pointer") + " Input\n";
    kernel.modes += std::string("OpDecorate ") + variable + " BuiltIn " + builtin + "\n";
    kernel.interface += std::string(" ") + variable;
  }
  if (divergent) {
    code.replace(code.find("%r ="), 2, "%inner");
    code = "%odd = OpBitwiseAnd %uint %x %one_uint\n%takes_part = OpIEqual %bool %odd %one_uint\n"
           "OpSelectionMerge %merge None\nOpBranchConditional %takes_part %then %merge\n"
           "%then = OpLabel\n" +
           code + "\nOpBranch %merge\n%merge = OpLabel\n%r = OpPhi %uint %inner %then %x %begin";
  }
  kernel.code = code;
  return assembly(kernel);
}

const Launch launches[] = {{{48}, {16}, {}},
                           {{90}, {45}, {}},
                           {{6, 10, 2}, {3, 5, 2}, {}},
                           {{3, 33}, {1, 33}, {}},
                           {{140}, {70}, {5}}};

class SpirvSubGroups : public KernelTest {
protected:
  /// Checks the current kernel in all launches.
  void check(const FunctionCase& row, bool divergent, size_t most) {
    const auto takes_part = [&](int x, size_t) { return !divergent || (x & 1) != 0; };
    for (const Launch& launch : launches) {
      size_t count = 1;
      for (const size_t extent : launch.global) {
        count *= extent;
      }
      std::vector<int> in(count), out(count, -77);
      for (size_t i = 0; i < count; ++i) {
        in[i] = int(i * 7 % 11) - 3;
      }
      run(launch, in, out);
      for_each_item(launch, most, in, takes_part,
                    [&](size_t item, const SubGroup& group, size_t lane) {
                      const Value expected =
                          group.active[lane] ? row.expected(group, lane) : Value(group.x[lane]);
                      if (expected) {
                        ASSERT_EQ(out[item], *expected)
                            << "item " << item << " of " << count << ", lane " << lane << " of "
                            << group.size() << ", at most " << most;
                      }
                    });
    }
  }

  void check_all(size_t most, unsigned required, bool divergent) {
    for (const FunctionCase& row : rows) {
      SCOPED_TRACE(row.name);
      if (!divergent || !row.by_all) {
        build_assembly(kernel_with(row.code, divergent, required));
        check(row, divergent, most);
        if (HasFatalFailure()) {
          return;
        }
      }
    }
  }

  /// As a kernel says it.
  size_t largest_size() {
    build_assembly(kernel_with("%r = OpLoad %uint %most", false, 0));
    std::vector<int> in(1), out(1);
    run({{1}, {1}, {}}, in, out);
    return size_t(out[0]);
  }
};

INSTANTIATE_TEST_SUITE_P(All, SpirvSubGroups,
                         ::testing::Values(Variant::optimised, Variant::not_optimised,
                                           Variant::from_binary, Variant::scalar, Variant::by_4,
                                           Variant::by_64, Variant::specialized,
                                           Variant::quick_form),
                         variant_name);

/// The size is that of vectors, if the kernel is vectorised at all; a GPU has its own.
TEST_P(SpirvSubGroups, size) {
  const auto expected = [this]() -> size_t {
    switch (is_gpu() ? Variant::optimised : GetParam()) {
    case Variant::scalar:
      return 1;
    case Variant::by_4:
      return 4;
    case Variant::by_64:
      return 64;
    default:
      return 0;
    }
  }();
  const size_t size = largest_size();
  EXPECT_TRUE(expected == 0 ? size > 1 : size == expected) << size;
}

TEST_P(SpirvSubGroups, functions) { check_all(largest_size(), 0, false); }
TEST_P(SpirvSubGroups, functionsForSomeWorkItems) { check_all(largest_size(), 0, true); }

/// In the IR of one variant is as much as in that of another one; these are compiled fast.
class SpirvSubGroupSizes : public SpirvSubGroups {
protected:
  void check_sizes(std::initializer_list<unsigned> sizes, bool divergent) {
    for (const unsigned size : sizes) {
      if (!is_gpu() || has_sub_groups_of(size)) { // a GPU has those of its hardware only
        check_all(size, size, divergent);
      }
    }
  }
};
INSTANTIATE_TEST_SUITE_P(All, SpirvSubGroupSizes, ::testing::Values(Variant::not_optimised),
                         variant_name);

TEST_P(SpirvSubGroupSizes, small) { check_sizes({1, 2, 4, 8}, false); }
TEST_P(SpirvSubGroupSizes, smallForSomeWorkItems) { check_sizes({1, 2, 4, 8}, true); }
TEST_P(SpirvSubGroupSizes, large) { check_sizes({16, 32, 64}, false); }
TEST_P(SpirvSubGroupSizes, largeForSomeWorkItems) { check_sizes({16, 32, 64}, true); }

/// A work-item reads what another one has written before a barrier of the sub-group.
TEST_P(SpirvSubGroups, barrier) {
  const bool alone = largest_size() == 1;
  build_assembly(kernel_with("OpStore %out_place %x\n"
                             "OpControlBarrier %sub_group %sub_group %order\n"
                             "%next = OpBitwiseXor %ulong %item %one_ulong\n"
                             "%next_place = OpInBoundsPtrAccessChain %pointer %out %next\n"
                             "%other = OpLoad %uint %next_place\n"
                             "OpControlBarrier %sub_group %sub_group %order\n"
                             "%r = OpIAdd %uint %other %one_uint",
                             false, 0));
  if (alone) {
    return; // then there is nothing to wait for
  }
  std::vector<int> in(96), out(96);
  for (size_t i = 0; i < 96; ++i) {
    in[i] = int(i * i);
  }
  run({{96}, {24}, {}}, in, out);
  for (size_t i = 0; i < 96; ++i) {
    ASSERT_EQ(out[i], in[i ^ 1] + 1) << i;
  }
}

/// Blocks of memory begin where the first work-item of a sub-group is.
constexpr char block_start[] = "%lane = OpLoad %uint %place\n"
                               "%wide_lane = OpUConvert %ulong %lane\n"
                               "%start = OpISub %ulong %item %wide_lane\n";

TEST_P(SpirvSubGroups, blocks) {
  const size_t most = largest_size();
  build_assembly(kernel_with(std::string(block_start) +
                                 "%p = OpInBoundsPtrAccessChain %pointer %in %start\n"
                                 "%q = OpInBoundsPtrAccessChain %pointer %out %start\n"
                                 "%two_values = OpSubgroupBlockReadINTEL %uint2 %p\n"
                                 "%a = OpCompositeExtract %uint %two_values 0\n"
                                 "%b = OpCompositeExtract %uint %two_values 1\n"
                                 "%b3 = OpIMul %uint %b %three\n"
                                 "%both = OpIAdd %uint %a %b3\n"
                                 "OpSubgroupBlockWriteINTEL %q %both\n"
                                 "%r = OpLoad %uint %out_place",
                             false, 0));
  std::vector<int> in(60 + 64), out(60);
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = int(i * i) - 100;
  }
  run({{60}, {30}, {}}, in, out);
  for (size_t i = 0; i < out.size(); ++i) {
    ASSERT_EQ(out[i], in[i] + 3 * in[i + most]) << i;
  }
}

/// The API's answers about a kernel are what the kernel sees.
TEST_P(SpirvSubGroups, queries) {
  const auto ask = [&](cl_kernel_sub_group_info name, const std::vector<size_t>& input) {
    size_t value = 0;
    require(clGetKernelSubGroupInfo(kernel, device, name, input.size() * sizeof(size_t),
                                    input.data(), sizeof value, &value, nullptr),
            "clGetKernelSubGroupInfo");
    return value;
  };
  build_assembly(kernel_with("%a = OpLoad %uint %most\n%b = OpLoad %uint %count\n"
                             "%hundred = OpIMul %uint %b %one_hundred\n"
                             "%r = OpIAdd %uint %a %hundred",
                             false, 0));
  for (const Launch& launch : launches) {
    size_t count = 1;
    for (const size_t extent : launch.global) {
      count *= extent;
    }
    std::vector<int> in(count), out(count);
    run(launch, in, out);
    const size_t size = ask(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, launch.local);
    const size_t groups = ask(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, launch.local);
    EXPECT_EQ(out, std::vector<int>(count, int(size + 100 * groups)));
  }
  const size_t fitting = ask(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {3});
  std::vector<int> in(fitting), out(fitting);
  run({{fitting}, {fitting}, {}}, in, out);
  EXPECT_EQ(out[0], int(fitting / 3 + 300));
}

TEST_P(SpirvSubGroups, anotherSizeIsRefused) {
  EXPECT_NE(
      build_errors(kernel_with("%r = OpIAdd %uint %x %one_uint", false, 3))
          .find("kernel 'k' requires sub-groups of 3 work-items; this device has ones of 1, "),
      std::string::npos);
}

} // namespace
