// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_graph, section "Graph Properties", and "Depends-On-All-Leaves Property".
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_GRAPH_PROPERTIES_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_GRAPH_PROPERTIES_HPP

#include <sycl/runtime/property_list.hpp>

namespace sycl {
inline namespace lw1 {
namespace ext::oneapi::experimental::property {

namespace graph {
// Of a modifiable graph.
class no_cycle_check {};
/// A promise: buffers of the graph's commands live as long as the graph.
class assume_buffer_outlives_graph {};
/// Refused: errc::feature_not_supported.
class enable_native_recording {};
// Of finalize.
class updatable {};
class enable_profiling {};
} // namespace graph

namespace node {
class depends_on_all_leaves {};
} // namespace node

} // namespace ext::oneapi::experimental::property

template <>
struct is_property<ext::oneapi::experimental::property::graph::no_cycle_check> : std::true_type {};
template <>
struct is_property<ext::oneapi::experimental::property::graph::assume_buffer_outlives_graph>
    : std::true_type {};
template <>
struct is_property<ext::oneapi::experimental::property::graph::enable_native_recording>
    : std::true_type {};
template <>
struct is_property<ext::oneapi::experimental::property::graph::updatable> : std::true_type {};
template <>
struct is_property<ext::oneapi::experimental::property::graph::enable_profiling> : std::true_type {
};
template <>
struct is_property<ext::oneapi::experimental::property::node::depends_on_all_leaves>
    : std::true_type {};

} // namespace lw1
} // namespace sycl

#endif
