// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler_interface/loader.h"

#include "compiler_interface/abi.h"
#include "compiler_interface/build_id.h"

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

/// Refused wherever it is asked: by its name and with what was expected.
void expect_refusal(const char* library, const std::string& message) {
  setenv("LANEWISE_COMPILER_LIBRARY", library, 1);
  const auto loaded = compiler::load();
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error(), library + message);
  EXPECT_FALSE(compiler::is_loaded());
  EXPECT_FALSE(compiler::targets());
  const auto response = compiler::run({});
  EXPECT_EQ(response.status, compiler::Status::internal_error);
  EXPECT_EQ(response.log, std::string("error: ") + library + message + "\n");
}

TEST(Loader, libraryOfAnotherBuildIsRefused) {
  expect_refusal(LIBRARY_OF_OTHER_BUILD, std::string(" is of build 1.2-elsewhere, expected ") +
                                             compiler::build_id +
                                             ": install both libraries from one build");
}

TEST(Loader, libraryWithAnotherInterfaceIsRefused) {
  const auto version = LANEWISE_COMPILER_ABI_VERSION;
  expect_refusal(LIBRARY_OF_OTHER_INTERFACE, " has compiler interface version " +
                                                 std::to_string(version + 1) + ", expected " +
                                                 std::to_string(version));
}

} // namespace
