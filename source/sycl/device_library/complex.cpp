// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Complex numbers in kernels: what Clang and std::complex call for products, quotients and
// functions. The formulas are the usual ones; products and quotients with infinite parts follow
// annex G of the C standard.
#include <sycl/detail/config.hpp>

namespace {

template <typename T> struct real;
#define LW_REAL(type, suffix)                                                                      \
  extern "C" SYCL_EXTERNAL type fabs##suffix(type);                                                \
  extern "C" SYCL_EXTERNAL type fmax##suffix(type, type);                                          \
  extern "C" SYCL_EXTERNAL type hypot##suffix(type, type);                                         \
  extern "C" SYCL_EXTERNAL type atan2##suffix(type, type);                                         \
  extern "C" SYCL_EXTERNAL type copysign##suffix(type, type);                                      \
  extern "C" SYCL_EXTERNAL type exp##suffix(type);                                                 \
  extern "C" SYCL_EXTERNAL type log##suffix(type);                                                 \
  extern "C" SYCL_EXTERNAL type sqrt##suffix(type);                                                \
  extern "C" SYCL_EXTERNAL type sin##suffix(type);                                                 \
  extern "C" SYCL_EXTERNAL type cos##suffix(type);                                                 \
  extern "C" SYCL_EXTERNAL type sinh##suffix(type);                                                \
  extern "C" SYCL_EXTERNAL type cosh##suffix(type);                                                \
  extern "C" SYCL_EXTERNAL type tanh##suffix(type);                                                \
  extern "C" SYCL_EXTERNAL type tan##suffix(type);                                                 \
  extern "C" SYCL_EXTERNAL type logb##suffix(type);                                                \
  extern "C" SYCL_EXTERNAL type scalbn##suffix(type, int);                                         \
  template <> struct real<type> {                                                                  \
    static type fabs(type x) { return ::fabs##suffix(x); }                                         \
    static type fmax(type x, type y) { return ::fmax##suffix(x, y); }                              \
    static type hypot(type x, type y) { return ::hypot##suffix(x, y); }                            \
    static type atan2(type y, type x) { return ::atan2##suffix(y, x); }                            \
    static type copysign(type x, type y) { return ::copysign##suffix(x, y); }                      \
    static type exp(type x) { return ::exp##suffix(x); }                                           \
    static type log(type x) { return ::log##suffix(x); }                                           \
    static type sqrt(type x) { return ::sqrt##suffix(x); }                                         \
    static type sin(type x) { return ::sin##suffix(x); }                                           \
    static type cos(type x) { return ::cos##suffix(x); }                                           \
    static type sinh(type x) { return ::sinh##suffix(x); }                                         \
    static type cosh(type x) { return ::cosh##suffix(x); }                                         \
    static type tanh(type x) { return ::tanh##suffix(x); }                                         \
    static type tan(type x) { return ::tan##suffix(x); }                                           \
    static type logb(type x) { return ::logb##suffix(x); }                                         \
    static type scalbn(type x, int n) { return ::scalbn##suffix(x, n); }                           \
  };
LW_REAL(float, f)
LW_REAL(double, )
#undef LW_REAL

template <typename T> struct complex_of;
template <> struct complex_of<float> {
  using type = float _Complex;
};
template <> struct complex_of<double> {
  using type = double _Complex;
};
template <typename T> using complex = typename complex_of<T>::type;

template <typename T> complex<T> make(T x, T y) {
  complex<T> z;
  __real__ z = x;
  __imag__ z = y;
  return z;
}

template <typename T> bool is_nan(T x) { return __builtin_isnan(x); }
template <typename T> bool is_infinite(T x) { return __builtin_isinf(x); }
template <typename T> bool is_finite(T x) { return __builtin_isfinite(x); }
/// 1 for infinite, 0 for other numbers, with their signs.
template <typename T> T as_unit(T x) { return real<T>::copysign(is_infinite(x) ? T(1) : T(0), x); }
template <typename T> T without_nan(T x) { return is_nan(x) ? real<T>::copysign(T(0), x) : x; }

template <typename T> complex<T> multiply(T a, T b, T c, T d) {
  const T ac = a * c;
  const T bd = b * d;
  const T ad = a * d;
  const T bc = b * c;
  const T x = ac - bd;
  const T y = ad + bc;
  if (!is_nan(x) || !is_nan(y)) {
    return make(x, y);
  }
  bool again = false;
  if (is_infinite(a) || is_infinite(b)) {
    a = as_unit(a);
    b = as_unit(b);
    c = without_nan(c);
    d = without_nan(d);
    again = true;
  }
  if (is_infinite(c) || is_infinite(d)) {
    c = as_unit(c);
    d = as_unit(d);
    a = without_nan(a);
    b = without_nan(b);
    again = true;
  }
  if (!again && (is_infinite(ac) || is_infinite(bd) || is_infinite(ad) || is_infinite(bc))) {
    a = without_nan(a);
    b = without_nan(b);
    c = without_nan(c);
    d = without_nan(d);
    again = true;
  }
  const T infinity = __builtin_huge_val();
  return again ? make<T>(infinity * (a * c - b * d), infinity * (a * d + b * c)) : make(x, y);
}

template <typename T> complex<T> divide(T a, T b, T c, T d) {
  const T exponent = real<T>::logb(real<T>::fmax(real<T>::fabs(c), real<T>::fabs(d)));
  int scale = 0;
  if (is_finite(exponent)) {
    scale = int(exponent);
    c = real<T>::scalbn(c, -scale);
    d = real<T>::scalbn(d, -scale);
  }
  const T square = c * c + d * d;
  const T x = real<T>::scalbn((a * c + b * d) / square, -scale);
  const T y = real<T>::scalbn((b * c - a * d) / square, -scale);
  if (!is_nan(x) || !is_nan(y)) {
    return make(x, y);
  }
  const T infinity = __builtin_huge_val();
  if (square == 0 && (!is_nan(a) || !is_nan(b))) {
    const T whole = real<T>::copysign(infinity, c);
    return make<T>(whole * a, whole * b);
  }
  if ((is_infinite(a) || is_infinite(b)) && is_finite(c) && is_finite(d)) {
    a = as_unit(a);
    b = as_unit(b);
    return make<T>(infinity * (a * c + b * d), infinity * (b * c - a * d));
  }
  if ((is_infinite(c) || is_infinite(d)) && is_finite(a) && is_finite(b)) {
    c = as_unit(c);
    d = as_unit(d);
    return make<T>(T(0) * (a * c + b * d), T(0) * (b * c - a * d));
  }
  return make(x, y);
}

template <typename T> T absolute(complex<T> z) { return real<T>::hypot(__real__ z, __imag__ z); }
template <typename T> T angle(complex<T> z) { return real<T>::atan2(__imag__ z, __real__ z); }

template <typename T> complex<T> exponential(complex<T> z) {
  const T length = real<T>::exp(__real__ z);
  if (__imag__ z == 0) {
    return make(length, __imag__ z);
  }
  return make(length * real<T>::cos(__imag__ z), length * real<T>::sin(__imag__ z));
}
template <typename T> complex<T> logarithm(complex<T> z) {
  return make(real<T>::log(absolute<T>(z)), angle<T>(z));
}
/// The root whose real part is not negative. The larger part comes first, without cancellation.
template <typename T> complex<T> root(complex<T> z) {
  const T x = __real__ z;
  const T y = __imag__ z;
  if (x == 0 && y == 0) {
    return make(T(0), y);
  }
  if (is_infinite(y)) {
    return make(T(__builtin_huge_val()), y);
  }
  const T larger = real<T>::sqrt((real<T>::fabs(x) + absolute<T>(z)) / 2);
  return x >= 0 ? make(larger, y / (2 * larger))
                : make(real<T>::fabs(y) / (2 * larger), real<T>::copysign(larger, y));
}
template <typename T> complex<T> power(complex<T> z, complex<T> w) {
  if (__real__ z == 0 && __imag__ z == 0) {
    const bool is_one = __real__ w == 0 && __imag__ w == 0;
    return make(is_one ? T(1) : T(0), T(0));
  }
  const complex<T> l = logarithm<T>(z);
  return exponential<T>(multiply<T>(__real__ l, __imag__ l, __real__ w, __imag__ w));
}
template <typename T> complex<T> hyperbolic_sine(complex<T> z) {
  return make(real<T>::sinh(__real__ z) * real<T>::cos(__imag__ z),
              real<T>::cosh(__real__ z) * real<T>::sin(__imag__ z));
}
template <typename T> complex<T> hyperbolic_cosine(complex<T> z) {
  return make(real<T>::cosh(__real__ z) * real<T>::cos(__imag__ z),
              real<T>::sinh(__real__ z) * real<T>::sin(__imag__ z));
}
template <typename T> complex<T> hyperbolic_tangent(complex<T> z) {
  const T t = real<T>::tan(__imag__ z);
  const T h = real<T>::tanh(__real__ z);
  const T c = real<T>::cosh(__real__ z);
  const T sum = 1 + h * h * t * t;
  const T over = is_infinite(c) ? T(0) : t / (c * c);
  return is_infinite(t) ? make(1 / h, T(0)) : make(h * (1 + t * t) / sum, over / sum);
}
/// The functions of an angle are those of a hyperbola, turned: f(z) = -i g(iz).
template <typename T> complex<T> turned(complex<T> z) { return make<T>(-__imag__ z, __real__ z); }
template <typename T> complex<T> turned_back(complex<T> z) {
  return make<T>(__imag__ z, -__real__ z);
}

} // namespace

#define LW_COMPLEX(type, suffix, letter)                                                           \
  extern "C" SYCL_EXTERNAL type _Complex __mul##letter##c3(type a, type b, type c, type d) {       \
    return multiply<type>(a, b, c, d);                                                             \
  }                                                                                                \
  extern "C" SYCL_EXTERNAL type _Complex __div##letter##c3(type a, type b, type c, type d) {       \
    return divide<type>(a, b, c, d);                                                               \
  }                                                                                                \
  extern "C" SYCL_EXTERNAL type cabs##suffix(type _Complex z) { return absolute<type>(z); }        \
  extern "C" SYCL_EXTERNAL type carg##suffix(type _Complex z) { return angle<type>(z); }           \
  extern "C" SYCL_EXTERNAL type creal##suffix(type _Complex z) { return __real__ z; }              \
  extern "C" SYCL_EXTERNAL type cimag##suffix(type _Complex z) { return __imag__ z; }              \
  extern "C" SYCL_EXTERNAL type _Complex conj##suffix(type _Complex z) {                           \
    return make<type>(__real__ z, -__imag__ z);                                                    \
  }                                                                                                \
  extern "C" SYCL_EXTERNAL type _Complex cexp##suffix(type _Complex z) {                           \
    return exponential<type>(z);                                                                   \
  }                                                                                                \
  extern "C" SYCL_EXTERNAL type _Complex clog##suffix(type _Complex z) {                           \
    return logarithm<type>(z);                                                                     \
  }                                                                                                \
  extern "C" SYCL_EXTERNAL type _Complex csqrt##suffix(type _Complex z) { return root<type>(z); }  \
  extern "C" SYCL_EXTERNAL type _Complex cpow##suffix(type _Complex z, type _Complex w) {          \
    return power<type>(z, w);                                                                      \
  }                                                                                                \
  extern "C" SYCL_EXTERNAL type _Complex csinh##suffix(type _Complex z) {                          \
    return hyperbolic_sine<type>(z);                                                               \
  }                                                                                                \
  extern "C" SYCL_EXTERNAL type _Complex ccosh##suffix(type _Complex z) {                          \
    return hyperbolic_cosine<type>(z);                                                             \
  }                                                                                                \
  extern "C" SYCL_EXTERNAL type _Complex ctanh##suffix(type _Complex z) {                          \
    return hyperbolic_tangent<type>(z);                                                            \
  }                                                                                                \
  extern "C" SYCL_EXTERNAL type _Complex csin##suffix(type _Complex z) {                           \
    return turned_back<type>(hyperbolic_sine<type>(turned<type>(z)));                              \
  }                                                                                                \
  extern "C" SYCL_EXTERNAL type _Complex ccos##suffix(type _Complex z) {                           \
    return hyperbolic_cosine<type>(turned<type>(z));                                               \
  }                                                                                                \
  extern "C" SYCL_EXTERNAL type _Complex ctan##suffix(type _Complex z) {                           \
    return turned_back<type>(hyperbolic_tangent<type>(turned<type>(z)));                           \
  }
LW_COMPLEX(float, f, s)
LW_COMPLEX(double, , d)
#undef LW_COMPLEX
