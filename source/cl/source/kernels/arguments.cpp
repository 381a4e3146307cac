// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/arguments.h"

#include "copies/uses.h"

#include <algorithm>
#include <cstring>

namespace cl {

Arguments::Arguments(const binary::Kernel& in_info, const Context& in_context)
    : info(&in_info), context(&in_context), values(in_info.arguments.size()),
      descriptors(in_info.arguments.size()) {
  size_t total = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    values[i].offset = total;
    total += info->arguments[i].kind == binary::ArgumentKind::value ? info->arguments[i].size : 0;
  }
  bytes.resize(total);
}

cl_int Arguments::set_value(size_t index, size_t size, const void* value) {
  if (size != info->arguments[index].size) {
    return CL_INVALID_ARG_SIZE;
  }
  if (!value) {
    return CL_INVALID_ARG_VALUE;
  }
  std::byte* place = bytes.data() + values[index].offset;
  std::memcpy(place, value, size);
  descriptors[index].type = mux_descriptor_type_bytes;
  descriptors[index].bytes = {place, size};
  return CL_SUCCESS;
}

namespace {

/// Whether the kernel declares that it only reads the memory that an argument points to.
bool is_read_only(const binary::Argument& argument) {
  return argument.address_space == binary::AddressSpace::constant ||
         (argument.type_qualifiers & binary::qualifier_const);
}

bool is_too_large(const binary::Argument& argument, uint64_t bytes) {
  return argument.max_bytes != 0 && bytes > argument.max_bytes;
}

} // namespace

cl_int Arguments::set_buffer(size_t index, size_t size, const void* value) {
  if (size != sizeof(cl_mem)) {
    return CL_INVALID_ARG_SIZE;
  }
  cl_mem handle = nullptr;
  if (value) {
    std::memcpy(&handle, value, sizeof handle);
  }
  const bool takes_pipe = info->arguments[index].type_qualifiers & binary::qualifier_pipe;
  if (takes_pipe && !handle) {
    return CL_INVALID_MEM_OBJECT;
  }
  mux_descriptor_t& descriptor = descriptors[index];
  Buffer* buffer = nullptr;
  if (handle) {
    buffer = lookup<Buffer>(handle);
    if (!buffer || buffer->image || buffer->is_pipe() != takes_pipe) {
      return CL_INVALID_MEM_OBJECT;
    }
    if (buffer->context.get() != context) {
      return CL_INVALID_CONTEXT;
    }
    if (check_writable(*buffer) && !is_read_only(info->arguments[index])) {
      return CL_INVALID_ARG_VALUE;
    }
    if (is_too_large(info->arguments[index], buffer->size)) {
      return CL_MAX_SIZE_RESTRICTION_EXCEEDED;
    }
    descriptor.type = mux_descriptor_type_buffer;
    descriptor.buffer = {buffer->mux, 0};
  } else {
    descriptor.type = mux_descriptor_type_address;
    descriptor.address = 0;
  }
  values[index].buffer = weak(buffer);
  values[index].allocation = {};
  return CL_SUCCESS;
}

cl_int Arguments::set_queue(size_t index, size_t size, const void* value) {
  if (size != sizeof(cl_command_queue)) {
    return CL_INVALID_ARG_SIZE;
  }
  cl_command_queue handle = nullptr;
  if (value) {
    std::memcpy(&handle, value, sizeof handle);
  }
  Queue* queue = lookup<Queue>(handle);
  if (!queue || !queue->on_device) {
    return CL_INVALID_DEVICE_QUEUE;
  }
  if (queue->context.get() != context) {
    return CL_INVALID_CONTEXT;
  }
  descriptors[index].type = mux_descriptor_type_address;
  descriptors[index].address = queue->on_device->address;
  values[index].queue = weak(queue);
  return CL_SUCCESS;
}

cl_int Arguments::set_image(size_t index, size_t size, const void* value) {
  const binary::Argument& argument = info->arguments[index];
  if (size != sizeof(cl_mem)) {
    return CL_INVALID_ARG_SIZE;
  }
  cl_mem handle = nullptr;
  if (value) {
    std::memcpy(&handle, value, sizeof handle);
  }
  Buffer* object = lookup<Buffer>(handle);
  if (!object || !object->image) {
    return CL_INVALID_MEM_OBJECT;
  }
  if (object->context.get() != context) {
    return CL_INVALID_CONTEXT;
  }
  constexpr cl_mem_flags never_written = CL_MEM_READ_ONLY | CL_MEM_IMMUTABLE_EXT;
  const cl_mem_flags refused = argument.access == binary::Access::read_only ? CL_MEM_WRITE_ONLY
                               : argument.access == binary::Access::write_only
                                   ? never_written
                                   : never_written | CL_MEM_WRITE_ONLY;
  // A SPIR-V program need not say how it calls its types.
  if (argument.type_name.starts_with("image") &&
      argument.type_name != object->image->kernel_type()) {
    return CL_INVALID_MEM_OBJECT;
  }
  if (object->flags & refused) {
    return CL_INVALID_ARG_VALUE;
  }
  descriptors[index].type = mux_descriptor_type_image;
  descriptors[index].image = object->image->mux;
  values[index].buffer = weak(object);
  return CL_SUCCESS;
}

cl_int Arguments::set_sampler(size_t index, size_t size, const void* value) {
  if (size != sizeof(cl_sampler)) {
    return CL_INVALID_ARG_SIZE;
  }
  cl_sampler handle = nullptr;
  if (value) {
    std::memcpy(&handle, value, sizeof handle);
  }
  Sampler* sampler = lookup<Sampler>(handle);
  if (!sampler) {
    return CL_INVALID_SAMPLER;
  }
  if (sampler->context.get() != context) {
    return CL_INVALID_CONTEXT;
  }
  descriptors[index].type = mux_descriptor_type_sampler;
  descriptors[index].sampler = sampler->mux;
  values[index].sampler = weak(sampler);
  return CL_SUCCESS;
}

cl_int Arguments::set_local(size_t index, size_t size, const void* value) {
  if (value) {
    return CL_INVALID_ARG_VALUE;
  }
  if (is_too_large(info->arguments[index], size)) {
    return CL_MAX_SIZE_RESTRICTION_EXCEEDED;
  }
  descriptors[index].type = mux_descriptor_type_local; // of no bytes as well, since OpenCL 3.1
  descriptors[index].local_size = size;
  return CL_SUCCESS;
}

cl_int Arguments::set(cl_uint index, size_t size, const void* value) {
  if (index >= info->arguments.size()) {
    return CL_INVALID_ARG_INDEX;
  }
  cl_int error = CL_SUCCESS;
  switch (info->arguments[index].kind) {
  case binary::ArgumentKind::value:
    error = set_value(index, size, value);
    break;
  case binary::ArgumentKind::pointer:
    error = info->arguments[index].type_qualifiers & binary::qualifier_queue
                ? set_queue(index, size, value)
                : set_buffer(index, size, value);
    break;
  case binary::ArgumentKind::local:
    error = set_local(index, size, value);
    break;
  case binary::ArgumentKind::image:
    error = set_image(index, size, value);
    break;
  case binary::ArgumentKind::sampler:
    error = set_sampler(index, size, value);
    break;
  }
  if (!error) {
    values[index].is_set = true;
  }
  return error;
}

void Arguments::take(const Arguments& other) {
  values = other.values;
  descriptors = other.descriptors;
  bytes = other.bytes;
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].is_set && info->arguments[i].kind == binary::ArgumentKind::value) {
      descriptors[i].bytes.data = bytes.data() + values[i].offset;
    }
  }
}

/// An address that was freed may yet be meant as the end of an allocation.
bool Arguments::is_there(size_t index) const {
  const Value& value = values[index];
  return value.is_there() &&
         (value.allocation.is_allocated() ||
          context->allocations.is_end(reinterpret_cast<const void*>(descriptors[index].address)));
}

expected<std::span<const mux_descriptor_t>> Arguments::all() const {
  for (size_t i = 0; i < values.size(); ++i) {
    if (!is_there(i)) {
      return fail(CL_INVALID_KERNEL_ARGS);
    }
  }
  return std::span<const mux_descriptor_t>(descriptors);
}

expected<std::span<const mux_descriptor_t>>
Arguments::all_on(const Device& device, std::vector<mux_descriptor_t>& own) const {
  const auto here = all();
  if (!here || !context->is_mixed()) {
    return here;
  }
  own.assign(here->begin(), here->end());
  for (size_t i = 0; i < own.size(); ++i) {
    const Buffer* buffer = values[i].buffer.get();
    const Sampler* sampler = values[i].sampler.get();
    const Queue* queue = values[i].queue.get();
    if (buffer) {
      if (const cl_int error = buffer->check_on(device)) {
        return fail(error);
      }
    }
    if (buffer && buffer->image) {
      own[i].image = (*buffer->image_on(device))->mux;
    } else if (buffer) {
      own[i].buffer.buffer = *buffer->mux_on(device);
    } else if (sampler) {
      own[i].sampler = sampler->mux_on(device);
    } else if (queue && queue->device.mux != device.mux) {
      return fail(CL_INVALID_KERNEL_ARGS);
    }
  }
  return std::span<const mux_descriptor_t>(own);
}

void Arguments::add_uses(Uses& uses) const {
  if (!context->is_mixed()) {
    return;
  }
  for (size_t i = 0; i < values.size(); ++i) {
    if (const Buffer* buffer = values[i].buffer.get()) {
      const bool only_reads = buffer->image ? info->arguments[i].access == binary::Access::read_only
                                            : is_read_only(info->arguments[i]);
      const bool is_constant = buffer->flags & (CL_MEM_READ_ONLY | CL_MEM_IMMUTABLE_EXT);
      uses.add(*buffer, only_reads || is_constant ? Access::read : Access::write);
    }
  }
}

uint64_t Arguments::local_bytes(const KernelCode& code) const {
  uint64_t total = code.mux->local_bytes;
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].is_set && info->arguments[i].kind == binary::ArgumentKind::local) {
      const uint64_t size = descriptors[i].local_size;
      const uint64_t alignment = std::max<uint64_t>(info->arguments[i].alignment, 1);
      const uint64_t begin = (total + alignment - 1) / alignment * alignment;
      if (__builtin_add_overflow(begin, size, &total)) {
        return UINT64_MAX;
      }
    }
  }
  return total;
}

bool Arguments::is_global_pointer(cl_uint index) const {
  if (index >= info->arguments.size()) {
    return false;
  }
  const binary::Argument& argument = info->arguments[index];
  return argument.kind == binary::ArgumentKind::pointer &&
         argument.address_space == binary::AddressSpace::global &&
         !(argument.type_qualifiers & binary::qualifier_pipe);
}

cl_int Arguments::keep_address(cl_uint index, const void* address, AllocationWatch allocation) {
  if (index >= info->arguments.size()) {
    return CL_INVALID_ARG_INDEX;
  }
  if (info->arguments[index].kind != binary::ArgumentKind::pointer ||
      (info->arguments[index].type_qualifiers &
       (binary::qualifier_pipe | binary::qualifier_queue))) {
    return CL_INVALID_ARG_VALUE;
  }
  descriptors[index].type = mux_descriptor_type_address;
  descriptors[index].address = reinterpret_cast<uintptr_t>(address);
  values[index].buffer = {};
  values[index].allocation = allocation;
  values[index].is_set = true;
  return CL_SUCCESS;
}

cl_int Arguments::set_any_address(cl_uint index, const void* address) {
  return keep_address(index, address,
                      context->allocations.watch(address).value_or(AllocationWatch()));
}

cl_int Arguments::set_unwatched_address(cl_uint index, const void* address) {
  return keep_address(index, address, AllocationWatch());
}

cl_int Arguments::set_address(cl_uint index, const void* address) {
  const auto allocation = context->allocations.watch(address);
  return allocation ? keep_address(index, address, *allocation) : CL_INVALID_ARG_VALUE;
}

} // namespace cl
