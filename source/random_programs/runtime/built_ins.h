// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The built-in functions of OpenCL C that random programs call, for scalars and vectors.
#ifndef RANDOM_PROGRAMS_BUILT_INS_H
#define RANDOM_PROGRAMS_BUILT_INS_H

#include "races.h"
#include "vectors.h"

namespace rt {

template <typename T> constexpr uint bits_of = sizeof(T) * 8;
template <typename T> constexpr bool is_signed = T(-1) < T(0);
template <uint size> struct OfSize;
template <> struct OfSize<1> {
  using type = uchar;
};
template <> struct OfSize<2> {
  using type = ushort;
};
template <> struct OfSize<4> {
  using type = uint;
};
template <> struct OfSize<8> {
  using type = ulong;
};
template <typename T> using Unsigned = typename OfSize<sizeof(T)>::type;

// Each is written for scalars; vectors follow element by element.
#define UNARY(name, R, ...)                                                                        \
  template <typename T> R name(T a) { __VA_ARGS__ }                                                \
  template <typename T, int n> auto name(const vec<T, n>& a) {                                     \
    vec<decltype(name(a.s[0])), n> r{};                                                            \
    EACH r.s[i] = name(a.s[i]);                                                                    \
    return r;                                                                                      \
  }
#define BINARY(name, ...)                                                                          \
  template <typename T> T name(T a, T b) { __VA_ARGS__ }                                           \
  template <typename T, int n> vec<T, n> name(const vec<T, n>& a, const vec<T, n>& b) {            \
    vec<T, n> r{};                                                                                 \
    EACH r.s[i] = name(a.s[i], b.s[i]);                                                            \
    return r;                                                                                      \
  }
#define TERNARY(name, ...)                                                                         \
  template <typename T> T name(T a, T b, T c) { __VA_ARGS__ }                                      \
  template <typename T, int n>                                                                     \
  vec<T, n> name(const vec<T, n>& a, const vec<T, n>& b, const vec<T, n>& c) {                     \
    vec<T, n> r{};                                                                                 \
    EACH r.s[i] = name(a.s[i], b.s[i], c.s[i]);                                                    \
    return r;                                                                                      \
  }

UNARY(abs, Unsigned<T>, return Unsigned<T>(a < T(0) ? -Unsigned<T>(a) : Unsigned<T>(a));)
UNARY(clz, T, T r = 0; for (int i = bits_of<T> - 1; i >= 0 && !(a >> i & 1); --i)++ r; return r;)
UNARY(popcount, T, T r = 0; for (uint i = 0; i < bits_of<T>; ++i) r += a >> i & 1; return r;)
BINARY(min, return b < a ? b : a;)
BINARY(max, return a < b ? b : a;)
BINARY(abs_diff_unsigned, return a < b ? T(b - a) : T(a - b);)
/// The dot product of four bytes.
template <typename R, typename A, typename B> R dot(const A& a, const B& b) {
  long long sum = 0;
  for (int i = 0; i < 4; ++i) {
    sum += (long long)a.s[i] * b.s[i];
  }
  return R(sum);
}
template <typename R, typename A, typename B> R dot(const A& a, const B& b, R c) {
  return saturated<R>(__int128(dot<R>(a, b)) + __int128(c));
}
BINARY(add_sat, return saturated<T>(__int128(a) + __int128(b));)
BINARY(sub_sat, return saturated<T>(__int128(a) - __int128(b));)
BINARY(hadd, return T((__int128(a) + __int128(b)) >> 1);)
BINARY(rhadd, return T((__int128(a) + __int128(b) + 1) >> 1);)
BINARY(mul_hi, return T(is_signed<T> ? (__int128(a) * __int128(b)) >> bits_of<T>
                                     : __int128((unsigned __int128)(a)*b >> bits_of<T>));)
BINARY(rotate, const uint k = uint(b) & (bits_of<T> - 1); const auto u = Unsigned<T>(a);
       return T(k ? Unsigned<T>(u << k) | Unsigned<T>(u >> (bits_of<T> - k)) : u);)
TERNARY(clamp, return min(max(a, b), c);)
TERNARY(bitselect, return T((a & ~c) | (b & c));)

UNARY(fabs, T, return __builtin_fabs(a);)
UNARY(floor, T, return __builtin_floor(a);)
UNARY(ceil, T, return __builtin_ceil(a);)
UNARY(trunc, T, return __builtin_trunc(a);)
UNARY(rint, T, return __builtin_rint(a);)
inline float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }
TERNARY(fma, return fused(a, b, c);)

// The condition of select is a vector of integers as wide, whose signs count.
template <typename T, typename C, int n>
vec<T, n> select(const vec<T, n>& a, const vec<T, n>& b, const vec<C, n>& c) {
  vec<T, n> r{};
  EACH r.s[i] = c.s[i] < 0 ? b.s[i] : a.s[i];
  return r;
}
template <typename T, int n> int any(const vec<T, n>& a) {
  int r = 0;
  EACH r |= a.s[i] < 0;
  return r;
}
template <typename T, int n> int all(const vec<T, n>& a) {
  int r = 1;
  EACH r &= a.s[i] < 0;
  return r;
}
template <typename T, typename M, int m, int n>
vec<T, n> shuffle(const vec<T, m>& a, const vec<M, n>& mask) {
  vec<T, n> r{};
  EACH r.s[i] = a.s[mask.s[i] & (m - 1)];
  return r;
}

// Half precision, which is only in memory.
template <typename V, typename P> V vload_half(ulong index, const P* p) {
  V v{};
  if constexpr (sizeof(V) == sizeof(float)) {
    _Float16 half;
    __builtin_memcpy(&half, reinterpret_cast<const char*>(p) + index * 2, 2);
    v = number(float(half));
  } else {
    for (int i = 0; i < V::count; ++i) {
      v.s[i] = vload_half<float>(index * V::count + i, p);
    }
  }
  return v;
}
template <typename P> void vstore_half(float value, ulong index, P* p) {
  const _Float16 half = _Float16(number(value));
  __builtin_memcpy(reinterpret_cast<char*>(p) + index * 2, &half, 2);
}
template <int n, typename P> void vstore_half(const vec<float, n>& v, ulong index, P* p) {
  EACH vstore_half(v.s[i], index * n + i, p);
}

// Atomic operations whose results nobody uses.
#define ATOMIC(name, ...)                                                                          \
  template <typename T> UNCHECKED void name(T* p, T v) {                                           \
    races::access(p, sizeof(T), races::atomically);                                                \
    *p = __VA_ARGS__;                                                                              \
  }
ATOMIC(atomic_add, *p + v)
ATOMIC(atomic_sub, *p - v)
ATOMIC(atomic_or, *p | v)
ATOMIC(atomic_and, *p& v)
ATOMIC(atomic_xor, *p ^ v)
ATOMIC(atomic_min, v < *p ? v : *p)
ATOMIC(atomic_max, *p < v ? v : *p)
ATOMIC(atom_add, *p + v)
ATOMIC(atom_max, *p < v ? v : *p)
template <typename T> void atomic_inc(T* p) { atomic_add(p, T(1)); }
template <typename T> void atomic_dec(T* p) { atomic_sub(p, T(1)); }

} // namespace rt

#endif
