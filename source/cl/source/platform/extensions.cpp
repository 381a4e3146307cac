// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/extensions.h"

#include "command_buffers/capabilities.h"
#include "platform/device.h"
#include "platform/missing.h"
#include "platform/platform.h"
#include "programs/il.h"

#include <algorithm>
#include <ranges>
#include <string_view>

namespace cl {
namespace {

struct Extension {
  std::string_view name;
  bool (*device_has)(const mux_device_info_s&); ///< null: the platform's alone
  cl_version version = CL_MAKE_VERSION(1, 0, 0);
};

bool always(const mux_device_info_s&) { return true; }
bool int32_atomics(const mux_device_info_s& device) {
  return device.atomic_capabilities & mux_integer_capabilities_32bit;
}
bool int64_atomics(const mux_device_info_s& device) {
  return device.atomic_capabilities &
         (mux_integer_capabilities_64bit | mux_integer_capabilities_atomics_64bit);
}

bool shares_host_memory(const mux_device_info_s& device) { return device.unified_memory; }

/// For cl_intel_unified_shared_memory: allocations by address.
bool unified_memory(const mux_device_info_s& device) {
  return device.host_address_capabilities || device.device_address_capabilities ||
         device.shared_address_capabilities;
}

/// Whether memory of buffers can be the host's.
bool host_memory(const mux_device_info_s& device) {
  return device.unified_memory || device.host_address_capabilities;
}

bool sub_groups(const mux_device_info_s& device) { return device.max_sub_group_count != 0; }
bool sub_groups_with_progress(const mux_device_info_s& device) {
  return sub_groups(device) && device.sub_groups_make_independent_progress;
}
bool named_barriers(const mux_device_info_s& device) { return device.max_named_barriers != 0; }

bool concurrent_groups(const mux_device_info_s& device) { return device.concurrent_groups != 0; }

bool images(const mux_device_info_s& device) { return device.image_support; }

/// Some programs have only 2048 bytes for a device's list (ViennaCL), so extensions that every
/// device of this version has are left out, such as cl_khr_extended_versioning. So are
/// cl_arm_printf, cl_intel_create_buffer_with_properties, cl_intel_exec_by_local_thread and
/// cl_lanewise_image_handle, which are there without their names.
constexpr Extension extensions[] = {
    {"cl_khr_icd", nullptr, CL_MAKE_VERSION(2, 0, 1)},
    {"cl_khr_icd_unloadable", nullptr},
    {"cl_khr_byte_addressable_store", always},
    {"cl_khr_global_int32_base_atomics", int32_atomics},
    {"cl_khr_global_int32_extended_atomics", int32_atomics},
    {"cl_khr_local_int32_base_atomics", int32_atomics},
    {"cl_khr_local_int32_extended_atomics", int32_atomics},
    {"cl_khr_int64_base_atomics", int64_atomics},
    {"cl_khr_int64_extended_atomics", int64_atomics},
    {"cl_khr_fp64",
     [](const mux_device_info_s& device) { return device.double_capabilities != 0; }},
    {"cl_khr_fp16", [](const mux_device_info_s& device) { return device.half_capabilities != 0; }},
    {"cl_khr_3d_image_writes",
     [](const mux_device_info_s& device) { return device.image3d_writes; }},
    {"cl_khr_depth_images", images},
    {"cl_khr_image2d_from_buffer", images},
    {"cl_khr_srgb_image_writes", images},
    {"cl_khr_mipmap_image", images},
    {"cl_khr_mipmap_image_writes", images},
    {"cl_ext_image_from_buffer", images},
    {"cl_ext_image_requirements_info", images, CL_MAKE_VERSION(0, 5, 0)},
    {"cl_ext_image_raw10_raw12", images},
    {"cl_ext_image_unorm_int_2_101010", images},
    {"cl_ext_image_unsigned_10x6_12x4_14x2", images},
    {"cl_ext_buffer_device_address", always, CL_MAKE_VERSION(1, 0, 2)},
    {"cl_ext_immutable_memory_objects", always},
    {"cl_khr_device_uuid", always},
    {"cl_khr_extended_async_copies", always},
    {"cl_khr_async_work_group_copy_fence", always},
    {"cl_khr_il_program", reads_il},
    {"cl_khr_spirv_no_integer_wrap_decoration", reads_il},
    {"cl_khr_spirv_linkonce_odr", reads_il},
    {"cl_khr_spirv_queries", reads_il},
    {"cl_khr_expect_assume", reads_il},
    {"cl_khr_extended_bit_ops", always},
    {"cl_khr_integer_dot_product", always, CL_MAKE_VERSION(2, 0, 0)},
    {"cl_khr_kernel_clock", always},
    {"cl_khr_subgroup_ballot", sub_groups},
    {"cl_khr_subgroup_clustered_reduce", sub_groups},
    {"cl_khr_subgroup_extended_types", sub_groups},
    {"cl_khr_subgroup_named_barrier", named_barriers},
    {"cl_khr_subgroup_non_uniform_arithmetic", sub_groups},
    {"cl_khr_subgroup_non_uniform_vote", sub_groups},
    {"cl_khr_subgroup_rotate", sub_groups},
    {"cl_khr_subgroup_shuffle", sub_groups},
    {"cl_khr_subgroup_shuffle_relative", sub_groups},
    {"cl_khr_subgroups", sub_groups_with_progress},
    {"cl_khr_suggested_local_work_size", always},
    {"cl_khr_command_buffer", always, CL_MAKE_VERSION(0, 9, 8)},
    {"cl_khr_command_buffer_multi_device", always, CL_MAKE_VERSION(0, 9, 2)},
    {"cl_khr_command_buffer_mutable_dispatch", has_updates, CL_MAKE_VERSION(0, 9, 5)},
    {"cl_khr_initialize_memory", reads_il},
    {"cl_khr_priority_hints", always},
    {"cl_khr_external_memory", shares_host_memory, CL_MAKE_VERSION(1, 0, 1)},
    {"cl_khr_external_memory_opaque_fd", shares_host_memory},
    {"cl_khr_external_memory_dma_buf", shares_host_memory},
    {"cl_khr_semaphore", always, CL_MAKE_VERSION(1, 0, 1)},
    {"cl_khr_external_semaphore", always, CL_MAKE_VERSION(1, 0, 1)},
    {"cl_khr_external_semaphore_opaque_fd", always},
    {"cl_khr_external_semaphore_sync_fd", always, CL_MAKE_VERSION(1, 0, 1)},
    {"cl_khr_terminate_context",
     [](const mux_device_info_s& device) { return device.stops_kernels; }},
    {"cl_khr_throttle_hints", always},
    {"cl_ext_cxx_for_opencl", reads_il},
    {"cl_ext_float_atomics", always},
    {"cl_intel_bfloat16_conversions", always},
    {"cl_intel_concurrent_dispatch", concurrent_groups, CL_MAKE_VERSION(0, 9, 0)},
    {"cl_intel_device_attribute_query",
     [](const mux_device_info_s& device) { return device.ip_version != 0; }},
    {"cl_intel_devicelib_assert", reads_il},
    {"cl_intel_mem_force_host_memory", host_memory},
    {"cl_intel_required_subgroup_size", sub_groups},
    {"cl_intel_spirv_subgroups", sub_groups},
    {"cl_intel_split_work_group_barrier", always},
    {"cl_intel_subgroup_local_block_io", sub_groups},
    {"cl_intel_subgroups", sub_groups},
    {"cl_intel_subgroups_char", sub_groups},
    {"cl_intel_subgroups_long", sub_groups},
    {"cl_intel_subgroups_short", sub_groups, CL_MAKE_VERSION(1, 1, 0)},
    {"cl_intel_unified_shared_memory", unified_memory, CL_MAKE_VERSION(1, 1, 0)},
};

bool has(const mux_device_info_s& device, const Extension& extension) {
  return extension.device_has && extension.device_has(device) &&
         !is_missing(device, extension.name);
}

auto extensions_of(const mux_device_info_s& device) {
  return std::views::filter(
      extensions, [&device](const Extension& extension) { return has(device, extension); });
}

auto extensions_of(const Platform& platform) {
  const auto devices = const_cast<Platform&>(platform).devices();
  return std::views::filter(extensions, [devices](const Extension& extension) {
    return !extension.device_has ||
           (!devices.empty() && std::ranges::all_of(devices, [&](Device* device) {
             return has(device->info(), extension);
           }));
  });
}

template <typename List> std::string join(List&& list) {
  std::string names;
  for (const Extension& extension : list) {
    names.append(names.empty() ? "" : " ").append(extension.name);
  }
  return names;
}

template <typename List> std::vector<cl_name_version> with_versions(List&& list) {
  std::vector<cl_name_version> result;
  for (const Extension& extension : list) {
    cl_name_version& made = result.emplace_back(cl_name_version{extension.version, {}});
    extension.name.copy(made.name, sizeof made.name - 1);
  }
  return result;
}

} // namespace

std::string extension_names(const mux_device_info_s& device) { return join(extensions_of(device)); }

std::string extension_names(const Platform& platform) { return join(extensions_of(platform)); }

std::vector<cl_name_version> extension_versions(const mux_device_info_s& device) {
  return with_versions(extensions_of(device));
}

std::vector<cl_name_version> extension_versions(const Platform& platform) {
  return with_versions(extensions_of(platform));
}

} // namespace cl
