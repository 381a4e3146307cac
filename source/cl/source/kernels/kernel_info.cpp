// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetKernelInfo, clGetKernelArgInfo and clGetKernelWorkGroupInfo.
#include "info.h"
#include "kernels/kernel.h"

#include <CL/cl_lanewise.h>

namespace cl {
namespace {

/// Whether the kernel's program was made of source, or linked: of others the specification wants no
/// attributes and nothing on arguments.
bool has_source_information(const Kernel& kernel) {
  return kernel.program->origin == Program::Origin::source ||
         kernel.program->origin == Program::Origin::linking;
}

constexpr InfoRow<Kernel> rows[] = {
    {CL_KERNEL_FUNCTION_NAME, [](const Kernel& k, Answer& a) { return a.text(k.info.name); }},
    {CL_KERNEL_NUM_ARGS,
     [](const Kernel& k, Answer& a) {
       return a.is(static_cast<cl_uint>(k.info.arguments.size()));
     }},
    {CL_KERNEL_REFERENCE_COUNT, [](const Kernel& k, Answer& a) { return a.is(api_references(k)); }},
    {CL_KERNEL_CONTEXT,
     [](const Kernel& k, Answer& a) { return a.is(handle_of(k.program->context.get())); }},
    {CL_KERNEL_PROGRAM,
     [](const Kernel& k, Answer& a) { return a.is(handle_of(k.program.get())); }},
    {CL_KERNEL_ATTRIBUTES,
     [](const Kernel& k, Answer& a) {
       return a.text(has_source_information(k) ? k.info.attributes : "");
     }},
};

cl_kernel_arg_address_qualifier address_qualifier(const binary::Argument& argument) {
  switch (argument.address_space) {
  case binary::AddressSpace::global:
    return CL_KERNEL_ARG_ADDRESS_GLOBAL;
  case binary::AddressSpace::constant:
    return CL_KERNEL_ARG_ADDRESS_CONSTANT;
  case binary::AddressSpace::local:
    return CL_KERNEL_ARG_ADDRESS_LOCAL;
  default:
    return CL_KERNEL_ARG_ADDRESS_PRIVATE;
  }
}

cl_kernel_arg_access_qualifier access_qualifier(const binary::Argument& argument) {
  switch (argument.access) {
  case binary::Access::read_only:
    return CL_KERNEL_ARG_ACCESS_READ_ONLY;
  case binary::Access::write_only:
    return CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
  case binary::Access::read_write:
    return CL_KERNEL_ARG_ACCESS_READ_WRITE;
  default:
    return CL_KERNEL_ARG_ACCESS_NONE;
  }
}

cl_kernel_arg_type_qualifier type_qualifiers(const binary::Argument& argument) {
  const auto bit = [&](uint32_t from, cl_kernel_arg_type_qualifier to) {
    return argument.type_qualifiers & from ? to : CL_KERNEL_ARG_TYPE_NONE;
  };
  return bit(binary::qualifier_const, CL_KERNEL_ARG_TYPE_CONST) |
         bit(binary::qualifier_restrict, CL_KERNEL_ARG_TYPE_RESTRICT) |
         bit(binary::qualifier_volatile, CL_KERNEL_ARG_TYPE_VOLATILE) |
         bit(binary::qualifier_pipe, CL_KERNEL_ARG_TYPE_PIPE);
}

constexpr InfoRow<binary::Argument> argument_rows[] = {
    {CL_KERNEL_ARG_ADDRESS_QUALIFIER,
     [](const binary::Argument& g, Answer& a) { return a.is(address_qualifier(g)); }},
    {CL_KERNEL_ARG_ACCESS_QUALIFIER,
     [](const binary::Argument& g, Answer& a) { return a.is(access_qualifier(g)); }},
    {CL_KERNEL_ARG_TYPE_NAME,
     [](const binary::Argument& g, Answer& a) { return a.text(g.type_name); }},
    {CL_KERNEL_ARG_TYPE_QUALIFIER,
     [](const binary::Argument& g, Answer& a) { return a.is(type_qualifiers(g)); }},
    {CL_KERNEL_ARG_NAME, [](const binary::Argument& g, Answer& a) { return a.text(g.name); }},
};

cl_int argument_info(const Kernel& kernel, cl_uint index, cl_kernel_arg_info name, Answer answer) {
  if (index >= kernel.info.arguments.size()) {
    return CL_INVALID_ARG_INDEX;
  }
  const auto& argument = kernel.info.arguments[index];
  if (argument.type_name.empty() || !has_source_information(kernel)) {
    return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
  }
  return answer_info<binary::Argument>(argument_rows, name, answer, argument);
}

/// The subject of clGetKernelWorkGroupInfo.
struct WorkGroupSubject {
  const Kernel& kernel;
  const Kernel::Code& code;
};

constexpr InfoRow<WorkGroupSubject> work_group_rows[] = {
    {CL_KERNEL_WORK_GROUP_SIZE,
     [](const WorkGroupSubject& k, Answer& a) {
       return a.is<size_t>(k.code.mux->max_work_group_size);
     }},
    {CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
     [](const WorkGroupSubject& k, Answer& a) {
       const auto& size = k.code.info->required_local_size;
       const size_t sizes[3] = {size[0], size[1], size[2]};
       return a.is(sizes);
     }},
    {CL_KERNEL_LOCAL_MEM_SIZE,
     [](const WorkGroupSubject& k, Answer& a) {
       return a.is<cl_ulong>(k.kernel.arguments.local_bytes(k.code));
     }},
    {CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
     [](const WorkGroupSubject& k, Answer& a) {
       return a.is<size_t>(k.code.mux->preferred_multiple);
     }},
    {CL_KERNEL_PRIVATE_MEM_SIZE,
     [](const WorkGroupSubject& k, Answer& a) {
       return a.is<cl_ulong>(k.code.mux->private_bytes);
     }},
    // Values that are spilled are on the stack, and are not counted.
    {CL_KERNEL_SPILL_MEM_SIZE_INTEL,
     [](const WorkGroupSubject&, Answer& a) { return a.is<cl_ulong>(0); }},
    {CL_KERNEL_VARIANTS_LANEWISE,
     [](const WorkGroupSubject& k, Answer& a) {
       const auto counts =
           k.code.executable->variants_of(*k.code.info).counts(k.kernel.memo(k.code));
       const cl_ulong values[3] = {counts.built, counts.launches, counts.launches_meanwhile};
       return a.is(values);
     }},
    // For custom devices and built-in kernels only: there are none.
    {CL_KERNEL_GLOBAL_WORK_SIZE, [](const WorkGroupSubject&, Answer&) { return CL_INVALID_VALUE; }},
};

} // namespace

expected<OnDevice> on_device(cl_kernel kernel_handle, cl_device_id handle) {
  const Kernel* kernel = lookup<Kernel>(kernel_handle);
  if (!kernel) {
    return fail(CL_INVALID_KERNEL);
  }
  const auto& devices = kernel->program->devices;
  const Device* device = handle                ? lookup<Device>(handle)
                         : devices.size() == 1 ? devices.front()
                                               : nullptr;
  const Kernel::Code* code = device ? kernel->code(*device) : nullptr;
  if (!code) {
    return fail(CL_INVALID_DEVICE);
  }
  return OnDevice{*kernel, *device, *code};
}

} // namespace cl

using namespace cl;

cl_int CL_API_CALL clGetKernelInfo(cl_kernel handle, cl_kernel_info name, size_t size, void* value,
                                   size_t* size_ret) {
  return guarded([&] {
    const Kernel* kernel = lookup<Kernel>(handle);
    return kernel ? answer_info<Kernel>(rows, name, {size, value, size_ret}, *kernel)
                  : CL_INVALID_KERNEL;
  });
}

cl_int CL_API_CALL clGetKernelArgInfo(cl_kernel handle, cl_uint index, cl_kernel_arg_info name,
                                      size_t size, void* value, size_t* size_ret) {
  return guarded([&] {
    const Kernel* kernel = lookup<Kernel>(handle);
    return kernel ? argument_info(*kernel, index, name, {size, value, size_ret})
                  : CL_INVALID_KERNEL;
  });
}

cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel handle, cl_device_id device,
                                            cl_kernel_work_group_info name, size_t size,
                                            void* value, size_t* size_ret) {
  return guarded([&] {
    const auto found = on_device(handle, device);
    if (!found) {
      return found.error();
    }
    const auto& [kernel, on, code] = *found;
    return answer_info<WorkGroupSubject>(work_group_rows, name, {size, value, size_ret},
                                         {kernel, code});
  });
}
