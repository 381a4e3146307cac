// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device.h"

#include "mux/targets/cuda.h"
#include "queues/clock.h"

#include <algorithm>
#include <cstdio>

namespace cuda {

static_assert(Chains::most >= max_streams);

Device::Device(const Driver& in_driver, const Gpu& in_gpu, CUcontext in_context)
    : cu(in_driver), gpu(in_gpu), context(in_context), memory(cu, gpu), addresses(memory),
      peers(*this), staging(memory), chains(cu), engine(cu, context), queue(this) {
  info = &in_gpu;
}

Device::~Device() = default;

thread_local const Device* InContext::here = nullptr;

void Device::renew() {
  if (!engine.is_lost()) {
    return;
  }
  const std::unique_lock alone(renewal);
  engine.renew([&]() -> CUcontext {
    static_cast<void>(cu.ctx_destroy(context));
    context = nullptr;
    CUcontext popped = nullptr;
    if (const CUresult result = cu.ctx_create(&context, 0, gpu.device); result != cuda_success) {
      std::fprintf(stderr,
                   "lanewise: after a fault NVIDIA's driver gives no new context (its error %d); "
                   "nothing runs on '%s' any more\n",
                   int(result), gpu.device_name);
      context = nullptr;
    }
    memory.start_over();
    addresses.forget();
    staging.forget();
    chains.forget();
    ++generation;
    if (context != nullptr) {
      static_cast<void>(cu.ctx_pop_current(&popped));
    }
    return context;
  });
}

} // namespace cuda

using namespace cuda;

mux_result_t cudaGetDeviceInfos(mux_id_t, uint32_t device_types, uint64_t capacity,
                                mux_device_info_t* out_infos, uint64_t* out_length) {
  return guarded([&] {
    const auto all = gpus();
    const bool wanted = (device_types & mux_device_type_gpu) != 0;
    if (wanted && out_infos != nullptr) {
      std::copy_n(all.begin(), std::min<uint64_t>(capacity, all.size()), out_infos);
    }
    if (out_length != nullptr) {
      *out_length = wanted ? all.size() : 0;
    }
    return mux_success;
  });
}

mux_result_t cudaCreateDevice(mux_id_t, mux_device_info_t info, mux_allocator_info_t allocator,
                              mux_device_t* out_device) {
  const auto& gpu = static_cast<const Gpu&>(*info);
  const Driver& cu = *driver();
  CUcontext context = nullptr;
  if (const CUresult result = cu.ctx_create(&context, 0, gpu.device); result != cuda_success) {
    return result_of(result); // memory is used up, or another process has the GPU for itself
  }
  CUcontext popped = nullptr; // making it has made it current
  auto* device = create<Device>(allocator, mux_object_type_device, cu, gpu, context);
  static_cast<void>(cu.ctx_pop_current(&popped));
  if (device == nullptr || !device->engine.is_there()) {
    if (device != nullptr) {
      destroy(allocator, *device);
    }
    static_cast<void>(cu.ctx_destroy(context));
    return mux_error_out_of_memory;
  }
  *out_device = device;
  return mux_success;
}

mux_result_t cudaDestroyDevice(mux_device_t handle, mux_allocator_info_t allocator) {
  auto& device = cast<Device>(handle);
  const Driver& cu = device.cu;
  const CUcontext context = device.context;
  device.engine.stop();
  {
    const Current current(cu, context);
    destroy(allocator, device);
  }
  static_cast<void>(cu.ctx_destroy(context));
  return mux_success;
}

mux_result_t cudaPrepareDevice(mux_device_t device) {
  return cast<Device>(device).engine.prepare() ? mux_success : mux_error_out_of_memory;
}

mux_result_t cudaGetDeviceTime(mux_device_t, uint64_t* out_device_time, uint64_t* out_host_time) {
  *out_device_time = *out_host_time = now(); // see EventClock
  return mux_success;
}
