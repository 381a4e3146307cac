// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_free_function_kernels: functions as kernels, without the traits that tell which
// functions have a property.
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_FREE_FUNCTION_KERNELS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_FREE_FUNCTION_KERNELS_HPP

#include <sycl/ext/oneapi/experimental/enqueue_functions.hpp>

/// Declares a kernel, which other files may launch
/// (source/sycl/plugin/attributes/free_functions.h).
#ifdef __clang__
#define SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(property)                                                \
  [[clang::annotate("sycl::kernel", ::sycl::detail::dimensions_of(property))]]
#else
#define SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(property)
#endif

namespace sycl {
inline namespace lw1 {
namespace ext::oneapi::experimental {

template <int D> struct nd_range_kernel_property {};
struct single_task_kernel_property {};
template <int D> inline constexpr nd_range_kernel_property<D> nd_range_kernel;
inline constexpr single_task_kernel_property single_task_kernel;

template <auto* Function> struct kernel_function_s {};
template <auto* Function> inline constexpr kernel_function_s<Function> kernel_function;

} // namespace ext::oneapi::experimental

namespace detail {
template <int D>
constexpr int dimensions_of(ext::oneapi::experimental::nd_range_kernel_property<D>) {
  static_assert(D >= 1 && D <= 3, "an nd_range has one, two or three dimensions");
  return D;
}
constexpr int dimensions_of(ext::oneapi::experimental::single_task_kernel_property) { return 0; }
} // namespace detail

namespace ext::oneapi::experimental {

// Launches. Those in a queue and those with a launch_config are in enqueue_functions.hpp.
template <auto* Function, typename... Args>
void single_task(handler& group, kernel_function_s<Function>, const Args&... arguments) {
  auto bound = sycl::detail::function_kernel<Function>::bind(arguments...);
  group.single_task(sycl::detail::single_call<decltype(bound)>{bound});
}
template <auto* Function, typename... Args>
void single_task(const queue& to, kernel_function_s<Function> kernel, const Args&... arguments) {
  submit(to, [&](handler& group) { single_task(group, kernel, arguments...); });
}
template <auto* Function, int D, typename... Args>
void nd_launch(handler& group, nd_range<D> over, kernel_function_s<Function>,
               const Args&... arguments) {
  auto bound = sycl::detail::function_kernel<Function>::bind(arguments...);
  group.parallel_for(over, sycl::detail::nd_range_call<decltype(bound), D>{bound});
}

// Kernel bundles.
template <auto* Function> kernel_id get_kernel_id() {
  return sycl::detail::function_kernel<Function>::id();
}
template <auto* Function, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context& in, const std::vector<device>& on) {
  return sycl::get_kernel_bundle<State>(in, on, {get_kernel_id<Function>()});
}
template <auto* Function, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context& in) {
  return get_kernel_bundle<Function, State>(in, in.get_devices());
}
template <auto* Function, bundle_state State>
bool has_kernel_bundle(const context& in, const std::vector<device>& on) {
  return sycl::has_kernel_bundle<State>(in, on, {get_kernel_id<Function>()});
}
template <auto* Function, bundle_state State> bool has_kernel_bundle(const context& in) {
  return has_kernel_bundle<Function, State>(in, in.get_devices());
}
template <auto* Function> bool is_compatible(const device& on) {
  return sycl::is_compatible({get_kernel_id<Function>()}, on);
}

// What is known about kernels.
template <auto* Function, typename Parameter>
typename Parameter::return_type get_kernel_info(const context& in) {
  return get_kernel_bundle<Function, bundle_state::executable>(in)
      .template ext_oneapi_get_kernel<Function>()
      .template get_info<Parameter>();
}
template <auto* Function, typename Parameter>
typename Parameter::return_type get_kernel_info(const context& in, const device& on) {
  return get_kernel_bundle<Function, bundle_state::executable>(in)
      .template ext_oneapi_get_kernel<Function>()
      .template get_info<Parameter>(on);
}
template <auto* Function, typename Parameter>
typename Parameter::return_type get_kernel_info(const queue& of) {
  return get_kernel_info<Function, Parameter>(of.get_context(), of.get_device());
}

} // namespace ext::oneapi::experimental
} // namespace lw1
} // namespace sycl

#endif
