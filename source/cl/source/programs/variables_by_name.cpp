// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables of a program by their names: where they are on a device, and commands that read and
// write them (cl_newer.h).
#include "enqueue/address_commands.h"
#include "programs/program.h"

namespace cl {
namespace {

/// A part of a variable, and the executable in whose memory it is.
struct Place {
  ExecutablePointer executable;
  std::span<std::byte> bytes;
};

/// CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_VALUE without a name, CL_INVALID_ARG_VALUE for a name
/// that the program does not have.
expected<Place> find_variable(const Program& program, const Device& device, const char* name) {
  if (!name) {
    return cargo::unexpected{CL_INVALID_VALUE};
  }
  auto executable = program.executable(device);
  if (!executable) {
    return cargo::unexpected{CL_INVALID_PROGRAM_EXECUTABLE};
  }
  const auto bytes = executable->variable(name);
  if (bytes.empty()) {
    return cargo::unexpected{CL_INVALID_ARG_VALUE};
  }
  return Place{std::move(executable), bytes};
}

/// Likewise, and CL_INVALID_PROGRAM, CL_INVALID_CONTEXT; CL_INVALID_VALUE for a part outside it.
expected<Place> find_part(const Target& target, cl_program handle, const char* name, size_t size,
                          size_t offset) {
  const Program* program = lookup<Program>(handle);
  if (!program) {
    return cargo::unexpected{CL_INVALID_PROGRAM};
  }
  if (program->context.get() != target.queue->context.get()) {
    return cargo::unexpected{CL_INVALID_CONTEXT};
  }
  auto place = find_variable(*program, target.queue->device, name);
  if (!place) {
    return place;
  }
  if (size == 0 || offset > place->bytes.size() || size > place->bytes.size() - offset) {
    return cargo::unexpected{CL_INVALID_VALUE};
  }
  place->bytes = place->bytes.subspan(offset, size);
  return place;
}

/// The variable's memory is there until the command has ended, whatever becomes of the program.
cl_int copy(const Target& target, Place& place, cl_bool blocking, void* to, const void* from) {
  const size_t size = place.bytes.size();
  Reference references[] = {
      Reference(std::make_unique<ExecutablePointer>(std::move(place.executable)))};
  return copy_bytes(target, {.type = CL_COMMAND_MEMCPY_INTEL, .blocking = blocking != CL_FALSE}, to,
                    from, size, references);
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clGetDeviceGlobalVariablePointerINTEL(cl_device_id device_handle,
                                                         cl_program handle, const char* name,
                                                         size_t* size_ret, void** pointer_ret) {
  return guarded([&]() -> cl_int {
    const Device* device = lookup<Device>(device_handle);
    const Program* program = lookup<Program>(handle);
    if (!program) {
      return CL_INVALID_PROGRAM;
    }
    if (!device || !program->has(*device)) {
      return CL_INVALID_DEVICE;
    }
    if (!pointer_ret) {
      return CL_INVALID_VALUE;
    }
    const auto place = find_variable(*program, *device, name);
    if (!place) {
      return place.error();
    }
    *pointer_ret = place->bytes.data();
    if (size_ret) {
      *size_ret = place->bytes.size();
    }
    return CL_SUCCESS;
  });
}

cl_int CL_API_CALL clEnqueueReadGlobalVariableINTEL(cl_command_queue queue, cl_program program,
                                                    const char* name, cl_bool blocking, size_t size,
                                                    size_t offset, void* to, cl_uint count,
                                                    const cl_event* list, cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) -> cl_int {
    auto place = find_part(target, program, name, size, offset);
    return place ? copy(target, *place, blocking, to, place->bytes.data()) : place.error();
  });
}

cl_int CL_API_CALL clEnqueueWriteGlobalVariableINTEL(cl_command_queue queue, cl_program program,
                                                     const char* name, cl_bool blocking,
                                                     size_t size, size_t offset, const void* from,
                                                     cl_uint count, const cl_event* list,
                                                     cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) -> cl_int {
    auto place = find_part(target, program, name, size, offset);
    return place ? copy(target, *place, blocking, place->bytes.data(), from) : place.error();
  });
}
