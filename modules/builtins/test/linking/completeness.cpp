// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library as a whole: what Clang declares is there, and members need nothing but the target's
// vocabulary. BUILTIN_CALLS is bitcode of a program that calls every built-in function of OpenCL C
// 1.2 (list_builtins.py), compiled as the front end compiles; GENERIC_BUILTIN_CALLS of one that
// calls those of 3.0 with generic pointers.
#include "linking/linking.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Support/MemoryBuffer.h>

#include <set>
#include <vector>

namespace {

const std::set<std::string> vocabulary = {"__mux_get_global_id",
                                          "__mux_get_local_id",
                                          "__mux_get_group_id",
                                          "__mux_get_global_size",
                                          "__mux_get_local_size",
                                          "__mux_get_enqueued_local_size",
                                          "__mux_get_num_groups",
                                          "__mux_get_global_offset",
                                          "__mux_get_work_dim",
                                          "__mux_has_fma",
                                          "__mux_has_table_permutes",
                                          "__mux_has_short_table_permutes",
                                          "__mux_has_exponent_operations",
                                          "__mux_has_fast_division",
                                          "__mux_has_float_estimates",
                                          "__mux_has_aligned_texels",
                                          "__mux_converts_slowly",
                                          "__mux_has_textures",
                                          "__mux_read_texel_float",
                                          "__mux_read_texel_int",
                                          "__mux_filter_texels",
                                          "__mux_wants_accurate_math",
                                          "__lanewise_elementwise_scale_f32",
                                          "__lanewise_elementwise_exponent_f32",
                                          "__lanewise_elementwise_significand_f32",
                                          "__lanewise_elementwise_reciprocal_f32",
                                          "__lanewise_elementwise_reciprocal_f64",
                                          "__lanewise_elementwise_root_f32",
                                          "__lanewise_elementwise_root_f64",
                                          "__lanewise_elementwise_scale_f64",
                                          "__lanewise_elementwise_exponent_f64",
                                          "__lanewise_elementwise_significand_f64",
                                          "__mux_has_denormals",
                                          "__mux_work_group_barrier",
                                          "__mux_mem_barrier",
                                          "__mux_is_in_space",
                                          "__mux_has_debug",
                                          "__mux_enqueue",
                                          "__mux_device_event",
                                          "__mux_query_block",
                                          "__mux_has_device_barrier",
                                          "__mux_device_barrier",
                                          "__mux_read_clock",
                                          "__mux_get_default_queue",
                                          "__lanewise_elementwise_dot_ss",
                                          "__lanewise_elementwise_dot_us",
                                          "__lanewise_elementwise_dot_uu"};

/// Links a program that calls built-in functions, more than `least`.
void expect_all(const char* calls, size_t least) {
  llvm::LLVMContext context;
  auto file = llvm::MemoryBuffer::getFile(calls);
  ASSERT_TRUE(file) << calls;
  auto module = llvm::parseBitcodeFile(**file, context);
  ASSERT_TRUE(bool(module));
  size_t wanted = 0;
  for (const auto& function : **module) {
    if (function.isDeclaration() && !function.isIntrinsic()) {
      ++wanted;
      EXPECT_TRUE(library().defines(function.getName().str())) << function.getName().str();
    }
  }
  EXPECT_GT(wanted, least);
  const auto linked = library().link(**module);
  ASSERT_TRUE(linked) << linked.error();
  EXPECT_GE(linked->members, wanted);
  EXPECT_FALSE(llvm::verifyModule(**module, &llvm::errs()));
}

TEST(Completeness, everyBuiltinThatClangDeclaresIsThere) { expect_all(BUILTIN_CALLS, 11000); }

TEST(Completeness, functionsOfGenericPointersAreThere) { expect_all(GENERIC_BUILTIN_CALLS, 300); }

TEST(Completeness, membersNeedOnlyTheVocabulary) {
  llvm::LLVMContext context;
  std::string text;
  for (size_t i = 0; i < library().size(); ++i) {
    text += "declare void @" + std::string(library().name(i)) + "()\n";
  }
  auto module = parse(text, context);
  const auto linked = library().link(*module);
  ASSERT_TRUE(linked) << linked.error();
  EXPECT_EQ(linked->members, library().size());
  for (const auto& function : *module) {
    const std::string name = function.getName().str();
    EXPECT_TRUE(!function.isDeclaration() || function.isIntrinsic() || vocabulary.contains(name))
        << name;
    EXPECT_FALSE(
        function.getName().starts_with("llvm.sin") || function.getName().starts_with("llvm.exp") ||
        function.getName().starts_with("llvm.log") || function.getName().starts_with("llvm.pow"))
        << name;
  }
  for (const auto& variable : module->globals()) {
    EXPECT_TRUE(variable.isConstant()) << variable.getName().str();
    EXPECT_EQ(variable.getAddressSpace(), 2u) << variable.getName().str();
  }
}

/// Functions without side effects must be known as such, or the optimiser could not remove calls.
TEST(Completeness, mathematicalFunctionsArePure) {
  llvm::LLVMContext context;
  auto module = parse(R"(
declare spir_func float @_Z3sinf(float)
declare spir_func <4 x double> @_Z3powDv4_dS_(<4 x double>, <4 x double>)
declare spir_func <8 x half> @_Z5atan2Dv8_DhS_(<8 x half>, <8 x half>)
declare spir_func <4 x i32> @_Z7mad_satDv4_iS_S_(<4 x i32>, <4 x i32>, <4 x i32>)
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func double @_Z4fmoddd(double, double)
declare spir_func float @_Z6tgammaf(float)
)",
                      context);
  std::vector<std::string> names;
  for (const auto& function : *module) {
    names.push_back(function.getName().str());
  }
  ASSERT_EQ(names.size(), 7u);
  ASSERT_TRUE(library().link(*module));
  for (const auto& name : names) {
    const auto* function = module->getFunction(name);
    EXPECT_TRUE(function->doesNotAccessMemory()) << name;
    EXPECT_TRUE(function->doesNotThrow() && function->willReturn()) << name;
    EXPECT_FALSE(function->isConvergent()) << name;
  }
}

} // namespace
