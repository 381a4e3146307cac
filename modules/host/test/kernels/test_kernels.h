// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TEST_KERNELS_H
#define TEST_KERNELS_H

#include "binary/container.h"

namespace test_kernels {

/// The object files of this folder.
[[nodiscard]] binary::bytes_view kernels();
[[nodiscard]] binary::bytes_view writable();
[[nodiscard]] binary::bytes_view outside();
[[nodiscard]] binary::bytes_view thread_locals();
[[nodiscard]] binary::bytes_view tables();
[[nodiscard]] binary::bytes_view common();

/// An executable of kernels.cpp, for any CPU of this architecture.
[[nodiscard]] binary::Program program();

} // namespace test_kernels

#endif
