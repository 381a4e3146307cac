// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CACHE_FILE_H
#define CACHE_FILE_H

#include <cstdint>
#include <span>
#include <utility>

namespace cache {

/// A file descriptor that closes itself. Negative: there is none.
class Descriptor {
public:
  explicit Descriptor(int opened) : number(opened) {}
  Descriptor(Descriptor&& other) noexcept : number(std::exchange(other.number, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor();
  [[nodiscard]] int get() const { return number; }
  /// The number, which the caller closes.
  [[nodiscard]] int release() { return std::exchange(number, -1); }
  explicit operator bool() const { return number >= 0; }

private:
  int number;
};

/// Fills `data` from a file, from where it stands. False if the file ends before, or cannot be
/// read.
[[nodiscard]] bool read_all(int file, std::span<uint8_t> data);

} // namespace cache

#endif
