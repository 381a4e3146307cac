// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What most tests include (lanewise_precompile in Lanewise.cmake).
#include <array>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>
