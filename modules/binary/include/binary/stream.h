// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef BINARY_STREAM_H
#define BINARY_STREAM_H

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace binary {

/// Appends little-endian integers and length-prefixed byte strings.
class Writer {
public:
  template <typename T>
    requires std::is_integral_v<T> || std::is_enum_v<T>
  void number(T value) {
    const auto wide = static_cast<uint64_t>(value);
    for (size_t i = 0; i < sizeof(T); ++i) {
      data.push_back(static_cast<uint8_t>(wide >> (8 * i)));
    }
  }
  void blob(std::span<const uint8_t> value);
  void text(std::string_view value);
  void raw(std::span<const uint8_t> value);
  void pad(size_t multiple);

  std::vector<uint8_t> data;
};

/// Reads what Writer wrote. After the first read past the end, `failed` is set and everything
/// reads as zero or empty: check once at the end.
class Reader {
public:
  explicit Reader(std::span<const uint8_t> source) : rest(source) {}

  template <typename T> T number() {
    uint64_t wide = 0;
    const auto source = take(sizeof(T));
    for (size_t i = 0; i < source.size(); ++i) {
      wide |= uint64_t(source[i]) << (8 * i);
    }
    return static_cast<T>(wide);
  }
  std::span<const uint8_t> blob();
  std::string text();
  /// A count of items of at least `least` bytes each: fails if the rest of the data cannot hold so
  /// many, which bounds allocations.
  size_t count(size_t least);
  std::span<const uint8_t> take(size_t size);

  [[nodiscard]] size_t remaining() const { return rest.size(); }
  bool failed = false;

private:
  std::span<const uint8_t> rest;
};

} // namespace binary

#endif
