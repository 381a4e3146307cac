// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_ext_float_atomics, whose queries packaged headers may lack.
#ifndef PLATFORM_FLOAT_ATOMICS_H
#define PLATFORM_FLOAT_ATOMICS_H

#include <CL/cl_ext.h>

#ifndef cl_ext_float_atomics
using cl_device_fp_atomic_capabilities_ext = cl_bitfield;

inline constexpr cl_device_info CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT = 0x4231;
inline constexpr cl_device_info CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT = 0x4232;
inline constexpr cl_device_info CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT = 0x4233;

inline constexpr cl_device_fp_atomic_capabilities_ext CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT =
                                                          1 << 0,
                                                      CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT = 1 << 1,
                                                      CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT = 1
                                                                                               << 2,
                                                      CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT =
                                                          1 << 16,
                                                      CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT = 1 << 17,
                                                      CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT = 1
                                                                                              << 18;
#endif

#endif
