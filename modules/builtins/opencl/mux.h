// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that only the target can implement. include/builtins/mux_builtins.md is the
// specification.
#ifndef OPENCL_MUX_H
#define OPENCL_MUX_H

#include "types.h"

#define MUX_PURE __attribute__((const, nothrow))

extern "C" {
MUX_PURE size_t __mux_get_global_id(uint dimension);
MUX_PURE size_t __mux_get_local_id(uint dimension);
MUX_PURE size_t __mux_get_group_id(uint dimension);
MUX_PURE size_t __mux_get_global_size(uint dimension);
MUX_PURE size_t __mux_get_local_size(uint dimension);
MUX_PURE size_t __mux_get_enqueued_local_size(uint dimension);
MUX_PURE size_t __mux_get_num_groups(uint dimension);
MUX_PURE size_t __mux_get_global_offset(uint dimension);
MUX_PURE uint __mux_get_work_dim(void);
MUX_PURE bool __mux_has_fma(void);
MUX_PURE bool __mux_has_table_permutes(void);
MUX_PURE bool __mux_has_short_table_permutes(void);
MUX_PURE bool __mux_has_exponent_operations(void);
MUX_PURE bool __mux_has_fast_division(void);
MUX_PURE bool __mux_has_float_estimates(void);
MUX_PURE bool __mux_has_aligned_texels(void);
MUX_PURE bool __mux_converts_slowly(void);
MUX_PURE bool __mux_has_textures(void);
MUX_PURE vec<float, 4> __mux_read_texel_float(ulong texture, int x, int y);
MUX_PURE vec<int, 4> __mux_read_texel_int(ulong texture, int x, int y);
MUX_PURE vec<float, 4> __mux_filter_texels(ulong texture, float x, float y);
MUX_PURE bool __mux_wants_accurate_math(void);
MUX_PURE bool __mux_has_denormals(void);
MUX_PURE bool __mux_is_in_space(const __generic void* pointer, uint space);
__attribute__((convergent, nothrow)) void __mux_work_group_barrier(int id, int scope,
                                                                   int semantics);
__attribute__((nothrow)) void __mux_mem_barrier(int scope, int semantics);
MUX_PURE bool __mux_has_debug(void);
MUX_PURE ulong __mux_get_default_queue(void);
__attribute__((nothrow)) int __mux_enqueue(const __private void* request);
__attribute__((nothrow)) ulong __mux_device_event(uint operation, ulong event, ulong operand);
__attribute__((nothrow)) ulong __mux_query_block(uint kernel, uint query,
                                                 const __private void* range);
MUX_PURE bool __mux_has_device_barrier(void);
__attribute__((convergent, nothrow)) void __mux_device_barrier(void);
__attribute__((nothrow)) ulong __mux_read_clock(void);
}

// SPIR-V's encodings.
enum {
  spirv_scope_cross_device = 0,
  spirv_scope_device = 1,
  spirv_scope_work_group = 2,
  spirv_scope_sub_group = 3,
  spirv_scope_invocation = 4
};
enum {
  spirv_acquire = 0x2,
  spirv_release = 0x4,
  spirv_acquire_release = 0x8,
  spirv_sequentially_consistent = 0x10,
  spirv_work_group_memory = 0x100,
  spirv_cross_work_group_memory = 0x200,
  spirv_image_memory = 0x800
};

/// cl_mem_fence_flags to SPIR-V's memory semantics, without an order.
inline int memory_of_flags(uint flags) {
  return (flags & 1 ? spirv_work_group_memory : 0) |
         (flags & 2 ? spirv_cross_work_group_memory : 0) | (flags & 4 ? spirv_image_memory : 0);
}

#endif
