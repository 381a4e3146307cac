// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "math/functions.h"

#include <cstddef>

namespace {

constexpr Names full = Names::full, both = Names::full_and_approximate,
                approximate = Names::approximate;
constexpr Second one = Second::none;
constexpr Range none = {0, 0};

constexpr Function table[] = {
    {"sin", both, one, true, {-0.8, 0.8}, {-100, 100}, {1e9, 1e30}, none},
    {"cos", both, one, true, {-0.8, 0.8}, {-100, 100}, {1e9, 1e30}, none},
    {"tan", both, one, true, {-0.8, 0.8}, {-100, 100}, {1e9, 1e30}, none},
    {"sinpi", full, one, false, {-0.5, 0.5}, {-100, 100}, {1e3, 1e5}, none},
    {"cospi", full, one, false, {-0.5, 0.5}, {-100, 100}, {1e3, 1e5}, none},
    {"tanpi", full, one, false, {-0.5, 0.5}, {-100, 100}, {1e3, 1e5}, none},
    {"asin", full, one, true, {-0.1, 0.1}, {-1, 1}, {-1, 1}, none},
    {"acos", full, one, true, {-0.1, 0.1}, {-1, 1}, {-1, 1}, none},
    {"asinpi", full, one, false, {-0.1, 0.1}, {-1, 1}, {-1, 1}, none},
    {"acospi", full, one, false, {-0.1, 0.1}, {-1, 1}, {-1, 1}, none},
    {"atan", full, one, true, {-0.5, 0.5}, {-10, 10}, {1e6, 1e30}, none},
    {"atanpi", full, one, false, {-0.5, 0.5}, {-10, 10}, {1e6, 1e30}, none},
    {"sinh", full, one, false, {-1, 1}, {-10, 10}, {-85, 85}, none},
    {"cosh", full, one, false, {-1, 1}, {-10, 10}, {-85, 85}, none},
    {"tanh", full, one, false, {-0.5, 0.5}, {-10, 10}, {-85, 85}, none},
    {"asinh", full, one, false, {-0.5, 0.5}, {-100, 100}, {1e6, 1e18}, none},
    {"acosh", full, one, false, {1, 2}, {1, 100}, {1e6, 1e18}, none},
    {"atanh", full, one, false, {-0.1, 0.1}, {-0.999, 0.999}, {-0.999, 0.999}, none},
    {"exp", both, one, true, {-1, 1}, {-30, 30}, {-85, 85}, none},
    {"exp2", both, one, true, {-1, 1}, {-30, 30}, {-120, 120}, none},
    {"exp10", both, one, true, {-1, 1}, {-10, 10}, {-36, 36}, none},
    {"expm1", full, one, false, {-0.5, 0.5}, {-10, 10}, {-80, 80}, none},
    {"log", both, one, true, {0.5, 2}, {1e-3, 1e3}, {1e-36, 1e36}, none},
    {"log2", both, one, true, {0.5, 2}, {1e-3, 1e3}, {1e-36, 1e36}, none},
    {"log10", both, one, true, {0.5, 2}, {1e-3, 1e3}, {1e-36, 1e36}, none},
    {"log1p", full, one, false, {-0.5, 0.5}, {0, 100}, {1e6, 1e36}, none},
    {"cbrt", full, one, true, {0.1, 1}, {-100, 100}, {1e6, 1e36}, none},
    {"sqrt", both, one, true, {0.1, 1}, {0, 100}, {1e6, 1e36}, none},
    {"rsqrt", both, one, false, {0.1, 1}, {0, 100}, {1e6, 1e36}, none},
    {"erf", full, one, false, {-0.5, 0.5}, {-4, 4}, {-100, 100}, none},
    {"erfc", full, one, false, {-0.5, 0.5}, {-3, 9}, {-100, 100}, none},
    {"tgamma", full, one, false, {0.5, 3}, {0.1, 30}, {-30, 30}, none},
    {"lgamma", full, one, false, {0.5, 3}, {0.1, 100}, {1e3, 1e18}, none},
    {"atan2", full, Second::real, true, {-1, 1}, {-100, 100}, {1e6, 1e30}, {-10, 10}},
    {"atan2pi", full, Second::real, false, {-1, 1}, {-100, 100}, {1e6, 1e30}, {-10, 10}},
    {"hypot", full, Second::real, true, {-1, 1}, {-100, 100}, {1e6, 1e15}, {-10, 10}},
    {"pow", full, Second::real, true, {0.5, 2}, {0.1, 10}, {1e-6, 1e6}, {-5, 5}},
    {"powr", both, Second::real, true, {0.5, 2}, {0.1, 10}, {1e-6, 1e6}, {-5, 5}},
    {"pown", full, Second::whole, true, {-2, 2}, {-10, 10}, {1e-6, 1e6}, {-5, 5}},
    {"rootn", full, Second::whole, true, {0.5, 2}, {0.1, 100}, {1e-6, 1e6}, {2, 9}},
    {"fmod", full, Second::real, true, {-10, 10}, {-1000, 1000}, {1e9, 1e30}, {1, 10}},
    {"remainder", full, Second::real, true, {-10, 10}, {-1000, 1000}, {1e9, 1e30}, {1, 10}},
    {"fdim", full, Second::real, true, {-1, 1}, {-100, 100}, {1e6, 1e30}, {-10, 10}},
    {"ldexp", full, Second::whole, true, {-1, 1}, {-100, 100}, {1e6, 1e15}, {-20, 20}},
    {"divide", approximate, Second::real, false, {0.1, 1}, {-100, 100}, {1e6, 1e15}, {1, 10}},
    {"recip", approximate, one, false, {0.1, 1}, {1, 100}, {1e6, 1e15}, none},
};

constexpr Kind all_kinds[] = {
    {"double", Type::float64, "", "", false},
    {"float", Type::float32, "", "", false},
    {"half", Type::float16, "", "", false},
    {"float, -cl-fast-relaxed-math", Type::float32, "", "-cl-fast-relaxed-math", true},
    {"float, native_", Type::float32, "native_", "", true},
    {"float, half_", Type::float32, "half_", "", true},
};

} // namespace

std::span<const Function> functions() { return table; }
std::span<const Kind> kinds() { return all_kinds; }

bool Kind::has(const Function& function) const {
  return function.names != (*prefix ? Names::full : Names::approximate);
}

namespace {

struct TypeNames {
  const char *name, *extension;
};
constexpr TypeNames types[] = {{"double", "cl_khr_fp64"}, {"float", ""}, {"half", "cl_khr_fp16"}};

} // namespace

const char* name_of(Type type) { return types[size_t(type)].name; }
const char* extension_of(Type type) { return types[size_t(type)].extension; }
