// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that this target implements; for the rest its table names the host target's.
#ifndef TWIN_TWIN_FUNCTIONS_H
#define TWIN_TWIN_FUNCTIONS_H

#include "mux/mux.h"

mux_result_t twinGetDeviceInfos(mux_id_t target, uint32_t device_types, uint64_t capacity,
                                mux_device_info_t* out_infos, uint64_t* out_length);
mux_result_t twinCreateDevice(mux_id_t target, mux_device_info_t info,
                              mux_allocator_info_t allocator, mux_device_t* out_device);
mux_result_t twinDestroyDevice(mux_device_t device, mux_allocator_info_t allocator);
mux_result_t twinAllocateMemory(mux_device_t device, uint64_t size, uint32_t heap,
                                uint32_t properties, mux_allocation_type_e allocation_type,
                                uint64_t alignment, mux_allocator_info_t allocator,
                                mux_memory_t* out_memory);
mux_result_t twinCreateMemoryFromHost(mux_device_t device, uint64_t size, void* host_pointer,
                                      mux_allocator_info_t allocator, mux_memory_t* out_memory);
mux_result_t twinFreeMemory(mux_device_t device, mux_memory_t memory,
                            mux_allocator_info_t allocator);
mux_result_t twinAllocateDevice(mux_device_t device, uint64_t size, uint64_t alignment,
                                void** out_address);
mux_result_t twinAllocateShared(mux_device_t device, uint64_t size, uint64_t alignment,
                                void** out_address);
mux_result_t twinCreateMemoryFromAddress(mux_device_t device, uint64_t size, void* address,
                                         mux_allocator_info_t allocator, mux_memory_t* out_memory);
mux_result_t twinFreeAddress(mux_device_t device, void* address);
mux_result_t twinQueryAddress(mux_device_t device, const void* address,
                              mux_address_info_t* out_info);
mux_result_t twinCommandMigrateAddress(mux_command_buffer_t command_buffer, const void* address,
                                       uint64_t size, mux_side_e side,
                                       const mux_command_info_t* info,
                                       mux_sync_point_t* out_sync_point);
mux_result_t twinCommandCopyBuffer(mux_command_buffer_t command_buffer, mux_buffer_t source,
                                   uint64_t source_offset, mux_buffer_t destination,
                                   uint64_t destination_offset, uint64_t size,
                                   const mux_command_info_t* info,
                                   mux_sync_point_t* out_sync_point);
mux_result_t twinCommandNDRange(mux_command_buffer_t command_buffer, mux_kernel_t kernel,
                                const mux_ndrange_t* range, const mux_command_info_t* info,
                                mux_sync_point_t* out_sync_point);
mux_result_t twinResetCommandBuffer(mux_command_buffer_t command_buffer);
mux_result_t twinDestroyCommandBuffer(mux_device_t device, mux_command_buffer_t command_buffer,
                                      mux_allocator_info_t allocator);
mux_result_t twinCreateBuffer(mux_device_t device, uint64_t size, mux_allocator_info_t allocator,
                              mux_buffer_t* out_buffer);
mux_result_t twinCreateImage(mux_device_t device, const mux_image_info_t* info,
                             mux_allocator_info_t allocator, mux_image_t* out_image);
mux_result_t twinCreateImageLevel(mux_device_t device, mux_image_t image, uint32_t level,
                                  mux_allocator_info_t allocator, mux_image_t* out_image);
mux_result_t twinCreateSampler(mux_device_t device, const mux_sampler_info_t* info,
                               mux_allocator_info_t allocator, mux_sampler_t* out_sampler);
mux_result_t twinCreateQueue(mux_device_t device, const mux_queue_info_t* info,
                             mux_allocator_info_t allocator, mux_queue_t* out_queue);
mux_result_t twinDispatch(mux_queue_t queue, mux_command_buffer_t command_buffer, mux_fence_t fence,
                          const mux_semaphore_t* wait_semaphores, uint64_t wait_semaphores_length,
                          const mux_semaphore_t* signal_semaphores,
                          uint64_t signal_semaphores_length, mux_dispatch_callback_t callback,
                          void* user_data);
mux_result_t twinDispatchAndWait(mux_queue_t queue, mux_command_buffer_t command_buffer,
                                 mux_fence_t fence, uint64_t timeout,
                                 mux_dispatch_callback_t callback, void* user_data,
                                 mux_result_t* out_dispatched);
mux_result_t twinCreateFence(mux_device_t device, mux_allocator_info_t allocator,
                             mux_fence_t* out_fence);
mux_result_t twinCreateSemaphore(mux_device_t device, mux_allocator_info_t allocator,
                                 mux_semaphore_t* out_semaphore);
mux_result_t twinCreateCommandBuffer(mux_device_t device, mux_command_order_e order,
                                     mux_allocator_info_t allocator,
                                     mux_command_buffer_t* out_command_buffer);
mux_result_t twinCloneCommandBuffer(mux_device_t device, mux_allocator_info_t allocator,
                                    mux_command_buffer_t command_buffer,
                                    mux_command_buffer_t* out_command_buffer);
mux_result_t twinCreateExecutable(mux_device_t device, const void* binary, uint64_t binary_length,
                                  mux_allocator_info_t allocator, mux_executable_t* out_executable);
mux_result_t twinCreateKernel(mux_device_t device, mux_executable_t executable, const char* name,
                              uint64_t name_length, mux_allocator_info_t allocator,
                              mux_kernel_t* out_kernel);
mux_result_t twinCreateDeviceQueue(mux_device_t device, uint64_t size,
                                   mux_allocator_info_t allocator,
                                   mux_device_queue_t* out_device_queue);
mux_result_t twinCreateQueryPool(mux_device_t device, mux_query_type_e type, uint32_t count,
                                 mux_allocator_info_t allocator, mux_query_pool_t* out_query_pool);

#endif
