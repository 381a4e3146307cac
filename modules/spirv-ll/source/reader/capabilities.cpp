// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reader/capabilities.h"

#include <algorithm>
#include <array>

namespace spirv_ll {
namespace {

constexpr Capability supported[] = {Capability::Addresses,
                                    Capability::Linkage,
                                    Capability::Kernel,
                                    Capability::Vector16,
                                    Capability::Float16Buffer,
                                    Capability::Float16,
                                    Capability::Float64,
                                    Capability::Int64,
                                    Capability::Int64Atomics,
                                    Capability::ImageBasic,
                                    Capability::ImageReadWrite,
                                    Capability::ImageMipmap,
                                    Capability::Groups,
                                    Capability::LiteralSampler,
                                    Capability::Int16,
                                    Capability::GenericPointer,
                                    Capability::Int8,
                                    Capability::Sampled1D,
                                    Capability::Image1D,
                                    Capability::SampledBuffer,
                                    Capability::ImageBuffer,
                                    Capability::ImageQuery,
                                    Capability::SubgroupDispatch,
                                    Capability::StorageImageReadWithoutFormat,
                                    Capability::StorageImageWriteWithoutFormat,
                                    Capability::GroupNonUniform,
                                    Capability::GroupNonUniformVote,
                                    Capability::GroupNonUniformArithmetic,
                                    Capability::GroupNonUniformBallot,
                                    Capability::GroupNonUniformShuffle,
                                    Capability::GroupNonUniformShuffleRelative,
                                    Capability::GroupNonUniformClustered,
                                    Capability::GroupNonUniformRotateKHR,
                                    Capability::GroupUniformArithmeticKHR,
                                    Capability::SubgroupShuffleINTEL,
                                    Capability::SubgroupBufferBlockIOINTEL,
                                    Capability::SubgroupImageBlockIOINTEL,
                                    Capability::ExpectAssumeKHR,
                                    Capability::AtomicFloat32AddEXT,
                                    Capability::AtomicFloat64AddEXT,
                                    Capability::AtomicFloat16AddEXT,
                                    Capability::AtomicFloat16MinMaxEXT,
                                    Capability::AtomicFloat32MinMaxEXT,
                                    Capability::AtomicFloat64MinMaxEXT,
                                    Capability::DotProduct,
                                    Capability::DotProductInputAll,
                                    Capability::DotProductInput4x8Bit,
                                    Capability::DotProductInput4x8BitPacked,
                                    Capability::BitInstructions,
                                    Capability::DenormPreserve,
                                    Capability::SignedZeroInfNanPreserve,
                                    Capability::RoundingModeRTE,
                                    Capability::DenormFlushToZero,
                                    Capability::FunctionFloatControlINTEL,
                                    Capability::OptNoneINTEL,
                                    Capability::MemoryAccessAliasingINTEL,
                                    Capability::KernelAttributesINTEL,
                                    Capability::FPGAKernelAttributesINTEL,
                                    Capability::USMStorageClassesINTEL,
                                    Capability::UnstructuredLoopControlsINTEL,
                                    Capability::FPFastMathModeINTEL,
                                    Capability::VariableLengthArrayINTEL,
                                    Capability::LongConstantCompositeINTEL,
                                    Capability::BFloat16ConversionINTEL,
                                    Capability::ArithmeticFenceEXT,
                                    Capability::FPMaxErrorINTEL,
                                    Capability::GlobalVariableHostAccessINTEL,
                                    Capability::GlobalVariableFPGADecorationsINTEL,
                                    Capability::CacheControlsINTEL,
                                    Capability::RuntimeAlignedAttributeINTEL,
                                    Capability::FPGALoopControlsINTEL,
                                    Capability::FPGAMemoryAttributesINTEL,
                                    Capability::SplitBarrierINTEL,
                                    Capability::ArbitraryPrecisionIntegersINTEL,
                                    Capability::UniformDecoration,
                                    Capability::VulkanMemoryModel,
                                    Capability::VulkanMemoryModelDeviceScope};

struct Refusal {
  Capability capability;
  const char* reason;
};
constexpr Refusal refused[] = {
    {Capability::Shader, "only modules of the OpenCL environment can be read"},
    {Capability::Pipes, "pipes are not supported"},
    {Capability::PipeStorage, "pipes are not supported"},
    {Capability::DeviceEnqueue, "kernels cannot enqueue kernels"},
    {Capability::FunctionPointersINTEL, "pointers to functions are not supported"},
    {Capability::IndirectReferencesINTEL, "pointers to functions are not supported"},
    {Capability::AsmINTEL, "inline assembly is not supported"},
    {Capability::NamedBarrier, "named barriers are not supported"},
    {Capability::RoundingModeRTZ, "arithmetic rounds to nearest even only"},
    {Capability::RoundToInfinityINTEL, "arithmetic rounds to nearest even only"},
    {Capability::FloatingPointModeINTEL, "arithmetic is that of IEEE 754 only"},
    {Capability::VectorComputeINTEL, "kernels for vectors of work-items are not supported"},
};

constexpr std::string_view extensions[] = {"SPV_KHR_no_integer_wrap_decoration",
                                           "SPV_KHR_float_controls",
                                           "SPV_KHR_linkonce_odr",
                                           "SPV_KHR_expect_assume",
                                           "SPV_KHR_integer_dot_product",
                                           "SPV_KHR_bit_instructions",
                                           "SPV_KHR_uniform_group_instructions",
                                           "SPV_KHR_subgroup_rotate",
                                           "SPV_KHR_non_semantic_info",
                                           "SPV_KHR_variable_pointers",
                                           "SPV_KHR_16bit_storage",
                                           "SPV_KHR_8bit_storage",
                                           "SPV_KHR_storage_buffer_storage_class",
                                           "SPV_KHR_vulkan_memory_model",
                                           "SPV_EXT_shader_atomic_float_add",
                                           "SPV_EXT_shader_atomic_float_min_max",
                                           "SPV_EXT_shader_atomic_float16_add",
                                           "SPV_EXT_relaxed_printf_string_address_space",
                                           "SPV_EXT_arithmetic_fence",
                                           "SPV_INTEL_subgroups",
                                           "SPV_INTEL_arbitrary_precision_integers",
                                           "SPV_INTEL_optnone",
                                           "SPV_EXT_optnone",
                                           "SPV_INTEL_memory_access_aliasing",
                                           "SPV_INTEL_kernel_attributes",
                                           "SPV_INTEL_usm_storage_classes",
                                           "SPV_codeplay_usm_generic_storage_class",
                                           "SPV_INTEL_unstructured_loop_controls",
                                           "SPV_INTEL_fp_fast_math_mode",
                                           "SPV_INTEL_float_controls2",
                                           "SPV_INTEL_arithmetic_fence",
                                           "SPV_INTEL_variable_length_array",
                                           "SPV_INTEL_long_composites",
                                           "SPV_INTEL_long_constant_composite",
                                           "SPV_INTEL_bfloat16_conversion",
                                           "SPV_INTEL_fp_max_error",
                                           "SPV_INTEL_global_variable_decorations",
                                           "SPV_INTEL_global_variable_host_access",
                                           "SPV_INTEL_global_variable_fpga_decorations",
                                           "SPV_INTEL_cache_controls",
                                           "SPV_INTEL_fpga_loop_controls",
                                           "SPV_INTEL_fpga_memory_attributes",
                                           "SPV_INTEL_split_barrier",
                                           "SPV_INTEL_runtime_aligned"};

} // namespace

void Capabilities::add(Capability capability) {
  if (declared.insert(capability).second) {
    // A capability's requirements are what it implies.
    for (const Capability implied :
         find_enumerant(OperandKind::Capability, uint32_t(capability)).capabilities) {
      add(implied);
    }
  }
}

Outcome Capabilities::declare(Capability capability) {
  const auto info = find_enumerant(OperandKind::Capability, uint32_t(capability));
  if (std::ranges::find(supported, capability) == std::end(supported)) {
    const auto* row = std::ranges::find(refused, capability, &Refusal::capability);
    return fail("capability " + std::string(info.name) + " is not supported" +
                (row != std::end(refused) ? std::string(": ") + row->reason : ""));
  }
  add(capability);
  return cargo::success{};
}

bool Capabilities::any(std::span<const Capability> alternatives) const {
  return alternatives.empty() || std::ranges::any_of(alternatives, [&](Capability alternative) {
           return has(alternative);
         });
}

std::string list(std::span<const Capability> capabilities) {
  std::string text = capabilities.size() == 1 ? "capability" : "one of the capabilities";
  const char* separator = " ";
  for (const Capability capability : capabilities) {
    text +=
        separator + std::string(find_enumerant(OperandKind::Capability, uint32_t(capability)).name);
    separator = ", ";
  }
  return text;
}

bool is_known_extension(std::string_view name) {
  return std::ranges::find(extensions, name) != std::end(extensions);
}

} // namespace spirv_ll
