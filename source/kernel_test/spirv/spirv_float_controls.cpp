// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Execution modes that say what becomes of denormal numbers (SPV_KHR_float_controls).
#include "harness.h"
#include "spirv/spirv_kernel.h"

#include <limits>

namespace {

class SpirvFloatControls : public KernelTest {
protected:
  /// Half of the smallest normal number, as the kernel computes it.
  template <typename T> T half_of_smallest(const std::string& type, const std::string& mode) {
    build_assembly(assembly({.type = type,
                             .code = "%r = OpFMul " + type + " %x %a_half",
                             .declarations = "%a_half = OpConstant " + type + " 0.5",
                             .capabilities = "OpCapability DenormPreserve\n"
                                             "OpCapability DenormFlushToZero\n"
                                             "OpExtension \"SPV_KHR_float_controls\"\n",
                             .modes = "OpExecutionMode %k " + mode}));
    std::vector<T> in(16, std::numeric_limits<T>::min()), out(16, T(7));
    run({{16}, {16}, {}}, in, out);
    EXPECT_EQ(out, std::vector<T>(16, out[0]));
    return out[0];
  }
};
INSTANTIATE_TEST_SUITE_P(All, SpirvFloatControls,
                         ::testing::Values(Variant::optimised, Variant::not_optimised,
                                           Variant::from_binary, Variant::scalar),
                         variant_name);

TEST_P(SpirvFloatControls, denormalNumbersAreKept) {
  EXPECT_EQ(half_of_smallest<float>("%float", "DenormPreserve 32"),
            std::numeric_limits<float>::min() / 2);
  EXPECT_EQ(half_of_smallest<double>("%double", "DenormPreserve 64"),
            std::numeric_limits<double>::min() / 2);
}

TEST_P(SpirvFloatControls, denormalNumbersAreFlushed) {
  EXPECT_EQ(half_of_smallest<float>("%float", "DenormFlushToZero 32"), 0);
  EXPECT_EQ(half_of_smallest<double>("%double", "DenormFlushToZero 64"), 0);
}

} // namespace
