// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels cannot enqueue others, as the device says.
#include "mux/targets/cuda.h"

mux_result_t cudaCreateDeviceQueue(mux_device_t, uint64_t, mux_allocator_info_t,
                                   mux_device_queue_t*) {
  return mux_error_feature_unsupported;
}

mux_result_t cudaDestroyDeviceQueue(mux_device_t, mux_device_queue_t, mux_allocator_info_t) {
  return mux_error_feature_unsupported;
}
