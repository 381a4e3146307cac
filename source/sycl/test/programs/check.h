// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of the SYCL programs: each prints where it fails, and main returns how many did.
#ifndef SYCL_TEST_CHECK_H
#define SYCL_TEST_CHECK_H

#include <cstdio>
#include <sycl/sycl.hpp>

inline int failures = 0;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      ++failures;                                                                                  \
      std::printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                          \
    }                                                                                              \
  } while (false)

/// Whether `action` throws a sycl::exception with that code.
template <typename Action> bool throws(sycl::errc code, Action action) {
  try {
    action();
  } catch (const sycl::exception& error) {
    return error.code() == code && error.category() == sycl::sycl_category();
  }
  return false;
}

#endif
