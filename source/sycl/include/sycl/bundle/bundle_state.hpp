// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SYCL_BUNDLE_BUNDLE_STATE_HPP
#define SYCL_BUNDLE_BUNDLE_STATE_HPP

#include <sycl/detail/config.hpp>

namespace sycl {
inline namespace lw1 {

enum class bundle_state { input, object, executable };
template <bundle_state State> class kernel_bundle;

} // namespace lw1
} // namespace sycl

#endif
