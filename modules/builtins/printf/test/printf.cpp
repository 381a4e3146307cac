// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/printf.h"

#include <cfenv>
#include <clocale>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

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

TEST(Printf, starsOfAnyValue) {
  EXPECT_EQ(format("%*d|%-*d|%.*d|%.*s|", -4, 7, 3, 7, -1, 7, 2, uint32_t(0)), "7   |7  |7|fi|");
  EXPECT_EQ(format("%*d", std::numeric_limits<int>::max(), 1).size(), 65535u);
  EXPECT_EQ(format("%*d", std::numeric_limits<int>::min(), 1).size(), 65535u);
  EXPECT_EQ(format("%99999999999999999999d", 1).size(), 65535u);
  EXPECT_EQ(format("%.*f", std::numeric_limits<int>::max(), 1.0).size(), 65537u);
  EXPECT_EQ(format("%.*f", std::numeric_limits<int>::min(), 1.0), "1.000000");
  EXPECT_EQ(format("%300d", 1).size(), 300u);
}

TEST(Printf, integersAtTheirEnds) {
  EXPECT_EQ(format("%d %i", INT32_MIN, INT32_MAX), "-2147483648 2147483647");
  EXPECT_EQ(format("%ld %lx %lo", INT64_MIN, UINT64_MAX, UINT64_MAX),
            "-9223372036854775808 ffffffffffffffff 1777777777777777777777");
  EXPECT_EQ(format("%hhu %hhx %hu %hX", -1, -1, -1, -1), "255 ff 65535 FFFF");
  EXPECT_EQ(format("%zu %td", uint64_t(7), int64_t(-7)), "7 -7");
  EXPECT_EQ(format("[%.0d] [%.d] [%5.0x] [%#x] [%#o]", 0, 0, 0, 0, 0), "[] [] [     ] [0] [0]");
}

TEST(Printf, flags) {
  EXPECT_EQ(format("% d|% d|%+ d|%+-6d|%-06d|%06.3d", 1, -1, 1, 1, 1, 1),
            " 1|-1|+1|+1    |1     |   001");
  EXPECT_EQ(format("%#x %#X %#o %#.0f %#g %#.3a", 255, 255, 8, 3.0, 1.0, 1.0),
            "0xff 0XFF 010 3. 1.00000 0x1.000p+0");
  EXPECT_EQ(format("%08.2f|%-8.2f|%+.1e|% g", 3.14159, 3.14159, 12345.0, 2.5),
            "00003.14|3.14    |+1.2e+04| 2.5");
  EXPECT_EQ(format("%---++5d|", 3), "+3   |");
}

TEST(Printf, floatsOfEveryStyle) {
  EXPECT_EQ(format("%F %E %G %A", 1.5, 1.5, 1e-10, 1.5), "1.500000 1.500000E+00 1E-10 0X1.8P+0");
  EXPECT_EQ(format("%g %g %g %g", 100000.0, 1000000.0, 0.0001, 0.00001),
            "100000 1e+06 0.0001 1e-05");
  EXPECT_EQ(format("%.0f %.0e %.0g %.0a", 2.5, 2.5, 2.5, 1.0), "2 2e+00 2 0x1p+0");
  EXPECT_EQ(format("%a %.2a %a", 0.1, 0.1, 0.0), "0x1.999999999999ap-4 0x1.9ap-4 0x0p+0");
  EXPECT_EQ(format("%lf %hf", 0.25, 0.25), "0.250000 0.250000");
  EXPECT_EQ(format("%e %a", 1.4e-45f, 1.4e-45f), "1.401298e-45 0x1p-149");
  EXPECT_EQ(format("%e", 5e-324), "4.940656e-324");
}

TEST(Printf, infinitiesAndNans) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
  EXPECT_EQ(format("%f %F %e %G %a %A", inf, -inf, inf, inf, -inf, inf),
            "inf -INF inf INF -inf INF");
  EXPECT_EQ(format("%f %F %g %A", nan, nan, std::copysign(nan, -1.0), nan), "nan NAN -nan NAN");
  EXPECT_EQ(format("%06f|%-6f|%+f|% f", inf, inf, inf, inf), "   inf|inf   |+inf| inf");
  struct Half4 {
    uint16_t v[4];
  };
  EXPECT_EQ(format("%v4hf", Half4{{0x7c00, 0xfc00, 0x7e00, 1}}), "inf,-inf,nan,0.000000");
  EXPECT_EQ(format("%v4hg", Half4{{0x0001, 0x7bff, 0x8000, 0}}), "5.96046e-08,65504,-0,0");
}

TEST(Printf, locale) {
  const bool has_comma = std::setlocale(LC_ALL, "de_DE.UTF-8") || std::setlocale(LC_ALL, "de_DE");
  const std::string text = format("%.1f", 1.5);
  std::setlocale(LC_ALL, "C");
  if (!has_comma) {
    GTEST_SKIP() << "the system has no locale with a decimal comma";
  }
  EXPECT_EQ(text, "1.5");
}

TEST(Printf, rounding) {
  std::fesetround(FE_UPWARD);
  const std::string text = format("%.1f", 1.01);
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(text, "1.0");
}

TEST(Printf, charactersStringsPointers) {
  EXPECT_EQ(format("%c%c", int('o'), int('k')), "ok");
  EXPECT_EQ(format("%s and %8s", uint32_t(1), uint32_t(0)), "second and    first");
  EXPECT_EQ(format("%s", uint32_t(9)), "(null)");
  EXPECT_EQ(format("%p", uint64_t(0x10)), "0x10");
  EXPECT_EQ(format("%3c|%-3c|", int('x'), 256 + int('y')), "  x|y  |");
  EXPECT_EQ(format("%c", 0), std::string(1, 0));
  EXPECT_EQ(format("%20p|%p", uint64_t(0x10), uint64_t(0)), "                0x10|(nil)");
  EXPECT_EQ(format("%.2s|%-8.3s|%.0s|%.s", uint32_t(0), uint32_t(0), uint32_t(0), uint32_t(0)),
            "fi|fir     ||");
}

TEST(Printf, textsFromAnOffsetOn) {
  const auto at = [](uint64_t index, uint64_t offset) { return index | offset << 32; };
  EXPECT_EQ(format("%s|%s|%s", at(0, 2), at(1, 6), at(0, 0)), "rst||first");
  EXPECT_EQ(format("%s %s", at(0, 6), at(UINT32_MAX, 0)), "(null) (null)");
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

TEST(Printf, vectorsOfEverySizeAndType) {
  const auto check = [](const char* text, auto value, const char* expected) {
    EXPECT_EQ(format(text, value), expected) << text;
  };
  struct Char16 {
    int8_t v[16];
  };
  struct UShort8 {
    uint16_t v[8];
  };
  struct Int3 {
    int32_t v[4];
  };
  struct Long2 {
    int64_t v[2];
  };
  struct Double4 {
    double v[4];
  };
  check("%v16hhd", Char16{{-1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 127}},
        "-1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,127");
  check("%#v16hhx", Char16{{-1, 1}}, "0xff,0x1,0,0,0,0,0,0,0,0,0,0,0,0,0,0");
  check("%v8hu", UShort8{{65535, 1}}, "65535,1,0,0,0,0,0,0");
  check("%v3hli", Int3{{-1, 2, -3, 99}}, "-1,2,-3");
  check("%-4v3hld|", Int3{{-1, 2, -3, 99}}, "-1  ,2   ,-3  |");
  check("%v2ld", Long2{{INT64_MIN, 1}}, "-9223372036854775808,1");
  check("%v4lg", Double4{{1, 2.5, -3, 1e100}}, "1,2.5,-3,1e+100");
  check("%2.2v4le", Double4{{1, 2, 3, 4}}, "1.00e+00,2.00e+00,3.00e+00,4.00e+00");
  check("%v4la", Double4{{1, 2, 3, 4}}, "0x1p+0,0x1p+1,0x1.8p+1,0x1p+2");
}

TEST(Printf, starsOfVectors) {
  struct Short2 {
    int16_t v[2];
  };
  EXPECT_EQ(format("%*.*v2hd", 5, 3, Short2{{1, -2}}), "  001, -002");
}

TEST(Printf, formatsThatOpenClDoesNotAllow) {
  for (const char* wrong :
       {"%",   "%y",    "%n",    "%lld",  "%v5hd",  "%v4d",  "%v4hls", "%ls",  "%hlf", "%hhf",
        "%5%", "%v16d", "%v1hd", "%v",    "%v4",    "%v4hl", "%.",     "%*",   "%-",   "%jd",
        "%Lf", "%zf",   "%v2zd", "%v4hc", "%v4hls", "%lc",   "%hp",    "%d %", "%q"}) {
    EXPECT_FALSE(builtins::parse_format(wrong)) << wrong;
  }
}

TEST(Printf, formatsThatItAllows) {
  for (const char* right : {"", "%%", "%d%%%d", "%+-# 0*.*v16hhx", "%.d", "%lX", "%v3lf", "%hG"}) {
    EXPECT_TRUE(builtins::parse_format(right)) << right;
  }
}

TEST(Printf, missingArgumentsEndTheText) { EXPECT_EQ(format("a %d b %d c", 1), "a 1 b "); }

} // namespace
