// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters of functions that are passed by value (FuncParamAttr ByVal).
#include "harness.h"
#include "spirv/spirv_kernel.h"

namespace {

/// %inner changes its own copy of a structure of %outer's, which still has the old value then.
SpirvKernel with_structure(const std::string& control) {
  SpirvKernel body;
  body.modes = "OpDecorate %p FuncParamAttr ByVal\nOpDecorate %p Alignment 4\n";
  body.declarations = R"(
%pair = OpTypeStruct %uint %uint
%to_pair = OpTypePointer Function %pair
%to_member = OpTypePointer Function %uint
%of_pair = OpTypeFunction %uint %to_pair
%of_number = OpTypeFunction %uint %uint
%five_uint = OpConstant %uint 5
%thousand_uint = OpConstant %uint 1000
)";
  body.functions = "%outer = OpFunction %uint None %of_number\n"
                   "%outer_x = OpFunctionParameter %uint\n%outer_begin = OpLabel\n"
                   "%own = OpVariable %to_pair Function\n"
                   R"(
%first = OpInBoundsAccessChain %to_member %own %no_uint
%second = OpInBoundsAccessChain %to_member %own %one_uint
OpStore %first %outer_x Aligned 4
OpStore %second %five_uint Aligned 4
%product = OpFunctionCall %uint %inner %own
%still = OpLoad %uint %first Aligned 4
%times = OpIMul %uint %still %thousand_uint
%sum = OpIAdd %uint %times %product
OpReturnValue %sum
OpFunctionEnd
%inner = OpFunction %uint )" +
                   control +
                   R"( %of_pair
%p = OpFunctionParameter %to_pair
%inner_begin = OpLabel
%p_first = OpInBoundsAccessChain %to_member %p %no_uint
%p_second = OpInBoundsAccessChain %to_member %p %one_uint
%old = OpLoad %uint %p_first Aligned 4
%more = OpIAdd %uint %old %one_uint
OpStore %p_first %more Aligned 4
%a = OpLoad %uint %p_first Aligned 4
%b = OpLoad %uint %p_second Aligned 4
%inner_r = OpIMul %uint %a %b
OpReturnValue %inner_r
OpFunctionEnd
)";
  body.code = "%r = OpFunctionCall %uint %outer %x";
  return body;
}

class SpirvByValue : public KernelTest {
protected:
  void check(const SpirvKernel& body) {
    build_assembly(assembly(body));
    std::vector<uint32_t> in(96), out(in.size());
    for (size_t i = 0; i < in.size(); ++i) {
      in[i] = uint32_t(i * 7 % 23);
    }
    const std::vector<uint32_t> values = in;
    run({{in.size()}, {32}, {}}, in, out);
    for (size_t i = 0; i < in.size(); ++i) {
      ASSERT_EQ(out[i], values[i] * 1000 + (values[i] + 1) * 5) << "item " << i;
    }
  }
};
INSTANTIATE_TEST_SUITE_P(All, SpirvByValue,
                         ::testing::Values(Variant::optimised, Variant::not_optimised,
                                           Variant::from_binary, Variant::scalar, Variant::by_4,
                                           Variant::by_16, Variant::specialized,
                                           Variant::quick_form),
                         variant_name);

TEST_P(SpirvByValue, toAFunctionThatStaysOne) { check(with_structure("DontInline")); }
TEST_P(SpirvByValue, toAFunctionThatIsInlined) { check(with_structure("Inline")); }

} // namespace
