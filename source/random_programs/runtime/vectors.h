// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scalar and vector types of OpenCL C and their operators.
#ifndef RANDOM_PROGRAMS_VECTORS_H
#define RANDOM_PROGRAMS_VECTORS_H

#include <stddef.h>
#include <stdint.h>

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

namespace rt {

/// Each operation is rounded to half precision: float holds sums and products of two well enough.
/// Integers that double does not hold are infinite.
struct Half {
  _Float16 value;

  Half() = default;
  template <typename T> Half(T x) : value(_Float16(double(x))) {}
  operator float() const { return float(value); }
  friend Half operator+(Half a, Half b) { return float(a) + float(b); }
  friend Half operator-(Half a, Half b) { return float(a) - float(b); }
  friend Half operator*(Half a, Half b) { return float(a) * float(b); }
  Half operator-() const { return -float(*this); }
  friend bool operator<(Half a, Half b) { return float(a) < float(b); }
  friend bool operator>(Half a, Half b) { return float(a) > float(b); }
  friend bool operator<=(Half a, Half b) { return float(a) <= float(b); }
  friend bool operator>=(Half a, Half b) { return float(a) >= float(b); }
  friend bool operator==(Half a, Half b) { return float(a) == float(b); }
  friend bool operator!=(Half a, Half b) { return float(a) != float(b); }
};

template <typename T> struct WithSign {
  using type = T;
};
template <> struct WithSign<Half> {
  using type = short;
};
template <> struct WithSign<uchar> {
  using type = char;
};
template <> struct WithSign<ushort> {
  using type = short;
};
template <> struct WithSign<uint> {
  using type = int;
};
template <> struct WithSign<ulong> {
  using type = long;
};
template <> struct WithSign<float> {
  using type = int;
};
template <> struct WithSign<double> {
  using type = long;
};

constexpr int places(int n) { return n == 3 ? 4 : n; }

template <typename T, int n> struct alignas(sizeof(T) * places(n)) vec {
  using element = T;
  using as_mask = vec<typename WithSign<T>::type, n>;
  static constexpr int count = n;
  T s[places(n)];
};

#define EACH for (int i = 0; i < n; ++i)
#define BINARY(op)                                                                                 \
  template <typename T, int n> vec<T, n> operator op(const vec<T, n>& a, const vec<T, n>& b) {     \
    vec<T, n> r{};                                                                                 \
    EACH r.s[i] = T(a.s[i] op b.s[i]);                                                             \
    return r;                                                                                      \
  }
BINARY(+)
BINARY(-)
BINARY(*)
BINARY(&)
BINARY(|)
BINARY(^)
#undef BINARY

#define COMPARE(op)                                                                                \
  template <typename T, int n>                                                                     \
  typename vec<T, n>::as_mask operator op(const vec<T, n>& a, const vec<T, n>& b) {                \
    typename vec<T, n>::as_mask r{};                                                               \
    EACH r.s[i] = a.s[i] op b.s[i] ? -1 : 0;                                                       \
    return r;                                                                                      \
  }
COMPARE(<)
COMPARE(>)
COMPARE(<=)
COMPARE(>=)
COMPARE(==)
COMPARE(!=)
#undef COMPARE

template <typename T, int n> vec<T, n> operator<<(const vec<T, n>& a, const vec<T, n>& b) {
  vec<T, n> r{};
  EACH r.s[i] = T(ulong(a.s[i]) << (ulong(b.s[i]) & (sizeof(T) * 8 - 1)));
  return r;
}
template <typename T, int n> vec<T, n> operator>>(const vec<T, n>& a, const vec<T, n>& b) {
  vec<T, n> r{};
  EACH r.s[i] = T(a.s[i] >> (ulong(b.s[i]) & (sizeof(T) * 8 - 1)));
  return r;
}
template <typename T, int n> vec<T, n> operator~(const vec<T, n>& a) {
  vec<T, n> r{};
  EACH r.s[i] = T(~a.s[i]);
  return r;
}
template <typename T, int n> vec<T, n> operator-(const vec<T, n>& a) {
  vec<T, n> r{};
  EACH r.s[i] = T(-a.s[i]);
  return r;
}

template <typename T> T divisor(T b) { return T(-1) < T(0) ? T((b & 62) | 1) : T(b | 1); }
template <typename T, int n> vec<T, n> divide(const vec<T, n>& a, const vec<T, n>& b) {
  vec<T, n> r{};
  EACH r.s[i] = T(a.s[i] / divisor(b.s[i]));
  return r;
}
template <typename T, int n> vec<T, n> remainder(const vec<T, n>& a, const vec<T, n>& b) {
  vec<T, n> r{};
  EACH r.s[i] = T(a.s[i] % divisor(b.s[i]));
  return r;
}

// Parts of vectors.
template <typename V, typename T> void put(V& v, int& at, T value) {
  v.s[at++] = typename V::element(value);
}
template <typename V, typename T, int n> void put(V& v, int& at, const vec<T, n>& value) {
  EACH v.s[at++] = value.s[i];
}
template <typename V, typename... Ts> V make(const Ts&... parts) {
  V v{};
  int at = 0;
  (put(v, at, parts), ...);
  if (at == 1) {
    for (; at < V::count; ++at) {
      v.s[at] = v.s[0];
    }
  }
  return v;
}
template <int... is, typename T, int n> vec<T, sizeof...(is)> swizzle(const vec<T, n>& v) {
  return {{v.s[is]...}};
}
template <int... is, typename T, int n>
void assign(vec<T, n>& v, const vec<T, sizeof...(is)>& value) {
  int at = 0;
  ((v.s[is] = value.s[at++]), ...);
}
template <int i, typename T, int n> void assign(vec<T, n>& v, T value) { v.s[i] = value; }

template <typename V, typename P> V vload(ulong index, const P* p) {
  V v{};
  for (int i = 0; i < V::count; ++i) {
    v.s[i] = p[index * V::count + i];
  }
  return v;
}
template <typename T, int n> void vstore(const vec<T, n>& v, ulong index, T* p) {
  EACH p[index * n + i] = v.s[i];
}

// Conversions.
template <typename T> T number(T x) { return x == x ? x : T(0); }
template <typename T, int n> vec<T, n> number(const vec<T, n>& v) {
  vec<T, n> r{};
  EACH r.s[i] = number(v.s[i]);
  return r;
}
template <typename To, typename From> To saturated(From x) {
  constexpr bool is_signed = To(-1) < To(0);
  constexpr To least = is_signed ? To(1ull << (sizeof(To) * 8 - 1)) : To(0);
  constexpr To most = To(~least);
  if constexpr (__is_same(From, Half)) {
    return saturated<To>(float(x));
  } else if constexpr (From(0.5) != From(0)) {
    // Both bounds as powers of two, which are exact.
    const From bound = From(1ull << (sizeof(To) * 8 - 1)) * (is_signed ? From(1) : From(2));
    return x != x ? To(0) : x >= bound ? most : x <= From(least) ? least : To(x);
  } else {
    const __int128 wide = x;
    return wide < __int128(least) ? least : wide > __int128(most) ? most : To(x);
  }
}
template <typename To> struct Convert {
  template <typename From> static To plain(From x) {
    return From(0.5) != From(0) && To(0.5) == To(0) ? saturated<To>(x) : To(x);
  }
  template <typename From> static To sat(From x) { return saturated<To>(x); }
};
template <typename T, int n> struct Convert<vec<T, n>> {
  template <typename From> static vec<T, n> plain(const vec<From, n>& v) {
    vec<T, n> r{};
    EACH r.s[i] = T(v.s[i]);
    return r;
  }
  template <typename From> static vec<T, n> sat(const vec<From, n>& v) {
    vec<T, n> r{};
    EACH r.s[i] = saturated<T>(v.s[i]);
    return r;
  }
};
template <typename To, typename From> To convert(const From& x) { return Convert<To>::plain(x); }
template <typename To, typename From> To convert_sat(const From& x) { return Convert<To>::sat(x); }

template <typename T> T without_nan(T x) { return number(x); }
template <typename To, typename From> To bits(const From& x) {
  const From canonical = number(x);
  To r{};
  __builtin_memcpy(&r, &canonical, sizeof(r) < sizeof(x) ? sizeof(r) : sizeof(x));
  return r;
}

} // namespace rt

#define NAMES(T)                                                                                   \
  typedef rt::vec<T, 2> T##2;                                                                      \
  typedef rt::vec<T, 3> T##3;                                                                      \
  typedef rt::vec<T, 4> T##4;                                                                      \
  typedef rt::vec<T, 8> T##8;                                                                      \
  typedef rt::vec<T, 16> T##16;
NAMES(char)
NAMES(uchar)
NAMES(short)
NAMES(ushort)
NAMES(int)
NAMES(uint)
NAMES(long)
NAMES(ulong)
NAMES(float)
NAMES(double)
typedef rt::Half half;
NAMES(half)
#undef NAMES

#endif
