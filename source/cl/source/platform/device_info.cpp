// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetDeviceInfo: table 4.3 of the OpenCL 1.2 specification, one row per query.
#include "command_buffers/capabilities.h"
#include "platform/device.h"

#include "CL/cl_lanewise.h"
#include "info.h"
#include "kernels/printf.h"
#include "memory/image.h"
#include "platform/device_features.h"
#include "platform/extensions.h"
#include "platform/partition.h"
#include "platform/platform.h"
#include "platform/uuid.h"
#include "platform/version.h"
#include "programs/il.h"
#include "queues/mux_queue.h"

#include "compiler_interface/loader.h"

#include <algorithm>

namespace cl {
namespace {

using Info = mux_device_info_s;

constexpr std::pair<uint32_t, cl_device_fp_config> float_bits[] = {
    {mux_float_capabilities_denormal, CL_FP_DENORM},
    {mux_float_capabilities_inf_nan, CL_FP_INF_NAN},
    {mux_float_capabilities_round_to_nearest, CL_FP_ROUND_TO_NEAREST},
    {mux_float_capabilities_round_to_zero, CL_FP_ROUND_TO_ZERO},
    {mux_float_capabilities_round_to_inf, CL_FP_ROUND_TO_INF},
    {mux_float_capabilities_fma, CL_FP_FMA},
    {mux_float_capabilities_correctly_rounded_divide_sqrt, CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT},
    {mux_float_capabilities_soft, CL_FP_SOFT_FLOAT},
};

cl_device_fp_config float_config(uint32_t capabilities) {
  cl_device_fp_config config = 0;
  for (const auto& [mux, bit] : float_bits) {
    config |= capabilities & mux ? bit : 0;
  }
  return config;
}

cl_device_mem_cache_type cache_type(const Info& info) {
  return info.cache_capabilities & mux_cache_capabilities_write  ? CL_READ_WRITE_CACHE
         : info.cache_capabilities & mux_cache_capabilities_read ? CL_READ_ONLY_CACHE
                                                                 : CL_NONE;
}

/// Table 4.3 asks for the larger of a quarter of the memory and 128 MiB, but not more than the
/// device can allocate.
cl_ulong max_allocation(const Info& info) {
  return std::min(info.max_allocation_size, info.memory_size);
}

cl_int build_options(const Device& device, Answer& answer) {
  const auto targets = compiler::targets();
  if (!targets) {
    return CL_COMPILER_NOT_AVAILABLE;
  }
  std::string text;
  for (const auto& target : *targets) {
    if (target.name != device.info().compiler_name) {
      continue;
    }
    for (const auto& option : target.options) {
      text += option.name + '\t' + (option.takes_value ? "value" : "") + '\t' + option.help + '\n';
    }
  }
  return answer.text(text);
}

cl_int compiler_available(const Device& device, Answer& answer) {
  return answer.flag(*device.info().compiler_name && compiler::is_available());
}

template <typename T, auto Member> cl_int field(const Device& device, Answer& answer) {
  return answer.is(static_cast<T>(device.info().*Member));
}
template <auto Member> cl_int native_width(const Device& device, Answer& answer) {
  return answer.is<cl_uint>(device.info().native_vector_widths.*Member);
}
template <auto Member> cl_int preferred_width(const Device& device, Answer& answer) {
  return answer.is<cl_uint>(device.info().preferred_vector_widths.*Member);
}
template <typename T, T Value> cl_int constant(const Device&, Answer& answer) {
  return answer.is<T>(Value);
}
/// A property of images, 0 on a device without them.
template <typename T, auto Member> cl_int image_field(const Device& device, Answer& answer) {
  return answer.is(static_cast<T>(device.info().image_support ? device.info().*Member : 0));
}

static_assert(mux_address_capabilities_access == CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL &&
              mux_address_capabilities_atomic_access ==
                  CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL &&
              mux_address_capabilities_concurrent_access ==
                  CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL &&
              mux_address_capabilities_concurrent_atomic_access ==
                  CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL);
template <auto Member> cl_int usm_capabilities(const Device& device, Answer& answer) {
  return answer.is<cl_device_unified_shared_memory_capabilities_intel>(device.info().*Member);
}

/// Whether the device has cl_intel_device_attribute_query.
bool has_attributes(const Device& device) { return device.info().ip_version != 0; }
template <auto Member> cl_int attribute(const Device& device, Answer& answer) {
  return has_attributes(device) ? answer.is<cl_uint>(device.info().*Member) : CL_INVALID_VALUE;
}
cl_int one_part(const Device& device, Answer& answer) {
  return has_attributes(device) ? answer.is<cl_uint>(1) : CL_INVALID_VALUE;
}

using Widths = mux_vector_widths_t;

constexpr InfoRow<Device> rows[] = {
    {CL_DEVICE_TYPE, [](const Device& d, Answer& a) { return a.is(d.type()); }},
    {CL_DEVICE_VENDOR_ID, field<cl_uint, &Info::vendor_id>},
    {CL_DEVICE_MAX_COMPUTE_UNITS,
     [](const Device& d, Answer& a) { return a.is(static_cast<cl_uint>(d.units.size())); }},
    {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, field<cl_uint, &Info::max_work_dimensions>},
    {CL_DEVICE_MAX_WORK_ITEM_SIZES,
     [](const Device& d, Answer& a) {
       size_t sizes[3];
       std::ranges::copy(d.info().max_work_item_sizes, sizes);
       return a.is(sizes);
     }},
    {CL_DEVICE_MAX_WORK_GROUP_SIZE, field<size_t, &Info::max_work_group_size>},
    // Programs in SPIR-V can use sub-groups, whatever the version.
    {CL_DEVICE_MAX_NUM_SUB_GROUPS, field<cl_uint, &Info::max_sub_group_count>},
    {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS,
     [](const Device& d, Answer& a) {
       return a.flag(d.info().sub_groups_make_independent_progress);
     }},
    {CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR, field<cl_uint, &Info::max_named_barriers>},
    {CL_DEVICE_SUB_GROUP_SIZES_INTEL,
     [](const Device& d, Answer& a) {
       size_t sizes[16] = {};
       const size_t count = std::min(d.info().sub_group_sizes_length, uint32_t(std::size(sizes)));
       std::copy_n(d.info().sub_group_sizes, count, sizes);
       return a.list<size_t>(std::span(sizes).first(count));
     }},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, preferred_width<&Widths::int8>},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, preferred_width<&Widths::int16>},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, preferred_width<&Widths::int32>},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, preferred_width<&Widths::int64>},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, preferred_width<&Widths::float32>},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, preferred_width<&Widths::float64>},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, preferred_width<&Widths::float16>},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, native_width<&Widths::int8>},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, native_width<&Widths::int16>},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, native_width<&Widths::int32>},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, native_width<&Widths::int64>},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, native_width<&Widths::float32>},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, native_width<&Widths::float64>},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, native_width<&Widths::float16>},
    {CL_DEVICE_MAX_CLOCK_FREQUENCY, field<cl_uint, &Info::clock_frequency>},
    {CL_DEVICE_ADDRESS_BITS, field<cl_uint, &Info::address_bits>},
    {CL_DEVICE_MAX_MEM_ALLOC_SIZE,
     [](const Device& d, Answer& a) { return a.is(max_allocation(d.info())); }},
    {CL_DEVICE_IMAGE_SUPPORT,
     [](const Device& d, Answer& a) { return a.flag(d.info().image_support); }},
    {CL_DEVICE_MAX_READ_IMAGE_ARGS, image_field<cl_uint, &Info::max_sampled_images>},
    {CL_DEVICE_MAX_WRITE_IMAGE_ARGS, image_field<cl_uint, &Info::max_storage_images>},
    {CL_DEVICE_IMAGE2D_MAX_WIDTH, image_field<size_t, &Info::max_image_dimension_2d>},
    {CL_DEVICE_IMAGE2D_MAX_HEIGHT, image_field<size_t, &Info::max_image_dimension_2d>},
    {CL_DEVICE_IMAGE3D_MAX_WIDTH, image_field<size_t, &Info::max_image_dimension_3d>},
    {CL_DEVICE_IMAGE3D_MAX_HEIGHT, image_field<size_t, &Info::max_image_dimension_3d>},
    {CL_DEVICE_IMAGE3D_MAX_DEPTH, image_field<size_t, &Info::max_image_dimension_3d>},
    {CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, image_field<size_t, &Info::max_image_dimension_1d>},
    {CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, image_field<size_t, &Info::max_image_array_layers>},
    // cl_khr_image2d_from_buffer: pitches in texels, addresses in bytes.
    {CL_DEVICE_IMAGE_PITCH_ALIGNMENT_KHR, image_field<cl_uint, &Info::image_pitch_alignment>},
    {CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT_KHR,
     image_field<cl_uint, &Info::image_base_alignment>},
    {CL_DEVICE_MAX_SAMPLERS, image_field<cl_uint, &Info::max_samplers>},
    {CL_DEVICE_MAX_PARAMETER_SIZE, field<size_t, &Info::max_argument_bytes>},
    {CL_DEVICE_MEM_BASE_ADDR_ALIGN, 
     [](const Device& d, Answer& a) {
       return a.is(static_cast<cl_uint>(d.info().buffer_alignment * 8)); // bits
     }},
    {CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, constant<cl_uint, mux_alignment>},
    {CL_DEVICE_SINGLE_FP_CONFIG,
     [](const Device& d, Answer& a) { return a.is(float_config(d.info().float_capabilities)); }},
    {CL_DEVICE_DOUBLE_FP_CONFIG,
     [](const Device& d, Answer& a) { return a.is(float_config(d.info().double_capabilities)); }},
    {CL_DEVICE_HALF_FP_CONFIG,
     [](const Device& d, Answer& a) { return a.is(float_config(d.info().half_capabilities)); }},
    {CL_DEVICE_GLOBAL_MEM_CACHE_TYPE,
     [](const Device& d, Answer& a) { return a.is(cache_type(d.info())); }},
    {CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, field<cl_uint, &Info::cacheline_size>},
    {CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, field<cl_ulong, &Info::cache_size>},
    {CL_DEVICE_GLOBAL_MEM_SIZE, field<cl_ulong, &Info::memory_size>},
    {CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE,
     [](const Device& d, Answer& a) { return a.is(max_allocation(d.info())); }},
    {CL_DEVICE_MAX_CONSTANT_ARGS,
     [](const Device& d, Answer& a) {
       // Constant arguments are pointers like any other.
       return a.is<cl_uint>(static_cast<cl_uint>(d.info().max_argument_bytes / sizeof(uint64_t)));
     }},
    {CL_DEVICE_LOCAL_MEM_TYPE,
     [](const Device& d, Answer& a) {
       return a.is<cl_device_local_mem_type>(d.info().dedicated_local_memory ? CL_LOCAL
                                                                             : CL_GLOBAL);
     }},
    {CL_DEVICE_LOCAL_MEM_SIZE, field<cl_ulong, &Info::local_memory_size>},
    {CL_DEVICE_ERROR_CORRECTION_SUPPORT,
     [](const Device& d, Answer& a) { return a.flag(d.info().error_correction); }},
    {CL_DEVICE_HOST_UNIFIED_MEMORY,
     [](const Device& d, Answer& a) {
       return a.flag(d.info().unified_memory);
     }},
    // The same bits as mux has.
    {CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, usm_capabilities<&Info::host_address_capabilities>},
    {CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL, usm_capabilities<&Info::device_address_capabilities>},
    {CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
     usm_capabilities<&Info::shared_address_capabilities>},
    {CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
     usm_capabilities<&Info::shared_address_capabilities>},
    {CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL,
     usm_capabilities<&Info::system_address_capabilities>},
    {CL_DEVICE_PROFILING_TIMER_RESOLUTION, field<size_t, &Info::timer_resolution>},
    {CL_DEVICE_ENDIAN_LITTLE,
     [](const Device& d, Answer& a) { return a.flag(d.info().little_endian); }},
    {CL_DEVICE_AVAILABLE, [](const Device& d, Answer& a) { return a.flag(d.mux_queue.queue); }},
    {CL_DEVICE_COMPILER_AVAILABLE, compiler_available},
    {CL_DEVICE_LINKER_AVAILABLE, compiler_available},
    {CL_DEVICE_EXECUTION_CAPABILITIES,
     [](const Device& d, Answer& a) {
       const bool native = runs_native_kernels(d);
       return a.is<cl_device_exec_capabilities>(CL_EXEC_KERNEL |
                                                (native ? CL_EXEC_NATIVE_KERNEL : 0));
     }},
    {CL_DEVICE_QUEUE_PROPERTIES,
     constant<cl_command_queue_properties,
              CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE>},
    {CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR,
     [](const Device& d, Answer& a) { return a.is(command_buffer_capabilities(d.info())); }},
    {CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR,
     constant<cl_command_queue_properties, 0>},
    {CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR,
     constant<cl_command_queue_properties, command_buffer_queue_properties>},
    {CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR, constant<cl_uint, 0>},
    {CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR,
     [](const Device&, Answer& a) { return a.list<cl_device_id>({}); }},
    {CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR,
     [](const Device& d, Answer& a) { return a.is(mutable_fields(d.info())); }},
    {CL_DEVICE_BUILT_IN_KERNELS, [](const Device&, Answer& a) { return a.text(""); }},
    {CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION_KHR,
     [](const Device&, Answer& a) { return a.list<cl_name_version>({}); }},
    {CL_DEVICE_NUMERIC_VERSION_KHR, constant<cl_version, version_number>},
    {CL_DEVICE_EXTENSIONS_WITH_VERSION_KHR,
     [](const Device& d, Answer& a) {
       return a.list<cl_name_version>(extension_versions(d.info()));
     }},
    {CL_DEVICE_PLATFORM, [](const Device& d, Answer& a) { return a.is(handle_of(&d.platform)); }},
    {CL_DEVICE_NAME, [](const Device& d, Answer& a) { return a.text(d.info().device_name); }},
    {CL_DEVICE_VENDOR, [](const Device& d, Answer& a) { return a.text(d.info().vendor_name); }},
    {CL_DRIVER_VERSION, [](const Device&, Answer& a) { return a.text(driver_version()); }},
    {CL_DEVICE_PROFILE, [](const Device&, Answer& a) { return a.text("FULL_PROFILE"); }},
    {CL_DEVICE_VERSION, [](const Device&, Answer& a) { return a.text(version_text()); }},
    {CL_DEVICE_EXTENSIONS,
     [](const Device& d, Answer& a) { return a.text(extension_names(d.info())); }},
    {CL_DEVICE_PRINTF_BUFFER_SIZE, constant<size_t, printf_buffer_size>},
    {CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, constant<cl_bool, CL_TRUE>},
    {CL_DEVICE_PARENT_DEVICE,
     [](const Device& d, Answer& a) {
       return a.is<cl_device_id>(d.parent ? handle_of(d.parent.get()) : nullptr);
     }},
    {CL_DEVICE_PARTITION_MAX_SUB_DEVICES,
     [](const Device& d, Answer& a) {
       return a.is<cl_uint>(
           partition_properties(d).empty() ? 0 : static_cast<cl_uint>(d.units.size()));
     }},
    {CL_DEVICE_PARTITION_PROPERTIES,
     [](const Device& d, Answer& a) {
       auto names = partition_properties(d);
       names.resize(std::max<size_t>(names.size(), 1)); // a lone 0 for none
       return a.list<cl_device_partition_property>(names);
     }},
    {CL_DEVICE_PARTITION_AFFINITY_DOMAIN,
     [](const Device& d, Answer& a) { return a.is(affinity_domains(d)); }},
    {CL_DEVICE_PARTITION_TYPE,
     [](const Device& d, Answer& a) { return a.list<cl_device_partition_property>(d.partition); }},
    {CL_DEVICE_REFERENCE_COUNT,
     [](const Device& d, Answer& a) { return a.is<cl_uint>(d.parent ? api_references(d) : 1); }},
    // cl_intel_device_attribute_query: a compute unit is an execution unit of one thread.
    {CL_DEVICE_IP_VERSION_INTEL, attribute<&Info::ip_version>},
    {CL_DEVICE_ID_INTEL, attribute<&Info::model_id>},
    {CL_DEVICE_NUM_SLICES_INTEL, one_part},
    {CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL, one_part},
    {CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL,
     [](const Device& d, Answer& a) {
       return has_attributes(d) ? a.is(static_cast<cl_uint>(d.units.size())) : CL_INVALID_VALUE;
     }},
    {CL_DEVICE_NUM_THREADS_PER_EU_INTEL, one_part},
    {CL_DEVICE_FEATURE_CAPABILITIES_INTEL,
     [](const Device& d, Answer& a) {
       return has_attributes(d) ? a.is<cl_device_feature_capabilities_intel>(0) : CL_INVALID_VALUE;
     }},
    {CL_DEVICE_BUILD_OPTIONS_LANEWISE, build_options},
    {CL_DEVICE_IMAGE_HANDLE_SUPPORT_LANEWISE,
     [](const Device& d, Answer& a) { return a.flag(d.info().image_handles); }},
    // cl_khr_device_uuid. LUIDs belong to another operating system.
    {CL_DEVICE_IL_VERSION, // the same number as CL_DEVICE_IL_VERSION_KHR
     [](const Device& d, Answer& a) { return a.text(il_versions(d.info())); }},
    {CL_DEVICE_ILS_WITH_VERSION,
     [](const Device& d, Answer& a) { return a.list<cl_name_version>(il_list(d.info())); }},
    {CL_DEVICE_UUID_KHR, [](const Device& d, Answer& a) { return a.is(device_uuid(d)); }},
    {CL_DRIVER_UUID_KHR, [](const Device&, Answer& a) { return a.is(driver_uuid()); }},
    {CL_DEVICE_LUID_VALID_KHR, constant<cl_bool, CL_FALSE>},
    {CL_DEVICE_LUID_KHR,
     [](const Device&, Answer& a) { return a.is(std::array<cl_uchar, CL_LUID_SIZE_KHR>{}); }},
    {CL_DEVICE_NODE_MASK_KHR, constant<cl_uint, 0>},
};

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id handle, cl_device_info name, size_t size,
                                   void* value, size_t* size_ret) {
  return guarded([&] {
    const Device* device = lookup<Device>(handle);
    if (!device) {
      return CL_INVALID_DEVICE;
    }
    const auto features = feature_rows();
    const bool is_feature =
        std::ranges::find(features, name, &InfoRow<Device>::name) != features.end();
    return answer_info<Device>(is_feature ? features : std::span<const InfoRow<Device>>(rows), name,
                               {size, value, size_ret}, *device);
  });
}
