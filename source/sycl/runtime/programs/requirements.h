// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 5.7: kernels that not every device can run.
#ifndef SYCL_RUNTIME_PROGRAMS_REQUIREMENTS_H
#define SYCL_RUNTIME_PROGRAMS_REQUIREMENTS_H

#include "programs/images.h"

#include <sycl/detail/abi.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// What the device lacks, for a sentence; empty if it can run the kernel.
[[nodiscard]] std::string missing_for(const sycl_image::Kernel& kernel, const device_impl& device);

/// Throws errc::kernel_not_supported if the device lacks something.
void check_device(const sycl_image::Kernel& kernel, const device_impl& device);

/// The launch with work-groups of the size that its kernel requires, if it does, and those of
/// hierarchical kernels with one work-item each, unless these are the device's. Throws
/// errc::nd_range if it has another size, or a hierarchical kernel too large a one.
[[nodiscard]] launch_shape shape_for_driver(const sycl_image::Kernel& kernel, launch_shape shape);

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
