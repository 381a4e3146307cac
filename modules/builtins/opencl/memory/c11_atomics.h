// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic functions of OpenCL C 2.0 and later (6.15.12.7). Order and scope are constants in nearly
// all programs: everything here goes into the caller, where the choices between orders vanish. As
// the library knows of no target, every scope is that of all threads.
#ifndef OPENCL_MEMORY_C11_ATOMICS_H
#define OPENCL_MEMORY_C11_ATOMICS_H

#include "memory/memory_model.h"
#include "types.h"

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

namespace impl::c11 {

constexpr memory_order strongest = memory_order_seq_cst;
constexpr memory_scope device = memory_scope_device;

/// Loads do not release and stores do not acquire.
inline memory_order order_of_load(memory_order order, memory_scope scope) {
  const memory_order asked = order_within(scope, order);
  return asked == memory_order_acq_rel   ? memory_order_acquire
         : asked == memory_order_release ? memory_order_relaxed
                                         : asked;
}
inline memory_order order_of_store(memory_order order, memory_scope scope) {
  const memory_order asked = order_within(scope, order);
  return asked == memory_order_acq_rel   ? memory_order_release
         : asked == memory_order_acquire ? memory_order_relaxed
                                         : asked;
}

#define ALL_THREADS memory_scope_all_svm_devices

template <class P, class T> void init(P p, T x) { __opencl_atomic_init(p, x); }

template <class P, class T>
void store(P p, T x, memory_order order = strongest, memory_scope scope = device) {
  __opencl_atomic_store(p, x, order_of_store(order, scope), ALL_THREADS);
}
template <class P>
void store_half(P p, half x, memory_order order = strongest, memory_scope scope = device) {
  store(p, x, order, scope);
}
template <class T, class P>
T load(P p, memory_order order = strongest, memory_scope scope = device) {
  return __opencl_atomic_load(p, order_of_load(order, scope), ALL_THREADS);
}
template <class P, class T>
T exchange(P p, T x, memory_order order = strongest, memory_scope scope = device) {
  return __opencl_atomic_exchange(p, x, order_within(scope, order), ALL_THREADS);
}

#define FETCH(function, operation)                                                                 \
  template <class P, class T>                                                                      \
  auto function(P p, T x, memory_order order = strongest, memory_scope scope = device) {           \
    return operation(p, x, order_within(scope, order), ALL_THREADS);                               \
  }
FETCH(fetch_add, __opencl_atomic_fetch_add)
FETCH(fetch_sub, __opencl_atomic_fetch_sub)
FETCH(fetch_or, __opencl_atomic_fetch_or)
FETCH(fetch_xor, __opencl_atomic_fetch_xor)
FETCH(fetch_and, __opencl_atomic_fetch_and)
FETCH(fetch_min, __opencl_atomic_fetch_min)
FETCH(fetch_max, __opencl_atomic_fetch_max)
#undef FETCH

template <memory_order Success, memory_order Failure, class P, class E, class T>
bool compare_exchange_as(P p, E expected, T desired) {
  return __opencl_atomic_compare_exchange_strong(p, expected, desired, Success, Failure,
                                                 ALL_THREADS);
}

/// Weak ones too: what may fail for no reason need not. Where the orders of success and failure
/// cannot be combined, both become as strong as needed.
template <class P, class E, class T>
bool compare_exchange(P p, E expected, T desired, memory_order success = strongest,
                      memory_order failure = strongest, memory_scope scope = device) {
  success = order_within(scope, success);
  failure = order_of_load(failure, scope);
  if (success == memory_order_seq_cst || failure == memory_order_seq_cst) {
    return compare_exchange_as<memory_order_seq_cst, memory_order_seq_cst>(p, expected, desired);
  }
  if (failure == memory_order_acquire) {
    return success == memory_order_release || success == memory_order_acq_rel
               ? compare_exchange_as<memory_order_acq_rel, memory_order_acquire>(p, expected,
                                                                                 desired)
               : compare_exchange_as<memory_order_acquire, memory_order_acquire>(p, expected,
                                                                                 desired);
  }
  switch (success) {
  case memory_order_acquire:
    return compare_exchange_as<memory_order_acquire, memory_order_relaxed>(p, expected, desired);
  case memory_order_release:
    return compare_exchange_as<memory_order_release, memory_order_relaxed>(p, expected, desired);
  case memory_order_acq_rel:
    return compare_exchange_as<memory_order_acq_rel, memory_order_relaxed>(p, expected, desired);
  default:
    return compare_exchange_as<memory_order_relaxed, memory_order_relaxed>(p, expected, desired);
  }
}

template <class P>
bool test_and_set(P p, memory_order order = strongest, memory_scope scope = device) {
  return exchange(p, 1, order, scope) != 0;
}
template <class P> void clear(P p, memory_order order = strongest, memory_scope scope = device) {
  store(p, 0, order, scope);
}

#undef ALL_THREADS

} // namespace impl::c11

#endif
