// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/loader.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace {

// One process can open one library, once: each case is a test of its own (ctest runs each in a
// process of its own).
TEST(Loader, missingLibraryIsNamed) {
  setenv("LANEWISE_COMPILER_LIBRARY", "/nowhere/liblanewise-compiler.so", 1);
  EXPECT_FALSE(compiler::is_loaded());
  const auto loaded = compiler::load();
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().find("/nowhere/liblanewise-compiler.so"), std::string::npos);
  EXPECT_FALSE(compiler::is_loaded());
  const auto response = compiler::run({});
  EXPECT_EQ(response.status, compiler::Status::internal_error);
  EXPECT_NE(response.log.find("/nowhere/"), std::string::npos);
  EXPECT_FALSE(compiler::targets());
  EXPECT_FALSE(compiler::is_available());
}

TEST(Loader, anotherLibraryIsRefused) {
  setenv("LANEWISE_COMPILER_LIBRARY", "libc.so.6", 1);
  const auto loaded = compiler::load();
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error(), "libc.so.6 is not a Lanewise compiler library");
  EXPECT_FALSE(compiler::is_available());
}

} // namespace
