// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Information about devices and contexts: SYCL 2020, tables 4.6.4 and 4.6.3.
#include "objects.h"

#include <algorithm>
#include <sycl/bundle/kernel_id.hpp>

namespace sycl {
inline namespace lw1 {

using detail::device_impl;

namespace {

device_impl& of(const device& handle) { return device_impl::of(handle); }

std::vector<info::fp_config> fp_list(cl_device_fp_config bits) {
  struct row {
    cl_device_fp_config bit;
    info::fp_config value;
  };
  constexpr row rows[] = {
      {CL_FP_DENORM, info::fp_config::denorm},
      {CL_FP_INF_NAN, info::fp_config::inf_nan},
      {CL_FP_ROUND_TO_NEAREST, info::fp_config::round_to_nearest},
      {CL_FP_ROUND_TO_ZERO, info::fp_config::round_to_zero},
      {CL_FP_ROUND_TO_INF, info::fp_config::round_to_inf},
      {CL_FP_FMA, info::fp_config::fma},
      {CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT, info::fp_config::correctly_rounded_divide_sqrt},
      {CL_FP_SOFT_FLOAT, info::fp_config::soft_float}};
  std::vector<info::fp_config> list;
  for (const row& one : rows) {
    if (bits & one.bit) {
      list.push_back(one.value);
    }
  }
  return list;
}

std::vector<memory_order> orders(cl_device_atomic_capabilities bits, bool fences) {
  std::vector<memory_order> list;
  if (bits & CL_DEVICE_ATOMIC_ORDER_RELAXED) {
    list.push_back(memory_order::relaxed);
  }
  if (bits & CL_DEVICE_ATOMIC_ORDER_ACQ_REL) {
    list.insert(list.end(), {memory_order::acquire, memory_order::release, memory_order::acq_rel});
  }
  if (bits & (fences ? CL_DEVICE_ATOMIC_ORDER_ACQ_REL : CL_DEVICE_ATOMIC_ORDER_SEQ_CST)) {
    list.push_back(memory_order::seq_cst);
  }
  return list;
}

std::vector<memory_scope> scopes(cl_device_atomic_capabilities bits) {
  std::vector<memory_scope> list = {memory_scope::work_item, memory_scope::sub_group,
                                    memory_scope::work_group};
  if (bits & CL_DEVICE_ATOMIC_SCOPE_DEVICE) {
    list.push_back(memory_scope::device);
  }
  if (bits & CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES) {
    list.push_back(memory_scope::system);
  }
  return list;
}

template <int D> range<D> item_sizes(const device& handle) {
  const auto sizes =
      detail::query_list<size_t>(clGetDeviceInfo, of(handle).id, CL_DEVICE_MAX_WORK_ITEM_SIZES);
  range<D> made;
  for (int i = 0; i < D; ++i) {
    made[i] = sizes.at(size_t(D - 1 - i));
  }
  return made;
}

constexpr info::partition_property partition_of(cl_device_partition_property property) {
  return property == CL_DEVICE_PARTITION_EQUALLY     ? info::partition_property::partition_equally
         : property == CL_DEVICE_PARTITION_BY_COUNTS ? info::partition_property::partition_by_counts
         : property == CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN
             ? info::partition_property::partition_by_affinity_domain
             : info::partition_property::no_partition;
}

struct domain_row {
  cl_device_affinity_domain bit;
  info::partition_affinity_domain value;
};
constexpr domain_row domains[] = {
    {CL_DEVICE_AFFINITY_DOMAIN_NUMA, info::partition_affinity_domain::numa},
    {CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, info::partition_affinity_domain::L4_cache},
    {CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, info::partition_affinity_domain::L3_cache},
    {CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, info::partition_affinity_domain::L2_cache},
    {CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, info::partition_affinity_domain::L1_cache},
    {CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE,
     info::partition_affinity_domain::next_partitionable}};

} // namespace

// LW_ROW(descriptor, type in OpenCL, query): the answer is OpenCL's, converted.
#define LW_ROW(name, type, query)                                                                  \
  template <> info::device::name::return_type device::get_info<info::device::name>() const {       \
    return static_cast<info::device::name::return_type>(of(*this).get<type>(query));               \
  }
#define LW_TEXT(name, query)                                                                       \
  template <> std::string device::get_info<info::device::name>() const {                           \
    return of(*this).text(query);                                                                  \
  }
LW_ROW(vendor_id, cl_uint, CL_DEVICE_VENDOR_ID)
LW_ROW(max_compute_units, cl_uint, CL_DEVICE_MAX_COMPUTE_UNITS)
LW_ROW(max_work_item_dimensions, cl_uint, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS)
LW_ROW(max_work_group_size, size_t, CL_DEVICE_MAX_WORK_GROUP_SIZE)
LW_ROW(max_num_sub_groups, cl_uint, CL_DEVICE_MAX_NUM_SUB_GROUPS)
LW_ROW(preferred_vector_width_char, cl_uint, CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR)
LW_ROW(preferred_vector_width_short, cl_uint, CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT)
LW_ROW(preferred_vector_width_int, cl_uint, CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT)
LW_ROW(preferred_vector_width_long, cl_uint, CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG)
LW_ROW(preferred_vector_width_long_long, cl_uint, CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG)
LW_ROW(preferred_vector_width_float, cl_uint, CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT)
LW_ROW(preferred_vector_width_double, cl_uint, CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE)
LW_ROW(preferred_vector_width_half, cl_uint, CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF)
LW_ROW(native_vector_width_char, cl_uint, CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR)
LW_ROW(native_vector_width_short, cl_uint, CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT)
LW_ROW(native_vector_width_int, cl_uint, CL_DEVICE_NATIVE_VECTOR_WIDTH_INT)
LW_ROW(native_vector_width_long, cl_uint, CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG)
LW_ROW(native_vector_width_long_long, cl_uint, CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG)
LW_ROW(native_vector_width_float, cl_uint, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT)
LW_ROW(native_vector_width_double, cl_uint, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE)
LW_ROW(native_vector_width_half, cl_uint, CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF)
LW_ROW(max_clock_frequency, cl_uint, CL_DEVICE_MAX_CLOCK_FREQUENCY)
LW_ROW(address_bits, cl_uint, CL_DEVICE_ADDRESS_BITS)
LW_ROW(max_mem_alloc_size, cl_ulong, CL_DEVICE_MAX_MEM_ALLOC_SIZE)
LW_ROW(max_read_image_args, cl_uint, CL_DEVICE_MAX_READ_IMAGE_ARGS)
LW_ROW(max_write_image_args, cl_uint, CL_DEVICE_MAX_WRITE_IMAGE_ARGS)
LW_ROW(image2d_max_width, size_t, CL_DEVICE_IMAGE2D_MAX_WIDTH)
LW_ROW(image2d_max_height, size_t, CL_DEVICE_IMAGE2D_MAX_HEIGHT)
LW_ROW(image3d_max_width, size_t, CL_DEVICE_IMAGE3D_MAX_WIDTH)
LW_ROW(image3d_max_height, size_t, CL_DEVICE_IMAGE3D_MAX_HEIGHT)
LW_ROW(image3d_max_depth, size_t, CL_DEVICE_IMAGE3D_MAX_DEPTH)
LW_ROW(image_max_buffer_size, size_t, CL_DEVICE_IMAGE_MAX_BUFFER_SIZE)
LW_ROW(max_samplers, cl_uint, CL_DEVICE_MAX_SAMPLERS)
LW_ROW(max_parameter_size, size_t, CL_DEVICE_MAX_PARAMETER_SIZE)
LW_ROW(mem_base_addr_align, cl_uint, CL_DEVICE_MEM_BASE_ADDR_ALIGN)
LW_ROW(global_mem_cache_type, cl_device_mem_cache_type, CL_DEVICE_GLOBAL_MEM_CACHE_TYPE)
LW_ROW(global_mem_cache_line_size, cl_uint, CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE)
LW_ROW(global_mem_cache_size, cl_ulong, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE)
LW_ROW(global_mem_size, cl_ulong, CL_DEVICE_GLOBAL_MEM_SIZE)
LW_ROW(max_constant_buffer_size, cl_ulong, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE)
LW_ROW(max_constant_args, cl_uint, CL_DEVICE_MAX_CONSTANT_ARGS)
LW_ROW(local_mem_type, cl_device_local_mem_type, CL_DEVICE_LOCAL_MEM_TYPE)
LW_ROW(local_mem_size, cl_ulong, CL_DEVICE_LOCAL_MEM_SIZE)
LW_ROW(error_correction_support, cl_bool, CL_DEVICE_ERROR_CORRECTION_SUPPORT)
LW_ROW(host_unified_memory, cl_bool, CL_DEVICE_HOST_UNIFIED_MEMORY)
LW_ROW(profiling_timer_resolution, size_t, CL_DEVICE_PROFILING_TIMER_RESOLUTION)
LW_ROW(is_endian_little, cl_bool, CL_DEVICE_ENDIAN_LITTLE)
LW_ROW(is_available, cl_bool, CL_DEVICE_AVAILABLE)
LW_ROW(is_compiler_available, cl_bool, CL_DEVICE_COMPILER_AVAILABLE)
LW_ROW(is_linker_available, cl_bool, CL_DEVICE_LINKER_AVAILABLE)
LW_ROW(printf_buffer_size, size_t, CL_DEVICE_PRINTF_BUFFER_SIZE)
LW_ROW(preferred_interop_user_sync, cl_bool, CL_DEVICE_PREFERRED_INTEROP_USER_SYNC)
LW_ROW(partition_max_sub_devices, cl_uint, CL_DEVICE_PARTITION_MAX_SUB_DEVICES)
LW_TEXT(name, CL_DEVICE_NAME)
LW_TEXT(vendor, CL_DEVICE_VENDOR)
LW_TEXT(driver_version, CL_DRIVER_VERSION)
LW_TEXT(profile, CL_DEVICE_PROFILE)
LW_TEXT(version, CL_DEVICE_VERSION)
LW_TEXT(backend_version, CL_DEVICE_VERSION)
#undef LW_ROW
#undef LW_TEXT

// Answers that are made of several answers of OpenCL.
#define LW_ANSWER(name)                                                                            \
  template <> info::device::name::return_type device::get_info<info::device::name>() const

LW_ANSWER(device_type) {
  const cl_device_type type = of(*this).type;
  return type & CL_DEVICE_TYPE_CPU           ? info::device_type::cpu
         : type & CL_DEVICE_TYPE_GPU         ? info::device_type::gpu
         : type & CL_DEVICE_TYPE_ACCELERATOR ? info::device_type::accelerator
                                             : info::device_type::custom;
}
LW_ANSWER(sub_group_sizes) { return of(*this).sub_group_sizes(); }
LW_ANSWER(image_support) { return has(aspect::image); }
LW_ANSWER(half_fp_config) {
  if (!has(aspect::fp16)) {
    return {};
  }
  return fp_list(of(*this).get<cl_device_fp_config>(CL_DEVICE_HALF_FP_CONFIG));
}
LW_ANSWER(single_fp_config) {
  return fp_list(of(*this).get<cl_device_fp_config>(CL_DEVICE_SINGLE_FP_CONFIG));
}
LW_ANSWER(double_fp_config) {
  return fp_list(of(*this).get<cl_device_fp_config>(CL_DEVICE_DOUBLE_FP_CONFIG));
}
LW_ANSWER(atomic_memory_order_capabilities) {
  return orders(of(*this).get<cl_device_atomic_capabilities>(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES),
                false);
}
LW_ANSWER(atomic_memory_scope_capabilities) {
  return scopes(of(*this).get<cl_device_atomic_capabilities>(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES));
}
LW_ANSWER(atomic_fence_order_capabilities) {
  return orders(of(*this).get<cl_device_atomic_capabilities>(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES),
                true);
}
LW_ANSWER(atomic_fence_scope_capabilities) {
  return scopes(of(*this).get<cl_device_atomic_capabilities>(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES));
}
LW_ANSWER(execution_capabilities) { return {info::execution_capability::exec_kernel}; }
LW_ANSWER(queue_profiling) { return has(aspect::queue_profiling); }
LW_ANSWER(built_in_kernels) { return {}; }
LW_ANSWER(built_in_kernel_ids) { return {}; }
LW_ANSWER(parent_device) {
  if (!of(*this).parent) {
    throw exception(make_error_code(errc::invalid), "the device is not a part of another one");
  }
  return of(*this).parent->handle();
}
LW_ANSWER(platform) { return get_platform(); }
LW_ANSWER(aspects) {
  std::vector<aspect> list;
  for (int i = 0; i <= int(aspect::usm_system_allocations); ++i) {
    if (has(aspect(i))) {
      list.push_back(aspect(i));
    }
  }
  return list;
}
LW_ANSWER(extensions) { return of(*this).extensions; }
LW_ANSWER(partition_properties) {
  std::vector<info::partition_property> list;
  for (const auto one : detail::query_list<cl_device_partition_property>(
           clGetDeviceInfo, of(*this).id, CL_DEVICE_PARTITION_PROPERTIES)) {
    if (one) {
      list.push_back(partition_of(one));
    }
  }
  return list;
}
LW_ANSWER(partition_affinity_domains) {
  const auto bits = of(*this).get<cl_device_affinity_domain>(CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
  std::vector<info::partition_affinity_domain> list;
  for (const domain_row& one : domains) {
    if (bits & one.bit) {
      list.push_back(one.value);
    }
  }
  return list;
}
LW_ANSWER(partition_type_property) {
  const auto made_by = detail::query_list<cl_device_partition_property>(
      clGetDeviceInfo, of(*this).id, CL_DEVICE_PARTITION_TYPE);
  return made_by.empty() ? info::partition_property::no_partition : partition_of(made_by.front());
}
LW_ANSWER(partition_type_affinity_domain) {
  const auto made_by = detail::query_list<cl_device_partition_property>(
      clGetDeviceInfo, of(*this).id, CL_DEVICE_PARTITION_TYPE);
  if (made_by.size() > 1 && made_by[0] == CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN) {
    const auto* found =
        std::ranges::find(domains, cl_device_affinity_domain(made_by[1]), &domain_row::bit);
    if (found != std::end(domains)) {
      return found->value;
    }
  }
  return info::partition_affinity_domain::not_applicable;
}
#undef LW_ANSWER
template <> range<1> device::get_info<info::device::max_work_item_sizes<1>>() const {
  return item_sizes<1>(*this);
}
template <> range<2> device::get_info<info::device::max_work_item_sizes<2>>() const {
  return item_sizes<2>(*this);
}
template <> range<3> device::get_info<info::device::max_work_item_sizes<3>>() const {
  return item_sizes<3>(*this);
}

// A context has the capabilities that all of its devices have.
#define LW_COMMON(name)                                                                            \
  template <> info::context::name::return_type context::get_info<info::context::name>() const {    \
    info::context::name::return_type common;                                                       \
    for (const device& one : get_devices()) {                                                      \
      const auto list = one.get_info<info::device::name>();                                        \
      if (common.empty()) {                                                                        \
        common = list;                                                                             \
      }                                                                                            \
      std::erase_if(common,                                                                        \
                    [&](auto each) { return std::ranges::find(list, each) == list.end(); });       \
    }                                                                                              \
    return common;                                                                                 \
  }
LW_COMMON(atomic_memory_order_capabilities)
LW_COMMON(atomic_memory_scope_capabilities)
LW_COMMON(atomic_fence_order_capabilities)
LW_COMMON(atomic_fence_scope_capabilities)
#undef LW_COMMON

} // namespace lw1
} // namespace sycl
