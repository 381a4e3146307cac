// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects that are the host target's in all but the id.
#include "objects.h"
#include "twin_functions.h"

#include "mux/targets/host.h"

using namespace twin;

mux_result_t twinCreateMemoryFromHost(mux_device_t device, uint64_t size, void* host_pointer,
                                      mux_allocator_info_t allocator, mux_memory_t* out_memory) {
  return take_over(hostCreateMemoryFromHost(device, size, host_pointer, allocator, out_memory),
                   out_memory);
}

mux_result_t twinCreateSampler(mux_device_t device, const mux_sampler_info_t* info,
                               mux_allocator_info_t allocator, mux_sampler_t* out_sampler) {
  return take_over(hostCreateSampler(device, info, allocator, out_sampler), out_sampler);
}

mux_result_t twinCreateQueue(mux_device_t device, const mux_queue_info_t* info,
                             mux_allocator_info_t allocator, mux_queue_t* out_queue) {
  return take_over(hostCreateQueue(device, info, allocator, out_queue), out_queue);
}

mux_result_t twinCreateFence(mux_device_t device, mux_allocator_info_t allocator,
                             mux_fence_t* out_fence) {
  return take_over(hostCreateFence(device, allocator, out_fence), out_fence);
}

mux_result_t twinCreateSemaphore(mux_device_t device, mux_allocator_info_t allocator,
                                 mux_semaphore_t* out_semaphore) {
  return take_over(hostCreateSemaphore(device, allocator, out_semaphore), out_semaphore);
}

mux_result_t twinCreateCommandBuffer(mux_device_t device, mux_command_order_e order,
                                     mux_allocator_info_t allocator,
                                     mux_command_buffer_t* out_command_buffer) {
  return take_over(hostCreateCommandBuffer(device, order, allocator, out_command_buffer),
                   out_command_buffer);
}

mux_result_t twinCreateExecutable(mux_device_t device, const void* binary, uint64_t binary_length,
                                  mux_allocator_info_t allocator,
                                  mux_executable_t* out_executable) {
  return take_over(hostCreateExecutable(device, binary, binary_length, allocator, out_executable),
                   out_executable);
}

mux_result_t twinCreateKernel(mux_device_t device, mux_executable_t executable, const char* name,
                              uint64_t name_length, mux_allocator_info_t allocator,
                              mux_kernel_t* out_kernel) {
  return take_over(hostCreateKernel(device, executable, name, name_length, allocator, out_kernel),
                   out_kernel);
}

mux_result_t twinCreateDeviceQueue(mux_device_t device, uint64_t size,
                                   mux_allocator_info_t allocator,
                                   mux_device_queue_t* out_device_queue) {
  return take_over(hostCreateDeviceQueue(device, size, allocator, out_device_queue),
                   out_device_queue);
}

mux_result_t twinCreateQueryPool(mux_device_t device, mux_query_type_e type, uint32_t count,
                                 mux_allocator_info_t allocator, mux_query_pool_t* out_query_pool) {
  return take_over(hostCreateQueryPool(device, type, count, allocator, out_query_pool),
                   out_query_pool);
}
