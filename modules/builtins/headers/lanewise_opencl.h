// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Built-in functions that Clang 22 does not declare. The front end includes this after Clang's
// opencl-c-base.h, whose types it uses.
#ifndef LANEWISE_OPENCL_H
#define LANEWISE_OPENCL_H

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

// Clang 22 makes a bitcast of its own definition that LLVM has not.
#if defined(CLK_NULL_RESERVE_ID) && defined(__opencl_c_pipes)
#ifdef __OPENCL_CPP_VERSION__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"
extern "C" __attribute__((const)) reserve_id_t __lanewise_null_reserve_id(void);
#pragma clang diagnostic pop
#else
__attribute__((const)) reserve_id_t __lanewise_null_reserve_id(void);
#endif
#undef CLK_NULL_RESERVE_ID
#define CLK_NULL_RESERVE_ID __lanewise_null_reserve_id()
#endif

// Of OpenCL C 2.0, but the Khronos suite's integer_ops calls it on devices of every version.
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
