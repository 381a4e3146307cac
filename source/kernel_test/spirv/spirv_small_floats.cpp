// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers with fewer bits than a float: bfloat16 (SPV_KHR_bfloat16, SPV_INTEL_bfloat16_arithmetic)
// and floats rounded to TF32 (SPV_INTEL_tensor_float32_rounding).
#include "harness.h"
#include "spirv/spirv_kernel.h"

#include <bit>
#include <cmath>
#include <limits>

namespace {

float from_bfloat(uint16_t bits) { return std::bit_cast<float>(uint32_t(bits) << 16); }

/// The nearest one, found by comparing.
uint16_t to_bfloat(float x) {
  const auto bits = std::bit_cast<uint32_t>(x);
  const auto below = uint16_t(bits >> 16); // towards zero
  if (std::isnan(x)) {
    return below | 0x40;
  }
  const uint32_t cut = bits & 0xffff;
  return cut > 0x8000 || (cut == 0x8000 && (below & 1)) ? below + 1 : below;
}

/// Floats of every kind, ties among them.
std::vector<float> floats() {
  std::vector<float> values = {0.0f,
                               -0.0f,
                               1.0f,
                               std::numeric_limits<float>::infinity(),
                               -std::numeric_limits<float>::infinity(),
                               std::numeric_limits<float>::quiet_NaN(),
                               std::bit_cast<float>(0x7f800001u),
                               std::bit_cast<float>(0xffffffffu),
                               std::numeric_limits<float>::max(),
                               std::numeric_limits<float>::lowest()};
  uint32_t state = 1;
  while (values.size() < 1024) {
    state = state * 1664525 + 1013904223;
    const uint32_t bits = 0x38000000 + (state >> 5) % 0x10000000;
    for (const uint32_t each : {bits, bits & 0xffff8000, (bits & 0xffff0000) | 0x8000,
                                (bits & 0xffffe000) | 0x1000, bits | 0x80000000}) {
      values.push_back(std::bit_cast<float>(each));
    }
  }
  values.resize(1024);
  return values;
}

class SmallFloats : public KernelTest {
protected:
  /// Builds a kernel of 16-bit numbers `%x`, whose `code` makes `%y` of `%b`, the bfloat16.
  void build_bfloat(const std::string& code, const std::string& more = "") {
    build_assembly(
        assembly({.type = "%short",
                  .code = "%b = OpBitcast %bf %x\n" + code + "\n%r = OpBitcast %short %y",
                  .declarations = "!0x00040016 %bf !16 !0\n" + more,
                  .capabilities = "OpCapability !5116\nOpCapability !5117\n"
                                  "OpCapability !6226\n"
                                  "OpExtension \"SPV_KHR_bfloat16\"\n"
                                  "OpExtension \"SPV_INTEL_bfloat16_arithmetic\"\n"}));
  }
  template <typename F> void check_bfloat(F expected) {
    const std::vector<float> values = floats();
    std::vector<uint16_t> in, out(values.size(), 7);
    for (const float value : values) {
      in.push_back(to_bfloat(value));
    }
    run({{in.size()}, {64}, {}}, in, out);
    for (size_t i = 0; i < in.size(); ++i) {
      const float x = from_bfloat(in[i]);
      const float wanted = expected(x), got = from_bfloat(out[i]);
      if (std::isnan(wanted)) {
        ASSERT_TRUE(std::isnan(got)) << x;
      } else {
        ASSERT_EQ(out[i], to_bfloat(wanted)) << x << " gives " << got;
      }
    }
  }
};
INSTANTIATE_TEST_SUITE_P(All, SmallFloats,
                         ::testing::Values(Variant::optimised, Variant::not_optimised,
                                           Variant::from_binary, Variant::scalar, Variant::by_4,
                                           Variant::by_8, Variant::by_16),
                         variant_name);

TEST_P(SmallFloats, bfloatArithmetic) {
  build_bfloat("%s = OpFAdd %bf %b %third\n%t = OpFMul %bf %s %b\n%y = OpFDiv %bf %t %third",
               "%c = OpConstant %float 0.333984375\n%third = OpSpecConstantOp %bf FConvert %c");
  check_bfloat([](float x) {
    const float third = 0.333984375f; // a bfloat16
    const float sum = from_bfloat(to_bfloat(x + third));
    const float product = from_bfloat(to_bfloat(sum * x));
    return product / third;
  });
}

TEST_P(SmallFloats, bfloatConversions) {
  build_bfloat("%f = OpFConvert %float %b\n%h = OpFMul %float %f %c\n%d = OpFConvert %double %h\n"
               "%y = OpFConvert %bf %d",
               "%c = OpConstant %float 1.001953125");
  check_bfloat([](float x) { return x * 1.001953125f; });
}

TEST_P(SmallFloats, bfloatComparisonsAndSelection) {
  build_bfloat("%less = OpFOrdLessThan %bool %b %one\n%n = OpFNegate %bf %b\n"
               "%y = OpSelect %bf %less %n %b",
               "%c = OpConstant %float 1\n%one = OpSpecConstantOp %bf FConvert %c");
  check_bfloat([](float x) { return x < 1.0f ? -x : x; });
}

TEST_P(SmallFloats, bfloatVectors) {
  build_bfloat("%v = OpCompositeConstruct %bf4 %b %one %b %one\n"
               "%y = OpDot %bf %v %v",
               "%bf4 = OpTypeVector %bf 4\n"
               "%c = OpConstant %float 1\n%one = OpSpecConstantOp %bf FConvert %c");
  check_bfloat([](float x) { return ((x * x + 1.0f) + x * x) + 1.0f; });
}

TEST_P(SmallFloats, tensorFloat) {
  build_assembly(assembly({.type = "%float",
                           // OpRoundFToTF32INTEL, behind what has no optional operands
                           .code = "%y = OpCopyObject %float %x\n!0x0004191a %float %r %y",
                           .capabilities = "OpCapability !6425\n"
                                           "OpExtension \"SPV_INTEL_tensor_float32_rounding\"\n"}));
  std::vector<float> in = floats(), out(in.size(), 7);
  run({{in.size()}, {64}, {}}, in, out);
  for (size_t i = 0; i < in.size(); ++i) {
    if (std::isnan(in[i])) {
      ASSERT_TRUE(std::isnan(out[i]));
      continue;
    }
    // Half away from zero, by ten bits behind the point.
    const auto bits = std::bit_cast<uint32_t>(in[i]);
    const uint32_t down = bits & 0xffffe000, up = down + 0x2000;
    const uint32_t wanted = (bits & 0x1fff) >= 0x1000 ? up : down;
    ASSERT_EQ(std::bit_cast<uint32_t>(out[i]), wanted) << in[i];
  }
}

} // namespace
