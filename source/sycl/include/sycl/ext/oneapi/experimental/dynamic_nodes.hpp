// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_graph, sections "Dynamic Parameters" and "Dynamic Command Groups": nodes that
// change after they were added. Thread-safe; copies are the same object.
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_DYNAMIC_NODES_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_DYNAMIC_NODES_HPP

#include <sycl/ext/oneapi/experimental/graph.hpp>
#include <sycl/memory/accessor.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

template <typename T> dynamic_value dynamic_value_of(const T& value) {
  static_assert(std::is_trivially_copyable_v<T>, "arguments of kernels are copied as bytes");
  return {argument_kind::bytes, &value, sizeof(T)};
}
template <typename T, int D, access_mode M, target G, access::placeholder P>
dynamic_value dynamic_value_of(const accessor<T, D, M, G, P>& value) {
  const auto [captured, bytes] = value.lw_captured();
  return {argument_kind::memory, value.lw_object(), 0, value.lw_buffer(), M, captured, bytes};
}
template <typename T> dynamic_value dynamic_value_of(T* const& value) {
  return {argument_kind::memory, value, 0, nullptr, access_mode::read_write, &value, sizeof(value)};
}

} // namespace detail

namespace ext::oneapi::experimental {

/// An argument of kernels that handler::set_arg gives them. T is an accessor, a pointer into USM
/// or a type that is plain bytes. In a kernel that is a function object, the argument is the
/// accessor or pointer that it has captured, whatever its number.
template <typename T> class dynamic_parameter {
public:
  /// For nodes of any graph, or of one.
  explicit dynamic_parameter(const T& first)
      : impl(made(nullptr, sycl::detail::dynamic_value_of(first))) {}
  dynamic_parameter(command_graph<graph_state::modifiable> graph, const T& first)
      : impl(made(graph.lw_graph(), sycl::detail::dynamic_value_of(first))) {}

  /// Changes all nodes that have it. Executable graphs take it over in their update functions.
  /// Edges stay as they are.
  void update(const T& next) {
    sycl::detail::update_dynamic_parameter(impl.raw(), sycl::detail::dynamic_value_of(next));
  }

  friend bool operator==(const dynamic_parameter& a, const dynamic_parameter& b) {
    return a.impl == b.impl;
  }
  friend bool operator!=(const dynamic_parameter& a, const dynamic_parameter& b) {
    return a.impl != b.impl;
  }
  const void* lw_object() const noexcept { return impl.raw(); }
  sycl::detail::counted* lw_parameter() const noexcept { return impl.raw(); }

private:
  static auto made(sycl::detail::counted* graph, const sycl::detail::dynamic_value& first) {
    return sycl::detail::ref<sycl::detail::dynamic_parameter_impl>::adopt(
        sycl::detail::make_dynamic_parameter(graph, first));
  }
  sycl::detail::ref<sycl::detail::dynamic_parameter_impl> impl;
};

/// Several command groups for one node, of which one is active: the first, until another is
/// chosen. They are called once, when this is made, in their order.
class dynamic_command_group {
public:
  /// Errors (errc::invalid): the list is empty; its groups are not all kernels or all host tasks;
  /// those of command_graph::add.
  dynamic_command_group(command_graph<graph_state::modifiable>& graph,
                        const std::vector<std::function<void(handler&)>>& groups)
      : impl(sycl::detail::ref<sycl::detail::dynamic_group_impl>::adopt(
            sycl::detail::make_dynamic_group(graph.lw_graph(), groups))) {}

  std::size_t get_active_index() const { return sycl::detail::active_index(impl.raw()); }
  /// Changes all nodes that have these groups. Executable graphs take it over in their update
  /// functions. Error: there is no such group.
  void set_active_index(std::size_t index) { sycl::detail::set_active_index(impl.raw(), index); }

  friend bool operator==(const dynamic_command_group& a, const dynamic_command_group& b) {
    return a.impl == b.impl;
  }
  friend bool operator!=(const dynamic_command_group& a, const dynamic_command_group& b) {
    return a.impl != b.impl;
  }
  const void* lw_object() const noexcept { return impl.raw(); }
  sycl::detail::counted* lw_group() const noexcept { return impl.raw(); }

private:
  sycl::detail::ref<sycl::detail::dynamic_group_impl> impl;
};

inline node command_graph<graph_state::modifiable>::add(dynamic_command_group& group,
                                                        const property_list& properties) {
  return add_dynamic(group.lw_group(), sycl::detail::node_waits_of(properties));
}

} // namespace ext::oneapi::experimental

template <typename T>
void handler::set_arg(int index, const ext::oneapi::experimental::dynamic_parameter<T>& value) {
  detail::set_dynamic_argument(group, index, value.lw_parameter());
}
template <typename T, int D, access_mode Mode, target Target, access::placeholder Placeholder>
void handler::require(
    const ext::oneapi::experimental::dynamic_parameter<accessor<T, D, Mode, Target, Placeholder>>&
        value) {
  detail::require_dynamic(group, value.lw_parameter());
}

} // namespace lw1
} // namespace sycl

// NOLINTBEGIN(bugprone-std-namespace-modification): SYCL asks for it.
template <typename T>
struct std::hash<sycl::ext::oneapi::experimental::dynamic_parameter<T>>
    : sycl::detail::hash_by_object<sycl::ext::oneapi::experimental::dynamic_parameter<T>> {};
template <>
struct std::hash<sycl::ext::oneapi::experimental::dynamic_command_group>
    : sycl::detail::hash_by_object<sycl::ext::oneapi::experimental::dynamic_command_group> {};
// NOLINTEND(bugprone-std-namespace-modification)

#endif
