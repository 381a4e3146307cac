// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "libimg/color.h"

#include "libimg/srgb.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace libimg {
namespace {

/// The nearest half, ties to even.
uint32_t to_half(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = bits >> 16 & 0x8000;
  const uint32_t size = bits & 0x7FFFFFFF;
  if (size > 0x7F800000) {
    return sign | 0x7E00; // NaN
  }
  if (size >= 0x477FF000) {
    return sign | 0x7C00; // rounds to infinity
  }
  if (size < 0x38800000) { // a denormal of half: a multiple of 2^-24
    const float steps = std::nearbyint(std::bit_cast<float>(size) * 0x1p24f);
    return sign | static_cast<uint32_t>(steps);
  }
  const uint32_t odd = size >> 13 & 1;
  return sign | ((size - 0x38000000 + 0xFFF + odd) >> 13);
}

/// `value` scaled to the numbers from `least` to `most`; NaN is 0.
uint32_t to_norm(float value, float least, float most) {
  const float scaled = std::isnan(value) ? 0.0f : std::clamp(value * most, least, most);
  return static_cast<uint32_t>(static_cast<int32_t>(std::nearbyint(scaled)));
}

/// Bits of channel `c`, whose component of the color is the 32-bit word `word`.
uint32_t channel_bits(const ChannelType& type, unsigned c, uint32_t word) {
  const unsigned width = type.bits[c];
  const uint32_t mask = width == 32 ? ~uint32_t(0) : (uint32_t(1) << width) - 1;
  const auto most = static_cast<int32_t>(mask >> 1);
  const auto number = std::bit_cast<float>(word);
  switch (type.kind) {
  case Kind::unorm:
    return to_norm(number, 0, static_cast<float>(mask));
  case Kind::snorm:
    return to_norm(number, static_cast<float>(-most - 1), static_cast<float>(most)) & mask;
  case Kind::signed_int:
    return static_cast<uint32_t>(std::clamp(static_cast<int32_t>(word), -most - 1, most)) & mask;
  case Kind::unsigned_int:
    return std::min(word, mask);
  case Kind::half_float:
    return to_half(number);
  case Kind::single_float:
    break;
  }
  return word;
}

/// The nearest value of the sRGB color space.
uint32_t to_srgb(uint32_t word) {
  const auto number = std::bit_cast<float>(word);
  // The first table's value that is larger; all comparisons with NaN are false.
  const auto* first = srgb_tables.least + 1;
  const auto* above =
      std::find_if(first, std::end(srgb_tables.least), [&](float x) { return !(number >= x); });
  return static_cast<uint32_t>(above - first);
}

/// Texels of one number that share bytes: the upper 8 bits of each, then the others of all.
std::array<std::byte, max_texel_size> pack_raw(unsigned type, uint32_t number) {
  std::array<std::byte, max_texel_size> bytes = {};
  const unsigned count = texels_together(type), low_bits = type_of(type).bits[0] - 8;
  const uint32_t low = number & ((1U << low_bits) - 1);
  for (unsigned i = 0; i < count; ++i) {
    bytes[i] = std::byte(number >> low_bits);
    bytes[count] |= std::byte(low << (low_bits * i));
  }
  return bytes;
}

} // namespace

std::array<std::byte, max_texel_size> pack_color(unsigned order_code, unsigned type_code,
                                                 const void* color) {
  const ChannelOrder order = order_of(order_code);
  const ChannelType type = type_of(type_code);
  uint32_t words[4] = {};
  std::memcpy(words, color, order_code == order_depth ? sizeof(float) : sizeof words);
  uint32_t bits[4] = {};
  for (unsigned c = 0; c < order.channels; ++c) {
    // A channel holds the first component that is made of it.
    const auto found = std::find(order.source, order.source + 4, static_cast<signed char>(c));
    // A channel of which no component is made is never read, so its contents do not matter.
    const uint32_t word = words[found == order.source + 4 ? c : found - order.source];
    const bool is_curved = is_srgb(order_code) && c != 3;
    bits[type.shift[c] / 32] |= (is_curved ? to_srgb(word) : channel_bits(type, c, word))
                                << (type.shift[c] % 32);
  }
  if (texels_together(type_code) != 1) {
    return pack_raw(type_code, bits[0]);
  }
  std::array<std::byte, max_texel_size> texel;
  std::memcpy(texel.data(), bits, sizeof bits);
  return texel;
}

} // namespace libimg
