// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stand-in for NVIDIA's driver (LANEWISE_CUDA_DRIVER), on which the runtime half runs where there
// is no GPU: devices of ordinary memory, streams that do what they are given one after another on
// threads of their own, and the kernels of modules/host/test/kernels in place of PTX. It has the
// functions that tests need. Environment variables make it another machine:
//
//   FAKE_CUDA_DEVICES     number of GPUs (1)
//   FAKE_CUDA_CAPABILITY  90 for sm_90, which is what there is without it
//   FAKE_CUDA_LEVEL       level of optimisation at which it makes code; it refuses others, and 4 is
//                         never asked for
//   FAKE_CUDA_MEMORY      bytes that can be allocated of each kind of memory
//   FAKE_CUDA_CONTEXTS    number of contexts that it makes before it makes no more
//   FAKE_CUDA_GRAPHS      number of graphs that it makes before it makes no more
//   FAKE_CUDA_SETTINGS    number of times that it sets a node of a graph to a launch, likewise
//   FAKE_CUDA_TEXTURES    number of textures that there may be at a time
//   FAKE_CUDA_LAUNCHES    number of launches that are in no graph, before it refuses more
//   FAKE_CUDA_FAULT_AT    number of the call that tells of an illegal address, of all calls that
//                         use a context
#include "kernels.h"
#include "stream.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

using namespace cuda;

namespace {

uint64_t number_of(const char* variable, uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

thread_local std::vector<CUctx_st*> current;

CUctx_st* current_context() { return current.empty() ? nullptr : current.back(); }

/// What a call that uses the current context is about to return, unless that is success.
CUresult begin_call() {
  CUctx_st* context = current_context();
  return context != nullptr ? context->begin_call() : cuda_error_invalid_context;
}

/// Allocations, of which there may be so many bytes. They go with their context.
class Heap {
public:
  void* allocate(size_t size) {
    const std::lock_guard held(lock);
    const uint64_t limit = number_of("FAKE_CUDA_MEMORY", uint64_t(1) << 32);
    if (size == 0 || size > limit - used || current_context() == nullptr) {
      return nullptr;
    }
    void* memory = std::aligned_alloc(4096, (size + 4095) / 4096 * 4096);
    allocations.emplace(memory, Allocation{size, current_context()});
    used += size;
    return memory;
  }
  /// Whether an address lies in an allocation.
  bool has(const void* address) {
    const std::lock_guard held(lock);
    auto after = allocations.upper_bound(const_cast<void*>(address));
    return after != allocations.begin() &&
           static_cast<const char*>(address) - static_cast<char*>((--after)->first) <
               static_cast<std::ptrdiff_t>(after->second.size);
  }
  bool free(void* memory) {
    const std::lock_guard held(lock);
    const auto found = allocations.find(memory);
    if (found == allocations.end()) {
      return false;
    }
    used -= found->second.size;
    allocations.erase(found);
    std::free(memory);
    return true;
  }
  void free_of(const CUctx_st* context) {
    const std::lock_guard held(lock);
    std::erase_if(allocations, [&](const auto& one) {
      if (one.second.context != context) {
        return false;
      }
      used -= one.second.size;
      std::free(one.first);
      return true;
    });
  }

private:
  std::mutex lock;
  struct Allocation {
    size_t size;
    const CUctx_st* context;
  };
  std::map<void*, Allocation> allocations;
  uint64_t used = 0;
};

// Never destroyed: streams have threads, which go on while the process exits.
Heap &device_heap = *new Heap, &pinned_heap = *new Heap;

std::atomic<uint64_t> textures_left = number_of("FAKE_CUDA_TEXTURES", 1 << 20);

void* pointer(CUdeviceptr address) { return reinterpret_cast<void*>(address); }

CUresult allocate(Heap& heap, void** out, size_t size) {
  if (const CUresult failed = begin_call(); failed != cuda_success) {
    return failed;
  }
  *out = heap.allocate(size);
  return *out != nullptr ? cuda_success : cuda_error_out_of_memory;
}

} // namespace

struct CUmod_st {
  std::vector<std::unique_ptr<CUfunc_st>> functions;
};

#define FAKE extern "C" [[gnu::visibility("default")]] CUresult

FAKE cuInit(unsigned) { return cuda_success; }
FAKE cuDeviceGetCount(int* count) {
  *count = static_cast<int>(number_of("FAKE_CUDA_DEVICES", 1));
  return cuda_success;
}
FAKE cuDeviceGet(CUdevice* device, int index) {
  *device = index;
  return cuda_success;
}
FAKE cuDeviceGetName(char* name, int length, CUdevice) {
  std::strncpy(name, "Fake GPU", static_cast<size_t>(length));
  return cuda_success;
}
FAKE cuDeviceTotalMem_v2(size_t* bytes, CUdevice) {
  *bytes = size_t(4) << 30;
  return cuda_success;
}
FAKE cuDeviceGetAttribute(int* value, CUattribute which, CUdevice) {
  const int capability = static_cast<int>(number_of("FAKE_CUDA_CAPABILITY", 90));
  switch (static_cast<int>(which)) {
  case cuda_max_threads_per_block:
  case cuda_max_block_dim_x:
  case cuda_max_block_dim_x + 1:
    *value = 1024;
    break;
  case cuda_max_block_dim_x + 2:
    *value = 64;
    break;
  case cuda_max_grid_dim_x:
    *value = 0x7fffffff;
    break;
  case cuda_max_grid_dim_x + 1:
  case cuda_max_grid_dim_x + 2:
    *value = 65535;
    break;
  case cuda_clock_rate:
    *value = 1'000'000;
    break;
  case cuda_multiprocessor_count:
    *value = 4;
    break;
  case cuda_l2_cache_size:
    *value = 1 << 20;
    break;
  case cuda_compute_capability_major:
    *value = capability / 10;
    break;
  case cuda_compute_capability_minor:
    *value = capability % 10;
    break;
  case cuda_max_shared_memory_per_block_optin:
    *value = 99 << 10;
    break;
  case cuda_managed_memory:
  case cuda_concurrent_managed_access:
  case cuda_memory_pools_supported:
    *value = 1;
    break;
  default:
    *value = 0;
    break;
  }
  return cuda_success;
}
FAKE cuDeviceGetDefaultMemPool(CUmemoryPool* pool, CUdevice) {
  *pool = nullptr;
  return cuda_success;
}
FAKE cuMemPoolSetAttribute(CUmemoryPool, int, void*) { return cuda_success; }
FAKE cuMemPoolSetAccess(CUmemoryPool, const CUmemAccessDesc*, size_t) { return cuda_success; }
FAKE cuDeviceCanAccessPeer(int* can, CUdevice, CUdevice) {
  *can = 1;
  return cuda_success;
}
FAKE cuCtxEnablePeerAccess(CUcontext peer, unsigned) {
  return peer != current.back() ? cuda_success : cuda_error_invalid_value;
}

FAKE cuCtxCreate_v2(CUcontext* context, unsigned, CUdevice) {
  static std::atomic<uint64_t> made = 0;
  if (++made > number_of("FAKE_CUDA_CONTEXTS", UINT64_MAX)) {
    return cuda_error_launch_failed;
  }
  *context = new CUctx_st;
  current.push_back(*context);
  return cuda_success;
}
FAKE cuCtxDestroy_v2(CUcontext context) {
  delete context; // when its streams have done everything
  device_heap.free_of(context);
  pinned_heap.free_of(context);
  return cuda_success;
}
FAKE cuCtxPushCurrent_v2(CUcontext context) {
  current.push_back(context);
  return cuda_success;
}
FAKE cuCtxPopCurrent_v2(CUcontext* context) {
  *context = current.back();
  current.pop_back();
  return cuda_success;
}

FAKE cuMemAlloc_v2(CUdeviceptr* address, size_t size) {
  return allocate(device_heap, reinterpret_cast<void**>(address), size);
}
FAKE cuMemFree_v2(CUdeviceptr address) {
  return device_heap.free(pointer(address)) ? cuda_success : cuda_error_invalid_value;
}
FAKE cuMemAllocAsync(CUdeviceptr* address, size_t size, CUstream) {
  return cuMemAlloc_v2(address, size);
}
FAKE cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
  return stream->add([=] { static_cast<void>(cuMemFree_v2(address)); });
}
FAKE cuMemAllocManaged(CUdeviceptr* address, size_t size, unsigned) {
  return cuMemAlloc_v2(address, size);
}
FAKE cuMemHostAlloc(void** address, size_t size, unsigned) {
  return allocate(pinned_heap, address, size);
}
FAKE cuMemFreeHost(void* address) {
  return pinned_heap.free(address) ? cuda_success : cuda_error_invalid_value;
}

namespace {

/// The legacy stream of the current context.
CUstream stream_or_default(CUstream stream) {
  return stream != nullptr ? stream : current.back()->legacy.get();
}

void copy_box(const CUmemcpy3D& box) {
  const auto* source = static_cast<const char*>(
      box.source_type == cuda_memory_host ? box.source_host : pointer(box.source_device));
  auto* destination = static_cast<char*>(box.destination_type == cuda_memory_host
                                             ? box.destination_host
                                             : pointer(box.destination_device));
  for (size_t z = 0; z < box.depth; ++z) {
    for (size_t y = 0; y < box.height; ++y) {
      std::memmove(destination + (z * box.destination_height + y) * box.destination_pitch,
                   source + (z * box.source_height + y) * box.source_pitch, box.width);
    }
  }
}

template <typename T> CUresult set(CUdeviceptr address, T value, size_t count, CUstream stream) {
  if (address % sizeof(T) != 0) {
    return cuda_error_invalid_value;
  }
  return stream->add([=] { std::fill_n(static_cast<T*>(pointer(address)), count, value); });
}

} // namespace

FAKE cuMemcpyAsync(CUdeviceptr destination, CUdeviceptr source, size_t size, CUstream stream) {
  // As the driver's, it takes a little of the application's memory at once, which is all that may
  // change as soon as it returns.
  constexpr size_t taken = size_t(64) << 10;
  if (size <= taken && !device_heap.has(pointer(source)) && !pinned_heap.has(pointer(source))) {
    const auto* first = static_cast<const char*>(pointer(source));
    return stream_or_default(stream)->add([=, bytes = std::string(first, size)] {
      std::memcpy(pointer(destination), bytes.data(), size);
    });
  }
  return stream_or_default(stream)->add(
      [=] { std::memmove(pointer(destination), pointer(source), size); });
}
FAKE cuMemcpyPeerAsync(CUdeviceptr destination, CUcontext to, CUdeviceptr source, CUcontext from,
                       size_t size, CUstream stream) {
  if (to == from || to != current.back() || !device_heap.has(pointer(source)) ||
      !device_heap.has(pointer(destination))) {
    return cuda_error_invalid_value;
  }
  return stream_or_default(stream)->add(
      [=] { std::memcpy(pointer(destination), pointer(source), size); });
}
FAKE cuMemcpy3DAsync_v2(const CUmemcpy3D* box, CUstream stream) {
  // The driver refuses rows that are longer than the pitch, and fewer rows than it shall copy.
  if (box->source_pitch < box->width || box->destination_pitch < box->width ||
      (box->depth > 1 &&
       (box->source_height < box->height || box->destination_height < box->height))) {
    return cuda_error_invalid_value;
  }
  return stream->add([copied = *box] { copy_box(copied); });
}
FAKE cuMemsetD8Async(CUdeviceptr address, unsigned char value, size_t count, CUstream stream) {
  return set(address, value, count, stream);
}
FAKE cuMemsetD16Async(CUdeviceptr address, unsigned short value, size_t count, CUstream stream) {
  return set(address, value, count, stream);
}
FAKE cuMemsetD32Async(CUdeviceptr address, unsigned value, size_t count, CUstream stream) {
  return set(address, value, count, stream);
}

FAKE cuStreamCreate(CUstream* stream, unsigned) {
  CUcontext context = current_context();
  if (const CUresult failed = begin_call(); failed != cuda_success) {
    return failed;
  }
  const std::lock_guard held(context->lock);
  context->streams.push_back(std::make_unique<CUstream_st>(*context));
  *stream = context->streams.back().get();
  return cuda_success;
}
FAKE cuStreamSynchronize(CUstream stream) { return stream_or_default(stream)->synchronize(); }
FAKE cuStreamQuery(CUstream stream) { return stream_or_default(stream)->query(); }
FAKE cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr address, uint32_t value, unsigned) {
  if (number_of("FAKE_CUDA_WRITES_VALUES", 1) == 0) {
    return cuda_error_not_supported;
  }
  return stream->add([place = reinterpret_cast<uint32_t*>(address), value] {
    std::atomic_ref(*place).store(value, std::memory_order_release);
  });
}
FAKE cuStreamWaitEvent(CUstream stream, CUevent event, unsigned) { return event->hold(*stream); }
FAKE cuEventCreate(CUevent* event, unsigned flags) {
  CUcontext context = current_context();
  if (const CUresult failed = begin_call(); failed != cuda_success) {
    return failed;
  }
  const std::lock_guard held(context->lock);
  const bool tells_time = (flags & cuda_event_disable_timing) == 0;
  context->events.push_back(std::make_unique<CUevent_st>(*context, tells_time));
  *event = context->events.back().get();
  return cuda_success;
}
FAKE cuEventDestroy_v2(CUevent) { return cuda_success; }
FAKE cuEventRecord(CUevent event, CUstream stream) { return event->record(*stream); }
FAKE cuEventQuery(CUevent event) { return event->query(); }
FAKE cuEventSynchronize(CUevent event) {
  while (event->query() == cuda_error_not_ready) {
    std::this_thread::yield();
  }
  return event->query();
}
FAKE cuEventElapsedTime(float* milliseconds, CUevent first, CUevent last) {
  if (!first->tells_time || !last->tells_time) {
    std::fputs("fake driver: an event without time was asked for it\n", stderr);
    std::abort();
  }
  *milliseconds = static_cast<float>(
      std::chrono::duration<double, std::milli>(last->when() - first->when()).count());
  return cuda_success;
}

FAKE cuTexObjectCreate(CUtexObject* out, const CUpitchResource* resource,
                       const CUtextureDescription* description, const void*) {
  const CUresult failed = begin_call();
  if (failed != cuda_success) {
    return failed;
  }
  const bool is_filtered = description->filter == cuda_filter_linear;
  if (resource->type != cuda_resource_pitch_2d || resource->data % 512 != 0 ||
      resource->pitch % 32 != 0 || resource->width == 0 || resource->height == 0 ||
      !device_heap.has(pointer(resource->data)) ||
      (is_filtered && (description->flags & cuda_texture_integers) != 0)) {
    return cuda_error_invalid_value;
  }
  if (textures_left == 0) {
    return cuda_error_out_of_memory;
  }
  --textures_left;
  *out = 1 + textures_left;
  return cuda_success;
}
FAKE cuTexObjectDestroy(CUtexObject) {
  const CUresult failed = begin_call();
  textures_left += failed == cuda_success ? 1 : 0;
  return failed;
}
FAKE cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned count, CUjitOption* options,
                        void** values) {
  if (const CUresult failed = begin_call(); failed != cuda_success) {
    return failed;
  }
  uint64_t level = 4;
  for (unsigned i = 0; i < count; ++i) {
    level =
        options[i] == cuda_jit_optimization_level ? reinterpret_cast<uintptr_t>(values[i]) : level;
  }
  if (level != number_of("FAKE_CUDA_LEVEL", level)) {
    return cuda_error_invalid_ptx;
  }
  auto functions = fake::read_module(static_cast<const char*>(image));
  if (functions.empty()) {
    for (int i = 0; i < 2; ++i) {
      if (options[i] == cuda_jit_error_log_buffer) {
        std::strcpy(static_cast<char*>(values[i]), "it is no text of the fake driver's");
      }
    }
    return cuda_error_invalid_ptx;
  }
  *module = new CUmod_st{std::move(functions)};
  return cuda_success;
}
FAKE cuModuleUnload(CUmodule module) {
  delete module;
  return cuda_success;
}
FAKE cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  if (const CUresult failed = begin_call(); failed != cuda_success) {
    return failed;
  }
  for (const auto& one : module->functions) {
    if (one->name == name) {
      *function = one.get();
      return cuda_success;
    }
  }
  return cuda_error_not_found;
}
FAKE cuFuncGetAttribute(int* value, CUfunctionAttribute which, CUfunction) {
  const CUresult failed = begin_call();
  if (failed == cuda_success) {
    *value = which == cuda_function_max_threads_per_block ? 1024 : 0;
  }
  return failed;
}
FAKE cuFuncSetAttribute(CUfunction function, CUfunctionAttribute which, int value) {
  const CUresult failed = begin_call();
  if (failed == cuda_success && which == cuda_function_max_dynamic_shared_size_bytes) {
    function->most_shared = static_cast<unsigned>(value);
  }
  return failed;
}
FAKE cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                    unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                    CUstream stream, void** parameters, void**) {
  static std::atomic<uint64_t> made = 0;
  if (++made > number_of("FAKE_CUDA_LAUNCHES", UINT64_MAX)) {
    return cuda_error_launch_out_of_resources;
  }
  fake::Run run;
  const CUresult result = fake::prepare_launch(
      *function, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, parameters, run);
  return result != cuda_success
             ? result
             : stream->add([run = std::move(run), stream] { run(stream->context); });
}

/// A graph whose nodes follow one another, as they do in those that tests make.
struct CUgraphNode_st {
  fake::Run run;
};
struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
};
struct CUgraphExec_st {
  const CUgraph_st& graph;
  std::vector<fake::Run> runs; ///< for each node of the graph
};

FAKE cuGraphCreate(CUgraph* graph, unsigned) {
  static std::atomic<uint64_t> made = 0;
  if (++made > number_of("FAKE_CUDA_GRAPHS", UINT64_MAX)) {
    return cuda_error_not_supported;
  }
  const CUresult failed = begin_call();
  *graph = failed == cuda_success ? new CUgraph_st : nullptr;
  return failed;
}
namespace {

CUresult prepare_node(const CUkernelNodeParams& node, fake::Run& out) {
  return fake::prepare_launch(*node.function, std::to_array(node.grid), std::to_array(node.block),
                              node.shared_bytes, node.parameters, out);
}

} // namespace
FAKE cuGraphAddKernelNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* earlier,
                          size_t earlier_count, const CUkernelNodeParams* given) {
  const bool is_next = graph->nodes.empty()
                           ? earlier_count == 0
                           : earlier_count == 1 && *earlier == graph->nodes.back().get();
  auto made = std::make_unique<CUgraphNode_st>();
  CUresult result = begin_call();
  if (result == cuda_success) {
    result = is_next ? prepare_node(*given, made->run) : cuda_error_invalid_value;
  }
  if (result == cuda_success) {
    *node = made.get();
    graph->nodes.push_back(std::move(made));
  }
  return result;
}
FAKE cuGraphInstantiateWithFlags(CUgraphExec* executable, CUgraph graph, unsigned long long) {
  if (const CUresult failed = begin_call(); failed != cuda_success) {
    return failed;
  }
  auto made = std::make_unique<CUgraphExec_st>(*graph);
  for (const auto& node : graph->nodes) {
    made->runs.push_back(node->run);
  }
  *executable = made.release();
  return cuda_success;
}
FAKE cuGraphExecKernelNodeSetParams(CUgraphExec executable, CUgraphNode node,
                                    const CUkernelNodeParams* given) {
  static std::atomic<uint64_t> made = 0;
  if (++made > number_of("FAKE_CUDA_SETTINGS", UINT64_MAX)) {
    return cuda_error_invalid_value;
  }
  if (const CUresult failed = begin_call(); failed != cuda_success) {
    return failed;
  }
  const auto found =
      std::ranges::find(executable->graph.nodes, node, [](const auto& one) { return one.get(); });
  return prepare_node(*given, executable->runs[size_t(found - executable->graph.nodes.begin())]);
}
FAKE cuGraphLaunch(CUgraphExec executable, CUstream stream) {
  return stream->add([runs = executable->runs, stream] {
    for (const fake::Run& run : runs) {
      if (stream->context.failure == cuda_success) {
        run(stream->context);
      }
    }
  });
}
FAKE cuGraphExecDestroy(CUgraphExec executable) {
  delete executable;
  return cuda_success;
}
FAKE cuGraphDestroy(CUgraph graph) {
  delete graph;
  return cuda_success;
}
