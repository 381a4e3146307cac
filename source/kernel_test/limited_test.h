// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KERNEL_TEST_LIMITED_TEST_H
#define KERNEL_TEST_LIMITED_TEST_H

#include "harness.h"

#include <unistd.h>

/// For programs that may not end: a test of one would not end either, so the process is ended.
class LimitedTest : public KernelTest {
protected:
  void SetUp() override {
    alarm(max_seconds);
    KernelTest::SetUp();
  }
  void TearDown() override {
    KernelTest::TearDown();
    alarm(0);
  }

private:
  static constexpr unsigned max_seconds = 300;
};

#endif
