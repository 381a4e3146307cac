// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every explicit conversion (OpenCL C 6.2.3): all pairs of types, rounding modes and saturation, on
// boundary values, against rounding of exact values in long double, which holds them all.
#include "functions/elementwise.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/TargetParser/Host.h>

namespace {

enum class Mode { rte, rtz, rtp, rtn };

long double exact(int8_t x) { return x; }
template <typename T> long double exact(T x) {
  if constexpr (std::is_same_v<T, Half>) {
    return x.value();
  } else {
    return x;
  }
}

long double to_whole(long double x, Mode mode) {
  switch (mode) {
  case Mode::rte:
    return std::nearbyint(x);
  case Mode::rtz:
    return std::trunc(x);
  case Mode::rtp:
    return std::ceil(x);
  case Mode::rtn:
    break;
  }
  return std::floor(x);
}

template <typename T> struct Layout;
template <> struct Layout<Half> {
  static constexpr int digits = 11, least = -24, most = 16;
};
template <> struct Layout<float> {
  static constexpr int digits = 24, least = -149, most = 128;
};
template <> struct Layout<double> {
  static constexpr int digits = 53, least = -1074, most = 1024;
};

template <typename T> T to_float(long double x, Mode mode) {
  constexpr int width = sizeof(T) * 8, digits = Layout<T>::digits;
  const uint64_t sign = std::signbit(x) ? uint64_t(1) << (width - 1) : 0;
  const uint64_t infinity = ((uint64_t(1) << (width - 1)) - 1) >> (digits - 1) << (digits - 1);
  if (std::isnan(x)) {
    return from_bits<T>(infinity + (uint64_t(1) << (digits - 2)));
  }
  if (x == 0) {
    return from_bits<T>(sign);
  }
  if (std::isinf(x)) {
    return from_bits<T>(infinity | sign);
  }
  int e = 0;
  std::frexp(x, &e);
  const int unit = std::max(e - digits, Layout<T>::least);
  const long double whole = to_whole(std::ldexp(x, -unit), mode);
  const long double size = std::fabs(std::ldexp(whole, unit));
  uint64_t result;
  if (size >= std::ldexp(1.0L, Layout<T>::most)) {
    const bool stay = mode == Mode::rtz || mode == (x < 0 ? Mode::rtp : Mode::rtn);
    result = stay ? infinity - 1 : infinity;
  } else {
    // Normal: the exponent's field and the significand's carry add up. Denormal: units.
    const auto units = uint64_t(std::fabs(whole));
    const int field = unit - Layout<T>::least;
    result = units + (uint64_t(field) << (digits - 1));
  }
  return from_bits<T>(result | sign);
}

/// The expected result of convert_<To>[_sat]<mode>. False: out of range, so implementation-defined.
template <typename To, typename From>
bool reference(From from, Mode mode, bool saturate, To& result) {
  const long double x = exact(from);
  if constexpr (!is_integer<To>) {
    result = to_float<To>(x, mode);
    return true;
  } else {
    if constexpr (is_integer<From>) {
      if (!saturate) {
        result = To(from);
        return true;
      }
    }
    const long double least = std::numeric_limits<To>::min(), most = std::numeric_limits<To>::max();
    const long double whole = std::isnan(x) ? 0 : to_whole(x, mode);
    const bool inside = !std::isnan(x) && whole >= least && whole <= most;
    result = whole <= least  ? std::numeric_limits<To>::min()
             : whole >= most ? std::numeric_limits<To>::max()
                             : To(whole);
    return inside || saturate;
  }
}

struct Suffix {
  const char* text;
  bool any;
  Mode mode;
};
constexpr Suffix suffixes[] = {{"", true, Mode::rte},
                               {"_rte", false, Mode::rte},
                               {"_rtz", false, Mode::rtz},
                               {"_rtp", false, Mode::rtp},
                               {"_rtn", false, Mode::rtn}};

template <typename To, typename From> void test_pair(const std::vector<int>& widths) {
  const auto in = values<From>(7);
  for (bool saturate : {false, true}) {
    if (saturate && !is_integer<To>) {
      continue;
    }
    for (const Suffix& suffix : suffixes) {
      const Mode mode = suffix.any && is_integer<To> ? Mode::rtz : suffix.mode;
      for (int width : widths) {
        const std::string name =
            "convert_" + vector_name<To>(width) + (saturate ? "_sat" : "") + suffix.text;
        const auto got = run<To>(name, width, in);
        size_t wrong = 0;
        for (size_t i = 0; i < in.size() && wrong < 3; ++i) {
          To expected = {};
          if (reference(in[i], mode, saturate, expected) && !same(got[i], expected)) {
            ++wrong;
            ADD_FAILURE() << name << " of " << type_name<From>() << " bits " << std::hex
                          << uint64_t(bits(in[i])) << " gives " << uint64_t(bits(got[i]))
                          << ", not " << uint64_t(bits(expected));
          }
        }
      }
    }
  }
}

template <typename To> class Conversion : public testing::Test {};
using Types = testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t,
                             uint64_t, Half, float, double>;
TYPED_TEST_SUITE(Conversion, Types);

TYPED_TEST(Conversion, fromIntegers) {
  test_pair<TypeParam, int8_t>(all_widths);
  test_pair<TypeParam, uint8_t>(all_widths);
  test_pair<TypeParam, int16_t>(all_widths);
  test_pair<TypeParam, uint16_t>(all_widths);
  test_pair<TypeParam, int32_t>(all_widths);
  test_pair<TypeParam, uint32_t>(all_widths);
  test_pair<TypeParam, int64_t>(all_widths);
  test_pair<TypeParam, uint64_t>(all_widths);
}

TYPED_TEST(Conversion, fromFloatingPoint) {
  test_pair<TypeParam, Half>(all_widths);
  test_pair<TypeParam, float>(all_widths);
  test_pair<TypeParam, double>(all_widths);
}

/// Instruction sets differ in what they have for this: none, scalar or vector instructions, signed
/// or both.
template <typename From> void to_float_on(const std::string& cpu) {
  const auto in = values<From>(7);
  for (int width : all_widths) {
    const std::string to = vector_name<float>(width), from = vector_name<From>(width);
    const Native native(mangle("convert_" + to, {from}), ir_type(to), {ir_type(from)}, {}, cpu);
    const auto spread_in = spread(in, width);
    std::vector<float> out(spread_in.size());
    native(in.size() / size_t(width), out.data(), {spread_in.data()});
    const auto got = gather(out, width);
    for (size_t i = 0; i < in.size(); ++i) {
      float expected = 0;
      ASSERT_TRUE(reference(in[i], Mode::rte, false, expected));
      ASSERT_EQ(got[i], expected) << cpu << " " << in[i] << " in a vector of " << width;
    }
  }
}

TEST(ConversionTargets, longToFloatRoundsOnce) {
  const auto features = llvm::sys::getHostCPUFeatures();
  for (const auto& [cpu, needs] :
       {std::pair("x86-64", "sse2"), std::pair("x86-64-v2", "sse4.2"),
        std::pair("x86-64-v3", "avx2"), std::pair("x86-64-v4", "avx512dq")}) {
    if (features.lookup(needs)) {
      to_float_on<int64_t>(cpu);
      to_float_on<uint64_t>(cpu);
    }
  }
}

} // namespace
