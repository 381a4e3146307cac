// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_unified_shared_memory, revision 1.1.0: allocations, queries about them, and commands.
// Alignments larger than that of the largest type of OpenCL C are taken, too.
#include "background.h"
#include "enqueue/address_commands.h"
#include "info.h"
#include "platform/context.h"

#include <algorithm>
#include <cstring>

namespace cl {
namespace {

constexpr cl_mem_alloc_flags_intel placement =
    CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;
constexpr cl_mem_alloc_flags_intel known_flags = CL_MEM_ALLOC_WRITE_COMBINED_INTEL | placement;

/// The flags in a list of properties. Placement is for shared memory alone, one place at most.
expected<cl_mem_alloc_flags_intel> read_flags(AllocationKind kind,
                                              const cl_mem_properties_intel* list) {
  cl_mem_alloc_flags_intel flags = 0;
  for (bool seen = false; list && *list; list += 2, seen = true) {
    if (*list != CL_MEM_ALLOC_FLAGS_INTEL || seen || (list[1] & ~known_flags)) {
      return fail(CL_INVALID_PROPERTY);
    }
    flags = list[1];
  }
  const bool misplaced =
      kind == AllocationKind::shared ? (flags & placement) == placement : (flags & placement) != 0;
  return misplaced ? fail(CL_INVALID_PROPERTY) : expected<cl_mem_alloc_flags_intel>(flags);
}

/// The accesses of a device's kernels that memory of a kind supports: mux_address_capabilities_e.
uint32_t capabilities(const Device& device, AllocationKind kind) {
  const auto& info = device.info();
  return kind == AllocationKind::host     ? info.host_address_capabilities
         : kind == AllocationKind::device ? info.device_address_capabilities
                                          : info.shared_address_capabilities;
}

/// The four parts of a request that the API's functions have in common.
struct Wanted {
  const cl_mem_properties_intel* properties;
  size_t size;
  cl_uint alignment;
};

/// `owner`: the device that the memory is for, or null for all of the context.
expected<void*> allocate(Context& context, AllocationKind kind, Device* owner,
                         const Wanted& wanted) {
  const std::span<Device* const> devices =
      owner ? std::span<Device* const>(&owner, 1) : std::span<Device* const>(context.devices);
  const auto has_memory = [&](const Device* device) { return capabilities(*device, kind) != 0; };
  if (std::ranges::none_of(devices, has_memory)) {
    return fail(CL_INVALID_OPERATION);
  }
  if (wanted.alignment & (wanted.alignment - 1)) {
    return fail(CL_INVALID_VALUE);
  }
  const auto flags = read_flags(kind, wanted.properties);
  if (!flags) {
    return fail(flags.error());
  }
  const bool too_large = std::ranges::any_of(devices, [&](const Device* device) {
    return has_memory(device) && wanted.size > device->info().max_allocation_size;
  });
  if (wanted.size == 0 || too_large) {
    return fail(CL_INVALID_BUFFER_SIZE);
  }
  return context.allocations.allocate({kind, owner, wanted.size, wanted.alignment, *flags});
}

/// As above for handles. `needs_device`: `device_handle` may not be null.
expected<void*> allocate(cl_context handle, AllocationKind kind, cl_device_id device_handle,
                         bool needs_device, const Wanted& wanted) {
  Context* context = lookup<Context>(handle);
  if (const cl_int error = check_context(context)) {
    return fail(error);
  }
  Device* device = lookup<Device>(device_handle);
  if (device ? !context->has(*device) : needs_device || device_handle) {
    return fail(CL_INVALID_DEVICE);
  }
  return allocate(*context, kind, device, wanted);
}

/// An allocation that one of these functions has made, and not clSVMAlloc.
std::optional<Allocation> find(const Context& context, const void* pointer) {
  const auto found = context.allocations.find(pointer);
  return found && found->kind != AllocationKind::svm ? found : std::nullopt;
}

/// Calls release(context) for a pointer that may be freed.
template <typename Release> cl_int free(cl_context handle, void* pointer, Release&& release) {
  Context* context = lookup<Context>(handle);
  if (!context) {
    return CL_INVALID_CONTEXT;
  }
  if (!pointer) {
    return CL_SUCCESS;
  }
  const auto allocation = find(*context, pointer);
  if (!allocation || allocation->base != pointer) {
    return CL_INVALID_VALUE;
  }
  return release(*context);
}

cl_int free_now(Context& context, void* pointer) {
  return context.allocations.free(pointer) ? CL_SUCCESS : CL_INVALID_VALUE;
}

/// Any command may use any memory: waits for all commands of all queues.
void finish_all(const Context& context) {
  for (const auto& queue : all_objects<Queue>()) {
    if (queue->context.get() == &context) {
      queue->finish();
    }
  }
}

/// For a callback of an event: commands that have to end first may wait for it to return.
cl_int free_later(Context& context, void* pointer) {
  const bool added = Background::waits().add([kept = retained<Context>(&context), pointer] {
    finish_all(*kept);
    static_cast<void>(free_now(*kept, pointer));
  });
  return added ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

cl_unified_shared_memory_type_intel type_of(const std::optional<Allocation>& allocation) {
  if (!allocation) {
    return CL_MEM_TYPE_UNKNOWN_INTEL;
  }
  switch (allocation->kind) {
  case AllocationKind::host:
    return CL_MEM_TYPE_HOST_INTEL;
  case AllocationKind::device:
    return CL_MEM_TYPE_DEVICE_INTEL;
  default:
    return CL_MEM_TYPE_SHARED_INTEL;
  }
}

using Found = std::optional<Allocation>;

constexpr InfoRow<Found> rows[] = {
    {CL_MEM_ALLOC_TYPE_INTEL, [](const Found& f, Answer& a) { return a.is(type_of(f)); }},
    {CL_MEM_ALLOC_BASE_PTR_INTEL,
     [](const Found& f, Answer& a) { return a.is<void*>(f ? f->base : nullptr); }},
    {CL_MEM_ALLOC_SIZE_INTEL,
     [](const Found& f, Answer& a) { return a.is<size_t>(f ? f->size : 0); }},
    {CL_MEM_ALLOC_DEVICE_INTEL,
     [](const Found& f, Answer& a) {
       return a.is<cl_device_id>(handle_of(f ? f->owner : nullptr));
     }},
    {CL_MEM_ALLOC_FLAGS_INTEL,
     [](const Found& f, Answer& a) { return a.is<cl_mem_alloc_flags_intel>(f ? f->flags : 0); }},
};

} // namespace
} // namespace cl

using namespace cl;

void* CL_API_CALL clHostMemAllocINTEL(cl_context context, const cl_mem_properties_intel* properties,
                                      size_t size, cl_uint alignment, cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    return allocate(context, AllocationKind::host, nullptr, false, {properties, size, alignment});
  });
}

void* CL_API_CALL clDeviceMemAllocINTEL(cl_context context, cl_device_id device,
                                        const cl_mem_properties_intel* properties, size_t size,
                                        cl_uint alignment, cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    return allocate(context, AllocationKind::device, device, true, {properties, size, alignment});
  });
}

void* CL_API_CALL clSharedMemAllocINTEL(cl_context context, cl_device_id device,
                                        const cl_mem_properties_intel* properties, size_t size,
                                        cl_uint alignment, cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    return allocate(context, AllocationKind::shared, device, false, {properties, size, alignment});
  });
}

cl_int CL_API_CALL clMemFreeINTEL(cl_context handle, void* pointer) {
  return guarded([&] {
    return cl::free(handle, pointer, [&](Context& context) { return free_now(context, pointer); });
  });
}

cl_int CL_API_CALL clMemBlockingFreeINTEL(cl_context handle, void* pointer) {
  return guarded([&] {
    return cl::free(handle, pointer, [&](Context& context) {
      if (Event::is_calling_back()) {
        return free_later(context, pointer);
      }
      finish_all(context);
      return free_now(context, pointer);
    });
  });
}

cl_int CL_API_CALL clGetMemAllocInfoINTEL(cl_context handle, const void* pointer,
                                          cl_mem_info_intel name, size_t size, void* value,
                                          size_t* size_ret) {
  return guarded([&] {
    const Context* context = lookup<Context>(handle);
    return context
               ? answer_info<Found>(rows, name, {size, value, size_ret}, find(*context, pointer))
               : CL_INVALID_CONTEXT;
  });
}

cl_int CL_API_CALL clEnqueueMemFillINTEL(cl_command_queue queue, void* to, const void* pattern,
                                         size_t pattern_size, size_t size, cl_uint count,
                                         const cl_event* list, cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    return fill_bytes(target, {.type = CL_COMMAND_MEMFILL_INTEL}, to, {pattern, pattern_size},
                      size);
  });
}

cl_int CL_API_CALL clEnqueueMemsetINTEL(cl_command_queue queue, void* to, cl_int value, size_t size,
                                        cl_uint count, const cl_event* list, cl_event* event) {
  const auto byte = static_cast<unsigned char>(value);
  return on_queue(queue, count, list, event, [&](const Target& target) {
    return fill_bytes(target, {.type = CL_COMMAND_MEMFILL_INTEL}, to, {&byte, 1}, size);
  });
}

cl_int CL_API_CALL clEnqueueMemcpyINTEL(cl_command_queue queue, cl_bool blocking, void* to,
                                        const void* from, size_t size, cl_uint count,
                                        const cl_event* list, cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    return copy_bytes(target, {.type = CL_COMMAND_MEMCPY_INTEL, .blocking = blocking != CL_FALSE},
                      to, from, size);
  });
}

cl_int CL_API_CALL clEnqueueMigrateMemINTEL(cl_command_queue queue, const void* pointer, size_t,
                                            cl_mem_migration_flags flags, cl_uint count,
                                            const cl_event* list, cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    return !pointer || !are_migration_flags(flags)
               ? CL_INVALID_VALUE
               : enqueue_without_work(target, {.type = CL_COMMAND_MIGRATEMEM_INTEL});
  });
}

cl_int CL_API_CALL clEnqueueMemAdviseINTEL(cl_command_queue queue, const void* pointer, size_t,
                                           cl_mem_advice_intel advice, cl_uint count,
                                           const cl_event* list, cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    constexpr cl_mem_advice_intel none = 0; // the extension names no other
    return !pointer || advice != none
               ? CL_INVALID_VALUE
               : enqueue_without_work(target, {.type = CL_COMMAND_MEMADVISE_INTEL});
  });
}
