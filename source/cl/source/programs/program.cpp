// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/program.h"

#include "platform/platform.h"

#include <algorithm>
#include <cstring>

namespace cl {

void Build::set_container(binary::bytes bytes) {
  container_hash = compiler::content_hash(bytes);
  container = std::make_shared<const binary::bytes>(std::move(bytes));
}

Program::Program(retained<Context> in_context, std::vector<Device*> in_devices,
                 std::string in_source)
    : context(std::move(in_context)), devices(std::move(in_devices)), origin(Origin::source),
      source(std::move(in_source)), builds(devices.size()) {}

Program::Program(retained<Context> in_context, std::vector<Device*> in_devices, Origin in_origin)
    : context(std::move(in_context)), devices(std::move(in_devices)), origin(in_origin),
      builds(devices.size()) {}

Program::Program(retained<Context> in_context, std::vector<Device*> in_devices, binary::bytes in_il)
    : context(std::move(in_context)), devices(std::move(in_devices)), origin(Origin::il),
      il(std::move(in_il)), builds(devices.size()) {}

Program::~Program() = default;

bool Program::has(const Device& device) const {
  return std::ranges::find(devices, &device) != devices.end();
}

const Build* Program::find(const Device& device) const {
  const Build* own = nullptr;
  for (const Device* part = &device; part; part = part->parent.get()) {
    const auto index = size_t(std::ranges::find(devices, part) - devices.begin());
    if (index == devices.size()) {
      continue;
    }
    if (builds[index].status != CL_BUILD_NONE || builds[index].container) {
      return &builds[index];
    }
    own = own ? own : &builds[index];
  }
  if (own || origin != Origin::binaries) {
    return own;
  }
  const auto relative = std::ranges::find(devices, &device.root(),
                                          [](const Device* other) { return &other->root(); });
  return relative == devices.end() ? nullptr : &builds[size_t(relative - devices.begin())];
}

bool Program::runs_on(const Device& device) const {
  const std::lock_guard guard(lock);
  return has(device) || (context->has(device) && find(device));
}

Build Program::build(const Device& device) const {
  const std::lock_guard guard(lock);
  return *find(device);
}

ExecutablePointer Program::executable(const Device& device) const {
  const std::lock_guard guard(lock);
  const Build* found = find(device);
  return found ? found->executable : nullptr;
}

ExecutablePointer Program::any_executable() const {
  const std::lock_guard guard(lock);
  const auto found = std::ranges::find_if(builds, [](const Build& build) {
    return build.status == CL_BUILD_SUCCESS && build.executable;
  });
  return found == builds.end() ? nullptr : found->executable;
}

std::vector<ExecutablePointer> Program::executables() const {
  std::vector<ExecutablePointer> all;
  const std::lock_guard guard(lock);
  for (const Build& build : builds) {
    if (build.status == CL_BUILD_SUCCESS && build.executable &&
        std::ranges::find(all, build.executable) == all.end()) {
      all.push_back(build.executable);
    }
  }
  return all;
}

void Program::set(const Device& device, Build build) {
  const auto index = std::ranges::find(devices, &device) - devices.begin();
  const std::lock_guard guard(lock);
  std::swap(builds[size_t(index)], build);
} // the former value is destroyed with no lock held

void Program::specialize(compiler::SpecializationValue value) {
  const std::lock_guard guard(lock);
  const auto known = std::ranges::find(values, value.id, &compiler::SpecializationValue::id);
  if (known != values.end()) {
    *known = std::move(value);
  } else {
    values.push_back(std::move(value));
  }
}

std::vector<compiler::SpecializationValue> Program::specializations() const {
  const std::lock_guard guard(lock);
  return values;
}

cl_int Program::begin_builds(std::span<Device* const> list) {
  const std::lock_guard guard(lock);
  const auto build_of = [&](Device* device) -> Build& {
    return builds[size_t(std::ranges::find(devices, device) - devices.begin())];
  };
  const bool busy = std::ranges::any_of(
      list, [&](Device* device) { return build_of(device).status == CL_BUILD_IN_PROGRESS; });
  if (busy || kernels.load() != 0) {
    return CL_INVALID_OPERATION;
  }
  for (Device* device : list) {
    build_of(device).status = CL_BUILD_IN_PROGRESS;
  }
  return CL_SUCCESS;
}

void Program::abandon_builds() noexcept {
  const std::lock_guard guard(lock);
  for (Build& build : builds) {
    if (build.status == CL_BUILD_IN_PROGRESS) {
      build.status = CL_BUILD_ERROR;
    }
  }
}

expected<std::vector<Device*>> check_device_list(std::span<Device* const> all, cl_uint count,
                                                 const cl_device_id* list) {
  if ((count == 0) != (list == nullptr)) {
    return fail(CL_INVALID_VALUE);
  }
  if (!list) {
    return std::vector<Device*>(all.begin(), all.end());
  }
  auto devices = lookup_devices({list, count});
  if (!devices) {
    return devices;
  }
  for (Device* device : *devices) {
    if (std::ranges::find(all, device) == all.end()) {
      return fail(CL_INVALID_DEVICE);
    }
  }
  return devices;
}

namespace {

expected<retained<Program>> create_with_source(cl_context handle, cl_uint count,
                                               const char* const* strings, const size_t* lengths) {
  Context* context = lookup<Context>(handle);
  if (const cl_int error = check_context(context)) {
    return fail(error);
  }
  if (count == 0 || !strings) {
    return fail(CL_INVALID_VALUE);
  }
  std::string source;
  for (cl_uint i = 0; i < count; ++i) {
    if (!strings[i]) {
      return fail(CL_INVALID_VALUE);
    }
    source.append(strings[i], lengths && lengths[i] ? lengths[i] : std::strlen(strings[i]));
  }
  return make<Program>(retained<Context>(context), context->devices, std::move(source));
}

/// There are no built-in kernels, so that every name is unknown.
expected<retained<Program>> create_with_built_in_kernels(cl_context handle, cl_uint count,
                                                         const cl_device_id* list) {
  const Context* context = lookup<Context>(handle);
  if (const cl_int error = check_context(context)) {
    return fail(error);
  }
  if (count == 0 || !list) {
    return fail(CL_INVALID_VALUE);
  }
  const auto devices = check_device_list(context->devices, count, list);
  return fail(devices ? CL_INVALID_VALUE : devices.error());
}

} // namespace
} // namespace cl

using namespace cl;

cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count,
                                                 const char** strings, const size_t* lengths,
                                                 cl_int* errcode_ret) {
  return created(errcode_ret, [&] { return create_with_source(context, count, strings, lengths); });
}

cl_program CL_API_CALL clCreateProgramWithBuiltInKernels(cl_context context, cl_uint count,
                                                         const cl_device_id* list, const char*,
                                                         cl_int* errcode_ret) {
  return created(errcode_ret, [&] { return create_with_built_in_kernels(context, count, list); });
}

cl_int CL_API_CALL clRetainProgram(cl_program handle) { return api_retain<Program>(handle); }

cl_int CL_API_CALL clReleaseProgram(cl_program handle) { return api_release<Program>(handle); }

// It tells when destructors of program-scope variables have run, which no device has.
cl_int CL_API_CALL clSetProgramReleaseCallback(cl_program handle,
                                               void(CL_CALLBACK* notify)(cl_program, void*),
                                               void*) {
  return !lookup<Program>(handle) ? CL_INVALID_PROGRAM
         : !notify                ? CL_INVALID_VALUE
                                  : CL_INVALID_OPERATION;
}

// The compiler stays: unloading it is a hint, and other threads may be compiling.
cl_int CL_API_CALL clUnloadCompiler() { return CL_SUCCESS; }

cl_int CL_API_CALL clUnloadPlatformCompiler(cl_platform_id handle) {
  return lookup<Platform>(handle) ? CL_SUCCESS : CL_INVALID_PLATFORM;
}
