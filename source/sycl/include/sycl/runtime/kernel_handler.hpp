// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SYCL_RUNTIME_KERNEL_HANDLER_HPP
#define SYCL_RUNTIME_KERNEL_HANDLER_HPP

#include <sycl/detail/config.hpp>

namespace sycl {
inline namespace lw1 {

/// What a kernel may take as its last parameter (SYCL 2020, section 4.9.6).
class kernel_handler {};

} // namespace lw1
} // namespace sycl

#endif
