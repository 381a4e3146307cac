// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/kernel.h"

#include "programs/zeroed_memory.h"

#include <algorithm>

namespace cl {

Kernel::Kernel(retained<Program> in_program, std::vector<Code> in_codes)
    : program(std::move(in_program)), codes(std::move(in_codes)), info(*codes.front().info),
      arguments(info, *program->context), memos(codes.size()) {
  by_device.reserve(program->context->devices.size());
  program->attach_kernel();
  // A device's executable does not change as long as the program has kernels.
  for (const Device* device : program->context->devices) {
    if (!program->runs_on(*device)) {
      continue;
    }
    const auto found = std::ranges::find(codes, program->executable(*device), &Code::executable);
    by_device.push_back({device, found == codes.end() ? nullptr : &*found});
  }
}

Kernel::~Kernel() { program->detach_kernel(); }

const Kernel::Code* Kernel::code(const Device& device) const {
  const auto found = std::ranges::find(by_device, &device, &CodeOfDevice::device);
  return found == by_device.end() ? nullptr : found->code;
}

namespace {

Origin origin_of(const Program& program, const KernelCode& code) {
  const Build build = program.build(code.executable->device);
  return {build.container, build.container_hash, options_in(*program.context, build.options)};
}

} // namespace

expected<const Kernel::Code*> Kernel::remainder_code(const Code& code) const {
  if (code.info->required_local_size[0] == 0) {
    return &code;
  }
  RemainderCode& remainder = code.executable->variants_of(*code.info).remainder;
  const Code* made = remainder.get(code, [&] { return origin_of(*program, code); });
  if (!made) {
    return fail(CL_OUT_OF_RESOURCES);
  }
  return made;
}

expected<const Kernel::Code*> Kernel::code_for(const Code& code, mux_ndrange_t& range) const {
  if (code.info->non_uniform != 0 && has_smaller_groups(range)) {
    const auto remainder = remainder_code(code);
    if (!remainder) {
      return remainder;
    }
    range.remainder_kernel = (*remainder)->mux;
    // Calls of printf have other numbers in other code.
    if (code.info->prints || !has_full_groups(range)) {
      return remainder;
    }
  }
  if (code.info->enqueues) {
    return &code; // what it enqueues is of the same executable
  }
  Variants& variants = code.executable->variants_of(*code.info);
  const Code* variant =
      variants.choose(code, range, memo(code), [&] { return origin_of(*program, code); });
  return variant ? variant : &code;
}

namespace {

/// A kernel that is the same in all executables (same_in_all).
expected<retained<Kernel>> create(const retained<Program>& program,
                                  std::span<const ExecutablePointer> executables,
                                  std::string_view name) {
  std::vector<Kernel::Code> codes;
  codes.reserve(executables.size());
  for (const ExecutablePointer& executable : executables) {
    mux_kernel_t loaded = nullptr;
    const mux_result_t result = muxCreateKernel(executable->device.mux, executable->mux,
                                                name.data(), name.size(), allocator, &loaded);
    if (result != mux_success) {
      return fail(status_of(result));
    }
    codes.emplace_back(executable, *executable->find(name), loaded);
  }
  return make<Kernel>(program, std::move(codes));
}

bool same_definition(const binary::Kernel& a, const binary::Kernel& b) {
  const auto same_type = [](const binary::Argument& x, const binary::Argument& y) {
    return x.kind == y.kind && x.address_space == y.address_space && x.access == y.access &&
           x.size == y.size && x.type_name == y.type_name;
  };
  return std::ranges::equal(a.arguments, b.arguments, same_type);
}

/// Whether a kernel of the first executable is the same in all of them: a kernel object serves all
/// devices of its program.
bool same_in_all(std::span<const ExecutablePointer> executables, const binary::Kernel& kernel) {
  return std::ranges::all_of(executables, [&](const ExecutablePointer& executable) {
    const binary::Kernel* other = executable->find(kernel.name);
    return other && same_definition(kernel, *other);
  });
}

expected<retained<Kernel>> clone(cl_kernel handle) {
  const retained<Kernel> source(lookup<Kernel>(handle));
  if (!source) {
    return fail(CL_INVALID_KERNEL);
  }
  if (const cl_int error = source->program->context->check_alive()) {
    return fail(error);
  }
  // The program keeps its executables as long as it has kernels.
  auto made = create(source->program, source->program->executables(), source->info.name);
  if (made) {
    (*made)->arguments.take(source->arguments);
    (*made)->exec_info = source->exec_info;
  }
  return made;
}

expected<retained<Kernel>> create_by_name(cl_program handle, const char* name) {
  const retained<Program> program(lookup<Program>(handle));
  if (!program) {
    return fail(CL_INVALID_PROGRAM);
  }
  if (const cl_int error = program->context->check_alive()) {
    return fail(error);
  }
  if (!name) {
    return fail(CL_INVALID_VALUE);
  }
  const auto executables = program->executables();
  if (executables.empty()) {
    return fail(CL_INVALID_PROGRAM_EXECUTABLE);
  }
  const bool found = std::ranges::any_of(
      executables, [&](const ExecutablePointer& each) { return each->find(name); });
  if (!found) {
    return fail(CL_INVALID_KERNEL_NAME);
  }
  const binary::Kernel* info = executables.front()->find(name);
  if (!info || !same_in_all(executables, *info)) {
    return fail(CL_INVALID_KERNEL_DEFINITION);
  }
  return create(program, executables, name);
}

cl_int create_all(cl_program handle, cl_uint count, cl_kernel* kernels, cl_uint* num_kernels) {
  const retained<Program> program(lookup<Program>(handle));
  if (!program) {
    return CL_INVALID_PROGRAM;
  }
  if (const cl_int error = program->context->check_alive()) {
    return error;
  }
  const auto executables = program->executables();
  if (executables.empty()) {
    return CL_INVALID_PROGRAM_EXECUTABLE;
  }
  std::vector<const binary::Kernel*> all; // except for those that differ from device to device
  for (const binary::Kernel* info : executables.front()->kernels()) {
    if (same_in_all(executables, *info)) {
      all.push_back(info);
    }
  }
  if (kernels && count < all.size()) {
    return CL_INVALID_VALUE;
  }
  std::vector<retained<Kernel>> made;
  for (size_t i = 0; kernels && i < all.size(); ++i) {
    auto kernel = create(program, executables, all[i]->name);
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

cl_kernel CL_API_CALL clCloneKernel(cl_kernel kernel, cl_int* errcode_ret) {
  return created(errcode_ret, [&] { return clone(kernel); });
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
    return kernel ? kernel->arguments.set(index, size, value) : CL_INVALID_KERNEL;
  });
}
