// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions as kernels (sycl/ext/oneapi/experimental/free_function_kernels.hpp). As an object of
// class kernel, such a function is an entry function with its parameters, which handler::set_arg
// gives values. Each is in a structure, so a pointer is passed as bytes, as those in function
// objects are. A launch that names the function has a function object of it.
#ifndef SYCL_DETAIL_FREE_FUNCTIONS_HPP
#define SYCL_DETAIL_FREE_FUNCTIONS_HPP

#include <sycl/bundle/kernel_id.hpp>
#include <sycl/detail/kernel.hpp>
#include <tuple>

namespace sycl {
inline namespace lw1 {
namespace detail {

template <typename T> inline constexpr bool is_free_parameter = std::is_trivially_copyable_v<T>;

template <typename T> struct free_parameter {
  T value;
};

/// Names the kernel. The library knows kernels with parameters by it
/// (source/sycl/runtime/programs/bundle.h).
template <auto* Function> struct free_function {};

template <auto* Function, typename... Ts> void run_free(const free_parameter<Ts>&... parameters) {
  begin_kernel<free_function<Function>>(LW_SYCL_UNIT);
  Function(parameters.value...);
}
template <auto* Function, typename... Ts>
LW_SYCL_KERNEL(free_function<Function>)
void free_entry(free_parameter<Ts>... parameters) {
  run_free<Function, Ts...>(parameters...);
}

/// A function with the values of its parameters.
template <auto* Function, typename... Ts> struct bound_function {
  std::tuple<Ts...> values;
  void call() const {
    std::apply([](const Ts&... each) { Function(each...); }, values);
  }
};
template <typename Bound, int D> struct nd_range_call {
  Bound bound;
  void operator()(nd_item<D>) const { bound.call(); }
};
template <typename Bound> struct single_call {
  Bound bound;
  void operator()() const { bound.call(); }
};

template <auto* Function, typename Type> struct free_function_type;
template <auto* Function, typename... Ts> struct free_function_type<Function, void (*)(Ts...)> {
  static kernel_id id() {
    static_assert((is_free_parameter<Ts> && ...),
                  "parameters of a function that is a kernel object have to be plain bytes");
    (void)&free_entry<Function, Ts...>;
    return get_kernel_id<free_function<Function>>();
  }
  template <typename... Arguments>
  static bound_function<Function, Ts...> bind(const Arguments&... arguments) {
    static_assert(std::is_invocable_v<decltype(Function), const Arguments&...>,
                  "the arguments are not those of the kernel's function");
    return {{arguments...}};
  }
};
template <auto* Function, typename... Ts>
struct free_function_type<Function, void (*)(Ts...) noexcept>
    : free_function_type<Function, void (*)(Ts...)> {};

template <auto* Function> using function_kernel = free_function_type<Function, decltype(Function)>;

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
