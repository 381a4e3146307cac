// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled by Clang with -fveclib=libmvec for this machine.
#include "math/reference.h"

#include <cmath>

namespace {

template <auto f> struct Loop;
template <typename T, T (*f)(T)> struct Loop<f> {
  static void run(const T* x, const T*, T* out, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      out[i] = f(x[i]);
    }
  }
};
template <typename T, T (*f)(T, T)> struct Loop<f> {
  static void run(const T* x, const T* y, T* out, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      out[i] = f(x[i], y[i]);
    }
  }
};

struct MeasuredFunction {
  std::string_view name;
  Loops loops;
};
const MeasuredFunction rows[] = {
    {"sin", {Loop<::sinf>::run, Loop<static_cast<double (*)(double)>(::sin)>::run}},
    {"cos", {Loop<::cosf>::run, Loop<static_cast<double (*)(double)>(::cos)>::run}},
    {"tan", {Loop<::tanf>::run, Loop<static_cast<double (*)(double)>(::tan)>::run}},
    {"asin", {Loop<::asinf>::run, Loop<static_cast<double (*)(double)>(::asin)>::run}},
    {"acos", {Loop<::acosf>::run, Loop<static_cast<double (*)(double)>(::acos)>::run}},
    {"atan", {Loop<::atanf>::run, Loop<static_cast<double (*)(double)>(::atan)>::run}},
    {"sinh", {Loop<::sinhf>::run, Loop<static_cast<double (*)(double)>(::sinh)>::run}},
    {"cosh", {Loop<::coshf>::run, Loop<static_cast<double (*)(double)>(::cosh)>::run}},
    {"tanh", {Loop<::tanhf>::run, Loop<static_cast<double (*)(double)>(::tanh)>::run}},
    {"asinh", {Loop<::asinhf>::run, Loop<static_cast<double (*)(double)>(::asinh)>::run}},
    {"acosh", {Loop<::acoshf>::run, Loop<static_cast<double (*)(double)>(::acosh)>::run}},
    {"atanh", {Loop<::atanhf>::run, Loop<static_cast<double (*)(double)>(::atanh)>::run}},
    {"exp", {Loop<::expf>::run, Loop<static_cast<double (*)(double)>(::exp)>::run}},
    {"exp2", {Loop<::exp2f>::run, Loop<static_cast<double (*)(double)>(::exp2)>::run}},
    {"exp10", {Loop<::exp10f>::run, Loop<static_cast<double (*)(double)>(::exp10)>::run}},
    {"expm1", {Loop<::expm1f>::run, Loop<static_cast<double (*)(double)>(::expm1)>::run}},
    {"log", {Loop<::logf>::run, Loop<static_cast<double (*)(double)>(::log)>::run}},
    {"log2", {Loop<::log2f>::run, Loop<static_cast<double (*)(double)>(::log2)>::run}},
    {"log10", {Loop<::log10f>::run, Loop<static_cast<double (*)(double)>(::log10)>::run}},
    {"log1p", {Loop<::log1pf>::run, Loop<static_cast<double (*)(double)>(::log1p)>::run}},
    {"cbrt", {Loop<::cbrtf>::run, Loop<static_cast<double (*)(double)>(::cbrt)>::run}},
    {"erf", {Loop<::erff>::run, Loop<static_cast<double (*)(double)>(::erf)>::run}},
    {"erfc", {Loop<::erfcf>::run, Loop<static_cast<double (*)(double)>(::erfc)>::run}},
    {"atan2", {Loop<::atan2f>::run, Loop<static_cast<double (*)(double, double)>(::atan2)>::run}},
    {"hypot", {Loop<::hypotf>::run, Loop<static_cast<double (*)(double, double)>(::hypot)>::run}},
    {"pow", {Loop<::powf>::run, Loop<static_cast<double (*)(double, double)>(::pow)>::run}},
};

} // namespace

Loops libmvec(std::string_view name) {
  for (const MeasuredFunction& row : rows) {
    if (row.name == name) {
      return row.loops;
    }
  }
  return {};
}
