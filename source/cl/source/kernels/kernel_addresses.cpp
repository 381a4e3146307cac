// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clSetKernelArgSVMPointer, clSetKernelArgMemPointerINTEL, clSetKernelArgDevicePointerEXT and
// clSetKernelExecInfo.
#include "kernels/exec_info.h"
#include "kernels/kernel.h"
#include "memory/svm.h"
#include "platform/context.h"

#include <algorithm>
#include <cstring>

namespace cl {
namespace {

using Information = std::span<const std::byte>;

bool has_system_memory(const Context& context) {
  return std::ranges::any_of(context.devices, [](const Device* device) {
    return svm_capabilities(*device) & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM;
  });
}

/// A list of pointers that a kernel uses beside its arguments, perhaps of none.
cl_int check_pointers(Information list) {
  return list.size() % sizeof(void*) ? CL_INVALID_VALUE : CL_SUCCESS;
}

expected<bool> read_flag(Information information) {
  cl_bool flag = CL_FALSE;
  if (information.size() != sizeof flag) {
    return fail(CL_INVALID_VALUE);
  }
  std::memcpy(&flag, information.data(), sizeof flag);
  return flag != CL_FALSE;
}

bool has_concurrent_dispatch(const Context& context) {
  return std::ranges::any_of(
      context.devices, [](const Device* device) { return device->info().concurrent_groups != 0; });
}

/// Whether the dispatch is to be concurrent.
expected<bool> read_dispatch_type(Information information) {
  cl_kernel_exec_info_dispatch_type_intel type = 0;
  if (information.size() != sizeof type) {
    return fail(CL_INVALID_VALUE);
  }
  std::memcpy(&type, information.data(), sizeof type);
  const bool known = type == CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_DEFAULT_INTEL ||
                     type == CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL;
  return known ? expected<bool>(type == CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_CONCURRENT_INTEL)
               : fail(CL_INVALID_VALUE);
}

} // namespace

cl_int ExecInfo::set(const Context& context, cl_kernel_exec_info name, Information information) {
  if (!information.data() && !information.empty()) {
    return CL_INVALID_VALUE;
  }
  switch (name) {
  case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
    if (const cl_int error = check_pointers(information)) {
      return error;
    }
    pointers.resize(information.size() / sizeof(void*));
    std::ranges::copy(information, reinterpret_cast<std::byte*>(pointers.data()));
    return CL_SUCCESS;
  case CL_KERNEL_EXEC_INFO_SVM_PTRS: // with the device except for what is mapped
  case CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT:
    return check_pointers(information);
  case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM: {
    const auto wanted = read_flag(information);
    return !wanted                                  ? wanted.error()
           : *wanted && !has_system_memory(context) ? CL_INVALID_OPERATION
                                                    : CL_SUCCESS;
  }
  case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL: {
    const auto wanted = read_flag(information);
    uses_all_shared = wanted ? *wanted : uses_all_shared;
    return wanted ? CL_SUCCESS : wanted.error();
  }
  case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
  case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL: {
    const auto wanted = read_flag(information);
    return wanted ? CL_SUCCESS : wanted.error();
  }
  case CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL: {
    const auto wanted = read_dispatch_type(information);
    if (wanted && *wanted && !has_concurrent_dispatch(context)) {
      return CL_INVALID_OPERATION;
    }
    concurrent = wanted ? *wanted : concurrent;
    return wanted ? CL_SUCCESS : wanted.error();
  }
  default:
    return CL_INVALID_VALUE;
  }
}

void ExecInfo::name_uses(mux_ndrange_t& range) const {
  range.shared_addresses = pointers.data();
  range.shared_addresses_length = pointers.size();
  range.uses_all_shared = uses_all_shared;
}

namespace {

cl_int set_exec_info(cl_kernel handle, cl_kernel_exec_info name, Information information) {
  Kernel* kernel = lookup<Kernel>(handle);
  return kernel ? kernel->exec_info.set(*kernel->program->context, name, information)
                : CL_INVALID_KERNEL;
}

cl_int set_address(cl_kernel handle, cl_uint index, const void* address) {
  Kernel* kernel = lookup<Kernel>(handle);
  return kernel ? kernel->arguments.set_address(index, address) : CL_INVALID_KERNEL;
}

/// Sets the address of a buffer, as clGetMemObjectInfo reports it: where the host sees it. Any
/// other address will do as well, as long as the kernel does not use it.
cl_int set_device_address(cl_kernel handle, cl_uint index, cl_mem_device_address_ext address) {
  Kernel* kernel = lookup<Kernel>(handle);
  if (!kernel) {
    return CL_INVALID_KERNEL;
  }
  if (!kernel->arguments.is_global_pointer(index)) {
    return CL_INVALID_ARG_INDEX;
  }
  return kernel->arguments.set_unwatched_address(index, reinterpret_cast<const void*>(address));
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void* address) {
  return guarded([&] { return set_address(kernel, index, address); });
}

cl_int CL_API_CALL clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint index,
                                                 const void* address) {
  return guarded([&]() -> cl_int {
    Kernel* found = lookup<Kernel>(kernel);
    return found ? found->arguments.set_any_address(index, address) : CL_INVALID_KERNEL;
  });
}

cl_int CL_API_CALL clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint index,
                                                  cl_mem_device_address_ext address) {
  return guarded([&] { return set_device_address(kernel, index, address); });
}

cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info name, size_t size,
                                       const void* value) {
  return guarded(
      [&] { return set_exec_info(kernel, name, {static_cast<const std::byte*>(value), size}); });
}
