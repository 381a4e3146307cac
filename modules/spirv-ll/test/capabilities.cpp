// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each capability and extension that doc/spirv.md promises: a module that uses it is read, and is
// refused without its declaration; what is refused says why. (What no packaged assembler knows is
// in supplement.cpp.)
#include "assemble.h"
#include "spirv-ll/read.h"

#include <gtest/gtest.h>
#include <llvm/Support/raw_ostream.h>

namespace {

/// A function `f` of %u (uint), %x (float) and %e (of the type %extra); %c is a boolean.
struct CapabilityCase {
  const char* name; ///< what `capability` or `extension` is under test
  std::string body = {};
  std::string expected = {};     ///< within the IR, or the error if it is refused
  std::string declarations = {}; ///< of %extra too, or it is a pointer to uint
  std::string others = {};       ///< further capabilities and extensions, imports
  std::string modes = {};        ///< entry points, execution modes, decorations
  bool needed = true;            ///< whether a module without the declaration is refused
};

std::string module_text(const CapabilityCase& row, const std::string& declaration) {
  const bool has_extra = row.declarations.find("%extra =") != std::string::npos;
  const bool is_extension = declaration.starts_with("OpExtension");
  return "OpCapability Addresses\nOpCapability Kernel\nOpCapability Linkage\n" +
         (is_extension ? row.others + "\n" + declaration : declaration + "\n" + row.others) +
         "\nOpMemoryModel Physical64 OpenCL\n" + row.modes +
         R"(
OpName %f "f"
%void = OpTypeVoid
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%group = OpConstant %uint 2
%sub = OpConstant %uint 3
)" + row.declarations +
         (has_extra ? "" : "\n%extra = OpTypePointer CrossWorkgroup %uint") + R"(
%signature = OpTypeFunction %void %uint %float %extra
%f = OpFunction %void None %signature
%u = OpFunctionParameter %uint
%x = OpFunctionParameter %float
%e = OpFunctionParameter %extra
%begin = OpLabel
%c = OpIEqual %bool %u %zero
)" + row.body +
         "\nOpReturn\nOpFunctionEnd\n";
}

/// The IR, or the error behind "error: ".
std::string read(const std::string& text) {
  const std::vector<uint32_t> words = assemble(text);
  if (words.empty()) {
    return "";
  }
  llvm::LLVMContext context;
  const auto* bytes = reinterpret_cast<const uint8_t*>(words.data());
  const auto module = spirv_ll::read(context, {bytes, words.size() * 4});
  if (!module) {
    return "error: " + module.error().message();
  }
  std::string ir;
  llvm::raw_string_ostream stream(ir);
  stream << **module;
  return ir;
}

void expect_within(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "no '" << part << "' in\n" << text;
}

const CapabilityCase capabilities[] = {
    {"Int8", "%r = OpUConvert %t %u", "trunc i32 %0 to i8", "%t = OpTypeInt 8 0"},
    {"Int16", "%r = OpUConvert %t %u", "trunc i32 %0 to i16", "%t = OpTypeInt 16 0"},
    {"Int64", "%r = OpUConvert %t %u", "zext i32 %0 to i64", "%t = OpTypeInt 64 0"},
    {"Float16", "%r = OpFConvert %t %x", "fptrunc float %1 to half", "%t = OpTypeFloat 16"},
    {"Float64", "%r = OpFConvert %t %x", "fpext float %1 to double", "%t = OpTypeFloat 64"},
    {"Float16Buffer", "%r = OpExtInst %float %cl vload_half %long_zero %e", "_Z10vload_half",
     R"(%ulong = OpTypeInt 64 0
        %long_zero = OpConstant %ulong 0
        %half = OpTypeFloat 16
        %extra = OpTypePointer CrossWorkgroup %half)",
     "OpCapability Int64\n%cl = OpExtInstImport \"OpenCL.std\""},
    {"Vector16", "%r = OpFNegate %extra %e", "fneg <16 x float> %2",
     "%extra = OpTypeVector %float 16"},
    {"Groups", "%r = OpGroupAll %bool %group %c", "@_Z14work_group_alli("},
    {"GenericPointer", "%r = OpPtrCastToGeneric %t %e",
     "addrspacecast ptr addrspace(1) %2 to ptr addrspace(4)",
     "%t = OpTypePointer Generic %uint\n%extra = OpTypePointer CrossWorkgroup %uint"},
    {"Int64Atomics", "%r = OpAtomicIIncrement %t %e %one %zero",
     "atomicrmw volatile add ptr addrspace(1) %2, i64 1",
     "%t = OpTypeInt 64 0\n%extra = OpTypePointer CrossWorkgroup %t", "OpCapability Int64"},
    {"ImageBasic", "", "target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0) %2",
     "%extra = OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly", "", "", false},
    {"LiteralSampler",
     R"(%both = OpSampledImage %sampled %e %k
        %r = OpImageSampleExplicitLod %float4 %both %u Lod %float_zero)",
     "@__translate_sampler_initializer(",
     R"(%float_zero = OpConstant %float 0
        %float4 = OpTypeVector %float 4
        %extra = OpTypeImage %void 1D 0 0 0 0 Unknown ReadOnly
        %sampled = OpTypeSampledImage %extra
        %sampler = OpTypeSampler
        %k = OpConstantSampler %sampler ClampToEdge 0 Nearest)",
     "OpCapability ImageBasic\nOpCapability Sampled1D"},
    {"Sampled1D", "", "target(\"spirv.Image\", void, 0, 0, 0, 0, 0, 0, 0) %2",
     "%extra = OpTypeImage %void 1D 0 0 0 0 Unknown ReadOnly", "OpCapability ImageBasic"},
    {"Image1D", "", "target(\"spirv.Image\", void, 0, 0, 0, 0, 0, 0, 1) %2",
     "%extra = OpTypeImage %void 1D 0 0 0 0 Unknown WriteOnly", "OpCapability ImageBasic"},
    {"SampledBuffer", "", "target(\"spirv.Image\", void, 5, 0, 0, 0, 0, 0, 0) %2",
     "%extra = OpTypeImage %void Buffer 0 0 0 0 Unknown ReadOnly", "OpCapability ImageBasic"},
    {"ImageBuffer", "", "target(\"spirv.Image\", void, 5, 0, 0, 0, 0, 0, 1) %2",
     "%extra = OpTypeImage %void Buffer 0 0 0 0 Unknown WriteOnly", "OpCapability ImageBasic"},
    {"ImageReadWrite", "", "target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 2) %2",
     "%extra = OpTypeImage %void 2D 0 0 0 0 Unknown ReadWrite", "OpCapability ImageBasic", "",
     false},
    {"SubgroupDispatch", "", "!intel_reqd_sub_group_size !", "", "",
     "OpEntryPoint Kernel %f \"k\"\nOpExecutionMode %f SubgroupSize 1"},
    {"NamedBarrier", "%r = OpNamedBarrierInitialize %named %one", "@_Z18named_barrier_initi(",
     "%named = OpTypeNamedBarrier"},
    {"GroupNonUniform", "%r = OpGroupNonUniformElect %bool %sub", "@_Z15sub_group_electv("},
    {"GroupNonUniformVote", "%r = OpGroupNonUniformAll %bool %sub %c",
     "@_Z25sub_group_non_uniform_alli("},
    {"GroupNonUniformArithmetic", "%r = OpGroupNonUniformIAdd %uint %sub Reduce %u",
     "@_Z32sub_group_non_uniform_reduce_addi("},
    {"GroupNonUniformBallot", "%r = OpGroupNonUniformBallot %uint4 %sub %c",
     "@_Z16sub_group_balloti(", "%uint4 = OpTypeVector %uint 4"},
    {"GroupNonUniformShuffle", "%r = OpGroupNonUniformShuffle %uint %sub %u %one",
     "@_Z17sub_group_shuffleij("},
    {"GroupNonUniformShuffleRelative", "%r = OpGroupNonUniformShuffleUp %uint %sub %u %one",
     "@_Z20sub_group_shuffle_upij("},
    {"GroupNonUniformClustered", "%r = OpGroupNonUniformIAdd %uint %sub ClusteredReduce %u %one",
     "@_Z30sub_group_clustered_reduce_addij(", "", "OpCapability GroupNonUniformArithmetic"},
    {"GroupNonUniformRotateKHR", "%r = OpGroupNonUniformRotateKHR %uint %sub %u %one",
     "@_Z16sub_group_rotateii(", "", "OpExtension \"SPV_KHR_subgroup_rotate\""},
    {"GroupUniformArithmeticKHR", "%r = OpGroupIMulKHR %uint %group Reduce %u",
     "@_Z21work_group_reduce_muli(", "", "OpExtension \"SPV_KHR_uniform_group_instructions\""},
    {"SubgroupShuffleINTEL", "%r = OpSubgroupShuffleINTEL %uint %u %one",
     "@_Z23intel_sub_group_shuffleij(", "", "OpExtension \"SPV_INTEL_subgroups\""},
    {"SubgroupBufferBlockIOINTEL", "%r = OpSubgroupBlockReadINTEL %uint %e",
     "@_Z26intel_sub_group_block_readPU3AS1Kj(", "", "OpExtension \"SPV_INTEL_subgroups\""},
    {"SubgroupImageBlockIOINTEL", "%r = OpSubgroupImageBlockReadINTEL %uint %e %at",
     "@_Z26intel_sub_group_block_read14ocl_image2d_roDv2_i(",
     R"(%extra = OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly
        %uint2 = OpTypeVector %uint 2
        %at = OpConstantComposite %uint2 %zero %one)",
     "OpCapability ImageBasic\nOpExtension \"SPV_INTEL_subgroups\""},
    {"ExpectAssumeKHR", "OpAssumeTrueKHR %c", "call void @llvm.assume(i1 ", "",
     "OpExtension \"SPV_KHR_expect_assume\""},
    {"AtomicFloat32AddEXT", "%r = OpAtomicFAddEXT %float %e %one %zero %x",
     "atomicrmw volatile fadd ptr addrspace(1) %2, float %1",
     "%extra = OpTypePointer CrossWorkgroup %float",
     "OpExtension \"SPV_EXT_shader_atomic_float_add\""},
    {"AtomicFloat32MinMaxEXT", "%r = OpAtomicFMinEXT %float %e %one %zero %x",
     "atomicrmw volatile fmin ptr addrspace(1) %2, float %1",
     "%extra = OpTypePointer CrossWorkgroup %float",
     "OpExtension \"SPV_EXT_shader_atomic_float_min_max\""},
    {"AtomicFloat64AddEXT", "%d = OpFConvert %t %x\n%r = OpAtomicFAddEXT %t %e %one %zero %d",
     "atomicrmw volatile fadd ptr addrspace(1) %2, double",
     "%t = OpTypeFloat 64\n%extra = OpTypePointer CrossWorkgroup %t",
     "OpCapability Float64\nOpExtension \"SPV_EXT_shader_atomic_float_add\""},
    {"AtomicFloat64MinMaxEXT", "%d = OpFConvert %t %x\n%r = OpAtomicFMaxEXT %t %e %one %zero %d",
     "atomicrmw volatile fmax ptr addrspace(1) %2, double",
     "%t = OpTypeFloat 64\n%extra = OpTypePointer CrossWorkgroup %t",
     "OpCapability Float64\nOpExtension \"SPV_EXT_shader_atomic_float_min_max\""},
    {"AtomicFloat16AddEXT", "%d = OpFConvert %t %x\n%r = OpAtomicFAddEXT %t %e %one %zero %d",
     "atomicrmw volatile fadd ptr addrspace(1) %2, half",
     "%t = OpTypeFloat 16\n%extra = OpTypePointer CrossWorkgroup %t",
     "OpCapability Float16\nOpExtension \"SPV_EXT_shader_atomic_float16_add\""},
    {"AtomicFloat16MinMaxEXT", "%d = OpFConvert %t %x\n%r = OpAtomicFMinEXT %t %e %one %zero %d",
     "atomicrmw volatile fmin ptr addrspace(1) %2, half",
     "%t = OpTypeFloat 16\n%extra = OpTypePointer CrossWorkgroup %t",
     "OpCapability Float16\nOpExtension \"SPV_EXT_shader_atomic_float_min_max\""},
    {"DotProductKHR", "%r = OpUDotKHR %uint %e %e", "mul <2 x i32>",
     "%extra = OpTypeVector %uint 2",
     "OpCapability DotProductInputAllKHR\nOpExtension \"SPV_KHR_integer_dot_product\""},
    {"DotProductInput4x8BitKHR", "%r = OpSDotKHR %uint %e %e", "sext <4 x i8> %2 to <4 x i32>",
     "%t = OpTypeInt 8 0\n%extra = OpTypeVector %t 4",
     "OpCapability Int8\nOpCapability DotProductKHR\n"
     "OpExtension \"SPV_KHR_integer_dot_product\"",
     "", false},
    {"DotProductInput4x8BitPackedKHR", "%r = OpSUDotKHR %uint %u %u PackedVectorFormat4x8BitKHR",
     "bitcast i32 %0 to <4 x i8>", "",
     "OpCapability DotProductKHR\nOpExtension \"SPV_KHR_integer_dot_product\"", "", false},
    {"BitInstructions", "%r = OpBitReverse %uint %u", "@llvm.bitreverse.i32(", "",
     "OpExtension \"SPV_KHR_bit_instructions\""},
    {"ShaderClockKHR", "%r = OpReadClockKHR %t %one", "@_Z17clock_read_devicev(",
     "%t = OpTypeInt 64 0", "OpCapability Int64\nOpExtension \"SPV_KHR_shader_clock\""},
    {"DenormPreserve", "", "define spir_kernel void @k(", "",
     "OpExtension \"SPV_KHR_float_controls\"",
     "OpEntryPoint Kernel %f \"k\"\nOpExecutionMode %f DenormPreserve 32"},
    {"DenormFlushToZero", "", "!\"lanewise.denorms_are_zero\", i32 1", "",
     "OpExtension \"SPV_KHR_float_controls\"",
     "OpEntryPoint Kernel %f \"k\"\nOpExecutionMode %f DenormFlushToZero 32"},
    {"SignedZeroInfNanPreserve", "", "define spir_kernel void @k(", "",
     "OpExtension \"SPV_KHR_float_controls\"",
     "OpEntryPoint Kernel %f \"k\"\nOpExecutionMode %f SignedZeroInfNanPreserve 32"},
    {"RoundingModeRTE", "", "define spir_kernel void @k(", "",
     "OpExtension \"SPV_KHR_float_controls\"",
     "OpEntryPoint Kernel %f \"k\"\nOpExecutionMode %f RoundingModeRTE 64"},
    {"ArbitraryPrecisionIntegersINTEL", "%r = OpUConvert %t %u", "trunc i32 %0 to i13",
     "%t = OpTypeInt 13 0", "OpExtension \"SPV_INTEL_arbitrary_precision_integers\""},
    {"KernelAttributesINTEL", "", "define spir_kernel void @k(", "",
     "OpExtension \"SPV_INTEL_kernel_attributes\"",
     "OpEntryPoint Kernel %f \"k\"\nOpExecutionMode %f MaxWorkDimINTEL 1"},
    {"USMStorageClassesINTEL", "%r = OpLoad %uint %e", "load i32, ptr addrspace(1) %2",
     "%extra = OpTypePointer DeviceOnlyINTEL %uint",
     "OpExtension \"SPV_INTEL_usm_storage_classes\""},
    {"VulkanMemoryModel", "%r = OpLoad %uint %e NonPrivatePointer", "load i32, ptr addrspace(1)",
     "", "OpExtension \"SPV_KHR_vulkan_memory_model\""},
    {"VariableLengthArrayINTEL",
     R"(%saved = OpSaveMemoryINTEL %bytes
        %r = OpVariableLengthArrayINTEL %private %u
        OpRestoreMemoryINTEL %saved)",
     "alloca i32, i32 %0",
     "%t = OpTypeInt 8 0\n%bytes = OpTypePointer Function %t\n"
     "%private = OpTypePointer Function %uint",
     "OpCapability Int8\nOpExtension \"SPV_INTEL_variable_length_array\""},
    {"UnstructuredLoopControlsINTEL",
     R"(OpBranch %loop
        %loop = OpLabel
        OpLoopControlINTEL 1
        OpBranchConditional %c %loop %end
        %end = OpLabel)",
     "llvm.loop.unroll.enable", "", "OpExtension \"SPV_INTEL_unstructured_loop_controls\""},
    {"FPFastMathModeINTEL", "%r = OpFAdd %float %x %x", "fadd contract float %1, %1", "",
     "OpExtension \"SPV_INTEL_fp_fast_math_mode\"",
     "OpDecorate %r FPFastMathMode AllowContractFastINTEL"},
    {"FunctionFloatControlINTEL", "%r = OpFAdd %float %x %x", "fadd float %1, %1", "",
     "OpExtension \"SPV_INTEL_float_controls2\"",
     "OpDecorate %f FunctionRoundingModeINTEL 32 RTE\n"
     "OpDecorate %f FunctionDenormModeINTEL 32 Preserve\n"
     "OpDecorate %f FunctionFloatingPointModeINTEL 32 IEEE"},
    {"LongConstantCompositeINTEL", "%r = OpFAdd %float %x %x", "fadd float %1, %1", "",
     "OpExtension \"SPV_INTEL_long_constant_composite\"", "", false},
};

/// Modes of the float controls hold for all of a module, or are refused.
const CapabilityCase wrong_modes[] = {
    {"DenormFlushToZero", "", "denormal halves cannot be flushed", "", "",
     "OpEntryPoint Kernel %f \"k\"\nOpExecutionMode %f DenormFlushToZero 16"},
    {"DenormFlushToZero", "", "flushed by all of a module or by nothing of it", "",
     "OpCapability DenormPreserve",
     "OpEntryPoint Kernel %f \"k\"\nOpExecutionMode %f DenormFlushToZero 32\n"
     "OpExecutionMode %f DenormPreserve 64"},
    {"FunctionFloatControlINTEL", "", "arithmetic rounds to nearest even only", "", "",
     "OpDecorate %f FunctionRoundingModeINTEL 32 RTZ"},
    {"FunctionFloatControlINTEL", "", "arithmetic is that of IEEE 754 only", "", "",
     "OpDecorate %f FunctionFloatingPointModeINTEL 32 ALT"},
};

TEST(Capabilities, floatControlsThatCannotBeHadAreRefused) {
  for (const CapabilityCase& row : wrong_modes) {
    expect_within(read(module_text(row, std::string("OpCapability ") + row.name)), row.expected);
  }
}

TEST(Capabilities, areReadAndNeeded) {
  for (const CapabilityCase& row : capabilities) {
    SCOPED_TRACE(row.name);
    const std::string ir = read(module_text(row, std::string("OpCapability ") + row.name));
    expect_within(ir, row.expected);
    if (row.needed) {
      expect_within(read(module_text(row, "")), "error: ");
    }
  }
}

const CapabilityCase refused[] = {
    {"Shader", "", "only modules of the OpenCL environment can be read"},
    {"PipeStorage", "", "pipes are made by the host only"},
    {"AsmINTEL", "", "inline assembly is not supported"},
    {"RoundingModeRTZ", "", "arithmetic rounds to nearest even only"},
    {"RoundToInfinityINTEL", "", "arithmetic rounds to nearest even only"},
    {"FloatingPointModeINTEL", "", "arithmetic is that of IEEE 754 only"},
    {"VectorComputeINTEL", "", "kernels for vectors of work-items are not supported"},
};

TEST(Capabilities, areRefusedWithTheReason) {
  for (const CapabilityCase& row : refused) {
    SCOPED_TRACE(row.name);
    expect_within(read(module_text(row, std::string("OpCapability ") + row.name)),
                  std::string("capability ") + row.name + " is not supported: " + row.expected);
  }
}

const CapabilityCase extensions[] = {
    {"SPV_KHR_no_integer_wrap_decoration", "%r = OpIAdd %uint %u %u", "add nsw i32 %0, %0", "", "",
     "OpDecorate %r NoSignedWrap"},
    {"SPV_KHR_linkonce_odr", "", "define linkonce_odr spir_func void @odr(", "", "",
     "OpDecorate %f LinkageAttributes \"odr\" LinkOnceODR"},
    {"SPV_KHR_non_semantic_info", "%r = OpExtInst %void %set 1 %u", "define ", "",
     "%set = OpExtInstImport \"NonSemantic.Something\""},
    {"SPV_KHR_variable_pointers", "%p = OpSelect %extra %c %e %e\n%r = OpLoad %uint %p",
     "load i32, ptr addrspace(1)"},
    {"SPV_KHR_16bit_storage", "%r = OpLoad %t %e", "load i16, ptr addrspace(1) %2",
     "%t = OpTypeInt 16 0\n%extra = OpTypePointer CrossWorkgroup %t", "OpCapability Int16"},
    {"SPV_KHR_storage_buffer_storage_class", "%r = OpLoad %uint %e", "load i32"},
    {"SPV_codeplay_usm_generic_storage_class", "%r = OpPtrCastToGeneric %t %e",
     "addrspacecast ptr addrspace(1) %2 to ptr addrspace(4)",
     "%t = OpTypePointer Generic %uint\n%extra = OpTypePointer HostOnlyINTEL %uint",
     "OpCapability GenericPointer\nOpCapability USMStorageClassesINTEL\n"
     "OpExtension \"SPV_INTEL_usm_storage_classes\""},
};

TEST(Extensions, areRead) {
  for (const CapabilityCase& row : extensions) {
    SCOPED_TRACE(row.name);
    std::string others = row.others, imports;
    CapabilityCase in_order = row;
    if (others.starts_with("%")) { // imports stand behind extensions
      imports = "\n" + others;
      in_order.others.clear();
    }
    expect_within(
        read(module_text(in_order, std::string("OpExtension \"") + row.name + "\"" + imports)),
        row.expected);
  }
}

const CapabilityCase refused_extensions[] = {
    {"SPV_INTEL_inline_assembly", "", "extension 'SPV_INTEL_inline_assembly' is not supported"},
};

TEST(Extensions, areRefusedByName) {
  for (const CapabilityCase& row : refused_extensions) {
    const std::string answer =
        read(module_text(row, std::string("OpExtension \"") + row.name + "\""));
    EXPECT_TRUE(answer.starts_with("error: ")) << answer;
    expect_within(answer, row.expected);
  }
}

} // namespace
