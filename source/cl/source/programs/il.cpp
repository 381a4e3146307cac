// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs in SPIR-V: cl_khr_il_program, and specialization constants (OpenCL 2.2, section 5.8.3).
#include "programs/il.h"

#include "platform/missing.h"
#include "programs/program.h"

#include "spirv_words/specialization.h"
#include "spirv_words/support.h"
#include "spirv_words/words.h"

#include <algorithm>
#include <array>

namespace cl {
namespace {

constexpr cl_uint newest_minor = 6;

constexpr std::array<cl_name_version, newest_minor + 1> make_versions() {
  std::array<cl_name_version, newest_minor + 1> list = {};
  for (cl_uint i = 0; i < list.size(); ++i) {
    list[i] = {CL_MAKE_VERSION(1, newest_minor - i, 0), "SPIR-V"};
  }
  return list;
}
constexpr std::array versions = make_versions();

/// Whether the device supports a capability.
bool has(spirv_ll::Capability capability, const mux_device_info_s& device) {
  switch (capability) {
  case spirv_ll::Capability::Pipes:
  case spirv_ll::Capability::PipeStorage:
    return has_pipes(device);
  case spirv_ll::Capability::ImageMipmap:
    return !is_missing(device, "cl_khr_mipmap_image");
  case spirv_ll::Capability::ShaderClockKHR:
    return !is_missing(device, "cl_khr_kernel_clock");
  case spirv_ll::Capability::AtomicFloat16AddEXT:
  case spirv_ll::Capability::AtomicFloat32AddEXT:
  case spirv_ll::Capability::AtomicFloat64AddEXT:
  case spirv_ll::Capability::AtomicFloat16MinMaxEXT:
  case spirv_ll::Capability::AtomicFloat32MinMaxEXT:
  case spirv_ll::Capability::AtomicFloat64MinMaxEXT:
    return !is_missing(device, "cl_ext_float_atomics");
  case spirv_ll::Capability::BindlessImagesINTEL:
    return device.image_handles;
  case spirv_ll::Capability::DeviceEnqueue:
    return device.max_device_queue_size != 0;
  case spirv_ll::Capability::DeviceBarrierINTEL:
    return device.concurrent_groups != 0;
  case spirv_ll::Capability::NamedBarrier:
    return device.max_named_barriers != 0;
  case spirv_ll::Capability::Float16:
    return device.half_capabilities != 0;
  case spirv_ll::Capability::Float64:
    return device.double_capabilities != 0;
  default:
    return true;
  }
}

expected<retained<Program>> create_with_il(cl_context handle, const void* il, size_t length) {
  Context* context = lookup<Context>(handle);
  if (const cl_int error = check_context(context)) {
    return fail(error);
  }
  if (!std::ranges::any_of(context->devices,
                           [](const Device* device) { return reads_il(device->info()); })) {
    return fail(CL_INVALID_OPERATION);
  }
  if (!il || length == 0) {
    return fail(CL_INVALID_VALUE);
  }
  const auto* data = static_cast<const uint8_t*>(il);
  if (const auto words = spirv_ll::Words::read({data, length}); !words) {
    context->notify("clCreateProgramWithIL: " + words.error());
    return fail(CL_INVALID_VALUE);
  }
  return make<Program>(retained<Context>(context), context->devices,
                       binary::bytes(data, data + length));
}

cl_int specialize(cl_program handle, cl_uint id, size_t size, const void* value) {
  Program* program = lookup<Program>(handle);
  if (!program || program->origin != Program::Origin::il) {
    return CL_INVALID_PROGRAM;
  }
  const auto constants = spirv_ll::specialization_constants(program->il);
  if (!constants) {
    return CL_INVALID_PROGRAM;
  }
  const auto constant = std::ranges::find(*constants, id, &spirv_ll::SpecializationConstant::id);
  if (constant == constants->end()) {
    return CL_INVALID_SPEC_ID;
  }
  if (!value || size != constant->size) {
    return CL_INVALID_VALUE;
  }
  const auto* data = static_cast<const uint8_t*>(value);
  program->specialize({id, binary::bytes(data, data + size)});
  return CL_SUCCESS;
}

} // namespace

bool reads_il(const mux_device_info_s& device) { return *device.compiler_name != 0; }

std::string il_versions(const mux_device_info_s& device) {
  std::string text;
  for (const cl_name_version& version : il_list(device)) {
    text += std::string(text.empty() ? "" : " ") + version.name + "_" +
            std::to_string(CL_VERSION_MAJOR(version.version)) + "." +
            std::to_string(CL_VERSION_MINOR(version.version));
  }
  return text;
}

std::span<const char* const> il_instruction_sets(const mux_device_info_s& device) {
  return reads_il(device) ? spirv_ll::supported_instruction_sets() : std::span<const char* const>();
}

std::span<const char* const> il_extensions(const mux_device_info_s& device) {
  return reads_il(device) ? spirv_ll::supported_extensions() : std::span<const char* const>();
}

std::vector<cl_uint> il_capabilities(const mux_device_info_s& device) {
  std::vector<cl_uint> list;
  if (!reads_il(device)) {
    return list;
  }
  for (const spirv_ll::Capability capability : spirv_ll::supported_capabilities()) {
    if (has(capability, device)) {
      list.push_back(cl_uint(capability));
    }
  }
  return list;
}

std::span<const cl_name_version> il_list(const mux_device_info_s& device) {
  return reads_il(device) ? std::span<const cl_name_version>(versions)
                          : std::span<const cl_name_version>();
}

} // namespace cl

using namespace cl;

cl_program CL_API_CALL clCreateProgramWithIL(cl_context context, const void* il, size_t length,
                                             cl_int* errcode_ret) {
  return created(errcode_ret, [&] { return create_with_il(context, il, length); });
}

cl_program CL_API_CALL clCreateProgramWithILKHR(cl_context context, const void* il, size_t length,
                                                cl_int* errcode_ret) {
  return created(errcode_ret, [&] { return create_with_il(context, il, length); });
}

cl_int CL_API_CALL clSetProgramSpecializationConstant(cl_program program, cl_uint id, size_t size,
                                                      const void* value) {
  return guarded([&] { return specialize(program, id, size, value); });
}
