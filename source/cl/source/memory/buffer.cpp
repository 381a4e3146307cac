// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/buffer.h"

#include "info.h"
#include "memory/svm.h"
#include "queues/queue.h"

#include <algorithm>
#include <bit>

namespace cl {
namespace {

constexpr cl_mem_flags kernel_access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
constexpr cl_mem_flags host_access =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags placement = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR |
                                   CL_MEM_COPY_HOST_PTR | CL_MEM_FORCE_HOST_MEMORY_INTEL;

/// Flags that a memory object which is never written must not have.
constexpr cl_mem_flags not_of_immutable =
    CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY;

bool at_most_one(cl_mem_flags flags) { return std::popcount(flags) <= 1; }

/// Flags of a memory object without a parent: kernels read and write it unless they say otherwise.
cl_mem_flags with_access(cl_mem_flags flags) {
  return flags & (kernel_access | CL_MEM_IMMUTABLE_EXT) ? flags : flags | CL_MEM_READ_WRITE;
}

/// Flags of a sub-buffer: those that it does not state come from its parent. An immutable object
/// cannot be written through any part of it.
cl_mem_flags inherit(cl_mem_flags parent, cl_mem_flags own) {
  const auto pick = [&](cl_mem_flags group) { return (own & group ? own : parent) & group; };
  return pick(kernel_access | CL_MEM_IMMUTABLE_EXT) | pick(host_access) |
         (parent & (placement | CL_MEM_IMMUTABLE_EXT));
}

} // namespace

cl_int check_memory_flags(cl_mem_flags flags) {
  const bool valid =
      (flags & ~(kernel_access | host_access | placement | CL_MEM_IMMUTABLE_EXT)) == 0 &&
      at_most_one(flags & kernel_access) && at_most_one(flags & host_access) &&
      (!(flags & CL_MEM_USE_HOST_PTR) ||
       !(flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR))) &&
      (!(flags & CL_MEM_IMMUTABLE_EXT) || !(flags & not_of_immutable));
  return valid ? CL_SUCCESS : CL_INVALID_VALUE;
}

cl_int check_contents(cl_mem_flags flags, const MemoryProperties& properties) {
  const bool empty = (flags & CL_MEM_IMMUTABLE_EXT) && !properties.external &&
                     !(flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR));
  return empty ? CL_INVALID_VALUE : CL_SUCCESS;
}

expected<std::unique_ptr<ExternalMemory>> map_external(const MemoryProperties& properties,
                                                       cl_mem_flags flags, const void* host_ptr) {
  if (!properties.external) {
    return std::unique_ptr<ExternalMemory>();
  }
  if (flags & placement) {
    return fail(CL_INVALID_VALUE);
  }
  if (host_ptr) {
    return fail(CL_INVALID_HOST_PTR);
  }
  const bool writable = !(flags & (CL_MEM_READ_ONLY | CL_MEM_IMMUTABLE_EXT));
  return ExternalMemory::map(properties.external, properties.descriptor, writable);
}

cl_int allocate(Buffer& buffer, MemoryProperties properties,
                std::unique_ptr<ExternalMemory> external) {
  buffer.properties = std::move(properties);
  buffer.external = std::move(external);
  const cl_int error = buffer.allocate();
  if (!error && buffer.external) {
    buffer.external->take_descriptor();
  }
  return error;
}

Buffer::Buffer(retained<Context> in_context, cl_mem_flags in_flags, size_t in_size,
               void* in_host_ptr)
    : context(std::move(in_context)), flags(with_access(in_flags)), size(in_size),
      host_ptr(in_flags & CL_MEM_USE_HOST_PTR ? in_host_ptr : nullptr) {}

Buffer::Buffer(retained<Context> in_context, cl_mem_flags in_flags, size_t in_size,
               PipeSize in_pipe)
    : context(std::move(in_context)), pipe(in_pipe), flags(in_flags), size(in_size),
      host_ptr(nullptr) {}

Buffer::Buffer(const retained<Buffer>& in_parent, cl_mem_flags in_flags, size_t in_origin,
               size_t in_size)
    : context(in_parent->context), parent(in_parent), flags(inherit(in_parent->flags, in_flags)),
      size(in_size), origin(in_origin),
      host_ptr(in_parent->host_ptr ? static_cast<std::byte*>(in_parent->host_ptr) + in_origin
                                   : nullptr) {}

Buffer::Buffer(retained<Context> in_context, cl_mem_flags in_flags, void* in_host_ptr,
               std::unique_ptr<Image> in_image)
    : context(std::move(in_context)), image(std::move(in_image)), flags(with_access(in_flags)),
      size(image->mux->requirements.size),
      host_ptr(in_flags & CL_MEM_USE_HOST_PTR ? in_host_ptr : nullptr) {}

Buffer::Buffer(const retained<Buffer>& in_parent, cl_mem_flags in_flags,
               std::unique_ptr<Image> in_image)
    : context(in_parent->context), parent(in_parent), image(std::move(in_image)),
      flags(inherit(in_parent->flags, in_flags)), size(image->mux->requirements.size),
      host_ptr(in_parent->host_ptr) {}

Buffer::~Buffer() {
  for (auto callback = callbacks.rbegin(); callback != callbacks.rend(); ++callback) {
    callback->function(handle_of(this), callback->data);
  }
  const mux_device_t device = context->memory_device().mux;
  copies.reset();
  if (image) {
    image->smaller.clear(); // before the mipmap that they are levels of
  }
  if (mux) {
    muxDestroyBuffer(device, mux, allocator);
  }
}

cargo::expected<DeviceMemory, mux_result_t> Buffer::allocate_memory() const {
  const Device& device = context->memory_device();
  void* const others = external ? external->address : host_ptr;
  const bool is_unified = device.info().unified_memory;
  const bool is_forced = !is_unified && (flags & CL_MEM_FORCE_HOST_MEMORY_INTEL);
  return others && is_unified ? DeviceMemory::wrap(device, others, size)
         : allocation         ? DeviceMemory::part(device, host_ptr, size)
         : is_forced          ? DeviceMemory::allocate_host(device, size)
                              : DeviceMemory::allocate(device, size);
}

cl_int Buffer::allocate() {
  const mux_device_t device = context->memory_device().mux;
  if (!parent) {
    if (host_ptr && !image && !context->memory_device().info().unified_memory) {
      allocation = context->allocations.find(host_ptr);
    }
    auto allocated = allocate_memory();
    if (!allocated) {
      return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
    memory = std::move(*allocated);
    data = memory.data();
    if (host_ptr && !context->memory_device().info().unified_memory) {
      data = nullptr; // the application sees it at its own pointer, when it is mapped
    }
    if (allocation && allocation->kind == AllocationKind::host) {
      data = static_cast<std::byte*>(host_ptr);
    }
    if (host_ptr && !data && !allocation && !image &&
        write_contents(context->memory_device(), memory, host_ptr, size) != mux_success) {
      return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
  } else {
    data = parent->data ? parent->data + origin : nullptr;
    allocation = parent->allocation;
  }
  if (context->is_mixed()) {
    constexpr cl_mem_flags given = CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR;
    copies = std::make_unique<DeviceCopies>(*this, (flags & given) || external || is_pipe());
  }
  const mux_memory_t whole = root().memory.mux();
  if (image) {
    if (const cl_int error = image->bind(whole, root_offset(), !data && !parent)) {
      return error;
    }
    return !parent && host_ptr && !data &&
                   write_texels(context->memory_device(), *image, host_ptr) != mux_success
               ? CL_MEM_OBJECT_ALLOCATION_FAILURE
               : CL_SUCCESS;
  }
  if (muxCreateBuffer(device, size, allocator, &mux) != mux_success) {
    return CL_OUT_OF_HOST_MEMORY;
  }
  return muxBindBufferMemory(device, whole, mux, root_offset()) == mux_success
             ? CL_SUCCESS
             : CL_MEM_OBJECT_ALLOCATION_FAILURE;
}

/// The copy of a device that does not have the host's memory; null if the device's is the object
/// itself.
expected<const DeviceCopy*> Buffer::copy_on(const Device& device) const {
  if (!copies) {
    return nullptr;
  }
  if (!root().properties.usable_on(device)) {
    return fail(CL_INVALID_MEM_OBJECT);
  }
  const Place place = context->place_of(device);
  return place == host_place ? nullptr : copies->at(place);
}

cl_int Buffer::check_on(const Device& device) const {
  const auto copy = copy_on(device);
  return copy ? CL_SUCCESS : copy.error();
}

expected<mux_buffer_t> Buffer::mux_on(const Device& device) const {
  const auto copy = copy_on(device);
  if (!copy) {
    return fail(copy.error());
  }
  return *copy ? (*copy)->mux : mux;
}

expected<const Image*> Buffer::image_on(const Device& device) const {
  const auto copy = copy_on(device);
  if (!copy) {
    return fail(copy.error());
  }
  return *copy ? (*copy)->image.get() : image.get();
}

cl_int Buffer::set_contents(const void* from, size_t bytes) const {
  return write_contents(context->memory_device(), memory, from, bytes) == mux_success
             ? CL_SUCCESS
             : CL_MEM_OBJECT_ALLOCATION_FAILURE;
}

/// Whether memory that the application gave (CL_MEM_USE_HOST_PTR) can be the host's copy, on a
/// device with memory of its own: not that of the device, and shared virtual memory only where it
/// is mapped with the buffer.
bool Buffer::is_reached_by_host(const void* pointer) const {
  const auto found = context->allocations.find(pointer);
  return !found || found->kind == AllocationKind::host || found->kind == AllocationKind::shared ||
         (found->kind == AllocationKind::svm && allocation);
}

std::byte* Buffer::host_copy() {
  const std::lock_guard guard(lock);
  if (mapped_copy) {
    return mapped_copy;
  }
  if (!data && host_ptr && !is_reached_by_host(host_ptr)) {
    return nullptr;
  }
  if (data || host_ptr) {
    mapped_copy = data ? data : static_cast<std::byte*>(host_ptr);
  } else if (parent) {
    std::byte* const whole = owner.host_copy();
    mapped_copy = whole ? whole + root_offset() : nullptr;
  } else {
    own_host_copy.reset(static_cast<std::byte*>(
        allocator.allocate(allocator.user_data, image ? image->host_size() : size, mux_alignment)));
    mapped_copy = own_host_copy.get();
  }
  return mapped_copy;
}

void Buffer::on_destruction(Destructor function, void* callback_data) {
  const std::lock_guard guard(lock);
  callbacks.push_back({function, callback_data});
}

cl_int Buffer::map(cl_map_flags map_flags, size_t offset, const Box& box) {
  const bool writes = map_flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
  const std::lock_guard guard(lock);
  const bool clashes = std::ranges::any_of(mappings, [&](const Mapping& other) {
    return writes && other.writes && overlap(box, other.box);
  });
  if (clashes) {
    return CL_INVALID_OPERATION;
  }
  mappings.push_back({offset, box, writes});
  return CL_SUCCESS;
}

std::vector<Mapping>::iterator Buffer::mapping_at(const void* pointer) {
  return std::ranges::find_if(
      mappings, [&](const Mapping& mapping) { return mapped_copy + mapping.offset == pointer; });
}

cl_int Buffer::unmap(const void* pointer) {
  const std::lock_guard guard(lock);
  const auto found = mapping_at(pointer);
  if (found == mappings.end()) {
    return CL_INVALID_VALUE;
  }
  mappings.erase(found);
  return CL_SUCCESS;
}

std::optional<Mapping> Buffer::find_mapping(const void* pointer) {
  const std::lock_guard guard(lock);
  const auto found = mapping_at(pointer);
  return found != mappings.end() ? std::optional(*found) : std::nullopt;
}

cl_uint Buffer::map_count() const {
  const std::lock_guard guard(lock);
  return static_cast<cl_uint>(mappings.size());
}

bool overlap(const Box& a, const Box& b) {
  for (size_t i = 0; i < 3; ++i) {
    if (a.origin[i] >= b.origin[i] + b.size[i] || b.origin[i] >= a.origin[i] + a.size[i]) {
      return false;
    }
  }
  return true;
}

expected<Buffer*> check_memory(const Queue& queue, cl_mem handle) {
  Buffer* buffer = lookup<Buffer>(handle);
  if (!buffer) {
    return fail(CL_INVALID_MEM_OBJECT);
  }
  if (buffer->context != queue.context) {
    return fail(CL_INVALID_CONTEXT);
  }
  return buffer;
}

expected<Buffer*> check_buffer(const Queue& queue, cl_mem handle) {
  auto found = check_memory(queue, handle);
  return found && !(*found)->is_plain() ? fail(CL_INVALID_MEM_OBJECT) : found;
}

expected<Buffer*> check_image(const Queue& queue, cl_mem handle) {
  auto found = check_memory(queue, handle);
  return found && !(*found)->image ? fail(CL_INVALID_MEM_OBJECT) : found;
}

cl_int check_writable(const Buffer& buffer) {
  return buffer.flags & CL_MEM_IMMUTABLE_EXT ? CL_INVALID_OPERATION : CL_SUCCESS;
}

cl_int check_reached(const Context& context, const void* host_ptr) {
  const auto found = context.is_mixed() ? context.allocations.find(host_ptr) : std::nullopt;
  const bool is_far = found && found->kind == AllocationKind::device &&
                      context.place_of(*found->owner) != host_place;
  return is_far ? CL_INVALID_HOST_PTR : CL_SUCCESS;
}

cl_int check_host_pointer(cl_mem_flags flags, const void* host_ptr) {
  const bool needs_pointer = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
  return needs_pointer == (host_ptr != nullptr) ? CL_SUCCESS : CL_INVALID_HOST_PTR;
}

namespace {

constexpr cl_mem_properties buffer_properties[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT};

/// cl_intel_mem_force_host_memory: whole cache lines of the application's.
cl_int check_forced_host_memory(const Context& context, cl_mem_flags flags, size_t size,
                                const void* host_ptr) {
  constexpr cl_mem_flags both = CL_MEM_USE_HOST_PTR | CL_MEM_FORCE_HOST_MEMORY_INTEL;
  if ((flags & both) != both) {
    return CL_SUCCESS;
  }
  uint64_t line = 1;
  for (const Device* device : context.devices) {
    line = std::max(line, device->info().cacheline_size);
  }
  if (reinterpret_cast<uintptr_t>(host_ptr) % line != 0) {
    return CL_INVALID_HOST_PTR;
  }
  return size % line != 0 ? CL_INVALID_BUFFER_SIZE : CL_SUCCESS;
}

expected<retained<Buffer>> create(cl_context handle, const cl_mem_properties* list,
                                  cl_mem_flags flags, size_t size, void* host_ptr) {
  Context* context = lookup<Context>(handle);
  if (const cl_int error = check_context(context)) {
    return fail(error);
  }
  auto properties = read_memory_properties(*context, list, buffer_properties);
  if (!properties) {
    return fail(properties.error());
  }
  if (check_memory_flags(flags) || check_contents(flags, *properties)) {
    return fail(CL_INVALID_VALUE);
  }
  if (size == 0 || size > context->max_allocation_size()) {
    return fail(CL_INVALID_BUFFER_SIZE);
  }
  if (const cl_int error = check_host_pointer(flags, host_ptr)) {
    return fail(error);
  }
  if (const cl_int error = check_reached(*context, host_ptr)) {
    return fail(error);
  }
  if (properties->has_device_address && context->is_mixed()) {
    context->notify("no addresses of buffers in a context of several kinds of devices");
    return fail(CL_INVALID_OPERATION);
  }
  if (const cl_int error = check_forced_host_memory(*context, flags, size, host_ptr)) {
    return fail(error);
  }
  const auto allocation = context->allocations.find(host_ptr);
  if (allocation && !allocation->contains(host_ptr, size)) {
    return fail(CL_INVALID_BUFFER_SIZE);
  }
  auto external = map_external(*properties, flags, host_ptr);
  if (!external) {
    return fail(external.error());
  }
  if (*external && size > (*external)->size) {
    return fail(CL_INVALID_BUFFER_SIZE);
  }
  auto buffer = make<Buffer>(retained<Context>(context), flags, size, host_ptr);
  if (const cl_int error = allocate(*buffer, std::move(*properties), std::move(*external))) {
    return fail(error);
  }
  if (flags & CL_MEM_COPY_HOST_PTR) {
    if (const cl_int error = buffer->set_contents(host_ptr, size)) {
      return fail(error);
    }
  }
  return buffer;
}

} // namespace

namespace {

constexpr cl_mem_flags writable = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY;
constexpr cl_mem_flags readable = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY;

/// Pairs of flags: if the parent has the first, a sub-buffer or an image of it must not have the
/// second (section 5.2.1).
constexpr std::pair<cl_mem_flags, cl_mem_flags> forbidden[] = {
    {CL_MEM_WRITE_ONLY, readable},
    {CL_MEM_READ_ONLY, writable},
    {CL_MEM_IMMUTABLE_EXT, not_of_immutable},
    {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY},
    {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY},
    {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY},
};

} // namespace

cl_int check_inherited_flags(cl_mem_flags parent, cl_mem_flags flags) {
  if ((flags & placement) || check_memory_flags(flags)) {
    return CL_INVALID_VALUE;
  }
  const bool clashes = std::ranges::any_of(
      forbidden, [&](const auto& rule) { return (parent & rule.first) && (flags & rule.second); });
  return clashes ? CL_INVALID_VALUE : CL_SUCCESS;
}

namespace {

/// The address on each device of the context: all have the same memory.
cl_int device_addresses(const Buffer& buffer, Answer& answer) {
  if (!buffer.properties.has_device_address) {
    return CL_INVALID_OPERATION;
  }
  const std::vector<cl_mem_device_address_ext> addresses(buffer.context->devices.size(),
                                                         buffer.mux->address);
  return answer.list<cl_mem_device_address_ext>(addresses);
}

expected<retained<Buffer>> create_sub_buffer(cl_mem handle, cl_mem_flags flags,
                                             cl_buffer_create_type type, const void* info) {
  Buffer* parent = lookup<Buffer>(handle);
  if (!parent || parent->parent || !parent->is_plain()) {
    return fail(CL_INVALID_MEM_OBJECT);
  }
  if (const cl_int error = parent->context->check_alive()) {
    return fail(error);
  }
  if (const cl_int error = check_inherited_flags(parent->flags, flags)) {
    return fail(error);
  }
  if (type != CL_BUFFER_CREATE_TYPE_REGION || !info) {
    return fail(CL_INVALID_VALUE);
  }
  const auto& region = *static_cast<const cl_buffer_region*>(info);
  if (!parent->contains(region.origin, region.size)) {
    return fail(CL_INVALID_VALUE);
  }
  if (region.size == 0) {
    return fail(CL_INVALID_BUFFER_SIZE);
  }
  const auto is_aligned = [&](const Device* device) {
    return region.origin % device->info().buffer_alignment == 0;
  };
  if (std::ranges::none_of(parent->context->devices, is_aligned)) {
    return fail(CL_MISALIGNED_SUB_BUFFER_OFFSET);
  }
  auto buffer = make<Buffer>(retained<Buffer>(parent), flags, region.origin, region.size);
  if (const cl_int error = buffer->allocate()) {
    return fail(error);
  }
  return buffer;
}

constexpr InfoRow<Buffer> rows[] = {
    {CL_MEM_TYPE,
     [](const Buffer& b, Answer& a) {
       return a.is<cl_mem_object_type>(b.image       ? b.image->type
                                       : b.is_pipe() ? CL_MEM_OBJECT_PIPE
                                                     : CL_MEM_OBJECT_BUFFER);
     }},
    {CL_MEM_FLAGS, [](const Buffer& b, Answer& a) { return a.is(b.flags); }},
    {CL_MEM_SIZE, [](const Buffer& b, Answer& a) { return a.is(b.size); }},
    {CL_MEM_HOST_PTR, [](const Buffer& b, Answer& a) { return a.is<void*>(b.host_ptr); }},
    {CL_MEM_MAP_COUNT, [](const Buffer& b, Answer& a) { return a.is(b.map_count()); }},
    {CL_MEM_REFERENCE_COUNT, [](const Buffer& b, Answer& a) { return a.is(api_references(b)); }},
    {CL_MEM_CONTEXT, [](const Buffer& b, Answer& a) { return a.is(handle_of(b.context.get())); }},
    {CL_MEM_ASSOCIATED_MEMOBJECT,
     [](const Buffer& b, Answer& a) { return a.is(handle_of(b.parent.get())); }},
    {CL_MEM_USES_SVM_POINTER,
     [](const Buffer& b, Answer& a) {
       return a.flag(b.host_ptr && is_svm(*b.context, b.host_ptr));
     }},
    {CL_MEM_OFFSET, [](const Buffer& b, Answer& a) { return a.is(b.origin); }},
    {CL_MEM_PROPERTIES,
     [](const Buffer& b, Answer& a) { return a.list<cl_mem_properties>(b.properties.list); }},
    {CL_MEM_DEVICE_ADDRESS_EXT, device_addresses},
};

} // namespace
} // namespace cl

using namespace cl;

cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
                                  void* host_ptr, cl_int* errcode_ret) {
  return created(errcode_ret, [&] { return create(context, nullptr, flags, size, host_ptr); });
}

cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context context,
                                                const cl_mem_properties* properties,
                                                cl_mem_flags flags, size_t size, void* host_ptr,
                                                cl_int* errcode_ret) {
  return created(errcode_ret, [&] { return create(context, properties, flags, size, host_ptr); });
}

/// cl_intel_create_buffer_with_properties, revision 1: without an error of its own for properties.
cl_mem CL_API_CALL clCreateBufferWithPropertiesINTEL(cl_context context,
                                                     const cl_mem_properties_intel* properties,
                                                     cl_mem_flags flags, size_t size,
                                                     void* host_ptr, cl_int* errcode_ret) {
  return created(errcode_ret, [&] {
    auto buffer = create(context, properties, flags, size, host_ptr);
    return !buffer && buffer.error() == CL_INVALID_PROPERTY ? fail(CL_INVALID_VALUE)
                                                            : std::move(buffer);
  });
}

cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                                     const void* info, cl_int* errcode_ret) {
  return created(errcode_ret, [&] { return create_sub_buffer(buffer, flags, type, info); });
}

cl_int CL_API_CALL clRetainMemObject(cl_mem handle) { return api_retain<Buffer>(handle); }

cl_int CL_API_CALL clReleaseMemObject(cl_mem handle) { return api_release<Buffer>(handle); }

cl_int CL_API_CALL clSetMemObjectDestructorCallback(cl_mem handle, Buffer::Destructor function,
                                                    void* user_data) {
  return guarded([&]() -> cl_int {
    Buffer* buffer = lookup<Buffer>(handle);
    if (!buffer) {
      return CL_INVALID_MEM_OBJECT;
    }
    if (!function) {
      return CL_INVALID_VALUE;
    }
    buffer->on_destruction(function, user_data);
    return CL_SUCCESS;
  });
}

cl_int CL_API_CALL clGetMemObjectInfo(cl_mem handle, cl_mem_info name, size_t size, void* value,
                                      size_t* size_ret) {
  return guarded([&] {
    const Buffer* buffer = lookup<Buffer>(handle);
    return buffer ? answer_info<Buffer>(rows, name, {size, value, size_ret}, *buffer)
                  : CL_INVALID_MEM_OBJECT;
  });
}
