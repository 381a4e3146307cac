// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/bundle.h"

#include <algorithm>

namespace sycl {
inline namespace lw1 {

using detail::device_impl;
using detail::kernel_impl;

context kernel::get_context() const { return impl->bundle->context_of->handle(); }

namespace detail {

counted* bundle_of(counted* kernel) {
  return ref<bundle_impl>(static_cast<kernel_impl&>(*kernel).bundle).detach();
}

namespace {

/// Queries OpenCL for a device, which has to be one of the bundle's.
template <typename T> T group_info(const kernel_impl& kernel, const device& on, cl_uint name) {
  if (!kernel.bundle->is_on(device_impl::of(on))) {
    throw exception(make_error_code(errc::invalid),
                    "the kernel is asked about a device that its bundle does not have");
  }
  T value{};
  check(clGetKernelWorkGroupInfo(kernel.built.kernel, device_impl::of(on).id, name, sizeof(value),
                                 &value, nullptr),
        "clGetKernelWorkGroupInfo");
  return value;
}

uint32_t sub_group_info(const kernel_impl& kernel, const device& on, cl_uint name) {
  const device_impl& device = device_impl::of(on);
  const size_t local[3] = {group_info<size_t>(kernel, on, CL_KERNEL_WORK_GROUP_SIZE), 1, 1};
  size_t value = 0;
  const bool with_range = name == CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE;
  check(clGetKernelSubGroupInfo(kernel.built.kernel, device.id, name,
                                with_range ? sizeof(local) : 0, with_range ? local : nullptr,
                                sizeof(value), &value, nullptr),
        "clGetKernelSubGroupInfo");
  return uint32_t(value);
}

} // namespace
} // namespace detail

template <> std::uint32_t kernel::get_info<info::kernel::num_args>() const {
  if (impl->is_native() || impl->is_function()) {
    return detail::query<cl_uint>(clGetKernelInfo, impl->built.kernel, CL_KERNEL_NUM_ARGS);
  }
  throw exception(make_error_code(errc::invalid),
                  "only kernels that were made of OpenCL objects or of functions say how many "
                  "arguments they have");
}

template <> std::string kernel::get_info<info::kernel::attributes>() const {
  return detail::query_text(clGetKernelInfo, impl->built.kernel, CL_KERNEL_ATTRIBUTES);
}

template <>
range<3> kernel::get_info<info::kernel_device_specific::global_work_size>(const device&) const {
  throw exception(make_error_code(errc::invalid),
                  "only built-in kernels and custom devices have a greatest global range");
}

template <>
std::size_t
kernel::get_info<info::kernel_device_specific::work_group_size>(const device& on) const {
  return detail::group_info<size_t>(*impl, on, CL_KERNEL_WORK_GROUP_SIZE);
}

template <>
range<3>
kernel::get_info<info::kernel_device_specific::compile_work_group_size>(const device& on) const {
  struct sizes {
    size_t values[3];
  };
  auto size = detail::group_info<sizes>(*impl, on, CL_KERNEL_COMPILE_WORK_GROUP_SIZE);
  if (!impl->is_native()) { // the linker gives kernels of single_task one that no attribute asks
                            // for
    const auto& asked = impl->built.facts.work_group;
    std::copy(asked.begin(), asked.end(), size.values);
  }
  return {size.values[2], size.values[1], size.values[0]}; // OpenCL's first is SYCL's last
}

template <>
std::size_t kernel::get_info<info::kernel_device_specific::preferred_work_group_size_multiple>(
    const device& on) const {
  return detail::group_info<size_t>(*impl, on, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);
}

template <>
std::size_t
kernel::get_info<info::kernel_device_specific::private_mem_size>(const device& on) const {
  return detail::group_info<cl_ulong>(*impl, on, CL_KERNEL_PRIVATE_MEM_SIZE);
}

template <>
std::uint32_t
kernel::get_info<info::kernel_device_specific::max_num_sub_groups>(const device& on) const {
  return detail::sub_group_info(*impl, on, CL_KERNEL_MAX_NUM_SUB_GROUPS);
}

template <>
std::uint32_t
kernel::get_info<info::kernel_device_specific::compile_num_sub_groups>(const device& on) const {
  return detail::sub_group_info(*impl, on, CL_KERNEL_COMPILE_NUM_SUB_GROUPS);
}

template <>
std::uint32_t
kernel::get_info<info::kernel_device_specific::max_sub_group_size>(const device& on) const {
  return detail::sub_group_info(*impl, on, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE);
}

template <>
std::uint32_t
kernel::get_info<info::kernel_device_specific::compile_sub_group_size>(const device& on) const {
  constexpr cl_uint compile_sub_group_size_intel = 0x410A;
  return device_impl::of(on).has_extension("cl_intel_required_subgroup_size")
             ? detail::sub_group_info(*impl, on, compile_sub_group_size_intel)
             : 0;
}

} // namespace lw1
} // namespace sycl
