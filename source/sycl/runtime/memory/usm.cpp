// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "objects.h"

#include <sycl/memory/usm.hpp>

namespace sycl {
inline namespace lw1 {

namespace {

aspect aspect_of(usm::alloc kind) {
  return kind == usm::alloc::host     ? aspect::usm_host_allocations
         : kind == usm::alloc::device ? aspect::usm_device_allocations
                                      : aspect::usm_shared_allocations;
}

} // namespace

void* aligned_alloc(std::size_t alignment, std::size_t bytes, const device& on, const context& in,
                    usm::alloc kind, const property_list&) {
  if (kind == usm::alloc::unknown) {
    throw exception(make_error_code(errc::invalid),
                    "expected usm::alloc::host, device or shared; found unknown");
  }
  if (!on.has(aspect_of(kind))) {
    throw exception(make_error_code(errc::feature_not_supported),
                    "the device has no memory of this kind; ask for its aspects");
  }
  if (bytes == 0 || (alignment & (alignment - 1))) {
    return nullptr;
  }
  auto& context = detail::context_impl::of(in);
  const cl_device_id device = detail::device_impl::of(on).id;
  const detail::usm_functions& usm = context.platform_of().usm;
  cl_int status = CL_SUCCESS;
  const auto aligned = cl_uint(alignment);
  void* memory = kind == usm::alloc::host
                     ? usm.host(context.cl.get(), nullptr, bytes, aligned, &status)
                 : kind == usm::alloc::device
                     ? usm.device(context.cl.get(), device, nullptr, bytes, aligned, &status)
                     : usm.shared(context.cl.get(), device, nullptr, bytes, aligned, &status);
  return status == CL_SUCCESS ? memory : nullptr; // as SYCL has it: no exception without memory
}

void free(void* memory, const context& in) {
  if (memory) {
    auto& context = detail::context_impl::of(in);
    detail::check(context.platform_of().usm.free(context.cl.get(), memory),
                  "clMemBlockingFreeINTEL");
  }
}

namespace {

template <typename T> T allocation(const void* memory, const context& in, cl_mem_info_intel name) {
  auto& context = detail::context_impl::of(in);
  T value{};
  detail::check(
      context.platform_of().usm.info(context.cl.get(), memory, name, sizeof(T), &value, nullptr),
      "clGetMemAllocInfoINTEL");
  return value;
}

} // namespace

usm::alloc get_pointer_type(const void* memory, const context& in) {
  switch (allocation<cl_unified_shared_memory_type_intel>(memory, in, CL_MEM_ALLOC_TYPE_INTEL)) {
  case CL_MEM_TYPE_HOST_INTEL:
    return usm::alloc::host;
  case CL_MEM_TYPE_DEVICE_INTEL:
    return usm::alloc::device;
  case CL_MEM_TYPE_SHARED_INTEL:
    return usm::alloc::shared;
  default:
    return usm::alloc::unknown;
  }
}

device get_pointer_device(const void* memory, const context& in) {
  const usm::alloc kind = get_pointer_type(memory, in);
  if (kind == usm::alloc::unknown) {
    throw exception(make_error_code(errc::invalid), "the pointer is none of USM of the context");
  }
  if (kind == usm::alloc::host) {
    return in.get_devices().front();
  }
  const auto id = allocation<cl_device_id>(memory, in, CL_MEM_ALLOC_DEVICE_INTEL);
  for (const device& one : in.get_devices()) {
    if (detail::device_impl::of(one).id == id) {
      return one;
    }
  }
  throw exception(make_error_code(errc::invalid), "the pointer is none of USM of the context");
}

} // namespace lw1
} // namespace sycl
