// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types and type traits for the sources of the built-in functions. They are C++ for OpenCL,
// compiled for spir64 without Clang's OpenCL headers: nothing is declared that is not defined here.
#ifndef OPENCL_TYPES_H
#define OPENCL_TYPES_H

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;
using size_t = unsigned long;

template <class E, int N> struct vector_of {
  using type = E __attribute__((ext_vector_type(N)));
};
template <class E> struct vector_of<E, 1> {
  using type = E;
};
/// N elements of E; E itself for N = 1.
template <class E, int N> using vec = typename vector_of<E, N>::type;

template <class T> struct traits {
  using element = T;
  static constexpr int width = 1;
};
template <class E, int N> struct traits<E __attribute__((ext_vector_type(N)))> {
  using element = E;
  static constexpr int width = N;
};
template <class T> using element_of = typename traits<T>::element;
template <class T> inline constexpr int width_of = traits<T>::width;

template <class A, class B> inline constexpr bool is_same = false;
template <class A> inline constexpr bool is_same<A, A> = true;

template <class E>
inline constexpr bool is_float = is_same<E, half> || is_same<E, float> || is_same<E, double>;
template <class E> inline constexpr bool is_signed = is_float<E> || E(-1) < E(0);

template <int Bytes, bool Signed> struct integer_of;
template <> struct integer_of<1, true> {
  using type = char;
};
template <> struct integer_of<2, true> {
  using type = short;
};
template <> struct integer_of<4, true> {
  using type = int;
};
template <> struct integer_of<8, true> {
  using type = long;
};
template <> struct integer_of<1, false> {
  using type = uchar;
};
template <> struct integer_of<2, false> {
  using type = ushort;
};
template <> struct integer_of<4, false> {
  using type = uint;
};
template <> struct integer_of<8, false> {
  using type = ulong;
};

/// The integer vectors of T's element size and width, and of twice the element size.
template <class T>
using signed_of = vec<typename integer_of<sizeof(element_of<T>), true>::type, width_of<T>>;
template <class T>
using unsigned_of = vec<typename integer_of<sizeof(element_of<T>), false>::type, width_of<T>>;
template <class T>
using wider_of = vec<typename integer_of<sizeof(element_of<T>) * 2, is_signed<element_of<T>>>::type,
                     width_of<T>>;

/// Bits of one as the other type. (Vectors of three have padding, hence not __builtin_bit_cast.)
template <class R, class T> inline R as(T x) { return __builtin_astype(x, R); }

/// C's conversion of each element.
template <class R, class T> inline R cast(T x) {
  if constexpr (width_of<T> == 1) {
    return R(x);
  } else {
    return __builtin_convertvector(x, R);
  }
}

/// Element `i`, also of a scalar.
template <class T> inline element_of<T> get(T x, int i) {
  if constexpr (width_of<T> == 1) {
    return x;
  } else {
    return x[i];
  }
}
/// x with `value` as element `i`. (Not through a reference: T would be deduced with an address
/// space.)
template <class T> inline T put(T x, int i, element_of<T> value) {
  if constexpr (width_of<T> == 1) {
    return value;
  } else {
    x[i] = value;
    return x;
  }
}

/// a where the condition holds, else b. The condition is what a comparison of T gives.
template <class C, class T> inline T choose(C condition, T a, T b) { return condition ? a : b; }

template <class T> inline constexpr int bits_of = sizeof(element_of<T>) * 8;

/// Layout of a binary floating-point type.
template <class E> struct format;
template <> struct format<half> {
  static constexpr int mantissa = 10;
  static constexpr ushort sign = 0x8000, infinity = 0x7C00, least_normal = 0x0400;
};
template <> struct format<float> {
  static constexpr int mantissa = 23;
  static constexpr uint sign = 0x80000000, infinity = 0x7F800000, least_normal = 0x00800000;
};
template <> struct format<double> {
  static constexpr int mantissa = 52;
  static constexpr ulong sign = 0x8000000000000000, infinity = 0x7FF0000000000000,
                         least_normal = 0x0010000000000000;
};

template <class E>
inline constexpr E min_of = is_signed<E> ? E(ulong(1) << (sizeof(E) * 8 - 1)) : E(0);
template <class E> inline constexpr E max_of = E(~min_of<E>);

#endif
