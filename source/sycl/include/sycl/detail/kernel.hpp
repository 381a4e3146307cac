// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry functions of kernels. Clang makes a kernel of each function with the attribute; the
// function object is its one argument, passed by value. The body of an entry function has to be one
// call with the parameter: Clang 22 takes a local variable that a parameter initialises for a
// global one.
#ifndef SYCL_DETAIL_KERNEL_HPP
#define SYCL_DETAIL_KERNEL_HPP

#include <sycl/detail/abi.hpp>
#include <sycl/detail/host_names.hpp>
#include <sycl/index/item.hpp>
#include <sycl/index/nd_item.hpp>
#include <sycl/runtime/kernel_handler.hpp>
#include <type_traits>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// The name of kernels that the program gives none.
class unnamed;
template <typename Name, typename F>
using name_of = std::conditional_t<std::is_same_v<Name, unnamed>, F, Name>;

/// Calls f with `argument`, and with a kernel_handler if it wants one.
template <typename F, typename... Arguments> void call_kernel(const F& f, Arguments... arguments) {
  if constexpr (std::is_invocable_v<const F&, Arguments..., kernel_handler>) {
    f(arguments..., kernel_handler_maker::make());
  } else {
    f(arguments...);
  }
}

template <typename F, typename... Arguments>
inline constexpr bool takes = std::is_invocable_v<const F&, Arguments...> ||
                              std::is_invocable_v<const F&, Arguments..., kernel_handler>;

/// Tells the compiler's plug-in, on the way to each kernel, its name and its file.
template <typename Name> void begin_kernel([[maybe_unused]] const char* unit) {}

template <typename Name, typename F> void run_single(const F& f) {
  begin_kernel<Name>(LW_SYCL_UNIT);
  call_kernel(f);
}

template <typename Name, int D, typename F> void run_range(const F& f) {
  begin_kernel<Name>(LW_SYCL_UNIT);
  constexpr bool with_offset = takes<F, item<D, true>>;
  static_assert(with_offset || takes<F, item<D, false>>,
                "the kernel of a parallel_for over a range takes an item, an id or, in one "
                "dimension, an integer");
  call_kernel(
      f, item_maker::make<D, with_offset>(global_id<D>(), global_range<D>(), global_offset<D>()));
}

template <typename Name, int D, typename F> void run_nd_range(const F& f) {
  begin_kernel<Name>(LW_SYCL_UNIT);
  static_assert(takes<F, nd_item<D>>, "the kernel of a parallel_for over an nd_range takes an "
                                      "nd_item of its dimensions");
  call_kernel(f, nd_item_maker::make<D>());
}

template <typename Name, typename F> LW_SYCL_KERNEL(Name) void single_entry(F f) {
  run_single<Name>(f);
}
template <typename Name, int D, typename F> LW_SYCL_KERNEL(Name) void range_entry(F f) {
  run_range<Name, D>(f);
}
template <typename Name, int D, typename F> LW_SYCL_KERNEL(Name) void nd_range_entry(F f) {
  run_nd_range<Name, D>(f);
}

/// The library's description of a kernel.
#ifdef LW_SYCL_HOST_NAMES
template <typename Name, typename F> const kernel_info& info_of() {
  static const kernel_info info = {LW_SYCL_NAME(Name), LW_SYCL_UNIT, sizeof(F)};
  return info;
}
#else
template <typename Name, typename F>
inline kernel_info constant_info = {LW_SYCL_NAME(Name), LW_SYCL_UNIT, sizeof(F)};
template <typename Name, typename F> const kernel_info& info_of() { return constant_info<Name, F>; }
#endif

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
