// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.9.4.
#ifndef SYCL_RUNTIME_HANDLER_HPP
#define SYCL_RUNTIME_HANDLER_HPP

#include <sycl/bundle/bundle_state.hpp>
#include <sycl/detail/commands.hpp>
#include <sycl/detail/device_globals.hpp>
#include <sycl/detail/graphs.hpp>
#include <sycl/detail/kernel.hpp>
#include <sycl/index/h_item.hpp>
#include <sycl/memory/copies.hpp>
#include <sycl/runtime/event.hpp>

namespace sycl {
inline namespace lw1 {

template <typename T, int D, access_mode Mode, target Target, access::placeholder Placeholder>
class accessor;

namespace detail {

template <typename Name, typename F> const kernel_info& single_kernel() {
  using named = name_of<Name, F>;
  (void)&single_entry<named, F>;
  return info_of<named, F>();
}
template <typename Name, int D, typename F> const kernel_info& range_kernel() {
  using named = name_of<Name, F>;
  (void)&range_entry<named, D, F>;
  return info_of<named, F>();
}
template <typename Name, int D, typename F> const kernel_info& nd_range_kernel() {
  using named = name_of<Name, F>;
  (void)&nd_range_entry<named, D, F>;
  return info_of<named, F>();
}

template <typename T> inline constexpr bool is_reduction = false;
template <typename T> inline constexpr bool is_accessor = false;
template <typename T> inline constexpr bool is_local_accessor = false;
template <typename T> inline constexpr bool is_image_accessor = false;
template <typename T, int D, access_mode Mode, target Target, access::placeholder Placeholder>
inline constexpr bool is_accessor<accessor<T, D, Mode, Target, Placeholder>> = true;

/// Makes the handlers that the library hands to command groups.
struct handler_maker;

} // namespace detail

/// The argument of a command group function. Lives only while that runs.
class handler {
public:
  handler(const handler&) = delete;
  handler& operator=(const handler&) = delete;

  void depends_on(const event& on) { detail::add_dependency(group, on.impl.raw()); }
  void depends_on(const std::vector<event>& all) {
    for (const event& one : all) {
      depends_on(one);
    }
  }

  template <typename T, int D, access_mode Mode, target Target, access::placeholder Placeholder>
  void require(const accessor<T, D, Mode, Target, Placeholder>& used) {
    used.lw_require(group);
  }
  /// sycl_ext_oneapi_graph; so are set_arg of a dynamic parameter and ext_oneapi_graph.
  /// errc::invalid: the group is not of command_graph::add.
  template <typename T, int D, access_mode Mode, target Target, access::placeholder Placeholder>
  void require(
      const ext::oneapi::experimental::dynamic_parameter<accessor<T, D, Mode, Target, Placeholder>>&
          used);

  template <bundle_state State> void use_kernel_bundle(const kernel_bundle<State>& bundle) {
    static_assert(State == bundle_state::executable,
                  "a kernel bundle has to be executable to be used");
    detail::use_bundle(group, bundle.lw_bundle());
  }
  template <auto& Id> void set_specialization_constant(const detail::value_of<Id>& value) {
    detail::set_constant(group, detail::specialization_access::key<Id>(), &value);
  }
  template <auto& Id> detail::value_of<Id> get_specialization_constant() {
    detail::value_of<Id> value = detail::specialization_access::default_of<Id>();
    (void)detail::get_constant(group, detail::specialization_access::key<Id>(), &value);
    return value;
  }

  template <typename Name = detail::unnamed, typename F> void single_task(const F& f) {
    detail::set_kernel(group, detail::single_kernel<Name, F>(), &f, {});
  }
  template <typename Name = detail::unnamed, int D, typename F>
  void parallel_for(range<D> global, const F& f) {
    detail::set_kernel(group, detail::range_kernel<Name, D, F>(), &f, detail::shape_of(global));
  }
  template <typename Name = detail::unnamed, typename... Rest>
  void parallel_for(std::size_t global, const Rest&... rest) {
    parallel_for<Name>(range<1>(global), rest...);
  }
  // A range in braces.
  template <typename Name = detail::unnamed, typename N, std::size_t D, typename... Rest,
            std::enable_if_t<D == 2 || D == 3, int> = 0>
  void parallel_for(const N (&global)[D], const Rest&... rest) {
    parallel_for<Name>(detail::range_of(global), rest...);
  }
  template <typename Name = detail::unnamed, int D, typename F>
  [[deprecated("offsets are deprecated in SYCL 2020")]] void
  parallel_for(range<D> global, id<D> offset, const F& f) {
    detail::set_kernel(group, detail::range_kernel<Name, D, F>(), &f,
                       detail::shape_of(global, offset));
  }
  template <typename Name = detail::unnamed, int D, typename F>
  void parallel_for(nd_range<D> range, const F& f) {
    detail::set_kernel(group, detail::nd_range_kernel<Name, D, F>(), &f, detail::shape_of(range));
  }

  // Hierarchical kernels.
  template <typename Name = detail::unnamed, int D, typename F>
  void parallel_for_work_group(range<D> groups, const F& f) {
    parallel_for_work_group<Name>(groups, detail::ones<D>(), f);
  }
  template <typename Name = detail::unnamed, int D, typename F>
  void parallel_for_work_group(range<D> groups, range<D> local, const F& f) {
    using whole = detail::work_group_kernel<D, F>;
    const whole object = {f, local};
    detail::set_kernel(group, detail::nd_range_kernel<Name, D, whole>(), &object,
                       detail::shape_of_groups(groups, local));
  }

  // With reductions before the function.
  template <typename Name = detail::unnamed, int D, typename First, typename Second,
            typename... Rest, std::enable_if_t<detail::is_reduction<First>, int> = 0>
  void parallel_for(range<D> over, const First& first, const Second& second, const Rest&... rest);
  template <typename Name = detail::unnamed, int D, typename First, typename Second,
            typename... Rest, std::enable_if_t<detail::is_reduction<First>, int> = 0>
  void parallel_for(nd_range<D> over, const First& first, const Second& second,
                    const Rest&... rest);

  /// Needs sycl/interop/opencl.hpp.
  template <typename F> void host_task(F task);

  // Kernels that were made of OpenCL's or of functions, with their arguments.
  void single_task(const kernel& native) { detail::set_native_kernel(group, native, {}); }
  template <int D> void parallel_for(range<D> global, const kernel& native) {
    detail::set_native_kernel(group, native, detail::shape_of(global));
  }
  template <int D> void parallel_for(nd_range<D> range, const kernel& native) {
    detail::set_native_kernel(group, native, detail::shape_of(range));
  }
  template <typename T> void set_arg(int index, const T& value) {
    if constexpr (detail::is_local_accessor<T>) {
      detail::set_native_argument(group, index, detail::argument_kind::local, nullptr,
                                  value.byte_size());
    } else if constexpr (detail::is_accessor<T>) {
      detail::set_native_argument(group, index, detail::argument_kind::memory, value.lw_object(),
                                  0);
    } else if constexpr (detail::is_image_accessor<T>) { // the image, without its sampler
      detail::set_native_argument(group, index, detail::argument_kind::image, value.lw_object(), 0);
    } else if constexpr (std::is_pointer_v<T>) { // USM
      detail::set_native_argument(group, index, detail::argument_kind::memory, value, 0);
    } else {
      static_assert(std::is_trivially_copyable_v<T>, "arguments of kernels are copied as bytes");
      detail::set_native_argument(group, index, detail::argument_kind::bytes, &value, sizeof(T));
    }
  }
  template <typename T>
  void set_arg(int index, const ext::oneapi::experimental::dynamic_parameter<T>& value);
  template <typename... Ts> void set_args(const Ts&... values) {
    int index = 0;
    (set_arg(index++, values), ...);
  }

  void memcpy(void* to, const void* from, std::size_t bytes) {
    detail::add_copy(group, to, from, bytes);
  }
  template <typename T> void copy(const T* from, T* to, std::size_t count) {
    detail::add_copy(group, to, from, count * sizeof(T));
  }
  void memset(void* to, int value, std::size_t bytes) {
    detail::set_memset(group, to, value, bytes);
  }
  template <typename T> void fill(void* to, const T& pattern, std::size_t count) {
    detail::add_fill(group, to, &pattern, sizeof(T), count);
  }

  // With a device_global (sycl/ext/oneapi/experimental/device_global.hpp): `count` elements of it
  // from number `first` on, or bytes.
  template <typename T, typename P>
  void memcpy(detail::device_global<T, P>& to, const void* from, std::size_t bytes = sizeof(T),
              std::size_t offset = 0) {
    memcpy(detail::device_global_address(group, &to, offset, bytes), from, bytes);
  }
  template <typename T, typename P>
  void memcpy(void* to, const detail::device_global<T, P>& from, std::size_t bytes = sizeof(T),
              std::size_t offset = 0) {
    memcpy(to, detail::device_global_address(group, &from, offset, bytes), bytes);
  }
  template <typename T, typename P>
  void copy(const detail::element_of<T>* from, detail::device_global<T, P>& to,
            std::size_t count = detail::elements_in<T>, std::size_t first = 0) {
    constexpr std::size_t size = sizeof(detail::element_of<T>);
    memcpy(to, from, count * size, first * size);
  }
  template <typename T, typename P>
  void copy(const detail::device_global<T, P>& from, detail::element_of<T>* to,
            std::size_t count = detail::elements_in<T>, std::size_t first = 0) {
    constexpr std::size_t size = sizeof(detail::element_of<T>);
    memcpy(to, from, count * size, first * size);
  }

  // With accessors.
  template <typename T, int D, access_mode M, target G, access::placeholder P, typename U>
  void copy(accessor<T, D, M, G, P> from, std::shared_ptr<U> to) {
    copy(from, to.get());
    detail::keep(group, to);
  }
  template <typename T, typename U, int D, access_mode M, target G, access::placeholder P>
  void copy(std::shared_ptr<T> from, accessor<U, D, M, G, P> to) {
    copy(static_cast<const T*>(from.get()), to);
    detail::keep(group, from);
  }
  template <typename T, int D, access_mode M, target G, access::placeholder P, typename U>
  void copy(accessor<T, D, M, G, P> from, U* to) {
    static_assert(reads(M), "the source of a copy needs an accessor that reads");
    const auto rows = from.lw_rows();
    detail::add_rows(group, detail::one_row(to, rows), rows);
  }
  template <typename T, typename U, int D, access_mode M, target G, access::placeholder P>
  void copy(const T* from, accessor<U, D, M, G, P> to) {
    static_assert(writes(M), "the destination of a copy needs an accessor that writes");
    const auto rows = to.lw_rows();
    detail::add_rows(group, rows, detail::one_row(from, rows));
  }
  template <typename T, int D, access_mode M, target G, access::placeholder P, typename U, int E,
            access_mode N, target H, access::placeholder Q>
  void copy(accessor<T, D, M, G, P> from, accessor<U, E, N, H, Q> to) {
    static_assert(reads(M), "the source of a copy needs an accessor that reads");
    static_assert(writes(N), "the destination of a copy needs an accessor that writes");
    detail::add_rows(group, to.lw_rows(), from.lw_rows());
  }
  /// The host uses the same memory: it has to wait for what was written, nothing more.
  template <typename T, int D, access_mode M, target G, access::placeholder P>
  void update_host(accessor<T, D, M, G, P>) {
    detail::set_nothing(group);
  }
  template <typename T, int D, access_mode M, target G, access::placeholder P>
  void fill(accessor<T, D, M, G, P> to, const T& pattern) {
    static_assert(writes(M), "fill needs an accessor that writes");
    const auto rows = to.lw_rows();
    for (const auto& row : rows) {
      detail::add_fill(group, row.at, &pattern, sizeof(T), row.bytes / sizeof(T));
    }
    if (rows.empty()) {
      detail::set_nothing(group);
    }
  }

  void prefetch(const void* at, std::size_t bytes) { detail::set_prefetch(group, at, bytes); }
  void mem_advise(const void* at, std::size_t bytes, int advice) {
    detail::set_advice(group, at, bytes, advice);
  }
  void ext_oneapi_barrier() { detail::set_barrier(group); }
  void ext_oneapi_barrier(const std::vector<event>& all) {
    depends_on(all);
    detail::set_barrier(group);
  }

  /// Runs the graph. errc::invalid: the queue has another context or device than the graph.
  void ext_oneapi_graph(const detail::graph_to_run& graph);

  detail::command_group& lw_group() { return group; }

private:
  static constexpr bool reads(access_mode mode) {
    return mode != access_mode::write && int(mode) != 3 /* discard_write */;
  }
  static constexpr bool writes(access_mode mode) { return mode != access_mode::read; }
  friend struct detail::handler_maker;
  explicit handler(detail::command_group& of) : group(of) {}
  detail::command_group& group;
};

} // namespace lw1
} // namespace sycl

#endif
