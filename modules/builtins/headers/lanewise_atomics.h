// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The atomic functions of OpenCL C 2.0 and later that Clang 22 does not declare as the
// specification has them: its atomic_fetch_add and atomic_fetch_sub of 64-bit unsigned integers
// take an operand that is signed or not, so that a call with an int is ambiguous, and its
// atomic_init lacks half. A declaration hides all of Clang's own of that name: each has to be whole
// here. The front end includes this, behind Clang's opencl-c-base.h, for programs that need it.
#ifndef LANEWISE_ATOMICS_H
#define LANEWISE_ATOMICS_H

#if defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= 200

#define LANEWISE_ATOMIC __attribute__((overloadable))

// One function with its order and scope said or left out, which is sequentially consistent and of
// the device.
#ifdef __opencl_c_atomic_scope_device
#define LANEWISE_FETCH_OF_DEVICE(function, space, type)                                            \
  type LANEWISE_ATOMIC function##_explicit(volatile space atomic_##type* object, type operand,     \
                                           memory_order order);
#else
#define LANEWISE_FETCH_OF_DEVICE(function, space, type)
#endif
#if defined(__opencl_c_atomic_scope_device) && defined(__opencl_c_atomic_order_seq_cst)
#define LANEWISE_FETCH_IN_ORDER(function, space, type)                                             \
  type LANEWISE_ATOMIC function(volatile space atomic_##type* object, type operand);
#else
#define LANEWISE_FETCH_IN_ORDER(function, space, type)
#endif
#define LANEWISE_FETCH_IN(space, type, function)                                                   \
  type LANEWISE_ATOMIC function##_explicit(volatile space atomic_##type* object, type operand,     \
                                           memory_order order, memory_scope scope);                \
  LANEWISE_FETCH_OF_DEVICE(function, space, type)                                                  \
  LANEWISE_FETCH_IN_ORDER(function, space, type)
#define LANEWISE_SUMS(space, type)                                                                 \
  LANEWISE_FETCH_IN(space, type, atomic_fetch_add)                                                 \
  LANEWISE_FETCH_IN(space, type, atomic_fetch_sub)
#define LANEWISE_INIT(space, type)                                                                 \
  void LANEWISE_ATOMIC atomic_init(volatile space atomic_##type* object, type value);

// In the generic space too, if there is one. Its name, which the language has not, is nothing.
#ifdef __opencl_c_generic_address_space
#define LANEWISE_EVERYWHERE(what, type) what(__global, type) what(__local, type) what(, type)
#else
#define LANEWISE_EVERYWHERE(what, type) what(__global, type) what(__local, type)
#endif

LANEWISE_EVERYWHERE(LANEWISE_INIT, int)
LANEWISE_EVERYWHERE(LANEWISE_INIT, uint)
LANEWISE_EVERYWHERE(LANEWISE_INIT, float)
LANEWISE_EVERYWHERE(LANEWISE_SUMS, int)
LANEWISE_EVERYWHERE(LANEWISE_SUMS, uint)
#ifdef __opencl_c_ext_fp32_global_atomic_add
LANEWISE_EVERYWHERE(LANEWISE_SUMS, float)
#endif

#if defined(cl_khr_int64_base_atomics) && defined(cl_khr_int64_extended_atomics)
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
LANEWISE_EVERYWHERE(LANEWISE_INIT, long)
LANEWISE_EVERYWHERE(LANEWISE_INIT, ulong)
LANEWISE_EVERYWHERE(LANEWISE_SUMS, long)
LANEWISE_EVERYWHERE(LANEWISE_SUMS, ulong)
#ifdef cl_khr_fp64
LANEWISE_EVERYWHERE(LANEWISE_INIT, double)
#ifdef __opencl_c_ext_fp64_global_atomic_add
LANEWISE_EVERYWHERE(LANEWISE_SUMS, double)
#endif
#endif
#endif

#if defined(cl_khr_fp16) && defined(__opencl_c_ext_fp16_global_atomic_load_store)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
LANEWISE_EVERYWHERE(LANEWISE_INIT, half)
#ifdef __opencl_c_ext_fp16_global_atomic_add
LANEWISE_EVERYWHERE(LANEWISE_SUMS, half)
#endif
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif

#undef LANEWISE_EVERYWHERE
#undef LANEWISE_INIT
#undef LANEWISE_SUMS
#undef LANEWISE_FETCH_IN
#undef LANEWISE_FETCH_IN_ORDER
#undef LANEWISE_FETCH_OF_DEVICE
#undef LANEWISE_ATOMIC

#endif

#endif
