// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_info.h"

#include "cpu/counters.h"
#include "cpu/cpu.h"
#include "cpu/cpu_limits.h"
#include "cpu/topology.h"
#include "environment/environment.h"
#include "host/kernel_abi.h"
#include "loader/machine.h"
#include "object.h"
#include "target_support/image.h"

#include <algorithm>
#include <unistd.h>
#include <vector>

namespace host {
namespace {

/// Local memory is ordinary memory here; this much stays within a core's second-level cache.
constexpr uint64_t local_memory_size = uint64_t(256) << 10;

struct Info : mux_device_info_s {
  Info();
  Info(const Info&) = delete; // it points into itself
  Info& operator=(const Info&) = delete;

  mux_heap_info_t heap = {};
  std::vector<mux_binary_format_t> formats;
};

mux_vector_widths_t native_widths(const CpuInfo& cpu) {
  const uint32_t bytes = cpu.vector_bytes;
  // Half arithmetic is done in float.
  return {bytes,     bytes / 2, bytes / 4, bytes / 8, cpu.half_conversion ? bytes / 4 : 0,
          bytes / 4, bytes / 8};
}

void describe_arithmetic(Info& info, const CpuInfo& cpu) {
  info.integer_capabilities = mux_integer_capabilities_8bit | mux_integer_capabilities_16bit |
                              mux_integer_capabilities_32bit | mux_integer_capabilities_64bit |
                              mux_integer_capabilities_atomics_64bit;
  // The instruction multiplies unsigned bytes with signed ones; two signed sides are reduced to
  // that. Code for a level that LANEWISE_CPU names does without.
  if (cpu.dot_products && environment::get(environment::Variable::cpu) == nullptr) {
    info.dot_product_capabilities =
        mux_dot_product_capabilities_signed | mux_dot_product_capabilities_mixed;
  }
  info.atomic_capabilities = mux_integer_capabilities_32bit | mux_integer_capabilities_64bit;
  const uint32_t ieee = mux_float_capabilities_denormal | mux_float_capabilities_inf_nan |
                        mux_float_capabilities_round_to_nearest |
                        mux_float_capabilities_round_to_zero | mux_float_capabilities_round_to_inf;
  info.float_capabilities = ieee | mux_float_capabilities_correctly_rounded_divide_sqrt |
                            (cpu.fma ? mux_float_capabilities_fma : 0u);
  // Full profile with doubles demands fma; without the instruction the library computes it.
  info.double_capabilities = ieee | mux_float_capabilities_fma;
  info.half_capabilities = cpu.half_conversion ? ieee : 0u;
  info.native_vector_widths = native_widths(cpu);
  // Whole kernels are turned into vector code: vectors in the source gain nothing.
  info.preferred_vector_widths = {1, 1, 1, 1, cpu.half_conversion ? 1u : 0u, 1, 1};
}

void describe_memory(Info& info, const CpuInfo& cpu) {
  info.memory_size = memory_limit();
  info.max_allocation_size = std::max(info.memory_size / 4, uint64_t(128) << 20);
  info.local_memory_size = local_memory_size;
  info.dedicated_local_memory = false;
  info.unified_memory = true;
  info.buffer_alignment = mux_alignment;
  info.max_argument_bytes = 4096;
  info.cache_size = cpu.cache_size;
  info.cacheline_size = cpu.cacheline_size;
  info.page_size = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  info.cache_capabilities = mux_cache_capabilities_read | mux_cache_capabilities_write;
  info.allocation_capabilities =
      mux_allocation_capabilities_coherent_host | mux_allocation_capabilities_cached_host;
  const uint32_t all = mux_address_capabilities_access | mux_address_capabilities_atomic_access |
                       mux_address_capabilities_concurrent_access |
                       mux_address_capabilities_concurrent_atomic_access;
  info.host_address_capabilities = all;
  info.device_address_capabilities = all;
  info.shared_address_capabilities = all;
  info.system_address_capabilities = all;
  info.heap = {info.memory_size,
               mux_memory_property_device_local | mux_memory_property_host_visible |
                   mux_memory_property_host_coherent | mux_memory_property_host_cached};
  info.heaps = &info.heap;
  info.heaps_length = 1;
}

void describe_images(Info& info) {
  info.image_support = true;
  info.image_handles = true;
  info.image2d_array_writes = true;
  info.image3d_writes = true;
  info.max_image_dimension_1d = target_support::max_image_dimension_1d;
  info.max_image_dimension_2d = target_support::max_image_dimension_2d;
  info.max_image_dimension_3d = target_support::max_image_dimension_3d;
  info.max_image_array_layers = target_support::max_image_array_layers;
  // As many as a kernel has room for among its arguments, and samplers that nothing limits.
  info.image_pitch_alignment = 1; // texels may begin anywhere
  info.image_base_alignment = 1;
  info.max_sampled_images = 256;
  info.max_storage_images = 128;
  info.max_samplers = 64;
}

void describe_execution(Info& info) {
  info.compute_units = static_cast<uint32_t>(topology().units.size());
  info.units = topology().units.data();
  info.max_work_dimensions = 3;
  std::fill_n(info.max_work_item_sizes, 3, max_work_group_size);
  info.max_work_group_size = max_work_group_size;
  // Lanes of vectors, or single work-items.
  static constexpr uint64_t sub_group_sizes[] = {1, 2, 4, 8, 16, 32, 64};
  info.max_sub_group_count = max_work_group_size;
  info.sub_group_sizes = sub_group_sizes;
  info.sub_group_sizes_length = std::size(sub_group_sizes);
  info.sub_groups_make_independent_progress = true;
  info.max_named_barriers = 64; // three words of local memory each: nothing else limits them
  info.preferred_device_queue_size = uint64_t(16) << 20;
  info.max_device_queue_size = uint64_t(256) << 20;
  info.queue_types[mux_queue_type_compute] = 1;
  info.timer_resolution = 1;
  info.duration_queries = 1;
  info.counter_queries = static_cast<uint32_t>(counter_source().counters.size());
  info.printf_ranges = true;
  info.stops_kernels = true;
  info.command_updates = true;
  info.caller_queues = true;
  info.dispatches_in_flight = 1;
  info.concurrent_groups = info.compute_units;
  const CpuLevels levels = cpu_levels();
  for (uint32_t i = 0; i < levels.length; ++i) {
    info.formats.push_back({"elf", this_machine().name, levels.names[i]});
  }
  info.binary_formats = info.formats.data();
  info.binary_formats_length = levels.length;
}

Info::Info() : mux_device_info_s() {
  const CpuInfo& cpu = cpu_info();
  id = target_id;
  index = 0;
  device_name = cpu.name.c_str();
  vendor_name = "Lanewise";
  vendor_id = cpu.vendor_id;
  model_id = cpu.model_id;
  ip_version = cpu.ip_version;
  compiler_name = "host";
  architecture = cpu.architecture.c_str();
  device_type = mux_device_type_cpu;
  clock_frequency = cpu.frequency;
  address_bits = 64;
  little_endian = true;
  describe_arithmetic(*this, cpu);
  describe_memory(*this, cpu);
  describe_images(*this);
  describe_execution(*this);
}

} // namespace

mux_device_info_t device_info() {
  static const Info& info = *new Info; // never destroyed
  return &info;
}

} // namespace host
