// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of NVIDIA's driver (libcuda.so.1) that this target uses, declared here so that a
// build needs no toolkit. Names and numbers are the interface's.
#ifndef CUDA_DRIVER_DRIVER_API_H
#define CUDA_DRIVER_DRIVER_API_H

#include <cstddef>
#include <cstdint>

struct CUctx_st;
struct CUmod_st;
struct CUfunc_st;
struct CUstream_st;
struct CUevent_st;
struct CUmemPoolHandle_st;
struct CUgraph_st;
struct CUgraphNode_st;
struct CUgraphExec_st;

namespace cuda {

using CUdevice = int;
using CUdeviceptr = uint64_t;
using CUcontext = ::CUctx_st*;
using CUmodule = ::CUmod_st*;
using CUfunction = ::CUfunc_st*;
using CUstream = ::CUstream_st*;
using CUevent = ::CUevent_st*;
using CUmemoryPool = ::CUmemPoolHandle_st*;
using CUtexObject = uint64_t;
using CUgraph = ::CUgraph_st*;
using CUgraphNode = ::CUgraphNode_st*;
using CUgraphExec = ::CUgraphExec_st*;

enum CUresult : int {
  cuda_success = 0,
  cuda_error_invalid_value = 1,
  cuda_error_out_of_memory = 2,
  cuda_error_no_device = 100,
  cuda_error_invalid_image = 200,
  cuda_error_no_binary_for_gpu = 209,
  cuda_error_invalid_context = 201,
  cuda_error_invalid_ptx = 218,
  cuda_error_unsupported_ptx_version = 222,
  cuda_error_not_found = 500,
  cuda_error_not_ready = 600,
  cuda_error_illegal_address = 700,
  cuda_error_launch_out_of_resources = 701,
  cuda_error_launch_timeout = 702,
  cuda_error_assert = 710,
  cuda_error_hardware_stack = 714,
  cuda_error_illegal_instruction = 715,
  cuda_error_misaligned_address = 716,
  cuda_error_invalid_address_space = 717,
  cuda_error_invalid_pc = 718,
  cuda_error_launch_failed = 719,
  cuda_error_not_supported = 801,
};

enum CUattribute : int {
  cuda_max_threads_per_block = 1,
  cuda_max_block_dim_x = 2, ///< y and z follow
  cuda_max_grid_dim_x = 5,  ///< likewise
  cuda_clock_rate = 13,     ///< kHz
  cuda_multiprocessor_count = 16,
  cuda_compute_mode = 20,
  cuda_ecc_enabled = 32,
  cuda_l2_cache_size = 38,
  cuda_compute_capability_major = 75,
  cuda_compute_capability_minor = 76,
  cuda_managed_memory = 83,
  cuda_concurrent_managed_access = 89,
  cuda_max_shared_memory_per_block_optin = 97,
  cuda_memory_pools_supported = 115,
};
/// A value of cuda_compute_mode: no context may be made.
inline constexpr int cuda_compute_mode_prohibited = 2;

enum CUfunctionAttribute : int {
  cuda_function_max_threads_per_block = 0,
  cuda_function_local_size_bytes = 3,
  cuda_function_max_dynamic_shared_size_bytes = 8,
};

enum CUjitOption : int {
  cuda_jit_error_log_buffer = 5,
  cuda_jit_error_log_buffer_size_bytes = 6,
  cuda_jit_optimization_level = 7,
};

inline constexpr unsigned cuda_stream_non_blocking = 1;
inline constexpr unsigned cuda_event_disable_timing = 2;
inline constexpr unsigned cuda_host_alloc_portable = 1, cuda_host_alloc_mapped = 2;
inline constexpr unsigned cuda_attach_global = 1;
inline constexpr int cuda_pool_release_threshold = 4;
inline constexpr int cuda_memory_host = 1, cuda_memory_device = 2;

/// Which access a GPU has to the memory of a pool.
struct CUmemAccessDesc {
  int location_type; ///< cuda_location_device
  int location;      ///< the GPU
  int access;        ///< cuda_access_read_write
};
inline constexpr int cuda_location_device = 1, cuda_access_read_write = 3;

/// A copy of a box, row by row and slice by slice.
struct CUmemcpy3D {
  size_t source_x, source_y, source_z, source_lod;
  int source_type;
  const void* source_host;
  CUdeviceptr source_device;
  void* source_array;
  void* reserved0;
  size_t source_pitch, source_height;
  size_t destination_x, destination_y, destination_z, destination_lod;
  int destination_type;
  void* destination_host;
  CUdeviceptr destination_device;
  void* destination_array;
  void* reserved1;
  size_t destination_pitch, destination_height;
  size_t width, height, depth;
};
static_assert(sizeof(CUmemcpy3D) == 200);

enum CUarray_format : int {
  cuda_format_none = 0, // of this file
  cuda_format_uint8 = 1,
  cuda_format_uint16 = 2,
  cuda_format_uint32 = 3,
  cuda_format_int8 = 8,
  cuda_format_int16 = 9,
  cuda_format_int32 = 10,
  cuda_format_half = 16,
  cuda_format_float = 32,
};

/// Rows of texels in linear memory, of which a texture is made.
struct CUpitchResource {
  int type; ///< cuda_resource_pitch_2d
  CUdeviceptr data;
  CUarray_format format;
  unsigned channels;
  size_t width, height; ///< texels
  size_t pitch;         ///< bytes
  int reserved[22];
  unsigned flags;
};
static_assert(sizeof(CUpitchResource) == 144);
inline constexpr int cuda_resource_pitch_2d = 3;

/// How a texture is read.
struct CUtextureDescription {
  int addressing[3]; ///< cuda_address_clamp
  int filter;        ///< cuda_filter_point or cuda_filter_linear
  unsigned flags;    ///< cuda_texture_integers, or 0 where integers of 8 and 16 bits are norms
  unsigned max_anisotropy;
  int level_filter;
  float level_bias, level_min, level_max;
  float border[4];
  int reserved[12];
};
static_assert(sizeof(CUtextureDescription) == 104);
inline constexpr int cuda_address_clamp = 1;
inline constexpr int cuda_filter_point = 0, cuda_filter_linear = 1;
inline constexpr unsigned cuda_texture_integers = 1;

/// A launch as a node of a graph.
struct CUkernelNodeParams {
  CUfunction function;
  unsigned grid[3], block[3];
  unsigned shared_bytes;
  void** parameters; ///< addresses of the arguments
  void** extra;
};
static_assert(sizeof(CUkernelNodeParams) == 56);

} // namespace cuda

#endif
