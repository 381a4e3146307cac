// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cache/settings.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace {

struct CacheSettings : testing::Test {
  CacheSettings() {
    for (const char* name : {"LANEWISE_CACHE", "LANEWISE_CACHE_DIR", "LANEWISE_CACHE_SIZE",
                             "XDG_CACHE_HOME", "HOME"}) {
      unsetenv(name);
    }
  }
  static void set(const char* name, const char* value) { setenv(name, value, 1); }
};

TEST_F(CacheSettings, Folder) {
  EXPECT_FALSE(cache::settings()) << "nowhere to put it";
  set("HOME", "/home/a");
  EXPECT_EQ(cache::settings()->folder, "/home/a/.cache/lanewise");
  set("XDG_CACHE_HOME", "/fast");
  EXPECT_EQ(cache::settings()->folder, "/fast/lanewise");
  set("XDG_CACHE_HOME", "relative");
  EXPECT_EQ(cache::settings()->folder, "/home/a/.cache/lanewise");
  set("LANEWISE_CACHE_DIR", "/elsewhere");
  EXPECT_EQ(cache::settings()->folder, "/elsewhere");
  set("LANEWISE_CACHE", "0");
  EXPECT_FALSE(cache::settings());
}

TEST_F(CacheSettings, Limit) {
  set("HOME", "/home/a");
  EXPECT_EQ(cache::settings()->limit, 512u << 20);
  set("LANEWISE_CACHE_SIZE", "3M");
  EXPECT_EQ(cache::settings()->limit, 3u << 20);
  set("LANEWISE_CACHE_SIZE", "much");
  EXPECT_EQ(cache::settings()->limit, 512u << 20);
}

TEST(CacheSize, Parses) {
  EXPECT_EQ(cache::parse_size("0"), 0u);
  EXPECT_EQ(cache::parse_size("1000"), 1000u);
  EXPECT_EQ(cache::parse_size("2K"), 2048u);
  EXPECT_EQ(cache::parse_size("5G"), uint64_t(5) << 30);
  for (const char* wrong : {"", "K", "-1", "1k", "1MB", "1.5G", " 1", "20000000000G"}) {
    EXPECT_FALSE(cache::parse_size(wrong)) << wrong;
  }
}

} // namespace
