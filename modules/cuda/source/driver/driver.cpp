// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/driver.h"

#include "driver/system.h"
#include "environment/environment.h"

#include <atomic>
#include <dlfcn.h>
#include <pthread.h>

namespace cuda {
namespace {

/// False if one is missing: the driver is too old.
bool find_functions(void* library, Driver& out) {
  bool all = true;
  const auto find = [&]<typename Function>(Function& function, const char* symbol) {
    function = reinterpret_cast<Function>(dlsym(library, symbol));
    all = all && function != nullptr;
  };
  find(out.init, "cuInit");
  find(out.device_get_count, "cuDeviceGetCount");
  find(out.device_get, "cuDeviceGet");
  find(out.device_get_name, "cuDeviceGetName");
  find(out.device_total_mem, "cuDeviceTotalMem_v2");
  find(out.device_get_attribute, "cuDeviceGetAttribute");
  find(out.device_get_default_mem_pool, "cuDeviceGetDefaultMemPool");
  find(out.mem_pool_set_attribute, "cuMemPoolSetAttribute");
  find(out.mem_pool_set_access, "cuMemPoolSetAccess");
  find(out.device_can_access_peer, "cuDeviceCanAccessPeer");
  find(out.ctx_enable_peer_access, "cuCtxEnablePeerAccess");
  find(out.ctx_create, "cuCtxCreate_v2");
  find(out.ctx_destroy, "cuCtxDestroy_v2");
  find(out.ctx_push_current, "cuCtxPushCurrent_v2");
  find(out.ctx_pop_current, "cuCtxPopCurrent_v2");
  find(out.mem_alloc, "cuMemAlloc_v2");
  find(out.mem_free, "cuMemFree_v2");
  find(out.mem_alloc_async, "cuMemAllocAsync");
  find(out.mem_free_async, "cuMemFreeAsync");
  find(out.mem_alloc_managed, "cuMemAllocManaged");
  find(out.mem_host_alloc, "cuMemHostAlloc");
  find(out.mem_free_host, "cuMemFreeHost");
  find(out.memcpy_async, "cuMemcpyAsync");
  find(out.memcpy_peer_async, "cuMemcpyPeerAsync");
  find(out.memcpy_3d_async, "cuMemcpy3DAsync_v2");
  find(out.memset_d8_async, "cuMemsetD8Async");
  find(out.memset_d16_async, "cuMemsetD16Async");
  find(out.memset_d32_async, "cuMemsetD32Async");
  find(out.texture_create, "cuTexObjectCreate");
  find(out.texture_destroy, "cuTexObjectDestroy");
  find(out.stream_create, "cuStreamCreate");
  find(out.stream_synchronize, "cuStreamSynchronize");
  find(out.stream_query, "cuStreamQuery");
  find(out.stream_wait_event, "cuStreamWaitEvent");
  find(out.event_create, "cuEventCreate");
  find(out.event_destroy, "cuEventDestroy_v2");
  find(out.event_record, "cuEventRecord");
  find(out.event_query, "cuEventQuery");
  find(out.event_synchronize, "cuEventSynchronize");
  find(out.event_elapsed_time, "cuEventElapsedTime");
  find(out.module_load_data, "cuModuleLoadDataEx");
  find(out.module_unload, "cuModuleUnload");
  find(out.module_get_function, "cuModuleGetFunction");
  find(out.func_get_attribute, "cuFuncGetAttribute");
  find(out.func_set_attribute, "cuFuncSetAttribute");
  find(out.launch_kernel, "cuLaunchKernel");
  const bool found = all;
  find(out.stream_write_value, "cuStreamWriteValue32_v2");
  find(out.graph_create, "cuGraphCreate");
  find(out.graph_add_kernel_node, "cuGraphAddKernelNode");
  find(out.graph_instantiate, "cuGraphInstantiateWithFlags");
  find(out.graph_exec_kernel_node_set_params, "cuGraphExecKernelNodeSetParams");
  find(out.graph_launch, "cuGraphLaunch");
  find(out.graph_exec_destroy, "cuGraphExecDestroy");
  find(out.graph_destroy, "cuGraphDestroy");
  return found;
}

constinit std::atomic<bool> opened = false, lost = false;

/// Before any driver above registers its own handlers (section 3 of mux-runtime.md).
[[gnu::constructor(101)]] void register_handler() {
  static_cast<void>(pthread_atfork(nullptr, nullptr, [] { lost = opened.load(); }));
}

const Driver* open() {
  const char* given = environment::get(environment::Variable::cuda_driver);
  if (given == nullptr && !may_have_gpus("")) {
    return nullptr;
  }
  void* library = dlopen(given != nullptr ? given : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return nullptr;
  }
  static Driver found;
  opened = true;
  int count = 0;
  const bool usable = find_functions(library, found) && found.init(0) == cuda_success &&
                      found.device_get_count(&count) == cuda_success && count > 0;
  return usable ? &found : nullptr; // it may have started threads: it stays loaded
}

} // namespace

const Driver* driver() {
  static const Driver* const found = open();
  return found;
}

bool is_lost_by_fork() { return lost.load(std::memory_order_relaxed); }

mux_result_t result_of(CUresult result) {
  switch (result) {
  case cuda_success:
    return mux_success;
  case cuda_error_out_of_memory:
  case cuda_error_launch_out_of_resources:
    return mux_error_out_of_memory;
  case cuda_error_invalid_value:
    return mux_error_invalid_value;
  case cuda_error_invalid_image:
  case cuda_error_invalid_ptx:
    return mux_error_invalid_binary;
  case cuda_error_no_binary_for_gpu:
  case cuda_error_unsupported_ptx_version:
    return mux_error_unsupported_binary;
  case cuda_error_not_found:
    return mux_error_missing_kernel;
  default:
    return ends_context(result) ? mux_error_fault : mux_error_internal;
  }
}

bool ends_context(CUresult result) {
  switch (result) {
  case cuda_error_illegal_address:
  case cuda_error_launch_timeout:
  case cuda_error_assert:
  case cuda_error_hardware_stack:
  case cuda_error_illegal_instruction:
  case cuda_error_misaligned_address:
  case cuda_error_invalid_address_space:
  case cuda_error_invalid_pc:
  case cuda_error_launch_failed:
    return true;
  default:
    return false;
  }
}

} // namespace cuda
