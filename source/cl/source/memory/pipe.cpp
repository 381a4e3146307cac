// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/pipe.h"

#include "builtins/pipe.h"
#include "info.h"
#include "memory/buffer.h"
#include "platform/missing.h"

#include <cstring>
#include <new>
#include <vector>

namespace cl {
namespace {

constexpr cl_mem_flags default_flags = CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS;

/// Where the packets begin: aligned for any type.
uint64_t packets_offset(const PipeSize& size) {
  const uint64_t words =
      offsetof(builtins::PipeHeader, words) + sizeof(uint32_t) * uint64_t(size.max_packets);
  return (words + mux_alignment - 1) / mux_alignment * mux_alignment;
}

expected<retained<Buffer>> create_pipe(cl_context handle, cl_mem_flags flags, const PipeSize& pipe,
                                       const cl_pipe_properties* properties) {
  Context* context = lookup<Context>(handle);
  if (const cl_int error = check_context(context)) {
    return fail(error);
  }
  if (std::ranges::none_of(context->devices,
                           [](const Device* device) { return has_pipes(device->info()); })) {
    return fail(CL_INVALID_OPERATION);
  }
  if ((flags & ~default_flags) != 0 || properties) {
    return fail(CL_INVALID_VALUE);
  }
  if (pipe.packet_size == 0 || pipe.packet_size > max_pipe_packet_size || pipe.max_packets == 0) {
    return fail(CL_INVALID_PIPE_SIZE);
  }
  const uint64_t first = packets_offset(pipe);
  const uint64_t bytes = first + uint64_t(pipe.packet_size) * pipe.max_packets;
  if (bytes > context->max_allocation_size()) {
    return fail(CL_MEM_OBJECT_ALLOCATION_FAILURE);
  }
  auto buffer = make<Buffer>(retained<Context>(context), flags ? flags : default_flags,
                             static_cast<size_t>(bytes), pipe);
  if (const cl_int error = buffer->allocate()) {
    return fail(error);
  }
  // Straight into the device's memory where it is the host's as well.
  std::vector<std::byte> beside(buffer->data ? 0 : first);
  std::byte* const place = buffer->data ? buffer->data : beside.data();
  std::memset(place, 0, first);
  auto* header = ::new (place) builtins::PipeHeader{};
  header->max_packets = pipe.max_packets;
  header->packet_size = pipe.packet_size;
  header->packets = first;
  if (!buffer->data) {
    if (const cl_int error = buffer->set_contents(place, first)) {
      return fail(error);
    }
  }
  return buffer;
}

constexpr InfoRow<Buffer> rows[] = {
    {CL_PIPE_PACKET_SIZE, [](const Buffer& b, Answer& a) { return a.is(b.pipe.packet_size); }},
    {CL_PIPE_MAX_PACKETS, [](const Buffer& b, Answer& a) { return a.is(b.pipe.max_packets); }},
    {CL_PIPE_PROPERTIES,
     [](const Buffer& b, Answer& a) { return a.list<cl_mem_properties>(b.properties.list); }},
};

} // namespace
} // namespace cl

using namespace cl;

cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint packet_size,
                                cl_uint max_packets, const cl_pipe_properties* properties,
                                cl_int* errcode_ret) {
  return created(errcode_ret, [&] {
    return create_pipe(context, flags, {packet_size, max_packets}, properties);
  });
}

cl_int CL_API_CALL clGetPipeInfo(cl_mem pipe, cl_pipe_info name, size_t size, void* value,
                                 size_t* size_ret) {
  return guarded([&] {
    const Buffer* object = lookup<Buffer>(pipe);
    return object && object->is_pipe()
               ? answer_info<Buffer>(rows, name, {size, value, size_ret}, *object)
               : CL_INVALID_MEM_OBJECT;
  });
}
