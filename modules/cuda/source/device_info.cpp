// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_info.h"

#include "cuda/kernel_abi.h"
#include "object.h"
#include "target_support/image.h"

#include <algorithm>
#include <memory>

namespace cuda {
namespace {

/// Extensions and features that the compiler half lacks (modules/cuda/compiler/info.cpp).
constexpr const char* missing_names[] = {"cl_ext_float_atomics",
                                         "cl_intel_concurrent_dispatch",
                                         "cl_khr_kernel_clock",
                                         "cl_khr_mipmap_image",
                                         "cl_khr_mipmap_image_writes",
                                         "__opencl_c_kernel_clock_scope_device",
                                         "__opencl_c_kernel_clock_scope_sub_group",
                                         "__opencl_c_kernel_clock_scope_work_group",
                                         "__opencl_c_pipes",
                                         nullptr};

/// The least capability that PTX is made for.
constexpr int least_capability = 70;

int attribute(const Driver& driver, CUdevice device, CUattribute which) {
  int value = 0;
  return driver.device_get_attribute(&value, which, device) == cuda_success ? value : 0;
}

/// LLVM's processors by capability, the newest first. GPUs that are newer than all run their code.
constexpr int known[] = {90, 89, 87, 86, 80, 75, 72, 70};

} // namespace

Gpu::Gpu(const Driver& driver, CUdevice in_device, uint32_t in_index)
    : mux_device_info_s(), device(in_device) {
  const auto asked = [&](CUattribute which) { return attribute(driver, device, which); };
  capability = asked(cuda_compute_capability_major) * 10 + asked(cuda_compute_capability_minor);
  if (capability < least_capability) {
    return; // gpus() leaves it out
  }
  char text[256] = {};
  static_cast<void>(driver.device_get_name(text, sizeof text, device));
  name = text;
  for (const int one : known) {
    if (one <= capability) {
      processors.push_back("sm_" + std::to_string(one));
    }
  }
  options = "-lanewise-gpu " + processors.front();
  id = target_id;
  index = in_index;
  device_name = name.c_str();
  vendor_name = "NVIDIA Corporation";
  vendor_id = 0x10de;
  compiler_name = "cuda";
  compiler_options = options.c_str();
  missing = missing_names;
  architecture = processors.front().c_str();
  device_type = mux_device_type_gpu;
  clock_frequency = static_cast<uint32_t>(asked(cuda_clock_rate) / 1000);
  address_bits = 64;
  little_endian = true;
  error_correction = asked(cuda_ecc_enabled) != 0;
  describe_memory(driver);
  describe_arithmetic();
  describe_images();
  describe_execution(driver);
}

void Gpu::describe_memory(const Driver& driver) {
  const auto asked = [&](CUattribute which) { return attribute(driver, device, which); };
  size_t total = 0;
  static_cast<void>(driver.device_total_mem(&total, device));
  memory_size = total;
  max_allocation_size = total / 4 * 3;
  local_memory_size = static_cast<uint64_t>(asked(cuda_max_shared_memory_per_block_optin));
  dedicated_local_memory = true;
  unified_memory = false;
  copies_from_peers = true;
  buffer_alignment = cuda::buffer_alignment;
  max_argument_bytes = 3840; // of 4096, behind which `launch` stands
  cache_size = static_cast<uint64_t>(asked(cuda_l2_cache_size));
  cacheline_size = 128;
  page_size = uint64_t(2) << 20;
  cache_capabilities = mux_cache_capabilities_read | mux_cache_capabilities_write;
  allocation_capabilities = mux_allocation_capabilities_alloc_device;
  has_pools = asked(cuda_memory_pools_supported) != 0;
  const uint32_t access = mux_address_capabilities_access;
  const uint32_t atomics = access | mux_address_capabilities_atomic_access;
  host_address_capabilities = access | mux_address_capabilities_concurrent_access;
  device_address_capabilities = atomics;
  // Elsewhere the driver moves all managed memory at each launch: such GPUs are not reported to
  // have shared memory.
  if (asked(cuda_managed_memory) != 0 && asked(cuda_concurrent_managed_access) != 0) {
    shared_address_capabilities = atomics | mux_address_capabilities_concurrent_access |
                                  mux_address_capabilities_concurrent_atomic_access;
  }
  all_heaps[local_heap] = {memory_size, mux_memory_property_device_local};
  all_heaps[staging_heap] = {memory_size, mux_memory_property_host_visible |
                                              mux_memory_property_host_coherent |
                                              mux_memory_property_host_cached};
  heaps = all_heaps;
  heaps_length = std::size(all_heaps);
}

void Gpu::describe_arithmetic() {
  integer_capabilities = mux_integer_capabilities_8bit | mux_integer_capabilities_16bit |
                         mux_integer_capabilities_32bit | mux_integer_capabilities_64bit |
                         mux_integer_capabilities_atomics_64bit;
  atomic_capabilities = mux_integer_capabilities_32bit | mux_integer_capabilities_64bit;
  const uint32_t ieee = mux_float_capabilities_denormal | mux_float_capabilities_inf_nan |
                        mux_float_capabilities_round_to_nearest |
                        mux_float_capabilities_round_to_zero | mux_float_capabilities_round_to_inf |
                        mux_float_capabilities_fma;
  dot_product_capabilities = mux_dot_product_capabilities_signed |
                             mux_dot_product_capabilities_unsigned |
                             mux_dot_product_capabilities_mixed;
  half_capabilities = ieee;
  float_capabilities = ieee | mux_float_capabilities_correctly_rounded_divide_sqrt;
  double_capabilities = ieee;
  native_vector_widths = {1, 1, 1, 1, 1, 1, 1};
  preferred_vector_widths = {1, 1, 1, 1, 1, 1, 1};
}

void Gpu::describe_images() {
  image_support = true;
  image2d_array_writes = true;
  image3d_writes = true;
  max_image_dimension_1d = target_support::max_image_dimension_1d;
  max_image_dimension_2d = target_support::max_image_dimension_2d;
  max_image_dimension_3d = target_support::max_image_dimension_3d;
  max_image_array_layers = target_support::max_image_array_layers;
  image_pitch_alignment = 1;
  image_base_alignment = cuda::buffer_alignment;
  max_sampled_images = 256;
  max_storage_images = 128;
  max_samplers = 64;
}

void Gpu::describe_execution(const Driver& driver) {
  const auto asked = [&](int which) {
    return static_cast<uint64_t>(attribute(driver, device, static_cast<CUattribute>(which)));
  };
  compute_units = static_cast<uint32_t>(asked(cuda_multiprocessor_count));
  max_work_dimensions = 3;
  for (int i = 0; i < 3; ++i) {
    max_work_item_sizes[i] = asked(cuda_max_block_dim_x + i);
    max_grid[i] = asked(cuda_max_grid_dim_x + i);
  }
  max_work_group_size =
      std::min<uint64_t>(asked(cuda_max_threads_per_block), cuda::max_work_group_size);
  static constexpr uint64_t sizes[] = {warp_size};
  sub_group_sizes = sizes;
  sub_group_sizes_length = std::size(sizes);
  max_sub_group_count = static_cast<uint32_t>(max_work_group_size / warp_size);
  sub_groups_make_independent_progress = true;
  dispatches_in_flight = 4;
  queue_types[mux_queue_type_compute] = 1;
  timer_resolution = 500;
  duration_queries = 1;
  command_updates = true;
  for (const std::string& one : processors) {
    formats.push_back({"ptx", "nvptx64", one.c_str()});
  }
  binary_formats = formats.data();
  binary_formats_length = static_cast<uint32_t>(formats.size());
}

namespace {

/// Never destroyed.
std::vector<Gpu*>* find_gpus() {
  auto* found = new std::vector<Gpu*>;
  const Driver* opened = driver();
  int count = 0;
  if (opened == nullptr || opened->device_get_count(&count) != cuda_success) {
    return found;
  }
  for (int i = 0; i < count; ++i) {
    CUdevice device = 0;
    if (opened->device_get(&device, i) != cuda_success ||
        attribute(*opened, device, cuda_compute_mode) == cuda_compute_mode_prohibited) {
      continue;
    }
    auto gpu = std::make_unique<Gpu>(*opened, device, static_cast<uint32_t>(found->size()));
    if (gpu->capability >= least_capability) {
      found->reserve(found->size() + 1); // so that it is not lost
      found->push_back(gpu.release());
    }
  }
  return found;
}

} // namespace

std::span<Gpu* const> gpus() {
  static const std::vector<Gpu*>* const all = find_gpus();
  return *all;
}

} // namespace cuda
