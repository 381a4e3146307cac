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

#endif
