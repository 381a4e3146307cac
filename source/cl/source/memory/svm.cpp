// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared virtual memory (OpenCL 3.0, section 5.6): clSVMAlloc and clSVMFree, and the commands.
#include "memory/svm.h"
#include "command_buffers/entry_points.h"
#include "enqueue/address_commands.h"
#include "memory/device_memory.h"
#include "platform/context.h"

#include <algorithm>
#include <bit>
#include <memory>

namespace cl {

cl_device_svm_capabilities svm_capabilities(const Device& device) {
  const uint32_t own = device.info().shared_address_capabilities;
  const uint32_t system = device.info().system_address_capabilities;
  const auto bit = [](bool has, cl_device_svm_capabilities capability) {
    return has ? capability : 0;
  };
  return bit(own & mux_address_capabilities_access, CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) |
         bit(own & mux_address_capabilities_concurrent_access, CL_DEVICE_SVM_FINE_GRAIN_BUFFER) |
         bit(system & mux_address_capabilities_concurrent_access, CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) |
         bit(own & mux_address_capabilities_concurrent_atomic_access, CL_DEVICE_SVM_ATOMICS);
}

bool is_svm(const Context& context, const void* address) {
  const auto allocation = context.allocations.find(address);
  return (allocation && allocation->kind == AllocationKind::svm) ||
         std::ranges::all_of(context.devices, [](const Device* device) {
           return svm_capabilities(*device) & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM;
         });
}

namespace {

constexpr cl_svm_mem_flags kernel_access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
constexpr cl_svm_mem_flags known_flags =
    kernel_access | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;

/// Whether a device has memory with these flags.
bool supports(const Device& device, cl_svm_mem_flags flags) {
  const cl_device_svm_capabilities needed =
      flags & CL_MEM_SVM_ATOMICS ? CL_DEVICE_SVM_FINE_GRAIN_BUFFER | CL_DEVICE_SVM_ATOMICS
      : flags & CL_MEM_SVM_FINE_GRAIN_BUFFER ? CL_DEVICE_SVM_FINE_GRAIN_BUFFER
                                             : CL_DEVICE_SVM_COARSE_GRAIN_BUFFER;
  return (svm_capabilities(device) & needed) == needed;
}

/// Null is the only way in which this function says that something is wrong.
void* allocate(cl_context handle, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  Context* context = lookup<Context>(handle);
  const bool atomics_alone =
      (flags & CL_MEM_SVM_ATOMICS) && !(flags & CL_MEM_SVM_FINE_GRAIN_BUFFER);
  if (check_context(context) || (flags & ~known_flags) ||
      std::popcount(flags & kernel_access) > 1 || atomics_alone || size == 0 ||
      (alignment & (alignment - 1))) {
    return nullptr;
  }
  const bool possible = std::ranges::all_of(context->devices, [&](const Device* device) {
    return supports(*device, flags) && size <= device->info().max_allocation_size;
  });
  if (!possible) {
    return nullptr;
  }
  const auto allocated =
      context->allocations.allocate({AllocationKind::svm, nullptr, size, alignment, flags});
  if (!allocated || !context->allocations.moves) {
    return allocated ? *allocated : nullptr;
  }
  if (migrate_contents(context->memory_device(), *allocated, size, mux_side_device) ==
      mux_success) {
    return *allocated;
  }
  static_cast<void>(context->allocations.free(*allocated));
  return nullptr;
}

/// Enqueues a command that moves bytes of shared memory to one side.
cl_int enqueue_move(const Target& target, Command command, std::span<std::byte> bytes,
                    mux_side_e side) {
  command.wait_list = target.wait_list;
  command.event_ret = target.event_ret;
  return target.queue->enqueue(command, {}, [&](auto commands, const auto* info, auto* sync_point) {
    return muxCommandMigrateAddress(commands, bytes.data(), bytes.size(), side, info, sync_point);
  });
}

/// The allocation of a range that moves when it is mapped; none if nothing moves.
std::optional<Allocation> find_moving(const Context& context, const void* pointer) {
  const auto found = context.allocations.moves ? context.allocations.find(pointer) : std::nullopt;
  return found && found->kind == AllocationKind::svm ? found : std::nullopt;
}

cl_int map(const Target& target, cl_bool blocking, cl_map_flags flags, void* pointer, size_t size) {
  if (!pointer || size == 0 || !are_map_flags(flags)) {
    return CL_INVALID_VALUE;
  }
  const Command command{.type = CL_COMMAND_SVM_MAP, .blocking = blocking != CL_FALSE};
  const Context& context = *target.queue->context;
  const auto allocation = find_moving(context, pointer);
  if (!allocation) {
    return enqueue_without_work(target, command);
  }
  if (!allocation->contains(pointer, size)) {
    return CL_INVALID_VALUE;
  }
  const std::span bytes(static_cast<std::byte*>(pointer), size);
  SvmMappings& mappings = target.queue->context->allocations.mappings;
  mappings.add(allocation->base, bytes);
  const cl_int error = enqueue_move(target, command, bytes, mux_side_host);
  if (error) {
    static_cast<void>(mappings.remove(allocation->base, allocation->size, pointer));
  }
  return error;
}

cl_int unmap(const Target& target, void* pointer) {
  if (!pointer) {
    return CL_INVALID_VALUE;
  }
  const Command command{.type = CL_COMMAND_SVM_UNMAP};
  const auto allocation = find_moving(*target.queue->context, pointer);
  const auto mapped = allocation ? target.queue->context->allocations.mappings.remove(
                                       allocation->base, allocation->size, pointer)
                                 : std::nullopt;
  return mapped ? enqueue_move(target, command, *mapped, mux_side_device)
                : enqueue_without_work(target, command);
}

/// The allocations that clEnqueueSVMFree frees, or passes to a function of the application.
struct Freeing {
  using Function = void(CL_CALLBACK*)(cl_command_queue, cl_uint, void**, void*);

  retained<Queue> queue;
  std::vector<void*> pointers;
  Function function;
  void* user_data;

  void run() {
    if (function) {
      function(handle_of(queue.get()), static_cast<cl_uint>(pointers.size()), pointers.data(),
               user_data);
      return;
    }
    for (void* pointer : pointers) {
      static_cast<void>(queue->context->allocations.free(pointer));
    }
  }
};

cl_int enqueue_free(const Target& target, std::span<void* const> pointers,
                    Freeing::Function function, void* user_data) {
  if (pointers.empty() != !pointers.data()) {
    return CL_INVALID_VALUE;
  }
  auto owned = std::make_unique<Freeing>(retained<Queue>(target.queue),
                                         std::vector<void*>(pointers.begin(), pointers.end()),
                                         function, user_data);
  Freeing* freeing = owned.get();
  Reference references[] = {Reference(std::move(owned))};
  const Command command{.type = CL_COMMAND_SVM_FREE, .wait_list = target.wait_list};
  constexpr auto run = [](mux_queue_t, mux_command_buffer_t, void* data) {
    static_cast<Freeing*>(data)->run();
  };
  return target.submit(command, references, [=](auto commands, auto* info, auto* sync_point) {
    return muxCommandUserCallback(commands, run, freeing, info, sync_point);
  });
}

/// A range that clEnqueueSVMMigrateMem can move: all of an allocation, or bytes of one.
bool can_migrate(const Context& context, const void* pointer, size_t size) {
  const auto allocation = context.allocations.find(pointer);
  return allocation && allocation->kind == AllocationKind::svm &&
         allocation->contains(pointer, std::max<size_t>(size, 1));
}

cl_int enqueue_migrate(const Target& target, std::span<const void* const> pointers,
                       const size_t* sizes, cl_mem_migration_flags flags) {
  if (pointers.empty() || !pointers.data() || !are_migration_flags(flags)) {
    return CL_INVALID_VALUE;
  }
  for (size_t i = 0; i < pointers.size(); ++i) {
    if (!can_migrate(*target.queue->context, pointers[i], sizes ? sizes[i] : 0)) {
      return CL_INVALID_VALUE;
    }
  }
  return enqueue_without_work(target, {.type = CL_COMMAND_SVM_MIGRATE_MEM});
}

} // namespace
} // namespace cl

using namespace cl;

void* CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size,
                             cl_uint alignment) {
  return guarded(nullptr,
                 [&]() -> expected<void*> { return allocate(context, flags, size, alignment); });
}

void CL_API_CALL clSVMFree(cl_context handle, void* pointer) {
  static_cast<void>(guarded([&] {
    if (Context* context = lookup<Context>(handle)) {
      static_cast<void>(context->allocations.free(pointer));
    }
    return CL_SUCCESS;
  }));
}

cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue queue, cl_uint num_pointers, void* pointers[],
                                    Freeing::Function function, void* user_data, cl_uint count,
                                    const cl_event* list, cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    return enqueue_free(target, {pointers, num_pointers}, function, user_data);
  });
}

cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking, void* to,
                                      const void* from, size_t size, cl_uint count,
                                      const cl_event* list, cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    return copy_bytes(target, {.type = CL_COMMAND_SVM_MEMCPY, .blocking = blocking != CL_FALSE}, to,
                      from, size);
  });
}

cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue queue, void* to, const void* pattern,
                                       size_t pattern_size, size_t size, cl_uint count,
                                       const cl_event* list, cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    return fill_bytes(target, {.type = CL_COMMAND_SVM_MEMFILL}, to, {pattern, pattern_size}, size);
  });
}

cl_int CL_API_CALL khr::clCommandSVMMemcpyKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                              const cl_command_properties_khr* properties, void* to,
                                              const void* from, size_t size, cl_uint count,
                                              const cl_sync_point_khr* list,
                                              cl_sync_point_khr* sync_point,
                                              cl_mutable_command_khr* handle) {
  return on_command_buffer(
      {buffer, queue, properties, count, list, sync_point, handle}, [&](const Target& target) {
        return copy_bytes(target, {.type = CL_COMMAND_SVM_MEMCPY}, to, from, size);
      });
}

cl_int CL_API_CALL khr::clCommandSVMMemFillKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                               const cl_command_properties_khr* properties,
                                               void* to, const void* pattern, size_t pattern_size,
                                               size_t size, cl_uint count,
                                               const cl_sync_point_khr* list,
                                               cl_sync_point_khr* sync_point,
                                               cl_mutable_command_khr* handle) {
  return on_command_buffer({buffer, queue, properties, count, list, sync_point, handle},
                           [&](const Target& target) {
                             return fill_bytes(target, {.type = CL_COMMAND_SVM_MEMFILL}, to,
                                               {pattern, pattern_size}, size);
                           });
}

cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking, cl_map_flags flags,
                                   void* pointer, size_t size, cl_uint count, const cl_event* list,
                                   cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    return map(target, blocking, flags, pointer, size);
  });
}

cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue queue, void* pointer, cl_uint count,
                                     const cl_event* list, cl_event* event) {
  return on_queue(queue, count, list, event,
                  [&](const Target& target) { return unmap(target, pointer); });
}

cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint num_pointers,
                                          const void** pointers, const size_t* sizes,
                                          cl_mem_migration_flags flags, cl_uint count,
                                          const cl_event* list, cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    return enqueue_migrate(target, {pointers, num_pointers}, sizes, flags);
  });
}
