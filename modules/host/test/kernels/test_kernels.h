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

/// An executable of kernels.cpp: for any CPU of this architecture, or, where the environment has
/// TEST_KERNELS=cuda, the one below.
[[nodiscard]] binary::Program program();
/// For modules/cuda/test/fake_driver: what that takes in place of PTX names the kernels.
[[nodiscard]] binary::Program program_for_fake_cuda();

} // namespace test_kernels

#endif
