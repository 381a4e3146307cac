// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetProgramInfo and clGetProgramBuildInfo.
#include "info.h"
#include "programs/program.h"

namespace cl {
namespace {

std::vector<Build> all_builds(const Program& program) {
  std::vector<Build> builds;
  for (const Device* device : program.devices) {
    builds.push_back(program.build(*device));
  }
  return builds;
}

cl_int devices(const Program& program, Answer& answer) {
  std::vector<cl_device_id> handles;
  for (Device* device : program.devices) {
    handles.push_back(handle_of(device));
  }
  return answer.list<cl_device_id>(handles);
}

cl_int binary_sizes(const Program& program, Answer& answer) {
  std::vector<size_t> sizes;
  for (const Build& build : all_builds(program)) {
    sizes.push_back(build.container ? build.container->size() : 0);
  }
  return answer.list<size_t>(sizes);
}

/// The value is a list of places, each as large as CL_PROGRAM_BINARY_SIZES says, or null.
cl_int binaries(const Program& program, Answer& answer) {
  const auto builds = all_builds(program);
  const size_t size = builds.size() * sizeof(unsigned char*);
  if (answer.place()) {
    if (answer.capacity() < size) {
      return CL_INVALID_VALUE;
    }
    auto* const* places = static_cast<unsigned char* const*>(answer.place());
    for (size_t i = 0; i < builds.size(); ++i) {
      if (places[i] && builds[i].container) {
        std::memcpy(places[i], builds[i].container->data(), builds[i].container->size());
      }
    }
  }
  answer.needs(size);
  return CL_SUCCESS;
}

cl_int num_kernels(const Program& program, Answer& answer) {
  const auto executable = program.any_executable();
  return executable
             ? answer.is<size_t>(static_cast<size_t>(std::ranges::distance(executable->kernels())))
             : CL_INVALID_PROGRAM_EXECUTABLE;
}

cl_int kernel_names(const Program& program, Answer& answer) {
  const auto executable = program.any_executable();
  if (!executable) {
    return CL_INVALID_PROGRAM_EXECUTABLE;
  }
  std::string names;
  for (const binary::Kernel* kernel : executable->kernels()) {
    names.append(names.empty() ? "" : ";").append(kernel->name);
  }
  return answer.text(names);
}

/// Constructors and destructors of C++ that run with the program, which no executable has.
cl_int no_initializers(const Program& program, Answer& answer) {
  return program.any_executable() ? answer.flag(false) : CL_INVALID_PROGRAM_EXECUTABLE;
}

constexpr InfoRow<Program> rows[] = {
    {CL_PROGRAM_REFERENCE_COUNT,
     [](const Program& p, Answer& a) { return a.is(api_references(p)); }},
    {CL_PROGRAM_CONTEXT,
     [](const Program& p, Answer& a) { return a.is(handle_of(p.context.get())); }},
    {CL_PROGRAM_NUM_DEVICES,
     [](const Program& p, Answer& a) { return a.is(static_cast<cl_uint>(p.devices.size())); }},
    {CL_PROGRAM_DEVICES, devices},
    {CL_PROGRAM_SOURCE, [](const Program& p, Answer& a) { return a.text(p.source); }},
    {CL_PROGRAM_IL, // the same number as CL_PROGRAM_IL_KHR
     [](const Program& p, Answer& a) { return a.list<uint8_t>(p.il); }},
    {CL_PROGRAM_BINARY_SIZES, binary_sizes},
    {CL_PROGRAM_BINARIES, binaries},
    {CL_PROGRAM_NUM_KERNELS, num_kernels},
    {CL_PROGRAM_KERNEL_NAMES, kernel_names},
    {CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, no_initializers},
    {CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, no_initializers},
};

constexpr InfoRow<Build> build_rows[] = {
    {CL_PROGRAM_BUILD_STATUS, [](const Build& b, Answer& a) { return a.is(b.status); }},
    {CL_PROGRAM_BUILD_OPTIONS, [](const Build& b, Answer& a) { return a.text(b.options); }},
    {CL_PROGRAM_BUILD_LOG, [](const Build& b, Answer& a) { return a.text(b.log); }},
    {CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
     [](const Build& b, Answer& a) {
       return a.is<size_t>(b.executable ? b.executable->mux->variables_size : 0);
     }},
    {CL_PROGRAM_BINARY_TYPE, [](const Build& b, Answer& a) { return a.is(b.type); }},
};

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clGetProgramInfo(cl_program handle, cl_program_info name, size_t size,
                                    void* value, size_t* size_ret) {
  return guarded([&] {
    const Program* program = lookup<Program>(handle);
    return program ? answer_info<Program>(rows, name, {size, value, size_ret}, *program)
                   : CL_INVALID_PROGRAM;
  });
}

cl_int CL_API_CALL clGetProgramBuildInfo(cl_program handle, cl_device_id device_handle,
                                         cl_program_build_info name, size_t size, void* value,
                                         size_t* size_ret) {
  return guarded([&]() -> cl_int {
    const Program* program = lookup<Program>(handle);
    if (!program) {
      return CL_INVALID_PROGRAM;
    }
    const Device* device = lookup<Device>(device_handle);
    if (!device || !program->has(*device)) {
      return CL_INVALID_DEVICE;
    }
    return answer_info<Build>(build_rows, name, {size, value, size_ret}, program->build(*device));
  });
}
