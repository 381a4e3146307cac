// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Built-in functions that Clang 22 does not declare. The front end includes this after Clang's
// opencl-c-base.h, whose types it uses.
#ifndef LANEWISE_OPENCL_H
#define LANEWISE_OPENCL_H

// OpenCL C 1.0, deprecated by 1.1.
#if defined(__OPENCL_C_VERSION__) && __OPENCL_C_VERSION__ < 200
#define __ROUNDING_MODE__ rte
#endif

#ifdef cl_khr_extended_async_copies
#define LANEWISE_COPY __attribute__((overloadable, convergent))

event_t LANEWISE_COPY async_work_group_copy_2D2D(__local void* to, size_t to_offset,
                                                 const __global void* from, size_t from_offset,
                                                 size_t bytes_per_element, size_t elements_per_line,
                                                 size_t lines, size_t from_line_length,
                                                 size_t to_line_length, event_t event);
event_t LANEWISE_COPY async_work_group_copy_2D2D(__global void* to, size_t to_offset,
                                                 const __local void* from, size_t from_offset,
                                                 size_t bytes_per_element, size_t elements_per_line,
                                                 size_t lines, size_t from_line_length,
                                                 size_t to_line_length, event_t event);
event_t LANEWISE_COPY async_work_group_copy_3D3D(__local void* to, size_t to_offset,
                                                 const __global void* from, size_t from_offset,
                                                 size_t bytes_per_element, size_t elements_per_line,
                                                 size_t lines, size_t planes,
                                                 size_t from_line_length, size_t from_plane_area,
                                                 size_t to_line_length, size_t to_plane_area,
                                                 event_t event);
event_t LANEWISE_COPY async_work_group_copy_3D3D(__global void* to, size_t to_offset,
                                                 const __local void* from, size_t from_offset,
                                                 size_t bytes_per_element, size_t elements_per_line,
                                                 size_t lines, size_t planes,
                                                 size_t from_line_length, size_t from_plane_area,
                                                 size_t to_line_length, size_t to_plane_area,
                                                 event_t event);

#undef LANEWISE_COPY
#endif

#ifdef cl_khr_async_work_group_copy_fence
void
    __attribute__((overloadable, convergent)) async_work_group_copy_fence(cl_mem_fence_flags flags);
#endif

// cl_khr_work_group_uniform_arithmetic: a device with work-group functions has these too.
#ifdef __opencl_c_work_group_collective_functions
#define cl_khr_work_group_uniform_arithmetic 1
#define LANEWISE_COMBINE(operation, type)                                                          \
  type __attribute__((overloadable, convergent)) work_group_reduce_##operation(type x);            \
  type __attribute__((overloadable, convergent)) work_group_scan_inclusive_##operation(type x);    \
  type __attribute__((overloadable, convergent)) work_group_scan_exclusive_##operation(type x);
#define LANEWISE_COMBINE_INTEGERS(operation)                                                       \
  LANEWISE_COMBINE(operation, int)                                                                 \
  LANEWISE_COMBINE(operation, uint)                                                                \
  LANEWISE_COMBINE(operation, long)                                                                \
  LANEWISE_COMBINE(operation, ulong)

LANEWISE_COMBINE_INTEGERS(mul)
LANEWISE_COMBINE(mul, float)
#ifdef cl_khr_fp64
LANEWISE_COMBINE(mul, double)
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
LANEWISE_COMBINE(mul, half)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif
LANEWISE_COMBINE_INTEGERS(and)
LANEWISE_COMBINE_INTEGERS(or)
LANEWISE_COMBINE_INTEGERS(xor)
LANEWISE_COMBINE(logical_and, int)
LANEWISE_COMBINE(logical_or, int)
LANEWISE_COMBINE(logical_xor, int)

#undef LANEWISE_COMBINE_INTEGERS
#undef LANEWISE_COMBINE
#endif

// Clang 22 knows the extension by name only. The mangled names are those that others have given
// these functions, too.
#ifdef cl_khr_subgroup_named_barrier
#define LANEWISE_NAMED __attribute__((overloadable, convergent))

typedef struct __namedBarrier named_barrier_t;
__local named_barrier_t* LANEWISE_NAMED named_barrier_init(int sub_group_count);
void LANEWISE_NAMED work_group_named_barrier(__local named_barrier_t* barrier,
                                             cl_mem_fence_flags flags);
void LANEWISE_NAMED work_group_named_barrier(__local named_barrier_t* barrier,
                                             cl_mem_fence_flags flags, memory_scope scope);

#undef LANEWISE_NAMED
#endif

// Clang 22 makes bitcasts of its own definitions that LLVM has not.
#ifdef __OPENCL_CPP_VERSION__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"
#define LANEWISE_C extern "C"
#else
#define LANEWISE_C
#endif
#if defined(CLK_NULL_RESERVE_ID) && defined(__opencl_c_pipes)
LANEWISE_C __attribute__((const)) reserve_id_t __lanewise_null_reserve_id(void);
#undef CLK_NULL_RESERVE_ID
#define CLK_NULL_RESERVE_ID __lanewise_null_reserve_id()
#endif
// The numbers that comparisons of events and queues compare
// (modules/compiler/source/frontend/handle_comparisons.h).
#ifdef __opencl_c_device_enqueue
LANEWISE_C __attribute__((const)) ulong __lanewise_event_number(clk_event_t event);
LANEWISE_C __attribute__((const)) ulong __lanewise_queue_number(queue_t queue);
#endif
#if defined(CLK_NULL_EVENT) && defined(__opencl_c_device_enqueue)
LANEWISE_C __attribute__((const)) clk_event_t __lanewise_null_event(void);
#undef CLK_NULL_EVENT
#define CLK_NULL_EVENT __lanewise_null_event()
#endif
// Clang 22 crashes where a queue is compared with its own definition, which is 0.
#if defined(CLK_NULL_QUEUE) && defined(__opencl_c_device_enqueue)
LANEWISE_C __attribute__((const)) queue_t __lanewise_null_queue(void);
#undef CLK_NULL_QUEUE
#define CLK_NULL_QUEUE __lanewise_null_queue()
#endif
#undef LANEWISE_C
#ifdef __OPENCL_CPP_VERSION__
#pragma clang diagnostic pop
#endif

// Clang 22 has other names for them than the specification (OpenCL C, "Built-in Image Query
// Functions").
#if defined(CLK_UNORM_10X6_EXT) && !defined(CLK_UNORM_INT10X6_EXT)
#define CLK_UNORM_INT10X6_EXT CLK_UNORM_10X6_EXT
#define CLK_UNORM_INT12X4_EXT CLK_UNORM_12X4_EXT
#define CLK_UNORM_INT14X2_EXT CLK_UNORM_14X2_EXT
#endif

// Clang 22 defines these for OpenCL C alone, of which C++ for OpenCL has all.
#ifdef __OPENCL_CPP_VERSION__
#define CLK_sRGB 0x10BF
#define CLK_sRGBx 0x10C0
#define CLK_sRGBA 0x10C1
#define CLK_sBGRA 0x10C2
#define CLK_ABGR 0x10C3
#if __OPENCL_CPP_VERSION__ >= 202100
#define CLK_UNORM_INT_101010_2 0x10E0
#endif
#endif

// A function of OpenCL C 2.0, but the Khronos suite's integer_ops calls it on devices of every
// version.
#if defined(LANEWISE_LATER_FUNCTIONS) && __OPENCL_C_VERSION__ < 200
#define LANEWISE_CTZ(type) type __attribute__((overloadable, const)) ctz(type x);
#define LANEWISE_CTZ_ALL(type)                                                                     \
  LANEWISE_CTZ(type)                                                                               \
  LANEWISE_CTZ(type##2)                                                                            \
  LANEWISE_CTZ(type##3) LANEWISE_CTZ(type##4) LANEWISE_CTZ(type##8) LANEWISE_CTZ(type##16)

LANEWISE_CTZ_ALL(char)
LANEWISE_CTZ_ALL(uchar)
LANEWISE_CTZ_ALL(short)
LANEWISE_CTZ_ALL(ushort)
LANEWISE_CTZ_ALL(int)
LANEWISE_CTZ_ALL(uint)
LANEWISE_CTZ_ALL(long)
LANEWISE_CTZ_ALL(ulong)

#undef LANEWISE_CTZ_ALL
#undef LANEWISE_CTZ
#endif

#endif
