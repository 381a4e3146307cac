// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sycl_image/names.h"

#include <gtest/gtest.h>

namespace {

// Objects that are compiled already have names like these in them.
TEST(SyclImageNames, StayAsTheyAre) {
  EXPECT_EQ(sycl_image::short_name(""), "cbf29ce484222325");
  EXPECT_EQ(sycl_image::short_name("foobar"), "85944171f73967e8");
  EXPECT_EQ(sycl_image::name_in_unit("_ZTS3add", "foobar"), "_ZTS3add.85944171f73967e8");
}

} // namespace
