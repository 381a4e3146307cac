// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TEST_RUN_H
#define TEST_RUN_H

#include "compiler/loader.h"

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

/// A kernel that takes some thirty seconds to optimise, and half of one to compile without: far
/// from every budget of a test, on either side, on faster machines and busier ones.
inline std::string long_kernel(const std::string& name) {
  std::string source = "kernel void " + name + "(global float* p) { float x = p[0];\n";
  for (int i = 2; i < 6; ++i) {
    source += "__attribute__((opencl_unroll_hint(64))) for (int i = 0; i < 64; ++i)\n"
              "  x = pow(x, " +
              std::to_string(i) + ".5f) + tan(x * i) + lgamma(x);\n";
  }
  return source + "p[get_global_id(0)] = x; }\n";
}

#endif
