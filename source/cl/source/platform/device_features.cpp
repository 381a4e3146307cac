// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The optional features of OpenCL 3.0, section 4.2. The answer for a missing feature is false,
// empty or 0.
#include "platform/device_features.h"

#include "memory/external_memory.h"
#include "memory/pipe.h"
#include "memory/svm.h"
#include "platform/missing.h"
#include "platform/version.h"
#include "programs/il.h"
#include "queues/device_queue.h"
#include "semaphores/semaphore_properties.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace cl {
namespace {

template <typename T> cl_int none(const Device&, Answer& answer) { return answer.is<T>(0); }

cl_name_version named(std::string_view name, cl_version version) {
  cl_name_version made = {version, {}};
  name.copy(made.name, sizeof made.name - 1);
  return made;
}

/// A feature of OpenCL C 3.0 or later, and the devices that have it; null: all of them.
struct Feature {
  std::string_view macro;
  bool (*device_has)(const Device&) = nullptr;
};

bool has_images(const Device& device) { return device.info().image_support; }
bool has_image3d_writes(const Device& device) {
  return has_images(device) && device.info().image3d_writes;
}
bool has_double(const Device& device) { return device.info().double_capabilities != 0; }
bool has_sub_groups(const Device& device) { return device.info().max_sub_group_count != 0; }
bool has_float_atomics(const Device& device) {
  return !is_missing(device.info(), "cl_ext_float_atomics");
}
bool has_half_atomics(const Device& device) {
  return has_float_atomics(device) && device.info().half_capabilities != 0;
}
bool has_double_atomics(const Device& device) {
  return has_float_atomics(device) && has_double(device);
}

constexpr Feature features[] = {
    {"__opencl_c_images", has_images},
    {"__opencl_c_read_write_images", has_images},
    {"__opencl_c_ext_fp16_global_atomic_add", has_half_atomics},
    {"__opencl_c_ext_fp16_global_atomic_load_store", has_half_atomics},
    {"__opencl_c_ext_fp16_global_atomic_min_max", has_half_atomics},
    {"__opencl_c_ext_fp16_local_atomic_add", has_half_atomics},
    {"__opencl_c_ext_fp16_local_atomic_load_store", has_half_atomics},
    {"__opencl_c_ext_fp16_local_atomic_min_max", has_half_atomics},
    {"__opencl_c_ext_fp32_global_atomic_add", has_float_atomics},
    {"__opencl_c_ext_fp32_global_atomic_min_max", has_float_atomics},
    {"__opencl_c_ext_fp32_local_atomic_add", has_float_atomics},
    {"__opencl_c_ext_fp32_local_atomic_min_max", has_float_atomics},
    {"__opencl_c_ext_fp64_global_atomic_add", has_double_atomics},
    {"__opencl_c_ext_fp64_global_atomic_min_max", has_double_atomics},
    {"__opencl_c_ext_fp64_local_atomic_add", has_double_atomics},
    {"__opencl_c_ext_fp64_local_atomic_min_max", has_double_atomics},
    {"__opencl_c_ext_image_raw10_raw12", has_images},
    {"__opencl_c_ext_image_unorm_int_2_101010", has_images},
    {"__opencl_c_ext_image_unsigned_10x6_12x4_14x2", has_images},
    {"__opencl_c_3d_image_writes", has_image3d_writes},
    {"__opencl_c_fp64", has_double},
    {"__opencl_c_atomic_order_acq_rel"},
    {"__opencl_c_atomic_order_seq_cst"},
    {"__opencl_c_atomic_scope_all_devices"},
    {"__opencl_c_atomic_scope_device"},
    {"__opencl_c_generic_address_space"},
    {"__opencl_c_int64"},
    {"__opencl_c_integer_dot_product_input_4x8bit"},
    {"__opencl_c_integer_dot_product_input_4x8bit_packed"},
    {"__opencl_c_kernel_clock_scope_device"},
    {"__opencl_c_kernel_clock_scope_sub_group"},
    {"__opencl_c_kernel_clock_scope_work_group"},
    {"__opencl_c_pipes"},
    {"__opencl_c_program_scope_global_variables"},
    {"__opencl_c_work_group_collective_functions"},
    {"__opencl_c_device_enqueue", has_device_queues},
    {"__opencl_c_subgroups", has_sub_groups},
};

bool has_feature(const Feature& feature, const Device& device) {
  return (!feature.device_has || feature.device_has(device)) &&
         !is_missing(device.info(), feature.macro);
}

bool is_of_extension(const Feature& feature) {
  return feature.macro.starts_with("__opencl_c_ext_");
}

/// CL_DEVICE_OPENCL_C_VERSION: the newest version all of whose optional features are there, so that
/// programs of every earlier one are programs of it. OpenCL C 1.2 has no optional ones.
cl_version newest_whole_version(const Device& device) {
  const bool all = std::ranges::all_of(features, [&](const Feature& feature) {
    return is_of_extension(feature) || has_feature(feature, device);
  });
  return all ? version_number : CL_MAKE_VERSION(1, 2, 0);
}

cl_int opencl_c_version(const Device& device, Answer& answer) {
  const cl_version version = newest_whole_version(device);
  return answer.text("OpenCL C " + std::to_string(CL_VERSION_MAJOR(version)) + "." +
                     std::to_string(CL_VERSION_MINOR(version)) + " Lanewise " LANEWISE_VERSION);
}

/// The versions of OpenCL C that programs can ask for. Features that are optional in 3.0 and 3.1
/// are required by 2.0.
cl_int opencl_c_versions(const Device& device, Answer& answer) {
  std::vector<cl_name_version> versions;
  for (const cl_version version :
       {CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0), CL_MAKE_VERSION(1, 2, 0),
        CL_MAKE_VERSION(2, 0, 0), CL_MAKE_VERSION(3, 0, 0), CL_MAKE_VERSION(3, 1, 0)}) {
    if (version != CL_MAKE_VERSION(2, 0, 0) || newest_whole_version(device) > version) {
      versions.push_back(named("OpenCL C", version));
    }
  }
  return answer.list<cl_name_version>(versions);
}

/// The features that programs of OpenCL C 3.0 and later have.
cl_int opencl_c_features(const Device& device, Answer& answer) {
  std::vector<cl_name_version> list;
  for (const Feature& feature : features) {
    if (has_feature(feature, device)) {
      list.push_back(named(feature.macro, CL_MAKE_VERSION(3, 0, 0)));
    }
  }
  return answer.list<cl_name_version>(list);
}

cl_int yes(const Device&, Answer& answer) { return answer.is<cl_bool>(CL_TRUE); }

/// A limit of pipes, 0 on a device without them.
template <cl_uint Value> cl_int of_pipes(const Device& device, Answer& answer) {
  return answer.is<cl_uint>(has_pipes(device.info()) ? Value : 0);
}

/// A variable at program scope, in bytes. They are as all global memory; programs are tested with
/// the largest there can be.
constexpr size_t largest_variable = size_t(16) << 20;

/// Capabilities of the atomic functions of OpenCL C 2.0 and later.
constexpr cl_device_atomic_capabilities atomics =
    CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
    CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP |
    CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;
/// Capabilities of barriers and fences.
constexpr cl_device_atomic_capabilities fences = atomics | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM;

/// Capabilities of the functions of cl_ext_float_atomics.
constexpr cl_device_fp_atomic_capabilities_ext float_atomics =
    CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT | CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT |
    CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT | CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT |
    CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT | CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT;

cl_int float_atomics_if(bool has_them, Answer& answer) {
  return answer.is<cl_device_fp_atomic_capabilities_ext>(has_them ? float_atomics : 0);
}

/// Dot products of four bytes, in a vector or in a word, which are the same to compilers. A sum
/// that saturates is made of the dot product and an addition, as any program could make it.
cl_int dot_product_acceleration(const Device& device, Answer& answer) {
  const uint32_t has = device.info().dot_product_capabilities;
  cl_device_integer_dot_product_acceleration_properties_khr properties = {};
  properties.signed_accelerated = (has & mux_dot_product_capabilities_signed) != 0;
  properties.unsigned_accelerated = (has & mux_dot_product_capabilities_unsigned) != 0;
  properties.mixed_signedness_accelerated = (has & mux_dot_product_capabilities_mixed) != 0;
  return answer.is(properties);
}

/// The number of floats in a vector register, or the smallest sub-group size if that is larger.
size_t preferred_multiple(const mux_device_info_s& device) {
  const std::span sizes(device.sub_group_sizes, device.sub_group_sizes_length);
  const uint64_t least = sizes.empty() ? 1 : *std::ranges::min_element(sizes);
  return std::max<uint64_t>(least, device.native_vector_widths.float32);
}

/// A value where kernels can enqueue kernels.
template <auto value> cl_int of_device_queues(const Device& device, Answer& answer) {
  return answer.is(has_device_queues(device) ? value : decltype(value){});
}
constexpr cl_device_device_enqueue_capabilities enqueue_capabilities =
    CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT;

/// CL_DEVICE_TERMINATE_CAPABILITY_KHR as headers of OpenCL 1.2 have it.
constexpr cl_device_info terminate_capability_of_opencl_1_2 = 0x200F;

cl_int terminate_capability(const Device& device, Answer& answer) {
  return answer.is<cl_device_terminate_capability_khr>(
      device.info().stops_kernels ? CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR : 0);
}

constexpr InfoRow<Device> rows[] = {
    {CL_DEVICE_SVM_CAPABILITIES,
     [](const Device& d, Answer& a) { return a.is(svm_capabilities(d)); }},
    {CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, [](const Device&, Answer& a) { return a.is(atomics); }},
    {CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, [](const Device&, Answer& a) { return a.is(fences); }},
    {CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT,
     [](const Device& d, Answer& a) { return float_atomics_if(has_float_atomics(d), a); }},
    {CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT,
     [](const Device& d, Answer& a) { return float_atomics_if(has_double_atomics(d), a); }},
    {CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT,
     [](const Device& d, Answer& a) { return float_atomics_if(has_half_atomics(d), a); }},
    // 0: the alignment of their types will do.
    {CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, none<cl_uint>},
    {CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, none<cl_uint>},
    {CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, none<cl_uint>},
    {CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
     [](const Device& d, Answer& a) { return a.is<size_t>(preferred_multiple(d.info())); }},
    {CL_DEVICE_OPENCL_C_VERSION, opencl_c_version},
    {CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR,
     [](const Device& d, Answer& a) { return a.is(newest_whole_version(d)); }},
    {CL_DEVICE_OPENCL_C_ALL_VERSIONS, opencl_c_versions},
    {CL_DEVICE_OPENCL_C_FEATURES, opencl_c_features},
    // The version that -cl-std=CLC++ selects; 2021 is no number that a cl_version can have.
    {CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT,
     [](const Device&, Answer& a) { return a.is<cl_version>(CL_MAKE_VERSION(1, 0, 0)); }},
    {CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS,
     [](const Device& d, Answer& a) {
       return a.is<cl_uint>(d.info().image_support ? d.info().max_storage_images : 0);
     }},
    {CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE,
     [](const Device&, Answer& a) { return a.is<size_t>(largest_variable); }},
    {CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE,
     [](const Device&, Answer& a) { return a.is<size_t>(largest_variable); }},
    {CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, yes},
    {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, yes},
    {CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, yes},
    {CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, of_device_queues<device_queue_properties>},
    {CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE,
     [](const Device& d, Answer& a) {
       return a.is(static_cast<cl_uint>(d.info().preferred_device_queue_size));
     }},
    {CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE,
     [](const Device& d, Answer& a) {
       return a.is(static_cast<cl_uint>(d.info().max_device_queue_size));
     }},
    {CL_DEVICE_MAX_ON_DEVICE_QUEUES, of_device_queues<max_device_queues>},
    {CL_DEVICE_MAX_ON_DEVICE_EVENTS, of_device_queues<max_device_events>},
    {CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, of_device_queues<enqueue_capabilities>},
    {CL_DEVICE_PIPE_SUPPORT,
     [](const Device& d, Answer& a) {
       return a.is<cl_bool>(has_pipes(d.info()) ? CL_TRUE : CL_FALSE);
     }},
    {CL_DEVICE_MAX_PIPE_ARGS, of_pipes<max_pipe_arguments>},
    {CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, of_pipes<max_pipe_reservations>},
    {CL_DEVICE_PIPE_MAX_PACKET_SIZE, of_pipes<max_pipe_packet_size>},
    {CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR,
     [](const Device&, Answer& a) {
       return a.is<cl_device_integer_dot_product_capabilities_khr>(
           CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR |
           CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR);
     }},
    {CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR,
     [](const Device& d, Answer& a) {
       constexpr cl_device_kernel_clock_capabilities_khr all =
           CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR | CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR |
           CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR;
       return a.is(is_missing(d.info(), "cl_khr_kernel_clock") ? 0 : all);
     }},
    {CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR, dot_product_acceleration},
    {CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR,
     dot_product_acceleration},
    {CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR,
     [](const Device& d, Answer& a) { return a.list(il_instruction_sets(d.info())); }},
    {CL_DEVICE_SPIRV_EXTENSIONS_KHR,
     [](const Device& d, Answer& a) { return a.list(il_extensions(d.info())); }},
    {CL_DEVICE_SPIRV_CAPABILITIES_KHR,
     [](const Device& d, Answer& a) { return a.list<cl_uint>(il_capabilities(d.info())); }},
    {CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR,
     [](const Device& d, Answer& a) { return a.list(external_memory_types(d.info())); }},
    {CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR,
     [](const Device& d, Answer& a) { return a.list(external_memory_types(d.info())); }},
    {CL_DEVICE_SEMAPHORE_TYPES_KHR,
     [](const Device&, Answer& a) { return a.list(semaphore_types()); }},
    {CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR,
     [](const Device&, Answer& a) { return a.list(semaphore_handle_types()); }},
    {CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR,
     [](const Device&, Answer& a) { return a.list(semaphore_handle_types()); }},
    {CL_DEVICE_TERMINATE_CAPABILITY_KHR, terminate_capability},
    {terminate_capability_of_opencl_1_2, terminate_capability},
    {CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED,
     [](const Device&, Answer& a) { return a.text("v0000-01-01-00"); }}, // none was submitted
};

} // namespace

std::span<const InfoRow<Device>> feature_rows() { return rows; }

} // namespace cl
