// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled for this machine: AVX-512 or AVX2 forms.
#include "math/reference.h"

#include <immintrin.h>
#include <sleef.h>

namespace {

#ifdef __AVX512F__
#define SINGLE(name, bound) Sleef_##name##f16##bound
#define DOUBLE(name, bound) Sleef_##name##d8##bound
auto load(const float* from) { return _mm512_loadu_ps(from); }
auto load(const double* from) { return _mm512_loadu_pd(from); }
void store(float* to, __m512 value) { _mm512_storeu_ps(to, value); }
void store(double* to, __m512d value) { _mm512_storeu_pd(to, value); }
#else
#define SINGLE(name, bound) Sleef_##name##f8##bound
#define DOUBLE(name, bound) Sleef_##name##d4##bound
auto load(const float* from) { return _mm256_loadu_ps(from); }
auto load(const double* from) { return _mm256_loadu_pd(from); }
void store(float* to, __m256 value) { _mm256_storeu_ps(to, value); }
void store(double* to, __m256d value) { _mm256_storeu_pd(to, value); }
#endif

template <auto f, typename T> void loop(const T* x, const T* y, T* out, size_t count) {
  for (size_t i = 0; i < count; i += sizeof(load(x)) / sizeof(T)) {
    if constexpr (requires { f(load(x)); }) {
      store(out + i, f(load(x + i)));
    } else {
      store(out + i, f(load(x + i), load(y + i)));
    }
  }
}
#define LOOPS(name, bound) {loop<SINGLE(name, bound), float>, loop<DOUBLE(name, bound), double>}

struct MeasuredFunction {
  std::string_view name;
  Loops precise, fast;
};
const MeasuredFunction rows[] = {
    {"sin", LOOPS(sin, _u10), LOOPS(sin, _u35)},
    {"cos", LOOPS(cos, _u10), LOOPS(cos, _u35)},
    {"tan", LOOPS(tan, _u10), LOOPS(tan, _u35)},
    {"asin", LOOPS(asin, _u10), LOOPS(asin, _u35)},
    {"acos", LOOPS(acos, _u10), LOOPS(acos, _u35)},
    {"atan", LOOPS(atan, _u10), LOOPS(atan, _u35)},
    {"log", LOOPS(log, _u10), LOOPS(log, _u35)},
    {"cbrt", LOOPS(cbrt, _u10), LOOPS(cbrt, _u35)},
    {"sinh", LOOPS(sinh, _u10), LOOPS(sinh, _u35)},
    {"cosh", LOOPS(cosh, _u10), LOOPS(cosh, _u35)},
    {"tanh", LOOPS(tanh, _u10), LOOPS(tanh, _u35)},
    {"exp2", LOOPS(exp2, _u10), LOOPS(exp2, _u35)},
    {"exp10", LOOPS(exp10, _u10), LOOPS(exp10, _u35)},
    {"log2", LOOPS(log2, _u10), LOOPS(log2, _u35)},
    {"asinh", LOOPS(asinh, _u10), LOOPS(asinh, _u10)},
    {"acosh", LOOPS(acosh, _u10), LOOPS(acosh, _u10)},
    {"atanh", LOOPS(atanh, _u10), LOOPS(atanh, _u10)},
    {"exp", LOOPS(exp, _u10), LOOPS(exp, _u10)},
    {"expm1", LOOPS(expm1, _u10), LOOPS(expm1, _u10)},
    {"log10", LOOPS(log10, _u10), LOOPS(log10, _u10)},
    {"log1p", LOOPS(log1p, _u10), LOOPS(log1p, _u10)},
    {"erf", LOOPS(erf, _u10), LOOPS(erf, _u10)},
    {"tgamma", LOOPS(tgamma, _u10), LOOPS(tgamma, _u10)},
    {"lgamma", LOOPS(lgamma, _u10), LOOPS(lgamma, _u10)},
    {"erfc", LOOPS(erfc, _u15), LOOPS(erfc, _u15)},
    {"sinpi", LOOPS(sinpi, _u05), LOOPS(sinpi, _u05)},
    {"cospi", LOOPS(cospi, _u05), LOOPS(cospi, _u05)},
    {"atan2", LOOPS(atan2, _u10), LOOPS(atan2, _u35)},
    {"hypot", LOOPS(hypot, _u05), LOOPS(hypot, _u35)},
    {"pow", LOOPS(pow, _u10), LOOPS(pow, _u10)},
    {"sqrt", LOOPS(sqrt, _u05), LOOPS(sqrt, _u35)},
    {"fmod", LOOPS(fmod, ), LOOPS(fmod, )},
    {"remainder", LOOPS(remainder, ), LOOPS(remainder, )},
};

const MeasuredFunction* find(std::string_view name) {
  for (const MeasuredFunction& row : rows) {
    if (row.name == name) {
      return &row;
    }
  }
  return nullptr;
}

} // namespace

Loops sleef_precise(std::string_view name) {
  const MeasuredFunction* row = find(name);
  return row ? row->precise : Loops{};
}
Loops sleef_fast(std::string_view name) {
  const MeasuredFunction* row = find(name);
  return row ? row->fast : Loops{};
}
