// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/printf.h"

#include <cstring>
#include <gtest/gtest.h>

namespace {

/// Formats as a kernel would hand the values over.
template <typename... Values> std::string format(const std::string& text, const Values&... values) {
  std::vector<uint32_t> sizes;
  std::vector<uint8_t> data;
  [[maybe_unused]] const auto add = [&](const auto& value) {
    sizes.push_back(sizeof(value));
    const auto* bytes = reinterpret_cast<const uint8_t*>(&value);
    data.insert(data.end(), bytes, bytes + sizeof(value));
  };
  (add(values), ...);
  const std::vector<std::string> strings = {"first", "second"};
  return builtins::format_record({text, sizes, strings}, data);
}

TEST(Printf, textAndPercent) { EXPECT_EQ(format("100%% of\n"), "100% of\n"); }

TEST(Printf, integers) {
  EXPECT_EQ(format("%d %i|%5d|%-5d|%05d|%+d", 1, -2, 3, 4, 5, 6), "1 -2|    3|4    |00005|+6");
  EXPECT_EQ(format("%u %x %X %#o", 4000000000u, 255u, 255u, 8u), "4000000000 ff FF 010");
  EXPECT_EQ(format("%hhd %hd %ld %lu", 257, 65535, int64_t(-5), uint64_t(-1)),
            "1 -1 -5 18446744073709551615");
  EXPECT_EQ(format("%.3d|%8.3d", 7, 7), "007|     007");
}

TEST(Printf, floats) {
  EXPECT_EQ(format("%f %.2f %e %g %a", 1.5, 2.345, 10.0, 0.0001, 1.0),
            "1.500000 2.35 1.000000e+01 0.0001 0x1p+0");
  EXPECT_EQ(format("%f", 0.5f), "0.500000");
}

TEST(Printf, widthAndPrecisionAsArguments) {
  EXPECT_EQ(format("%*d|%.*f|%*.*f", 4, 7, 1, 2.25, 6, 2, 1.0), "   7|2.2|  1.00");
}

TEST(Printf, charactersStringsPointers) {
  EXPECT_EQ(format("%c%c", int('o'), int('k')), "ok");
  EXPECT_EQ(format("%s and %8s", uint32_t(1), uint32_t(0)), "second and    first");
  EXPECT_EQ(format("%s", uint32_t(9)), "(null)");
  EXPECT_EQ(format("%p", uint64_t(0x10)), "0x10");
}

TEST(Printf, vectors) {
  struct Float4 {
    float v[4];
  };
  struct Short2 {
    int16_t v[2];
  };
  struct Half3 {
    uint16_t v[4];
  };
  EXPECT_EQ(format("%v4hlf", Float4{{1, 2, 3, 4}}), "1.000000,2.000000,3.000000,4.000000");
  EXPECT_EQ(format("%v2hd|%3v2hd", Short2{{-1, 2}}, Short2{{5, 6}}), "-1,2|  5,  6");
  EXPECT_EQ(format("%.1v3hf", Half3{{0x3c00, 0x4000, 0x4200, 0}}), "1.0,2.0,3.0");
  EXPECT_EQ(format("%#v4hlx", Float4{{0, 0, 0, 0}}), "0,0,0,0");
}

TEST(Printf, formatsThatOpenClDoesNotAllow) {
  for (const char* wrong :
       {"%", "%y", "%n", "%lld", "%v5hd", "%v4d", "%v4hls", "%ls", "%hlf", "%hhf"}) {
    EXPECT_FALSE(builtins::parse_format(wrong)) << wrong;
  }
}

TEST(Printf, missingArgumentsEndTheText) { EXPECT_EQ(format("a %d b %d c", 1), "a 1 b "); }

} // namespace
