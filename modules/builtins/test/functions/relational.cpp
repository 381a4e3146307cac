// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 6.12.6 for floating point, and the exact ones of 6.12.4.
#include "functions/elementwise.h"

namespace {

template <typename T> struct ResultOf;
template <> struct ResultOf<Half> {
  using type = int16_t;
};
template <> struct ResultOf<float> {
  using type = int32_t;
};
template <> struct ResultOf<double> {
  using type = int64_t;
};

const std::vector<int> vector_widths = {2, 3, 4, 8, 16};

/// Scalars give an int of 0 or 1, vectors 0 or -1 in elements of T's size.
template <typename F, typename... T>
void expect_predicate(const std::string& name, F reference, const std::vector<T>&... in) {
  using I = typename ResultOf<std::tuple_element_t<0, std::tuple<T...>>>::type;
  expect_elementwise<int32_t>(
      name, {1}, [&](T... x) { return int32_t(reference(real(x)...)); }, in...);
  expect_elementwise<I>(
      name, vector_widths, [&](T... x) { return I(reference(real(x)...) ? -1 : 0); }, in...);
}

template <typename T> class Relational : public testing::Test {
public:
  /// Pairs of which some are equal.
  Relational() : in_a(values<T>(1)), in_b(values<T>(2)) {
    for (size_t i = 0; i < in_a.size(); i += 5) {
      in_b[i] = in_a[i];
    }
  }
  std::vector<T> in_a, in_b;
};
using Types = testing::Types<Half, float, double>;
TYPED_TEST_SUITE(Relational, Types);

TYPED_TEST(Relational, comparisons) {
  const auto& [a, b] = std::tie(this->in_a, this->in_b);
  expect_predicate("isequal", [](double x, double y) { return x == y; }, a, b);
  expect_predicate("isnotequal", [](double x, double y) { return x != y; }, a, b);
  expect_predicate("isgreater", [](double x, double y) { return x > y; }, a, b);
  expect_predicate("isgreaterequal", [](double x, double y) { return x >= y; }, a, b);
  expect_predicate("isless", [](double x, double y) { return x < y; }, a, b);
  expect_predicate("islessequal", [](double x, double y) { return x <= y; }, a, b);
  expect_predicate("islessgreater", [](double x, double y) { return x < y || x > y; }, a, b);
  const auto unordered = [](double x, double y) { return std::isnan(x) || std::isnan(y); };
  expect_predicate("isunordered", unordered, a, b);
  expect_predicate("isordered", [&](double x, double y) { return !unordered(x, y); }, a, b);
}

TYPED_TEST(Relational, classification) {
  const double least = sizeof(TypeParam) == 2   ? 0x1p-14
                       : sizeof(TypeParam) == 4 ? 0x1p-126
                                                : 0x1p-1022;
  const auto& a = this->in_a;
  expect_predicate("isfinite", [](double x) { return std::isfinite(x); }, a);
  expect_predicate("isinf", [](double x) { return std::isinf(x); }, a);
  expect_predicate("isnan", [](double x) { return std::isnan(x); }, a);
  expect_predicate(
      "isnormal", [&](double x) { return std::isfinite(x) && std::fabs(x) >= least; }, a);
  expect_elementwise<int32_t>(
      "signbit", {1}, [](TypeParam x) { return int32_t(bits(x) >> (sizeof(TypeParam) * 8 - 1)); },
      a);
  expect_elementwise<typename ResultOf<TypeParam>::type>(
      "signbit", vector_widths,
      [](TypeParam x) {
        using I = typename ResultOf<TypeParam>::type;
        return I(-I(bits(x) >> (sizeof(TypeParam) * 8 - 1)));
      },
      a);
}

TYPED_TEST(Relational, selection) {
  using T = TypeParam;
  using I = typename ResultOf<T>::type;
  const auto condition = values<I>(3);
  expect_elementwise<T>(
      "select", {1}, [](T x, T y, I c) { return c ? y : x; }, this->in_a, this->in_b, condition);
  expect_elementwise<T>(
      "select", vector_widths, [](T x, T y, I c) { return c < 0 ? y : x; }, this->in_a, this->in_b,
      condition);
  expect_elementwise<T>(
      "bitselect", all_widths,
      [](T x, T y, T z) {
        return from_bits<T>((uint64_t(bits(x)) & ~uint64_t(bits(z))) | (bits(y) & bits(z)));
      },
      this->in_a, this->in_b, this->in_a);
}

TYPED_TEST(Relational, commonFunctions) {
  using T = TypeParam;
  const auto& [a, b] = std::tie(this->in_a, this->in_b);
  // These follow bit for bit from their definitions; NaN is left out where it is undefined.
  const auto number = [](std::vector<T> in) {
    for (T& x : in) {
      x = std::isnan(real(x)) ? from_bits<T>(0) : x;
    }
    return in;
  };
  const auto x = number(a), y = number(b);
  expect_elementwise<T>(
      "max", all_widths, [](T p, T q) { return real(p) < real(q) ? q : p; }, x, y);
  expect_elementwise<T>(
      "min", all_widths, [](T p, T q) { return real(q) < real(p) ? q : p; }, x, y);
  const T one = from_bits<T>(sizeof(T) == 2   ? 0x3C00
                             : sizeof(T) == 4 ? 0x3F800000
                                              : 0x3FF0000000000000);
  expect_elementwise<T>(
      "step", all_widths, [&](T p, T q) { return real(q) < real(p) ? from_bits<T>(0) : one; }, x,
      y);
  expect_elementwise<T>(
      "sign", all_widths,
      [&](T p) {
        const uint64_t sign = uint64_t(1) << (sizeof(T) * 8 - 1);
        if (std::isnan(real(p))) {
          return from_bits<T>(0);
        }
        return real(p) == 0 ? p : from_bits<T>(bits(one) | (bits(p) & sign));
      },
      a);
}

template <typename T> void test_any_all() {
  for (int width : all_widths) {
    auto in = values<T>(1);
    for (size_t i = 0; i < in.size(); ++i) { // otherwise any would be true too often
      in[i] = T(i % 7 < 3 ? in[i] | std::numeric_limits<T>::min() : i % 5 ? in[i] >> 1 & 0x7F : -1);
    }
    const Native any(mangle("any", {vector_name<T>(width)}), "i32",
                     {ir_type(vector_name<T>(width))});
    const Native all(mangle("all", {vector_name<T>(width)}), "i32",
                     {ir_type(vector_name<T>(width))});
    const auto laid_out = spread(in, width);
    const size_t count = in.size() / size_t(width);
    std::vector<int32_t> got_any(count), got_all(count);
    any(count, got_any.data(), {laid_out.data()});
    all(count, got_all.data(), {laid_out.data()});
    for (size_t i = 0; i < count; ++i) {
      bool some = false, each = true;
      for (int j = 0; j < width; ++j) {
        const bool set = in[i * size_t(width) + size_t(j)] < 0;
        some |= set;
        each &= set;
      }
      ASSERT_EQ(got_any[i], some) << type_name<T>() << width << " " << i;
      ASSERT_EQ(got_all[i], each) << type_name<T>() << width << " " << i;
    }
  }
}

TEST(RelationalIntegers, anyAndAll) {
  test_any_all<int8_t>();
  test_any_all<int16_t>();
  test_any_all<int32_t>();
  test_any_all<int64_t>();
}

} // namespace
