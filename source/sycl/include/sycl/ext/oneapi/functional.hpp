// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function objects of SYCL 2020 under the names that they had first.
#ifndef SYCL_EXT_ONEAPI_FUNCTIONAL_HPP
#define SYCL_EXT_ONEAPI_FUNCTIONAL_HPP

#include <sycl/group/functional.hpp>

namespace sycl {
inline namespace lw1 {
namespace ext::oneapi {

template <typename T = void> using plus = sycl::plus<T>;
template <typename T = void> using multiplies = sycl::multiplies<T>;
template <typename T = void> using minimum = sycl::minimum<T>;
template <typename T = void> using maximum = sycl::maximum<T>;
template <typename T = void> using bit_and = sycl::bit_and<T>;
template <typename T = void> using bit_or = sycl::bit_or<T>;
template <typename T = void> using bit_xor = sycl::bit_xor<T>;

} // namespace ext::oneapi
} // namespace lw1
} // namespace sycl

#endif
