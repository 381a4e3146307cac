// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file format, shared by reader and writer.
#ifndef SYCL_IMAGE_FORMAT_H
#define SYCL_IMAGE_FORMAT_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <xxhash.h>

namespace sycl_image {

inline constexpr std::array<uint8_t, 4> magic = {'L', 'W', 'S', 'I'};
/// Magic, version, size and checksum.
inline constexpr size_t header_size = 4 + 4 + 8 + 8;

inline uint64_t checksum(std::span<const uint8_t> body) {
  return XXH3_64bits(body.data(), body.size());
}

} // namespace sycl_image

#endif
