// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "commands/fill.h"

#include <algorithm>
#include <cstring>

namespace cuda {
namespace {

/// The shortest pattern that gives the same bytes.
std::span<const std::byte> shortest(std::span<const std::byte> pattern) {
  for (size_t length = 1; length < pattern.size(); ++length) {
    if (pattern.size() % length == 0 &&
        std::equal(pattern.begin() + static_cast<std::ptrdiff_t>(length), pattern.end(),
                   pattern.begin())) {
      return pattern.first(length);
    }
  }
  return pattern;
}

template <typename T> T value_of(std::span<const std::byte> pattern) {
  T value = 0;
  std::memcpy(&value, pattern.data(), sizeof value);
  return value;
}

} // namespace

CUresult fill(const Driver& cu, CUstream stream, CUdeviceptr address, uint64_t size,
              std::span<const std::byte> given) {
  const auto pattern = shortest(given);
  if (size == 0) {
    return cuda_success;
  }
  if (pattern.size() == 1) {
    return cu.memset_d8_async(address, value_of<uint8_t>(pattern), size, stream);
  }
  if (pattern.size() == 2 && address % 2 == 0) {
    return cu.memset_d16_async(address, value_of<uint16_t>(pattern), size / 2, stream);
  }
  if (pattern.size() == 4 && address % 4 == 0) {
    return cu.memset_d32_async(address, value_of<uint32_t>(pattern), size / 4, stream);
  }
  // The pattern is copied once from the host. Then the filled part is copied behind itself, which
  // doubles it. The driver has read so few bytes of the host's memory when it returns.
  const auto* bytes = reinterpret_cast<const unsigned char*>(pattern.data());
  CUresult result = cu.memcpy_async(address, reinterpret_cast<uintptr_t>(bytes),
                                    std::min<uint64_t>(size, pattern.size()), stream);
  for (uint64_t filled = pattern.size(); result == cuda_success && filled < size; filled *= 2) {
    result = cu.memcpy_async(address + filled, address, std::min(filled, size - filled), stream);
  }
  return result;
}

} // namespace cuda
