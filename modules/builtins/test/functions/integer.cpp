// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 6.12.3 against 128-bit arithmetic.
#include "functions/elementwise.h"

namespace {

using wide = __int128;

template <typename T> class Integer : public testing::Test {
public:
  using Unsigned = std::make_unsigned_t<T>;
  static constexpr int width = sizeof(T) * 8;
  static T saturate(wide x) {
    return T(std::min(wide(std::numeric_limits<T>::max()),
                      std::max(wide(std::numeric_limits<T>::min()), x)));
  }
  /// The product's upper half; 128 bits hold every product but those of two large ulong.
  static T high(T a, T b) {
    if constexpr (std::is_same_v<T, uint64_t>) {
      return T((unsigned __int128)(a)*b >> 64);
    } else {
      return T(wide(a) * wide(b) >> width);
    }
  }
  static T mad_sat(T a, T b, T c) {
    if constexpr (std::is_same_v<T, uint64_t>) {
      const unsigned __int128 product = (unsigned __int128)(a)*b, sum = product + c;
      return sum < product || sum >> 64 ? ~T(0) : T(sum);
    } else {
      return saturate(wide(a) * wide(b) + wide(c));
    }
  }
  std::vector<T> in_a = values<T>(1), in_b = values<T>(2), in_c = values<T>(3);
};

using Types =
    testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t>;
TYPED_TEST_SUITE(Integer, Types);

TYPED_TEST(Integer, addition) {
  using T = TypeParam;
  const auto& [a, b] = std::tie(this->in_a, this->in_b);
  expect_elementwise<T>(
      "add_sat", all_widths, [](T x, T y) { return TestFixture::saturate(wide(x) + y); }, a, b);
  expect_elementwise<T>(
      "sub_sat", all_widths, [](T x, T y) { return TestFixture::saturate(wide(x) - y); }, a, b);
  expect_elementwise<T>("hadd", all_widths, [](T x, T y) { return T((wide(x) + y) >> 1); }, a, b);
  expect_elementwise<T>(
      "rhadd", all_widths, [](T x, T y) { return T((wide(x) + y + 1) >> 1); }, a, b);
}

TYPED_TEST(Integer, multiplication) {
  using T = TypeParam;
  const auto& [a, b, c] = std::tie(this->in_a, this->in_b, this->in_c);
  expect_elementwise<T>("mul_hi", all_widths, TestFixture::high, a, b);
  expect_elementwise<T>(
      "mad_hi", all_widths,
      [](T x, T y, T z) { return T(std::make_unsigned_t<T>(TestFixture::high(x, y)) + z); }, a, b,
      c);
  expect_elementwise<T>("mad_sat", all_widths, TestFixture::mad_sat, a, b, c);
}

TYPED_TEST(Integer, magnitude) {
  using T = TypeParam;
  using U = typename TestFixture::Unsigned;
  const auto& [a, b, c] = std::tie(this->in_a, this->in_b, this->in_c);
  expect_elementwise<U>("abs", all_widths, [](T x) { return U(x < 0 ? -wide(x) : wide(x)); }, a);
  expect_elementwise<U>(
      "abs_diff", all_widths, [](T x, T y) { return U(x < y ? wide(y) - x : wide(x) - y); }, a, b);
  expect_elementwise<T>("max", all_widths, [](T x, T y) { return std::max(x, y); }, a, b);
  expect_elementwise<T>("min", all_widths, [](T x, T y) { return std::min(x, y); }, a, b);
  expect_elementwise<T>(
      "clamp", all_widths, [](T x, T y, T z) { return std::min(std::max(x, y), z); }, a, b, c);
}

TYPED_TEST(Integer, bits) {
  using T = TypeParam;
  using U = typename TestFixture::Unsigned;
  const auto& [a, b, c] = std::tie(this->in_a, this->in_b, this->in_c);
  expect_elementwise<T>("clz", all_widths, [](T x) { return T(std::countl_zero(U(x))); }, a);
  expect_elementwise<T>("ctz", all_widths, [](T x) { return T(std::countr_zero(U(x))); }, a);
  expect_elementwise<T>("popcount", all_widths, [](T x) { return T(std::popcount(U(x))); }, a);
  expect_elementwise<T>(
      "bit_reverse", all_widths,
      [](T x) {
        U reversed = 0;
        for (int i = 0; i < TestFixture::width; ++i) {
          reversed = U(reversed << 1 | (U(x) >> i & 1));
        }
        return T(reversed);
      },
      a);
  expect_elementwise<T>(
      "rotate", all_widths,
      [](T x, T y) { return T(std::rotl(U(x), int(U(y) % TestFixture::width))); }, a, b);
  expect_elementwise<T>(
      "bitselect", all_widths, [](T x, T y, T z) { return T((x & ~z) | (y & z)); }, a, b, c);
}

TYPED_TEST(Integer, select) {
  using T = TypeParam;
  using U = typename TestFixture::Unsigned;
  const std::vector<U> unsigned_condition(this->in_c.begin(), this->in_c.end());
  expect_elementwise<T>(
      "select", {1}, [](T x, T y, U z) { return z ? y : x; }, this->in_a, this->in_b,
      unsigned_condition);
  expect_elementwise<T>(
      "select", {2, 3, 4, 8, 16},
      [](T x, T y, U z) { return z >> (TestFixture::width - 1) ? y : x; }, this->in_a, this->in_b,
      unsigned_condition);
}

template <typename N, typename W, typename L> void test_upsample() {
  const auto high = values<N>(1);
  const auto low = values<L>(2);
  expect_elementwise<W>(
      "upsample", all_widths,
      [](N x, L y) { return W(std::make_unsigned_t<W>(x) << sizeof(N) * 8 | y); }, high, low);
}

TEST(IntegerWidening, upsample) {
  test_upsample<int8_t, int16_t, uint8_t>();
  test_upsample<uint8_t, uint16_t, uint8_t>();
  test_upsample<int16_t, int32_t, uint16_t>();
  test_upsample<uint16_t, uint32_t, uint16_t>();
  test_upsample<int32_t, int64_t, uint32_t>();
  test_upsample<uint32_t, uint64_t, uint32_t>();
}

/// Operands of 24 bits; others have no defined result.
template <typename T> std::vector<T> short_values(uint64_t seed) {
  auto result = values<T>(seed);
  for (T& x : result) {
    x = std::is_signed_v<T> ? T(T(uint32_t(x) << 8) >> 8) : T(x & 0xFFFFFF);
  }
  return result;
}

template <typename T> void test_24_bits() {
  const auto a = short_values<T>(1), b = short_values<T>(2), c = values<T>(3);
  expect_elementwise<T>("mul24", all_widths, [](T x, T y) { return T(wide(x) * y); }, a, b);
  expect_elementwise<T>(
      "mad24", all_widths, [](T x, T y, T z) { return T(wide(x) * y + z); }, a, b, c);
}

TEST(IntegerWidening, twentyFourBits) {
  test_24_bits<int32_t>();
  test_24_bits<uint32_t>();
}

} // namespace
