// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Properties of queues that vendors have: sycl_ext_oneapi_queue_priority,
// sycl_ext_oneapi_discard_queue_events and sycl_ext_intel_queue_immediate_command_list. The
// priority is OpenCL's; the others allow what is done anyway.
#ifndef SYCL_EXT_ONEAPI_QUEUE_PROPERTIES_HPP
#define SYCL_EXT_ONEAPI_QUEUE_PROPERTIES_HPP

#include <sycl/runtime/property_list.hpp>

#define SYCL_EXT_ONEAPI_QUEUE_PRIORITY 1
#define SYCL_EXT_ONEAPI_DISCARD_QUEUE_EVENTS 1
#define SYCL_EXT_INTEL_QUEUE_IMMEDIATE_COMMAND_LIST 1

namespace sycl {
inline namespace lw1 {
namespace ext::oneapi::property::queue {

class priority_normal {};
class priority_low {};
class priority_high {};
class discard_events {};

} // namespace ext::oneapi::property::queue

namespace ext::intel::property::queue {

class immediate_command_list {};
class no_immediate_command_list {};

} // namespace ext::intel::property::queue

#define LW_PROPERTY(name)                                                                          \
  template <> struct is_property<ext::name> : std::true_type {};                                   \
  template <> struct is_property_of<ext::name, queue> : std::true_type {};
LW_PROPERTY(oneapi::property::queue::priority_normal)
LW_PROPERTY(oneapi::property::queue::priority_low)
LW_PROPERTY(oneapi::property::queue::priority_high)
LW_PROPERTY(oneapi::property::queue::discard_events)
LW_PROPERTY(intel::property::queue::immediate_command_list)
LW_PROPERTY(intel::property::queue::no_immediate_command_list)
#undef LW_PROPERTY

} // namespace lw1
} // namespace sycl

#endif
