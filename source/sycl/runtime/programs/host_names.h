// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names in host code of other compilers (sycl/detail/host_names.hpp).
#ifndef SYCL_RUNTIME_PROGRAMS_HOST_NAMES_H
#define SYCL_RUNTIME_PROGRAMS_HOST_NAMES_H

#include <string>
#include <sycl/detail/host_names.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// Whether it is a text of unknown_host_name.
[[nodiscard]] bool is_unknown_host_name(const std::string& name);

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
