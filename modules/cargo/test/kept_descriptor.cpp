// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cargo/kept_descriptor.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace {

using cargo::kept_descriptor;

TEST(KeptDescriptor, IsThereUntilItIsClosed) {
  EXPECT_FALSE(kept_descriptor().is_there());
  EXPECT_FALSE(kept_descriptor::of(-1).is_there());
  const int file = open("/dev/null", O_RDWR);
  const kept_descriptor kept = kept_descriptor::of(file);
  EXPECT_EQ(kept.number, file);
  EXPECT_TRUE(kept.is_there());
  close(file);
  EXPECT_FALSE(kept.is_there());
  EXPECT_EQ(kept_descriptor::of(file).number, -1);
}

TEST(KeptDescriptor, IsNotThereIfAnotherFileHasItsNumber) {
  char first[] = "/tmp/kept-XXXXXX", second[] = "/tmp/kept-XXXXXX";
  const int files[] = {mkstemp(first), mkstemp(second), eventfd(0, 0)};
  unlink(first);
  unlink(second);
  for (const int one : files) {
    const kept_descriptor kept = kept_descriptor::of(one);
    const int copy = dup(one);
    for (const int other : files) {
      ASSERT_EQ(dup2(other == one ? copy : other, one), one);
      EXPECT_EQ(kept.is_there(), other == one);
    }
    dup2(copy, one);
    close(copy);
  }
  for (const int one : files) {
    close(one);
  }
}

} // namespace
