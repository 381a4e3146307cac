// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, sections 3.8.3 and 4.15.1: orders, scopes and fences.
#ifndef SYCL_MEMORY_FENCE_HPP
#define SYCL_MEMORY_FENCE_HPP

#include <atomic>
#include <sycl/detail/spirv.hpp>
#include <type_traits>

namespace sycl {
inline namespace lw1 {

enum class memory_order : int {
  relaxed,
  acquire,
  __consume_unsupported,
  release,
  acq_rel,
  seq_cst
};
inline constexpr auto memory_order_relaxed = memory_order::relaxed;
inline constexpr auto memory_order_acquire = memory_order::acquire;
inline constexpr auto memory_order_release = memory_order::release;
inline constexpr auto memory_order_acq_rel = memory_order::acq_rel;
inline constexpr auto memory_order_seq_cst = memory_order::seq_cst;

enum class memory_scope : int { work_item, sub_group, work_group, device, system };
inline constexpr auto memory_scope_work_item = memory_scope::work_item;
inline constexpr auto memory_scope_sub_group = memory_scope::sub_group;
inline constexpr auto memory_scope_work_group = memory_scope::work_group;
inline constexpr auto memory_scope_device = memory_scope::device;
inline constexpr auto memory_scope_system = memory_scope::system;

namespace detail {

/// Numbers of the SPIR-V specification.
constexpr int spirv_scope(memory_scope scope) {
  constexpr int scopes[] = {4, 3, 2, 1, 0};
  return scopes[int(scope)];
}

/// Semantics of all memory that work-items share.
constexpr int spirv_semantics(memory_order order) {
  constexpr int shared = 0x80 | 0x100 | 0x200; // sub-group, work-group, all work-groups
  constexpr int orders[] = {0, 2 | shared, 2 | shared, 4 | shared, 8 | shared, 16 | shared};
  return orders[int(order)];
}

/// Calls f with the scope as a constant, which SPIR-V wants; a scope that the program computes is
/// looked at when the kernel runs.
template <typename F> void with_constant(memory_scope scope, F f) {
  switch (scope) {
  case memory_scope::work_item:
    return f(std::integral_constant<memory_scope, memory_scope::work_item>());
  case memory_scope::sub_group:
    return f(std::integral_constant<memory_scope, memory_scope::sub_group>());
  case memory_scope::work_group:
    return f(std::integral_constant<memory_scope, memory_scope::work_group>());
  case memory_scope::device:
    return f(std::integral_constant<memory_scope, memory_scope::device>());
  case memory_scope::system:
    return f(std::integral_constant<memory_scope, memory_scope::system>());
  }
}
template <typename F> void with_constant(memory_order order, F f) {
  switch (order) {
  case memory_order::relaxed:
    return f(std::integral_constant<memory_order, memory_order::relaxed>());
  case memory_order::acquire:
    return f(std::integral_constant<memory_order, memory_order::acquire>());
  case memory_order::release:
    return f(std::integral_constant<memory_order, memory_order::release>());
  case memory_order::acq_rel:
    return f(std::integral_constant<memory_order, memory_order::acq_rel>());
  default:
    return f(std::integral_constant<memory_order, memory_order::seq_cst>());
  }
}

/// The execution scope is a constant in SPIR-V.
template <memory_scope Execution> void control_barrier([[maybe_unused]] memory_scope fence) {
#ifdef __SYCL_DEVICE_ONLY__
  with_constant(fence, [](auto scope) {
    __spirv_ControlBarrier(spirv_scope(Execution), spirv_scope(scope),
                           spirv_semantics(memory_order::seq_cst));
  });
#endif
}

} // namespace detail

inline void atomic_fence(memory_order order, [[maybe_unused]] memory_scope scope) {
#ifdef __SYCL_DEVICE_ONLY__
  detail::with_constant(scope, [&](auto in) {
    detail::with_constant(order, [&](auto how) {
      __spirv_MemoryBarrier(detail::spirv_scope(in), detail::spirv_semantics(how));
    });
  });
#else
  std::atomic_thread_fence(order == memory_order::relaxed ? std::memory_order_relaxed
                                                          : std::memory_order_seq_cst);
#endif
}

} // namespace lw1
} // namespace sycl

#endif
