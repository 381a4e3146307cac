// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers as text, for streams: no memory but the caller's, no library.
#ifndef SYCL_STREAM_TEXT_HPP
#define SYCL_STREAM_TEXT_HPP

#include <sycl/math/real.hpp>

namespace sycl {
inline namespace lw1 {

enum class stream_manipulator {
  flush,
  dec,
  hex,
  oct,
  noshowbase,
  showbase,
  noshowpos,
  showpos,
  endl,
  fixed,
  scientific,
  hexfloat,
  defaultfloat,
};

namespace detail {

struct text_format {
  unsigned base = 10;
  int width = 0;
  int precision = 6;
  bool show_base = false;
  bool show_sign = false;
  stream_manipulator real = stream_manipulator::defaultfloat;
};

/// A piece of text that grows at its end; text that does not fit is left out.
class text_buffer {
public:
  void put(char one) {
    if (used < capacity) {
      letters[used++] = one;
    }
  }
  void put(const char* text) {
    for (; *text; ++text) {
      put(*text);
    }
  }
  const char* begin() const { return letters; }
  const char* end() const { return letters + used; }

private:
  static constexpr int capacity = 96;
  char letters[capacity];
  int used = 0;
};

inline void put_digits(text_buffer& to, std::uint64_t value, unsigned base, int at_least = 1) {
  char digits[64];
  int count = 0;
  do {
    const auto digit = char(value % base);
    digits[count++] = char(digit < 10 ? '0' + digit : 'a' + digit - 10);
    value /= base;
  } while (value || count < at_least);
  while (count) {
    to.put(digits[--count]);
  }
}

template <typename T> text_buffer text_of_integer(T value, const text_format& format) {
  text_buffer text;
  auto bits = std::uint64_t(std::make_unsigned_t<T>(value));
  if (format.base == 10) {
    if (std::is_signed_v<T> && value < 0) {
      text.put('-');
      bits = std::uint64_t(0) - std::uint64_t(std::int64_t(value));
    } else if (format.show_sign) {
      text.put('+');
    }
  } else if (format.show_base) {
    text.put(format.base == 16 ? "0x" : "0");
  }
  put_digits(text, bits, format.base);
  return text;
}

/// A positive number as digits * 10^exponent, with so many digits.
template <typename T> struct decimal {
  std::uint64_t digits;
  int exponent; ///< of the first digit
  decimal(T value, int count) {
    exponent = 0;
    T scaled = value;
    for (int step = sizeof(T) == 8 ? 256 : 32; step; step /= 2) { // few steps, little rounding
      T power = T(10);
      for (int i = 1; i < step; i *= 2) {
        power *= power;
      }
      if (scaled >= power) {
        scaled /= power;
        exponent += step;
      }
      if (scaled < T(10) / power) {
        scaled *= power;
        exponent -= step;
      }
    }
    if (scaled < T(1)) { // a rounding error, or a number below the least normal one
      scaled *= T(10);
      --exponent;
    }
    std::uint64_t limit = 1;
    for (int i = 1; i < count; ++i) {
      scaled *= T(10);
      limit *= 10;
    }
    digits = std::uint64_t(scaled + T(0.5));
    if (digits >= 10 * limit) { // 9.99 became 10.0
      digits /= 10;
      ++exponent;
    }
  }
};

inline void put_exponent(text_buffer& to, int exponent) {
  to.put('e');
  to.put(exponent < 0 ? '-' : '+');
  put_digits(to, std::uint64_t(exponent < 0 ? -exponent : exponent), 10, 2);
}

/// Prints `count` digits, with a point behind the first `whole` of them.
inline void put_with_point(text_buffer& to, std::uint64_t digits, int count, int whole,
                           bool keep_zeros) {
  while (!keep_zeros && count > whole && digits % 10 == 0) {
    digits /= 10;
    --count;
  }
  std::uint64_t unit = 1;
  for (int i = 1; i < count; ++i) {
    unit *= 10;
  }
  for (int i = 0; i < count; ++i, unit /= 10) {
    if (i == whole) {
      to.put('.');
    }
    to.put(char('0' + digits / unit % 10));
  }
  for (int i = count; i < whole; ++i) {
    to.put('0');
  }
}

template <typename T> text_buffer text_of_real(T value, const text_format& format) {
  constexpr int max_digits = 17;
  text_buffer text;
  if (bit_cast<integer_like<T>>(value) < 0) {
    text.put('-');
    value = -value;
  } else if (format.show_sign) {
    text.put('+');
  }
  if (value != value) {
    text.put("nan");
    return text;
  }
  if (value == std::numeric_limits<T>::infinity()) {
    text.put("inf");
    return text;
  }
  const bool is_fixed = format.real == stream_manipulator::fixed;
  const bool is_scientific =
      format.real == stream_manipulator::scientific || format.real == stream_manipulator::hexfloat;
  int precision = format.precision < 0 ? 0 : format.precision;
  if (value == T(0)) {
    text.put('0');
    if ((is_fixed || is_scientific) && precision) {
      text.put('.');
      for (int i = 0; i < precision; ++i) {
        text.put('0');
      }
    }
    if (is_scientific) {
      put_exponent(text, 0);
    }
    return text;
  }
  if (is_scientific) {
    const int count = precision + 1 < max_digits ? precision + 1 : max_digits;
    const decimal<T> number(value, count);
    put_with_point(text, number.digits, count, 1, true);
    put_exponent(text, number.exponent);
    return text;
  }
  const int first = decimal<T>(value, 1).exponent;
  int count = is_fixed ? first + 1 + precision : precision ? precision : 1;
  count = count < 1 ? 1 : count > max_digits ? max_digits : count;
  const decimal<T> number(value, count);
  if (!is_fixed && (number.exponent < -4 || number.exponent >= count)) {
    put_with_point(text, number.digits, count, 1, false);
    put_exponent(text, number.exponent);
  } else if (number.exponent >= 0) {
    put_with_point(text, number.digits, count, number.exponent + 1, is_fixed);
  } else {
    text.put("0.");
    int zeros = -1 - number.exponent;
    if (is_fixed && zeros >= precision) { // nothing of it is shown, except for rounding
      for (int i = 0; i + 1 < precision; ++i) {
        text.put('0');
      }
      if (precision) {
        text.put(zeros == precision && number.digits >= 5 ? '1' : '0');
      }
      return text;
    }
    for (; zeros; --zeros) {
      text.put('0');
    }
    text_buffer rest;
    put_with_point(rest, number.digits, count, 0, is_fixed);
    for (const char* at = rest.begin() + 1; at < rest.end(); ++at) { // without the point
      text.put(*at);
    }
  }
  return text;
}

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
