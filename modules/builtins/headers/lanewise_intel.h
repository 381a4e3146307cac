// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of cl_intel_subgroups, _char, _short and _long, of
// cl_intel_subgroup_local_block_io, cl_intel_bfloat16_conversions,
// cl_intel_split_work_group_barrier and cl_intel_concurrent_dispatch. The front end includes this,
// behind Clang's opencl-c-base.h, for programs that use one of them.
#ifndef LANEWISE_INTEL_H
#define LANEWISE_INTEL_H

#define LANEWISE_GROUP __attribute__((overloadable, convergent))

#define LANEWISE_SHUFFLES(type)                                                                    \
  type LANEWISE_GROUP intel_sub_group_shuffle(type data, uint lane);                               \
  type LANEWISE_GROUP intel_sub_group_shuffle_xor(type data, uint value);                          \
  type LANEWISE_GROUP intel_sub_group_shuffle_down(type current, type next, uint delta);           \
  type LANEWISE_GROUP intel_sub_group_shuffle_up(type previous, type current, uint delta);
#define LANEWISE_SHUFFLES_OF_VECTORS(type)                                                         \
  LANEWISE_SHUFFLES(type)                                                                          \
  LANEWISE_SHUFFLES(type##2)                                                                       \
  LANEWISE_SHUFFLES(type##3)                                                                       \
  LANEWISE_SHUFFLES(type##4)                                                                       \
  LANEWISE_SHUFFLES(type##8)                                                                       \
  LANEWISE_SHUFFLES(type##16)

LANEWISE_SHUFFLES_OF_VECTORS(char)
LANEWISE_SHUFFLES_OF_VECTORS(uchar)
LANEWISE_SHUFFLES_OF_VECTORS(short)
LANEWISE_SHUFFLES_OF_VECTORS(ushort)
LANEWISE_SHUFFLES_OF_VECTORS(int)
LANEWISE_SHUFFLES_OF_VECTORS(uint)
LANEWISE_SHUFFLES_OF_VECTORS(float)
LANEWISE_SHUFFLES(long)
LANEWISE_SHUFFLES(ulong)
#ifdef cl_khr_fp64
LANEWISE_SHUFFLES(double)
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
LANEWISE_SHUFFLES(half)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif

#define LANEWISE_COLLECTIVES_OF(kind, type)                                                        \
  type LANEWISE_GROUP intel_sub_group_##kind##_add(type x);                                        \
  type LANEWISE_GROUP intel_sub_group_##kind##_min(type x);                                        \
  type LANEWISE_GROUP intel_sub_group_##kind##_max(type x);
#define LANEWISE_COLLECTIVES(type)                                                                 \
  type LANEWISE_GROUP intel_sub_group_broadcast(type x, uint lane);                                \
  LANEWISE_COLLECTIVES_OF(reduce, type)                                                            \
  LANEWISE_COLLECTIVES_OF(scan_exclusive, type)                                                    \
  LANEWISE_COLLECTIVES_OF(scan_inclusive, type)

LANEWISE_COLLECTIVES(char)
LANEWISE_COLLECTIVES(uchar)
LANEWISE_COLLECTIVES(short)
LANEWISE_COLLECTIVES(ushort)

// A block of `suffix` names elements of `type`, one or so many for each work-item.
#define LANEWISE_BLOCK_IN(space, suffix, count, type)                                              \
  type##count LANEWISE_GROUP intel_sub_group_block_read##suffix##count(const space type* from);    \
  void LANEWISE_GROUP intel_sub_group_block_write##suffix##count(space type* to, type##count data);
#ifdef __IMAGE_SUPPORT__
#define LANEWISE_BLOCK_READ(access, suffix, count, type)                                           \
  type##count LANEWISE_GROUP intel_sub_group_block_read##suffix##count(access image2d_t from,      \
                                                                       int2 byte_coordinates);
#define LANEWISE_BLOCK_WRITE(access, suffix, count, type)                                          \
  void LANEWISE_GROUP intel_sub_group_block_write##suffix##count(                                  \
      access image2d_t to, int2 byte_coordinates, type##count data);
#else
#define LANEWISE_BLOCK_READ(access, suffix, count, type)
#define LANEWISE_BLOCK_WRITE(access, suffix, count, type)
#endif
#if defined(__opencl_c_read_write_images) || __OPENCL_C_VERSION__ == 200
#define LANEWISE_BLOCK_BOTH(suffix, count, type)                                                   \
  LANEWISE_BLOCK_READ(read_write, suffix, count, type)                                             \
  LANEWISE_BLOCK_WRITE(read_write, suffix, count, type)
#else
#define LANEWISE_BLOCK_BOTH(suffix, count, type)
#endif
#define LANEWISE_BLOCK(suffix, count, type)                                                        \
  LANEWISE_BLOCK_IN(__global, suffix, count, type)                                                 \
  LANEWISE_BLOCK_IN(__local, suffix, count, type)                                                  \
  LANEWISE_BLOCK_READ(read_only, suffix, count, type)                                              \
  LANEWISE_BLOCK_WRITE(write_only, suffix, count, type)                                            \
  LANEWISE_BLOCK_BOTH(suffix, count, type)
#define LANEWISE_BLOCKS(suffix, type)                                                              \
  LANEWISE_BLOCK(suffix, , type)                                                                   \
  LANEWISE_BLOCK(suffix, 2, type)                                                                  \
  LANEWISE_BLOCK(suffix, 4, type)                                                                  \
  LANEWISE_BLOCK(suffix, 8, type)

LANEWISE_BLOCKS(, uint)
LANEWISE_BLOCKS(_ui, uint)
LANEWISE_BLOCKS(_uc, uchar)
LANEWISE_BLOCK(_uc, 16, uchar)
LANEWISE_BLOCKS(_us, ushort)
LANEWISE_BLOCK(_us, 16, ushort)
LANEWISE_BLOCKS(_ul, ulong)

#undef LANEWISE_BLOCKS
#undef LANEWISE_BLOCK
#undef LANEWISE_BLOCK_BOTH
#undef LANEWISE_BLOCK_WRITE
#undef LANEWISE_BLOCK_READ
#undef LANEWISE_BLOCK_IN
#undef LANEWISE_COLLECTIVES
#undef LANEWISE_COLLECTIVES_OF
#undef LANEWISE_SHUFFLES_OF_VECTORS
#undef LANEWISE_SHUFFLES
#undef LANEWISE_GROUP

// cl_intel_bfloat16_conversions.
#define LANEWISE_BFLOAT(n)                                                                         \
  ushort##n __attribute__((overloadable, const)) intel_convert_bfloat16##n##_as_ushort##n(         \
      float##n x);                                                                                 \
  float##n __attribute__((overloadable, const)) intel_convert_as_bfloat16##n##_float##n(           \
      ushort##n x);

LANEWISE_BFLOAT()
LANEWISE_BFLOAT(2)
LANEWISE_BFLOAT(3)
LANEWISE_BFLOAT(4)
LANEWISE_BFLOAT(8)
LANEWISE_BFLOAT(16)

#undef LANEWISE_BFLOAT

// cl_intel_split_work_group_barrier.
#define LANEWISE_BARRIER void __attribute__((overloadable, convergent))

LANEWISE_BARRIER intel_work_group_barrier_arrive(cl_mem_fence_flags flags);
LANEWISE_BARRIER intel_work_group_barrier_wait(cl_mem_fence_flags flags);
#if defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= 200
LANEWISE_BARRIER intel_work_group_barrier_arrive(cl_mem_fence_flags flags, memory_scope scope);
LANEWISE_BARRIER intel_work_group_barrier_wait(cl_mem_fence_flags flags, memory_scope scope);
#endif

#ifdef cl_intel_concurrent_dispatch
LANEWISE_BARRIER intel_device_barrier(cl_mem_fence_flags flags);
#if defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= 200
LANEWISE_BARRIER intel_device_barrier(cl_mem_fence_flags flags, memory_scope scope);
#endif
bool __attribute__((overloadable)) intel_is_device_barrier_valid(void);
#endif

#undef LANEWISE_BARRIER

#endif
