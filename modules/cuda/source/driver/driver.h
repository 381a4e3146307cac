// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_DRIVER_DRIVER_H
#define CUDA_DRIVER_DRIVER_H

#include "driver/driver_api.h"
#include "mux/mux.h"

namespace cuda {

/// NVIDIA's driver: its functions, all of them there but `stream_write_value` and those of graphs,
/// which may be null.
struct Driver {
  [[nodiscard]] bool has_graphs() const {
    return graph_create != nullptr && graph_add_kernel_node != nullptr &&
           graph_instantiate != nullptr && graph_exec_kernel_node_set_params != nullptr &&
           graph_launch != nullptr && graph_exec_destroy != nullptr && graph_destroy != nullptr;
  }

  CUresult (*init)(unsigned) = nullptr;
  CUresult (*device_get_count)(int*) = nullptr;
  CUresult (*device_get)(CUdevice*, int) = nullptr;
  CUresult (*device_get_name)(char*, int, CUdevice) = nullptr;
  CUresult (*device_total_mem)(size_t*, CUdevice) = nullptr;
  CUresult (*device_get_attribute)(int*, CUattribute, CUdevice) = nullptr;
  CUresult (*device_get_default_mem_pool)(CUmemoryPool*, CUdevice) = nullptr;
  CUresult (*mem_pool_set_attribute)(CUmemoryPool, int, void*) = nullptr;
  CUresult (*mem_pool_set_access)(CUmemoryPool, const CUmemAccessDesc*, size_t) = nullptr;
  CUresult (*device_can_access_peer)(int*, CUdevice, CUdevice) = nullptr;
  CUresult (*ctx_enable_peer_access)(CUcontext, unsigned) = nullptr;
  CUresult (*ctx_create)(CUcontext*, unsigned, CUdevice) = nullptr;
  CUresult (*ctx_destroy)(CUcontext) = nullptr;
  CUresult (*ctx_push_current)(CUcontext) = nullptr;
  CUresult (*ctx_pop_current)(CUcontext*) = nullptr;
  CUresult (*mem_alloc)(CUdeviceptr*, size_t) = nullptr;
  CUresult (*mem_free)(CUdeviceptr) = nullptr;
  CUresult (*mem_alloc_async)(CUdeviceptr*, size_t, CUstream) = nullptr;
  CUresult (*mem_free_async)(CUdeviceptr, CUstream) = nullptr;
  CUresult (*mem_alloc_managed)(CUdeviceptr*, size_t, unsigned) = nullptr;
  CUresult (*mem_host_alloc)(void**, size_t, unsigned) = nullptr;
  CUresult (*mem_free_host)(void*) = nullptr;
  CUresult (*memcpy_async)(CUdeviceptr, CUdeviceptr, size_t, CUstream) = nullptr;
  CUresult (*memcpy_peer_async)(CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, size_t,
                                CUstream) = nullptr;
  CUresult (*memcpy_3d_async)(const CUmemcpy3D*, CUstream) = nullptr;
  CUresult (*memset_d8_async)(CUdeviceptr, unsigned char, size_t, CUstream) = nullptr;
  CUresult (*memset_d16_async)(CUdeviceptr, unsigned short, size_t, CUstream) = nullptr;
  CUresult (*memset_d32_async)(CUdeviceptr, unsigned, size_t, CUstream) = nullptr;
  CUresult (*texture_create)(CUtexObject*, const CUpitchResource*, const CUtextureDescription*,
                             const void*) = nullptr;
  CUresult (*texture_destroy)(CUtexObject) = nullptr;
  CUresult (*stream_create)(CUstream*, unsigned) = nullptr;
  CUresult (*stream_synchronize)(CUstream) = nullptr;
  CUresult (*stream_query)(CUstream) = nullptr;
  CUresult (*stream_write_value)(CUstream, CUdeviceptr, uint32_t, unsigned) = nullptr;
  CUresult (*stream_wait_event)(CUstream, CUevent, unsigned) = nullptr;
  CUresult (*event_create)(CUevent*, unsigned) = nullptr;
  CUresult (*event_destroy)(CUevent) = nullptr;
  CUresult (*event_record)(CUevent, CUstream) = nullptr;
  CUresult (*event_query)(CUevent) = nullptr;
  CUresult (*event_synchronize)(CUevent) = nullptr;
  CUresult (*event_elapsed_time)(float*, CUevent, CUevent) = nullptr;
  CUresult (*module_load_data)(CUmodule*, const void*, unsigned, CUjitOption*, void**) = nullptr;
  CUresult (*module_unload)(CUmodule) = nullptr;
  CUresult (*module_get_function)(CUfunction*, CUmodule, const char*) = nullptr;
  CUresult (*func_get_attribute)(int*, CUfunctionAttribute, CUfunction) = nullptr;
  CUresult (*func_set_attribute)(CUfunction, CUfunctionAttribute, int) = nullptr;
  CUresult (*launch_kernel)(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                            unsigned, CUstream, void**, void**) = nullptr;
  CUresult (*graph_create)(CUgraph*, unsigned) = nullptr;
  CUresult (*graph_add_kernel_node)(CUgraphNode*, CUgraph, const CUgraphNode*, size_t,
                                    const CUkernelNodeParams*) = nullptr;
  CUresult (*graph_instantiate)(CUgraphExec*, CUgraph, unsigned long long) = nullptr;
  CUresult (*graph_exec_kernel_node_set_params)(CUgraphExec, CUgraphNode,
                                                const CUkernelNodeParams*) = nullptr;
  CUresult (*graph_launch)(CUgraphExec, CUstream) = nullptr;
  CUresult (*graph_exec_destroy)(CUgraphExec) = nullptr;
  CUresult (*graph_destroy)(CUgraph) = nullptr;
};

/// The driver, opened and initialised at the first call; null where there is none, it is too old or
/// it finds no GPU. Stays open.
[[nodiscard]] const Driver* driver();

/// Whether this is a child, by fork, of a process that had opened the driver: it does not work
/// here.
[[nodiscard]] bool is_lost_by_fork();

/// Converts a result of the driver to mux's.
[[nodiscard]] mux_result_t result_of(CUresult result);
/// Whether nothing works any more in the context that gave this result.
[[nodiscard]] bool ends_context(CUresult result);

/// Makes a context current for the calling thread, whatever the application has made current, and
/// ends that with the scope. Does nothing without one.
class Current {
public:
  Current(const Driver& in_driver, CUcontext in_context) : cu(in_driver), context(in_context) {
    if (context != nullptr) {
      static_cast<void>(cu.ctx_push_current(context));
    }
  }
  ~Current() {
    if (context != nullptr) {
      static_cast<void>(cu.ctx_pop_current(&context));
    }
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

private:
  const Driver& cu;
  CUcontext context;
};

} // namespace cuda

#endif
