// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/texels.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <sycl/math/half.hpp>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

/// A channel in memory: an integer, half or float; `Norm`: an integer that stands for 0 to 1.
template <typename Stored, bool Norm = false> struct channel {
  using type = Stored;
  template <typename T> static T read(Stored stored) {
    if constexpr (std::is_integral_v<T> && (Norm || !std::is_integral_v<Stored>)) {
      return T(0); // no colour of this format
    } else if constexpr (Norm) {
      return float(stored) / float(std::numeric_limits<Stored>::max());
    } else {
      return T(stored);
    }
  }
  template <typename T> static Stored write(T value) {
    using limits = std::numeric_limits<Stored>;
    if constexpr (Norm && !std::is_integral_v<T>) {
      const float most = float(limits::max());
      const float scaled = value * most;
      return Stored(std::nearbyint(scaled > 0 ? std::min(scaled, most) : 0.0F)); // NaN is 0
    } else if constexpr (std::is_integral_v<T> && std::is_unsigned_v<Stored>) {
      return Stored(std::min<uint32_t>(uint32_t(value), limits::max()));
    } else if constexpr (std::is_integral_v<T> && std::is_integral_v<Stored>) {
      return Stored(std::clamp<int64_t>(value, limits::min(), limits::max()));
    } else if constexpr (std::is_integral_v<Stored> || std::is_integral_v<T>) {
      return Stored(0); // no colour of this format
    } else {
      return Stored(value);
    }
  }
};

/// Calls action(channel) for the channels of a format.
template <typename Action> auto with_channel(image_format format, Action action) {
  switch (format) {
  case image_format::r16g16b16a16_unorm:
    return action(channel<uint16_t, true>());
  case image_format::r8g8b8a8_sint:
    return action(channel<int8_t>());
  case image_format::r16g16b16a16_sint:
    return action(channel<int16_t>());
  case image_format::r32b32g32a32_sint:
    return action(channel<int32_t>());
  case image_format::r8g8b8a8_uint:
    return action(channel<uint8_t>());
  case image_format::r16g16b16a16_uint:
    return action(channel<uint16_t>());
  case image_format::r32b32g32a32_uint:
    return action(channel<uint32_t>());
  case image_format::r16b16g16a16_sfloat:
    return action(channel<half>());
  case image_format::r32g32b32a32_sfloat:
    return action(channel<float>());
  case image_format::r8g8b8a8_unorm:
  case image_format::b8g8r8a8_unorm:
    break;
  }
  return action(channel<uint8_t, true>());
}

bool begins_with_blue(const image_impl& image) {
  return image.shape.format == image_format::b8g8r8a8_unorm;
}

unsigned char* address_of(const image_impl& image, const place& at) {
  return static_cast<unsigned char*>(image.memory) + size_t(at[2]) * image.shape.pitch[1] +
         size_t(at[1]) * image.shape.pitch[0] +
         size_t(at[0]) * format_of(image.shape.format).texel_size;
}

place nearest_inside(const image_impl& image, const place& at) {
  place inside;
  for (size_t i = 0; i < 3; ++i) {
    inside[i] = int(std::clamp<int64_t>(at[i], 0, int64_t(image.shape.extent[i]) - 1));
  }
  return inside;
}

} // namespace

bool has_texel(const image_impl& image, const place& at) { return nearest_inside(image, at) == at; }

template <typename T> colour<T> load(const image_impl& image, const place& at) {
  const unsigned char* from = address_of(image, nearest_inside(image, at));
  return with_channel(image.shape.format, [&](auto kind) {
    typename decltype(kind)::type stored[4];
    std::memcpy(stored, from, sizeof stored);
    colour<T> made;
    for (size_t i = 0; i < 4; ++i) {
      made[i] = kind.template read<T>(stored[i]);
    }
    if (begins_with_blue(image)) {
      std::swap(made[0], made[2]);
    }
    return made;
  });
}

template <typename T> void store(const image_impl& image, const place& at, const colour<T>& given) {
  colour<T> ordered = given;
  if (begins_with_blue(image)) {
    std::swap(ordered[0], ordered[2]);
  }
  with_channel(image.shape.format, [&](auto kind) {
    typename decltype(kind)::type stored[4];
    for (size_t i = 0; i < 4; ++i) {
      stored[i] = kind.write(ordered[i]);
    }
    std::memcpy(address_of(image, at), stored, sizeof stored);
  });
}

template colour<float> load(const image_impl&, const place&);
template colour<int32_t> load(const image_impl&, const place&);
template void store(const image_impl&, const place&, const colour<float>&);
template void store(const image_impl&, const place&, const colour<int32_t>&);

} // namespace detail
} // namespace lw1
} // namespace sycl
