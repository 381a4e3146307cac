// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "commands/stream_copy.h"

#include "cpu/cpu.h"

#include <algorithm>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace host {
namespace {

constexpr size_t line = 64;

#if defined(__SSE2__)
/// Whole lines; `to` is aligned to one.
void copy_lines(std::byte* to, const std::byte* from, size_t lines) {
  for (; lines > 0; --lines, to += line, from += line) {
    const auto* source = reinterpret_cast<const __m128i*>(from);
    auto* destination = reinterpret_cast<__m128i*>(to);
    const __m128i quarters[] = {_mm_loadu_si128(source), _mm_loadu_si128(source + 1),
                                _mm_loadu_si128(source + 2), _mm_loadu_si128(source + 3)};
    for (int i = 0; i < 4; ++i) {
      _mm_stream_si128(destination + i, quarters[i]);
    }
  }
  _mm_sfence(); // such stores keep no order of their own
}
#else
void copy_lines(std::byte* to, const std::byte* from, size_t lines) {
  std::memcpy(to, from, lines * line);
}
#endif

bool overlap(const std::byte* to, const std::byte* from, size_t size) {
  const auto a = reinterpret_cast<uintptr_t>(to);
  const auto b = reinterpret_cast<uintptr_t>(from);
  return a < b ? b - a < size : a - b < size;
}

} // namespace

void stream_copy(std::byte* to, const std::byte* from, size_t size) {
  if (overlap(to, from, size)) {
    std::memmove(to, from, size);
    return;
  }
  const size_t head = std::min(size, -reinterpret_cast<uintptr_t>(to) % line);
  std::memcpy(to, from, head);
  const size_t lines = (size - head) / line;
  copy_lines(to + head, from + head, lines);
  const size_t done = head + lines * line;
  std::memcpy(to + done, from + done, size - done);
}

bool worth_streaming(uint64_t total) {
  constexpr uint64_t least = uint64_t(4) << 20;
  return total > std::max(least, cpu_info().cache_size);
}

} // namespace host
