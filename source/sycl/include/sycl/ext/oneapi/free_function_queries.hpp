// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_free_function_queries: what a kernel of an nd_range would learn of its nd_item,
// for functions that have none.
#ifndef SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES_HPP
#define SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES_HPP

#include <sycl/index/nd_item.hpp>

#define SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES 1

namespace sycl {
inline namespace lw1 {
namespace ext::oneapi {

namespace this_work_item {

template <int D> nd_item<D> get_nd_item() { return detail::nd_item_maker::make<D>(); }
template <int D> group<D> get_work_group() { return detail::group_maker::make<D>(); }
inline sub_group get_sub_group() { return {}; }

} // namespace this_work_item

// The names that they had first.
namespace experimental {

template <int D> nd_item<D> this_nd_item() { return this_work_item::get_nd_item<D>(); }
template <int D> group<D> this_group() { return this_work_item::get_work_group<D>(); }
inline sub_group this_sub_group() { return {}; }

} // namespace experimental
} // namespace ext::oneapi
} // namespace lw1
} // namespace sycl

#endif
