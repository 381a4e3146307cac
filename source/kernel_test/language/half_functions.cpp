// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mathematical functions of every half, as targets run them; how exact they are is measured where
// they are made (modules/builtins/test/functions/accuracy.cpp).
#include "harness.h"

#include <cmath>

namespace {

constexpr size_t halves = 1 << 16;

double value_of_half(uint16_t bits) {
  const int exponent = bits >> 10 & 31, digits = bits & 1023;
  const double size = exponent == 31  ? digits == 0 ? INFINITY : NAN
                      : exponent == 0 ? std::ldexp(digits, -24)
                                      : std::ldexp(1024 + digits, exponent - 25);
  return bits >> 15 ? -size : size;
}

struct Function {
  const char* expression;
  double units; ///< the error that is allowed, in units in the last place
  double (*exact)(double x);
};

constexpr double pi = 3.14159265358979323846;
/// The reference of functions of half turns: the whole turns are taken off first, which is exact.
double less_whole_turns(double x) { return std::remainder(x, 2.0); }

constexpr Function functions[] = {
    {"acos(x)", 2, [](double x) { return std::acos(x); }},
    {"acosh(x)", 2, [](double x) { return std::acosh(x); }},
    {"acospi(x)", 2, [](double x) { return std::acos(x) / pi; }},
    {"asin(x)", 2, [](double x) { return std::asin(x); }},
    {"asinh(x)", 2, [](double x) { return std::asinh(x); }},
    {"asinpi(x)", 2, [](double x) { return std::asin(x) / pi; }},
    {"atan(x)", 2, [](double x) { return std::atan(x); }},
    {"atan2(x, (half)3)", 2, [](double x) { return std::atan2(x, 3.0); }},
    {"atan2((half)-3, x)", 2, [](double x) { return std::atan2(-3.0, x); }},
    {"atan2(x, -x)", 2, [](double x) { return std::atan2(x, -x); }},
    {"atan2pi(x, (half)-0.25)", 2, [](double x) { return std::atan2(x, -0.25) / pi; }},
    {"atanh(x)", 2, [](double x) { return std::atanh(x); }},
    {"atanpi(x)", 2, [](double x) { return std::atan(x) / pi; }},
    {"cbrt(x)", 2, [](double x) { return std::cbrt(x); }},
    {"cos(x)", 2, [](double x) { return std::cos(x); }},
    {"cosh(x)", 2, [](double x) { return std::cosh(x); }},
    {"erf(x)", 4, [](double x) { return std::erf(x); }},
    {"exp(x)", 2, [](double x) { return std::exp(x); }},
    {"exp10(x)", 2, [](double x) { return std::pow(10.0, x); }},
    {"exp2(x)", 2, [](double x) { return std::exp2(x); }},
    {"expm1(x)", 2, [](double x) { return std::expm1(x); }},
    {"hypot(x, (half)-4)", 2, [](double x) { return std::hypot(x, 4.0); }},
    {"log(x)", 2, [](double x) { return std::log(x); }},
    {"log10(x)", 2, [](double x) { return std::log10(x); }},
    {"log1p(x)", 2, [](double x) { return std::log1p(x); }},
    {"log2(x)", 2, [](double x) { return std::log2(x); }},
    {"pow(x, (half)3)", 4, [](double x) { return std::pow(x, 3); }},
    {"pow(x, (half)-0.5)", 4, [](double x) { return std::pow(x, -0.5); }},
    {"pow((half)-2, x)", 4, [](double x) { return std::pow(-2, x); }},
    {"pown(x, -3)", 4, [](double x) { return std::pow(x, -3); }},
    {"powr(x, (half)1.5)", 4, [](double x) { return x < 0 ? NAN : std::pow(std::fabs(x), 1.5); }},
    {"rootn(x, 3)", 4, [](double x) { return std::cbrt(x); }},
    {"rootn(x, -2)", 4, [](double x) { return x < 0 ? NAN : 1 / std::sqrt(std::fabs(x)); }},
    {"sin(x)", 2, [](double x) { return std::sin(x); }},
    {"sinh(x)", 2, [](double x) { return std::sinh(x); }},
    {"sinpi(x)", 2, [](double x) { return std::sin(less_whole_turns(x) * pi); }},
    {"sqrt(x)", 0.5, [](double x) { return std::sqrt(x); }},
    {"tan(x)", 2, [](double x) { return std::tan(x); }},
    {"tanh(x)", 2, [](double x) { return std::tanh(x); }},
};
constexpr size_t function_count = std::size(functions);

bool is_near(const Function& function, double x, double got) {
  const double wanted = function.exact(x), largest = 65504;
  if (std::isnan(wanted)) {
    return std::isnan(got);
  }
  if (std::fabs(wanted) > 1.01 * largest) {
    return got == std::copysign(INFINITY, wanted);
  }
  const int exponent = wanted == 0 ? -14 : std::max(std::ilogb(wanted), -14);
  return std::fabs(wanted) > 0.99 * largest ||
         std::fabs(got - wanted) <= function.units * std::ldexp(1.0, exponent - 10);
}

class HalfFunctions : public KernelTest {};

TEST_P(HalfFunctions, ofEveryHalf) {
  std::string text = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                     "kernel void k(global const half* in, global half* out) {\n"
                     "  size_t i = get_global_id(0), n = get_global_size(0);\n  half x = in[i];\n";
  for (size_t f = 0; f < function_count; ++f) {
    text += "  out[i + n * " + std::to_string(f) + "] = " + functions[f].expression + ";\n";
  }
  build(text + "}\n");
  std::vector<uint16_t> in(halves), out(halves * function_count);
  for (size_t i = 0; i < halves; ++i) {
    in[i] = uint16_t(i);
  }
  run({{halves}, {}, {}}, in, out);
  for (size_t f = 0; f < function_count; ++f) {
    for (size_t i = 0; i < halves; ++i) {
      const double x = value_of_half(in[i]), got = value_of_half(out[i + halves * f]);
      ASSERT_TRUE(is_near(functions[f], x, got))
          << functions[f].expression << ", x = " << x << " gave " << got;
    }
  }
}

ALL_VARIANTS(HalfFunctions);

} // namespace
