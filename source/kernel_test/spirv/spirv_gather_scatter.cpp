// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors of pointers, gathers and scatters (SPV_INTEL_masked_gather_scatter), beside C++.
#include "harness.h"
#include "spirv/spirv_kernel.h"

#include <functional>
#include <regex>
#include <string>
#include <vector>

namespace {

SpirvKernel with_pointer_vectors() {
  SpirvKernel body;
  body.capabilities = "OpCapability GenericPointer\nOpCapability !6427\n"
                      "OpExtension \"SPV_INTEL_masked_gather_scatter\"\n";
  body.declarations = R"(
%bool2 = OpTypeVector %bool 2
%pointers = OpTypeVector %pointer 2
%private = OpTypePointer Function %uint
%privates = OpTypeVector %private 2
%general = OpTypePointer Generic %uint
%generals = OpTypeVector %general 2
%nulls = OpConstantNull %pointers
%seven = OpConstant %uint 7
%two_uint = OpConstant %uint 2
%three_uint = OpConstant %uint 3
%five_uint = OpConstant %uint 5
%one_ulong = OpConstant %ulong 1
%two_ulong = OpConstant %ulong 2
)";
  // The item's own place and its neighbour's; the first if x is odd, the second for two items of
  // four.
  body.code = R"(
%neighbour = OpBitwiseXor %ulong %item %one_ulong
%there = OpInBoundsPtrAccessChain %pointer %in %neighbour
%both = OpCompositeConstruct %pointers %in_place %there
%low = OpBitwiseAnd %uint %x %one_uint
%odd = OpINotEqual %bool %low %no_uint
%second = OpBitwiseAnd %ulong %item %two_ulong
%late = OpINotEqual %bool %second %no_ulong
%mask = OpCompositeConstruct %bool2 %odd %late
)";
  return body;
}

/// Assemblers do not know these instructions: their first words instead, before types and results.
/// Behind an instruction of any number of operands such a word would be one more: OpNop is between.
std::string with_words(const std::string& text) {
  const std::string gathers =
      std::regex_replace(text, std::regex("OpMaskedGatherINTEL"), "!0x0007191c");
  return std::regex_replace(gathers, std::regex("OpMaskedScatterINTEL"), "!0x0005191d");
}

/// %r = %g0 + 3 %g1
constexpr const char* sum = R"(
%three_g1 = OpIMul %uint %g1 %three_uint
%r = OpIAdd %uint %g0 %three_g1
)";

class SpirvGatherScatter : public KernelTest {
protected:
  /// `wanted` of an item's number and the numbers at its place and at its neighbour's.
  void check(const SpirvKernel& body,
             const std::function<uint32_t(uint32_t, uint32_t, uint32_t)>& wanted) {
    build_assembly(with_words(assembly(body)));
    std::vector<uint32_t> in(96), out(in.size());
    for (size_t i = 0; i < in.size(); ++i) {
      in[i] = uint32_t(i * i * 7 % 23);
    }
    const std::vector<uint32_t> values = in;
    run({{in.size()}, {32}, {}}, in, out);
    for (uint32_t i = 0; i < in.size(); ++i) {
      ASSERT_EQ(out[i], wanted(i, values[i], values[i ^ 1])) << "item " << i;
    }
  }
};
INSTANTIATE_TEST_SUITE_P(All, SpirvGatherScatter,
                         ::testing::Values(Variant::optimised, Variant::not_optimised,
                                           Variant::from_binary, Variant::scalar, Variant::by_4,
                                           Variant::by_16, Variant::specialized,
                                           Variant::quick_form),
                         variant_name);

TEST_P(SpirvGatherScatter, nullWhereTheMaskIsFalse) {
  SpirvKernel body = with_pointer_vectors();
  body.code += std::string(R"(
%chosen = OpSelect %pointers %mask %both %nulls
OpMaskedGatherINTEL %uint2 %g %chosen !4 %mask %seven
%g0 = OpCompositeExtract %uint %g 0
%g1 = OpCompositeExtract %uint %g 1
)") + sum;
  check(body, [](uint32_t i, uint32_t own, uint32_t other) {
    return (own % 2 ? own : 7) + 3 * (i & 2 ? other : 7);
  });
}

TEST_P(SpirvGatherScatter, toVectorsOfVariables) {
  SpirvKernel body = with_pointer_vectors();
  body.code += std::string(R"(
%variables = OpVariable %privates Function %seven
%pair = OpCompositeConstruct %uint2 %x %five_uint
OpNop
OpMaskedScatterINTEL %pair %variables !4 %mask
%first = OpCompositeExtract %private %variables 0
%last = OpVectorExtractDynamic %private %variables %one_uint
%g0 = OpLoad %uint %first
%g1 = OpLoad %uint %last
)") + sum;
  check(body, [](uint32_t i, uint32_t own, uint32_t) {
    return (own % 2 ? own : 7) + 3 * (i & 2 ? 5 : 7);
  });
}

TEST_P(SpirvGatherScatter, toVectorsOfLocalVariables) {
  SpirvKernel body = with_pointer_vectors();
  body.declarations += R"(
%local = OpTypePointer Workgroup %uint
%locals = OpTypeVector %local 2
%shared = OpVariable %locals Workgroup
%true = OpConstantTrue %bool
%bool2_true = OpConstantComposite %bool2 %true %true
%five_seven = OpConstantComposite %uint2 %five_uint %seven
%order = OpConstant %uint 272
)";
  body.code = std::string(R"(
OpNop
OpMaskedScatterINTEL %five_seven %shared !0 %bool2_true
OpControlBarrier %work_group %work_group %order
%first = OpCompositeExtract %local %shared 0
OpNop
OpMaskedGatherINTEL %uint2 %g %shared !0 %bool2_true %no_uint
%g0 = OpLoad %uint %first
%g1 = OpCompositeExtract %uint %g 1
)") + sum;
  check(body, [](uint32_t, uint32_t, uint32_t) { return 5 + 3 * 7; });
}

TEST_P(SpirvGatherScatter, pointersInALoop) {
  SpirvKernel body = with_pointer_vectors();
  // Both pointers step back to the buffer's beginning, if the mask is true, one element at a time.
  body.code += std::string(R"(
%generic = OpPtrCastToGeneric %generals %both
%start = OpPtrCastToGeneric %general %in
%starts = OpCompositeConstruct %generals %start %start
%minus_one = OpSNegate %ulong %one_ulong
OpBranch %loop
%loop = OpLabel
%at = OpPhi %generals %generic %begin %back %body
%rounds = OpPhi %ulong %no_ulong %begin %more %body
%differ = OpPtrNotEqual %bool2 %at %starts
%moves = OpLogicalAnd %bool2 %mask %differ
%some = OpAny %bool %moves
OpLoopMerge %done %body None
OpBranchConditional %some %body %done
%body = OpLabel
%before = OpPtrAccessChain %generals %at %minus_one
%back = OpSelect %generals %moves %before %at
%more = OpIAdd %ulong %rounds %one_ulong
OpBranch %loop
%done = OpLabel
OpMaskedGatherINTEL %uint2 %g %at !0 %bool2_true %seven
%g0 = OpCompositeExtract %uint %g 0
%g1 = OpCompositeExtract %uint %g 1
)") + sum;
  body.declarations += R"(
%ulong2 = OpTypeVector %ulong 2
%true = OpConstantTrue %bool
%bool2_true = OpConstantComposite %bool2 %true %true
)";
  check(body, [](uint32_t i, uint32_t own, uint32_t other) {
    constexpr uint32_t first = 0; // what stands at the buffer's beginning
    return (own % 2 ? first : own) + 3 * (i & 2 ? first : other);
  });
}

} // namespace
