// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel.h"

#include "buffer.h"

#include <algorithm>
#include <cstring>

namespace cl {

Kernel::Kernel(retained<Program> in_program, ExecutablePointer in_executable,
               const binary::Kernel& in_info, mux_kernel_t loaded)
    : program(std::move(in_program)), executable(std::move(in_executable)), info(in_info),
      mux(loaded), values(info.arguments.size()), descriptors(info.arguments.size()) {
  size_t total = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    values[i].offset = total;
    total += info.arguments[i].kind == binary::ArgumentKind::value ? info.arguments[i].size : 0;
  }
  bytes.resize(total);
  program->attach_kernel();
}

Kernel::~Kernel() {
  muxDestroyKernel(executable->device.mux, mux, allocator);
  program->detach_kernel();
}

cl_int Kernel::set_value(size_t index, size_t size, const void* value) {
  if (size != info.arguments[index].size) {
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

cl_int Kernel::set_buffer(size_t index, size_t size, const void* value) {
  if (size != sizeof(cl_mem)) {
    return CL_INVALID_ARG_SIZE;
  }
  cl_mem handle = nullptr;
  if (value) {
    std::memcpy(&handle, value, sizeof handle);
  }
  mux_descriptor_t& descriptor = descriptors[index];
  if (handle) {
    const Buffer* buffer = lookup<Buffer>(handle);
    if (!buffer) {
      return CL_INVALID_MEM_OBJECT;
    }
    if (buffer->context != program->context) {
      return CL_INVALID_CONTEXT;
    }
    descriptor.type = mux_descriptor_type_buffer;
    descriptor.buffer = {buffer->mux, 0};
  } else {
    descriptor.type = mux_descriptor_type_address;
    descriptor.address = 0;
  }
  values[index].buffer = handle;
  return CL_SUCCESS;
}

cl_int Kernel::set_local(size_t index, size_t size, const void* value) {
  if (value) {
    return CL_INVALID_ARG_VALUE;
  }
  if (size == 0) {
    return CL_INVALID_ARG_SIZE;
  }
  descriptors[index].type = mux_descriptor_type_local;
  descriptors[index].local_size = size;
  return CL_SUCCESS;
}

cl_int Kernel::set_argument(cl_uint index, size_t size, const void* value) {
  if (index >= info.arguments.size()) {
    return CL_INVALID_ARG_INDEX;
  }
  cl_int error = CL_SUCCESS;
  switch (info.arguments[index].kind) {
  case binary::ArgumentKind::value:
    error = set_value(index, size, value);
    break;
  case binary::ArgumentKind::pointer:
    error = set_buffer(index, size, value);
    break;
  case binary::ArgumentKind::local:
    error = set_local(index, size, value);
    break;
  case binary::ArgumentKind::image:
    error = CL_INVALID_MEM_OBJECT; // there are no images
    break;
  case binary::ArgumentKind::sampler:
    error = CL_INVALID_SAMPLER; // nor samplers
    break;
  }
  if (!error) {
    values[index].is_set = true;
  }
  return error;
}

expected<std::span<const mux_descriptor_t>> Kernel::arguments() const {
  const bool complete = std::ranges::all_of(values, [](const Argument& argument) {
    return argument.is_set && (!argument.buffer || lookup<Buffer>(argument.buffer));
  });
  if (!complete) {
    return fail(CL_INVALID_KERNEL_ARGS);
  }
  return std::span<const mux_descriptor_t>(descriptors);
}

uint64_t Kernel::local_bytes() const {
  uint64_t total = mux->local_bytes;
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].is_set && info.arguments[i].kind == binary::ArgumentKind::local) {
      const uint64_t size = descriptors[i].local_size;
      const uint64_t alignment = std::max<uint64_t>(info.arguments[i].alignment, 1);
      const uint64_t begin = (total + alignment - 1) / alignment * alignment;
      if (__builtin_add_overflow(begin, size, &total)) {
        return UINT64_MAX;
      }
    }
  }
  return total;
}

namespace {

expected<retained<Kernel>> create(const retained<Program>& program,
                                  const ExecutablePointer& executable, const binary::Kernel& info) {
  mux_kernel_t loaded = nullptr;
  const mux_result_t result =
      muxCreateKernel(executable->device.mux, executable->mux, info.name.data(), info.name.size(),
                      allocator, &loaded);
  if (result != mux_success) {
    return fail(status_of(result));
  }
  try {
    return make<Kernel>(program, executable, info, loaded);
  } catch (...) {
    muxDestroyKernel(executable->device.mux, loaded, allocator);
    throw;
  }
}

expected<retained<Kernel>> create_by_name(cl_program handle, const char* name) {
  const retained<Program> program(lookup<Program>(handle));
  if (!program) {
    return fail(CL_INVALID_PROGRAM);
  }
  if (!name) {
    return fail(CL_INVALID_VALUE);
  }
  const auto executable = program->any_executable();
  if (!executable) {
    return fail(CL_INVALID_PROGRAM_EXECUTABLE);
  }
  const binary::Kernel* info = executable->find(name);
  return info ? create(program, executable, *info)
              : expected<retained<Kernel>>(fail(CL_INVALID_KERNEL_NAME));
}

cl_int create_all(cl_program handle, cl_uint count, cl_kernel* kernels, cl_uint* num_kernels) {
  const retained<Program> program(lookup<Program>(handle));
  if (!program) {
    return CL_INVALID_PROGRAM;
  }
  const auto executable = program->any_executable();
  if (!executable) {
    return CL_INVALID_PROGRAM_EXECUTABLE;
  }
  const auto& all = executable->contents.kernels;
  if (kernels && count < all.size()) {
    return CL_INVALID_VALUE;
  }
  std::vector<retained<Kernel>> made;
  for (size_t i = 0; kernels && i < all.size(); ++i) {
    auto kernel = create(program, executable, all[i]);
    if (!kernel) {
      return kernel.error();
    }
    made.push_back(std::move(*kernel));
  }
  for (size_t i = 0; i < made.size(); ++i) {
    kernels[i] = hand_out(made[i]);
  }
  if (num_kernels) {
    *num_kernels = static_cast<cl_uint>(all.size());
  }
  return CL_SUCCESS;
}

} // namespace
} // namespace cl

using namespace cl;

cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char* name, cl_int* errcode_ret) {
  return created(errcode_ret, [&] { return create_by_name(program, name); });
}

cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint count, cl_kernel* kernels,
                                            cl_uint* num_kernels) {
  return guarded([&] { return create_all(program, count, kernels, num_kernels); });
}

cl_int CL_API_CALL clRetainKernel(cl_kernel handle) { return api_retain<Kernel>(handle); }

cl_int CL_API_CALL clReleaseKernel(cl_kernel handle) { return api_release<Kernel>(handle); }

cl_int CL_API_CALL clSetKernelArg(cl_kernel handle, cl_uint index, size_t size, const void* value) {
  return guarded([&] {
    Kernel* kernel = lookup<Kernel>(handle);
    return kernel ? kernel->set_argument(index, size, value) : CL_INVALID_KERNEL;
  });
}
