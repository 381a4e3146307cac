// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/printf.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cfenv>
#include <clocale>
#include <cstdio>
#include <cstring>

namespace builtins {
namespace {

/// While it lives, this thread prints numbers as in the "C" locale and rounds to nearest.
class NeutralNumbers {
public:
  NeutralNumbers() : locale_before(uselocale(c_locale())), rounding_before(std::fegetround()) {
    std::fesetround(FE_TONEAREST);
  }
  NeutralNumbers(const NeutralNumbers&) = delete;
  NeutralNumbers& operator=(const NeutralNumbers&) = delete;
  ~NeutralNumbers() {
    std::fesetround(rounding_before);
    uselocale(locale_before);
  }

private:
  /// Null, which changes nothing, if there is no memory for it.
  static locale_t c_locale() {
    static const locale_t made = newlocale(LC_ALL_MASK, "C", nullptr);
    return made;
  }
  const locale_t locale_before;
  const int rounding_before;
};

/// Takes arguments off a record, one after another.
class ArgumentReader {
public:
  ArgumentReader(std::span<const uint32_t> argument_sizes, std::span<const uint8_t> data)
      : sizes(argument_sizes), rest(data) {}

  /// The next argument's bytes, or nothing if the record ends before.
  std::optional<std::span<const uint8_t>> next() {
    if (sizes.empty() || sizes.front() > rest.size()) {
      return std::nullopt;
    }
    const auto bytes = rest.first(sizes.front());
    rest = rest.subspan(sizes.front());
    sizes = sizes.subspan(1);
    return bytes;
  }

  int next_int(int otherwise) {
    const auto bytes = next();
    int value = otherwise;
    if (bytes && bytes->size() == sizeof(value)) {
      std::memcpy(&value, bytes->data(), sizeof(value));
    }
    return value;
  }

private:
  std::span<const uint32_t> sizes;
  std::span<const uint8_t> rest;
};

template <typename T> T read(std::span<const uint8_t> bytes) {
  T value = {};
  std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof(T)));
  return value;
}

double half_to_double(uint16_t bits) { return static_cast<double>(std::bit_cast<_Float16>(bits)); }

double read_float(std::span<const uint8_t> bytes) {
  return bytes.size() == 2   ? half_to_double(read<uint16_t>(bytes))
         : bytes.size() == 4 ? static_cast<double>(read<float>(bytes))
                             : read<double>(bytes);
}

/// The length modifier gives the number of bytes, the specifier how they are extended.
long long read_integer(std::span<const uint8_t> bytes, size_t size, bool is_signed) {
  const uint64_t value = read<uint64_t>(bytes);
  const unsigned unused = static_cast<unsigned>(64 - 8 * std::min<size_t>(size, 8));
  return is_signed ? static_cast<long long>(value << unused) >> unused
                   : static_cast<long long>(value << unused >> unused);
}

template <typename T>
std::string print(const std::string& specification, int width, int precision, T value) {
  std::array<char, 128> place;
  const auto print_to = [&](char* to, size_t size) {
    const int length = std::snprintf(to, size, specification.c_str(), width, precision, value);
    return static_cast<size_t>(std::max(length, 0));
  };
  const size_t length = print_to(place.data(), place.size());
  if (length < place.size()) {
    return std::string(place.data(), length);
  }
  std::string text(length + 1, 0);
  print_to(text.data(), text.size());
  text.pop_back();
  return text;
}

/// The text of a `%s` argument.
const char* find_text(std::span<const uint8_t> argument, std::span<const std::string> strings) {
  const auto place = read<std::array<uint32_t, 2>>(argument); // index, offset
  const bool exists = place[0] < strings.size() && place[1] <= strings[place[0]].size();
  return exists ? strings[place[0]].c_str() + place[1] : "(null)";
}

std::string print_element(const Conversion& conversion, int width, int precision,
                          std::span<const uint8_t> bytes, std::span<const std::string> strings) {
  const char specifier = conversion.specifier;
  const auto specification = [&](const char* length) {
    return "%" + conversion.flags + "*.*" + length + specifier;
  };
  switch (specifier) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X': {
    const size_t size = conversion.element_size ? conversion.element_size : bytes.size();
    const bool is_signed = specifier == 'd' || specifier == 'i';
    return print(specification("ll"), width, precision, read_integer(bytes, size, is_signed));
  }
  case 'c':
    return print(specification(""), width, precision, read<int>(bytes));
  case 's':
    return print(specification(""), width, precision, find_text(bytes, strings));
  case 'p':
    return print(specification(""), width, precision,
                 reinterpret_cast<void*>(read<uintptr_t>(bytes)));
  default:
    return print(specification(""), width, precision, read_float(bytes));
  }
}

} // namespace

std::string format_record(const PrintfRecordShape& shape, std::span<const uint8_t> arguments) {
  const auto conversions = parse_format(shape.format);
  std::string text;
  if (!conversions) {
    return text;
  }
  const NeutralNumbers neutral;
  ArgumentReader reader(shape.argument_sizes, arguments);
  for (const Conversion& conversion : *conversions) {
    text += conversion.text;
    if (!conversion.specifier) {
      continue;
    }
    // A width of 0 and a negative precision mean none, for snprintf as for us.
    const int width = conversion.width_argument ? std::clamp(reader.next_int(0), -longest_field,
                                                             longest_field) // < 0: to the left
                                                : std::max(conversion.width, 0);
    const int precision = conversion.precision_argument
                              ? std::min(reader.next_int(-1), longest_field)
                              : conversion.precision;
    const auto value = reader.next();
    if (!value) {
      return text;
    }
    // A vector of 3 takes the room of 4.
    const size_t slots = conversion.elements == 3 ? 4 : conversion.elements;
    const size_t size = value->size() / slots;
    for (unsigned i = 0; i < conversion.elements; ++i) {
      text += i ? "," : "";
      text += print_element(conversion, width, precision, value->subspan(i * size, size),
                            shape.strings);
    }
  }
  return text;
}

} // namespace builtins
