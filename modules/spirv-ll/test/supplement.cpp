// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that spirv_words/grammar/supplement.json adds: no packaged assembler knows them, so
// the words are written here.
#include "reader/grammar.h"
#include "spirv-ll/read.h"

#include <cstring>
#include <gtest/gtest.h>
#include <llvm/Support/raw_ostream.h>

namespace {

using spirv_ll::Capability;
using Words = std::vector<uint32_t>;

Words instruction(uint32_t opcode, const Words& operands) {
  Words words = {uint32_t(operands.size() + 1) << 16 | opcode};
  words.insert(words.end(), operands.begin(), operands.end());
  return words;
}

/// The words of a string.
Words literal(const std::string& text) {
  Words words(text.size() / 4 + 1);
  std::memcpy(words.data(), text.data(), text.size());
  return words;
}

/// A function of %10, an integer of 16 bits, and %11, a float, with these capabilities,
/// extensions, decorations and instructions; the IR, or the error.
std::string read(const std::vector<Capability>& capabilities, const Words& decorations,
                 const Words& body, uint32_t generator = 0,
                 const std::vector<std::string>& extensions = {}) {
  Words words = {0x07230203, 0x00010400, generator, 100, 0};
  const auto add = [&](const Words& more) { words.insert(words.end(), more.begin(), more.end()); };
  for (const uint32_t capability : {4u, 5u, 6u, 22u}) { // Addresses, Linkage, Kernel, Int16
    add(instruction(17, {capability}));
  }
  for (const Capability capability : capabilities) {
    add(instruction(17, {uint32_t(capability)}));
  }
  for (const std::string& extension : extensions) {
    add(instruction(10, literal(extension)));
  }
  add(instruction(14, {2, 2}));          // OpMemoryModel Physical64 OpenCL
  add(instruction(71, {6, 41, 'f', 0})); // OpDecorate %6 LinkageAttributes "f" Export
  add(decorations);
  add(instruction(19, {1}));          // %1 = OpTypeVoid
  add(instruction(21, {2, 16, 0}));   // %2 = OpTypeInt 16
  add(instruction(22, {3, 32}));      // %3 = OpTypeFloat 32
  add(instruction(33, {4, 1, 2, 3})); // %4 = OpTypeFunction %1 %2 %3
  add(instruction(23, {5, 3, 4}));    // %5 = OpTypeVector %3 4
  add(instruction(21, {7, 32, 0}));   // %7 = OpTypeInt 32
  add(instruction(23, {8, 7, 4}));    // %8 = OpTypeVector %7 4
  add(instruction(54, {1, 6, 0, 4})); // %6 = OpFunction
  add(instruction(55, {2, 10}));
  add(instruction(55, {3, 11}));
  add(instruction(248, {12}));
  add(body);
  add(instruction(253, {}));
  add(instruction(56, {}));
  llvm::LLVMContext context;
  const auto* bytes = reinterpret_cast<const uint8_t*>(words.data());
  const auto module = spirv_ll::read(context, {bytes, words.size() * 4});
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (module) {
    stream << **module;
  }
  return module ? text : module.error().message();
}

void expect_within(const std::string& text, const char* part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(Supplement, bfloat16Conversion) {
  Words body = instruction(6116, {2, 20, 11});       // OpConvertFToBF16INTEL
  const Words back = instruction(6117, {3, 21, 10}); // OpConvertBF16ToFINTEL
  body.insert(body.end(), back.begin(), back.end());
  const std::string ir =
      read({Capability::BFloat16ConversionINTEL}, {}, body, 0, {"SPV_INTEL_bfloat16_conversion"});
  expect_within(ir, "bitcast float %1 to i32");
  expect_within(ir, "fcmp uno float %1, %1");
  expect_within(ir, "zext i16 %0 to i32");
  expect_within(read({}, {}, instruction(6116, {2, 20, 11})),
                "OpConvertFToBF16INTEL: needs capability BFloat16ConversionINTEL");
}

TEST(Supplement, tensorFloat32Rounding) {
  const Words body = instruction(6426, {3, 20, 11}); // OpRoundFToTF32INTEL
  for (const char* extension :
       {"SPV_INTEL_tensor_float32_rounding", "SPV_INTEL_tensor_float32_conversion"}) {
    const std::string ir = read({Capability::TensorFloat32RoundingINTEL}, {}, body, 0, {extension});
    expect_within(ir, "fcmp uno float %1, %1");
    expect_within(ir, "add i32 %3, 4096");
    expect_within(ir, ", -8192");
  }
  expect_within(read({}, {}, body),
                "OpRoundFToTF32INTEL: needs capability TensorFloat32RoundingINTEL");
  expect_within(read({Capability::TensorFloat32RoundingINTEL}, {},
                     instruction(6426, {2, 20, 10})), // of an integer
                "OpRoundFToTF32INTEL: the result has to be a floating-point number");
}

TEST(Supplement, arithmeticFence) {
  Words body = instruction(6145, {3, 20, 11});     // OpArithmeticFenceEXT
  const Words use = instruction(127, {3, 21, 20}); // OpFNegate
  body.insert(body.end(), use.begin(), use.end());
  for (const char* extension : {"SPV_EXT_arithmetic_fence", "SPV_INTEL_arithmetic_fence"}) {
    expect_within(read({Capability::ArithmeticFenceEXT}, {}, body, 0, {extension}),
                  "fneg float %1");
  }
}

TEST(Supplement, imagesOfHandles) {
  Words declarations;
  for (const Words& next : {instruction(21, {30, 64, 0}),                   // an integer of 64 bits
                            instruction(19, {31}),                          // void
                            instruction(25, {32, 31, 1, 0, 0, 0, 0, 0, 0}), // an image
                            instruction(26, {33}), instruction(27, {34, 32}), // samplers
                            instruction(43, {30, 35, 7, 0})}) {
    declarations.insert(declarations.end(), next.begin(), next.end());
  }
  const std::vector<Capability> capabilities = {Capability::Int64, Capability::ImageBasic,
                                                Capability::BindlessImagesINTEL};
  const std::vector<std::string> extensions = {"SPV_INTEL_bindless_images"};
  Words body = instruction(6529, {32, 20, 35});          // OpConvertHandleToImageINTEL
  const Words sampler = instruction(6530, {33, 21, 35}); // OpConvertHandleToSamplerINTEL
  body.insert(body.end(), sampler.begin(), sampler.end());
  const std::string ir = read(capabilities, declarations, body, 0, extensions);
  expect_within(ir, "@lanewise.image_of_handle.ocl_image2d_ro(i64 7)");
  expect_within(ir, "@lanewise.sampler_of_handle.ocl_sampler(i64 7)");
  const Words both = instruction(6531, {34, 20, 35}); // OpConvertHandleToSampledImageINTEL
  expect_within(read(capabilities, declarations, both, 0, extensions), "not of both in one");
  expect_within(read({Capability::Int64, Capability::ImageBasic}, declarations, body),
                "needs capability BindlessImagesINTEL");
}

TEST(Supplement, longComposites) {
  Words body = instruction(80, {5, 20, 11, 11});  // OpCompositeConstruct, continued
  const Words rest = instruction(6096, {11, 11}); // OpCompositeConstructContinuedINTEL
  body.insert(body.end(), rest.begin(), rest.end());
  expect_within(
      read({Capability::LongConstantCompositeINTEL}, {}, body, 0, {"SPV_INTEL_long_composites"}),
      "float %1, i64 3");
}

TEST(Supplement, decorationsOfHostAccessAndErrors) {
  Words decorations = instruction(71, {20, 6170, 0x3f800000}); // FPMaxErrorDecorationINTEL 1.0
  const Words host = instruction(71, {6, 6188, 3, 'h'});       // HostAccessINTEL
  const Words mode = instruction(71, {6, 6190, 0});            // InitModeINTEL
  decorations.insert(decorations.end(), host.begin(), host.end());
  decorations.insert(decorations.end(), mode.begin(), mode.end());
  const Words body = instruction(129, {3, 20, 11, 11}); // OpFAdd
  const std::vector<std::string> extensions = {
      "SPV_INTEL_fp_max_error", "SPV_INTEL_global_variable_decorations",
      "SPV_INTEL_global_variable_host_access", "SPV_INTEL_global_variable_fpga_decorations"};
  expect_within(read({Capability::FPMaxErrorINTEL, Capability::GlobalVariableHostAccessINTEL,
                      Capability::GlobalVariableFPGADecorationsINTEL},
                     decorations, body, 0, extensions),
                "fadd float %1, %1");
  expect_within(read({Capability::GlobalVariableHostAccessINTEL,
                      Capability::GlobalVariableFPGADecorationsINTEL},
                     decorations, body),
                "needs capability FPMaxErrorINTEL");
}

/// As DPC++ writes those of its variables on the device.
TEST(Supplement, decorationsOfGlobalVariables) {
  Words decorations = instruction(71, {6, 6147, 2, 'h'}); // host access
  for (const Words& more : {instruction(71, {6, 6148, 0}), instruction(71, {6, 6149, 1})}) {
    decorations.insert(decorations.end(), more.begin(), more.end());
  }
  const Words body = instruction(129, {3, 20, 11, 11}); // OpFAdd
  expect_within(read({Capability::GlobalVariableDecorationsINTEL}, decorations, body, 0,
                     {"SPV_INTEL_global_variable_decorations"}),
                "fadd float %1, %1");
  expect_within(read({}, decorations, body), "needs capability GlobalVariableDecorationsINTEL");
}

/// A variable of the module by the name that the host calls it.
TEST(Supplement, namesForTheHost) {
  Words words = {0x07230203, 0x00010400, 0, 100, 0};
  Words host = {6, 6147, 2};
  const Words name = literal("_Z8counters"), symbol = literal("counters");
  host.insert(host.end(), name.begin(), name.end());
  Words linkage = {6, 41};
  linkage.insert(linkage.end(), symbol.begin(), symbol.end());
  linkage.push_back(0); // Export
  for (const Words& next :
       {instruction(17, {4}), instruction(17, {5}), instruction(17, {6}), instruction(17, {6146}),
        instruction(14, {2, 2}), instruction(71, linkage), instruction(71, host),
        instruction(21, {2, 32, 0}), instruction(32, {3, 5, 2}), instruction(43, {2, 4, 7}),
        instruction(59, {3, 6, 5, 4})}) {
    words.insert(words.end(), next.begin(), next.end());
  }
  llvm::LLVMContext context;
  const auto* bytes = reinterpret_cast<const uint8_t*>(words.data());
  const auto module = spirv_ll::read(context, {bytes, words.size() * 4});
  ASSERT_TRUE(module) << module.error().message();
  const llvm::GlobalVariable* variable = (*module)->getGlobalVariable("counters");
  ASSERT_TRUE(variable);
  EXPECT_EQ(variable->getAttribute(spirv_ll::host_name_attribute).getValueAsString(),
            "_Z8counters");
}

TEST(Supplement, cacheControls) {
  const Words decorations = instruction(71, {20, 6442, 0, 1}); // CacheControlLoadINTEL
  const Words body = instruction(129, {3, 20, 11, 11});        // OpFAdd
  expect_within(
      read({Capability::CacheControlsINTEL}, decorations, body, 0, {"SPV_INTEL_cache_controls"}),
      "fadd float %1, %1");
  expect_within(read({}, decorations, body), "needs capability CacheControlsINTEL");
}

/// Modules say what they need by capabilities that the packaged grammar does not know.
TEST(Supplement, newerCapabilitiesAreRefusedByName) {
  for (const auto& [capability, message] :
       {std::pair{Capability::CooperativeVectorNV, "CooperativeVectorNV is not supported"},
        std::pair{Capability::PredicatedIOINTEL, "PredicatedIOINTEL is not supported"},
        std::pair{Capability(0xffff), "Capability 65535 is unknown"}}) {
    expect_within(read({capability}, {}, {}), message);
  }
}

/// Vectors of other sizes are accepted from LLVM's back end only (43 in the header).
TEST(Supplement, vectorsOfOddSizes) {
  for (const uint32_t generator : {43u << 16, 14u << 16}) {
    for (const uint32_t count : {1u, 5u, 7u, 17u}) {
      Words words = {0x07230203, 0x00010400, generator, 10, 0};
      for (const Words& next : {instruction(17, {4}), instruction(17, {6}), instruction(14, {2, 2}),
                                instruction(22, {1, 32}), instruction(23, {2, 1, count})}) {
        words.insert(words.end(), next.begin(), next.end());
      }
      llvm::LLVMContext context;
      const auto* bytes = reinterpret_cast<const uint8_t*>(words.data());
      const auto module = spirv_ll::read(context, {bytes, words.size() * 4});
      EXPECT_EQ(bool(module), generator == 43u << 16 && count < 17) << generator << " " << count;
    }
  }
}

/// A shuffle of floats with undefined integers, as LLVM's back end writes it.
TEST(Supplement, shuffleWithOtherElements) {
  Words body = instruction(80, {5, 20, 11, 11, 11, 11}); // OpCompositeConstruct
  const Words undefined = instruction(1, {8, 21});       // OpUndef
  const Words shuffled = instruction(79, {5, 22, 20, 21, 1, 0, 2, 0xffffffff});
  body.insert(body.end(), undefined.begin(), undefined.end());
  body.insert(body.end(), shuffled.begin(), shuffled.end());
  expect_within(read({}, {}, body, 43u << 16), "shufflevector <4 x float>");
  expect_within(read({}, {}, body), "OpVectorShuffle: the vectors have different elements");
}

TEST(Supplement, nullWithALiteral) {
  Words body = instruction(46, {2, 20, 0}); // OpConstantNull as LLVM 22 writes it
  const Words use = instruction(128, {2, 21, 10, 20});
  body.insert(body.end(), use.begin(), use.end());
  expect_within(read({}, {}, body), "add i16 %0, 0");
}

} // namespace
