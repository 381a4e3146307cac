// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TEST_RUN_H
#define TEST_RUN_H

#include "compiler_interface/loader.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <string>

/// Builds OpenCL C for the host.
inline compiler::Response build(const std::string& source, const std::string& options = "") {
  return compiler::run({compiler::Operation::build, "host", options, source, "", {}, {}});
}

/// The program in a response that has to be a success.
inline binary::Program program_of(const compiler::Response& response) {
  EXPECT_EQ(response.status, compiler::Status::success) << response.log;
  auto program = binary::read(response.binary);
  EXPECT_TRUE(program);
  return program ? *program : binary::Program{};
}

inline void expect_failure(const compiler::Response& response, const std::string& sentence) {
  EXPECT_EQ(response.status, compiler::Status::failure);
  EXPECT_NE(response.log.find(sentence), std::string::npos) << response.log;
}

/// Two programs that take too long: one to optimise, the other in any way. The library reads the
/// variable once.
inline const bool stalls =
    setenv("LANEWISE_STALL", "optimise:30:slow,number-barriers:30:slower", 1) == 0;
inline constexpr const char* slow_kernel = "kernel void slow(global int* p) { *p = 1; }\n";
inline constexpr const char* slower_kernel = "kernel void slower(global int* p) { *p = 1; }\n";

#endif
