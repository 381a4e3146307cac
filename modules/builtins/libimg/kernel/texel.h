// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One texel in memory and the color that it stands for (OpenCL 1.2, section 8.3). Everything
// branches on the image's format only, which is the same for all work-items: vectorised code keeps
// these branches, and a kernel specialised on the format has none of them.
#ifndef LIBIMG_TEXEL_H
#define LIBIMG_TEXEL_H

#include "libimg/descriptor.h"
#include "libimg/format.h"
#include "libimg/srgb.h"
#include "mux.h"

namespace img {

using namespace libimg;
using Image = const __constant Descriptor*;
using float4 = vec<float, 4>;
using int4 = vec<int, 4>;
using uint4 = vec<uint, 4>;
using Bytes = __global uchar*;

template <class T> struct __attribute__((packed, aligned(1))) Anywhere {
  T value;
};

/// Number `x` of what lies from `row` on. (Written as one index, so that it can be seen that
/// neighbouring work-items read neighbouring texels.)
template <class T> T load(Bytes row, long x) { return ((const __global Anywhere<T>*)row)[x].value; }
template <class T> void store(Bytes place, T value) {
  ((__global Anywhere<T>*)place)->value = value;
}

/// The place of a whole texel, so that its alignment is seen, where it has one. (Of two loads that
/// a fact chooses from one is left before the fact is known.)
template <class T> Bytes aligned(Bytes place) {
  return __mux_has_aligned_texels() ? __builtin_align_down(place, sizeof(T)) : place;
}

template <class T> T load_texel(Bytes row, long x) {
  return __mux_has_aligned_texels() ? load<T>(aligned<T>(row + x * long(sizeof(T))), 0)
                                    : load<T>(row, x);
}
template <class T> void store_texel(Bytes place, T value) { store(aligned<T>(place), value); }

/// The bits of texel `x` of a row, zeros above.
inline uint4 load_bits(Image image, Bytes row, long x) {
  switch (image->texel_size) {
  case 1:
    return uint4{row[x], 0, 0, 0};
  case 2:
    return uint4{load_texel<ushort>(row, x), 0, 0, 0};
  case 4:
    return uint4{load_texel<uint>(row, x), 0, 0, 0};
  case bytes_together(order_r, type_unsigned_int_raw12): {
    const Bytes pair = row + (x >> 1) * 3; // the lower 4 bits of both are in the third byte
    const uint which = uint(x) & 1;
    return uint4{uint(pair[which]) << 4 | (uint(pair[2]) >> (4 * which) & 15), 0, 0, 0};
  }
  case bytes_together(order_r, type_unsigned_int_raw10): {
    const Bytes four = row + (x >> 2) * 5; // the lower 2 bits of all are in the fifth byte
    const uint which = uint(x) & 3;
    return uint4{uint(four[which]) << 2 | (uint(four[4]) >> (2 * which) & 3), 0, 0, 0};
  }
  case 8: {
    const vec<uint, 2> bits = load_texel<vec<uint, 2>>(row, x);
    return uint4{bits[0], bits[1], 0, 0};
  }
  default:
    return load_texel<uint4>(row, x);
  }
}

inline void store_bits(Image image, Bytes place, uint4 bits) {
  switch (image->texel_size) {
  case 1:
    *place = uchar(bits[0]);
    return;
  case 2:
    return store_texel(place, ushort(bits[0]));
  case 4:
    return store_texel(place, uint(bits[0]));
  case bytes_together(order_r, type_unsigned_int_raw12):
  case bytes_together(order_r, type_unsigned_int_raw10):
    return; // neighbours that share bytes could not be written by different work-items
  case 8:
    return store_texel(place, vec<uint, 2>{bits[0], bits[1]});
  default:
    return store_texel(place, bits);
  }
}

// A float that lies from 2^23 to 2^24 has a whole number in its lowest bits.
constexpr float whole_numbers = 8388608.0f;
constexpr uint whole_numbers_bits = 0x4b000000;

/// A whole number from -`Most` - 1 to `Most`, which has 16 bits at most, as a float.
template <int Most, class N> float to_float(N n) {
  if (__mux_converts_slowly()) {
    constexpr uint middle = is_signed<N> ? Most + 1 : 0;
    const uint bits =
        is_signed<N> ? uint(n) + (whole_numbers_bits + middle) : uint(n) | whole_numbers_bits;
    return as<float>(bits) - (whole_numbers + float(middle));
  }
  return float(n);
}

/// `n` / `Most`, which has 16 bits at most, correctly rounded for every `n` up to it.
template <int Most, class N> float divide_norm(N n) {
  constexpr float high = float(1.0 / Most), low = float(1.0 / Most - double(high));
  const float number = to_float<Most>(n);
  return __mux_has_fma() ? __builtin_elementwise_fma(number, high, number * low)
                         : number / float(Most);
}

/// Channel `c` of a texel of type `Code`, as the library's functions give it: T is float, int,
/// uint.
template <unsigned Code, class T> T decode_channel(uint4 bits, int c) {
  constexpr ChannelType type = type_of(Code);
  const uint width = type.bits[c], shift = type.shift[c] % 32;
  const uint word = bits[type.shift[c] / 32] << (32 - width - shift); // its highest bit is the sign
  if constexpr (type.kind == Kind::unsigned_int) {
    return T(word >> (32 - width));
  } else if constexpr (type.kind == Kind::signed_int) {
    return T(int(word) >> (32 - width));
  } else if constexpr (type.kind == Kind::single_float) {
    return as<float>(word);
  } else if constexpr (type.kind == Kind::half_float) {
    return float(as<half>(ushort(word >> 16)));
  } else if constexpr (type.kind == Kind::snorm) {
    const float value = divide_norm<norm_max(Kind::snorm, type.bits[0])>(int(word) >> (32 - width));
    return value < -1.0f ? -1.0f : value;
  } else if (width == 0) {
    return 1.0f;
  } else {
    // Formats have channels of at most two widths.
    constexpr unsigned first = type.bits[0];
    constexpr unsigned other = type.bits[1] != first ? type.bits[1]
                               : type.bits[3] != 0   ? type.bits[3]
                                                     : first;
    const uint number = word >> (32 - width);
    return width == first ? divide_norm<norm_max(Kind::unorm, first)>(number)
                          : divide_norm<norm_max(Kind::unorm, other)>(number);
  }
}

template <unsigned Code, class T> vec<T, 4> decode(uint4 bits) {
  return vec<T, 4>{decode_channel<Code, T>(bits, 0), decode_channel<Code, T>(bits, 1),
                   decode_channel<Code, T>(bits, 2), decode_channel<Code, T>(bits, 3)};
}

/// The numbers from -largest to largest, or 0 to largest; NaN is 0.
inline float saturate(float x, float least, float largest) {
  x = x > least ? x : (x == x ? least : 0.0f);
  return x < largest ? x : largest;
}

/// The bits of a channel that come nearest to `value`.
template <unsigned Code, class T> uint encode_channel(T value, int c) {
  constexpr ChannelType type = type_of(Code);
  const uint width = type.bits[c];
  const uint mask = width == 32 ? ~0U : (1U << width) - 1;
  if constexpr (type.kind == Kind::unsigned_int) {
    return uint(value) < mask ? uint(value) : mask;
  } else if constexpr (type.kind == Kind::signed_int) {
    const int most = int(mask >> 1);
    const int low = value < -most - 1 ? -most - 1 : value;
    return uint(low > most ? most : low) & mask;
  } else if constexpr (type.kind == Kind::single_float) {
    return as<uint>(value);
  } else if constexpr (type.kind == Kind::half_float) {
    return as<ushort>(half(value));
  } else if constexpr (type.kind == Kind::snorm) {
    const float most = float(mask >> 1);
    // Half as much again, so that the sum lies there if the number is negative, too.
    return as<uint>(saturate(value * most, -most - 1, most) + 1.5f * whole_numbers) & mask;
  } else {
    const float most = float(mask);
    return as<uint>(saturate(value * most, 0, most) + whole_numbers) & mask;
  }
}

template <unsigned Code, class T> uint4 encode(vec<T, 4> color) {
  constexpr ChannelType type = type_of(Code);
  uint4 bits = uint4(0);
  for (int c = 0; c < 4; ++c) {
    if (type.bits[c] != 0) {
      bits[type.shift[c] / 32] |= encode_channel<Code, T>(color[c], c) << (type.shift[c] % 32);
    }
  }
  return bits;
}

/// The types that colors of T are made from. Other formats give undefined colors; here those of the
/// last type.
template <class T> struct Types;
/// Also of unsigned numbers: SPIR-V may leave to the image which they are.
template <> struct Types<int> {
  static uint4 encode(Image image, int4 color) {
    switch (image->type) {
    case type_signed_int8:
      return img::encode<type_signed_int8, int>(color);
    case type_signed_int16:
      return img::encode<type_signed_int16, int>(color);
    case type_unsigned_int8:
      return img::encode<type_unsigned_int8, int>(color);
    case type_unsigned_int16:
      return img::encode<type_unsigned_int16, int>(color);
    case type_unsigned_int10x6:
      return img::encode<type_unsigned_int10x6, int>(color);
    case type_unsigned_int12x4:
      return img::encode<type_unsigned_int12x4, int>(color);
    case type_unsigned_int14x2:
      return img::encode<type_unsigned_int14x2, int>(color);
    default:
      return as<uint4>(color);
    }
  }
  static int4 decode(Image image, uint4 bits) {
    switch (image->type) {
    case type_signed_int8:
      return img::decode<type_signed_int8, int>(bits);
    case type_signed_int16:
      return img::decode<type_signed_int16, int>(bits);
    case type_unsigned_int8:
      return img::decode<type_unsigned_int8, int>(bits);
    case type_unsigned_int16:
      return img::decode<type_unsigned_int16, int>(bits);
    case type_unsigned_int10x6:
      return img::decode<type_unsigned_int10x6, int>(bits);
    case type_unsigned_int12x4:
      return img::decode<type_unsigned_int12x4, int>(bits);
    case type_unsigned_int14x2:
      return img::decode<type_unsigned_int14x2, int>(bits);
    default:
      return as<int4>(bits);
    }
  }
};
template <> struct Types<uint> {
  static uint4 encode(Image image, uint4 color) {
    switch (image->type) {
    case type_unsigned_int8:
      return img::encode<type_unsigned_int8, uint>(color);
    case type_unsigned_int16:
      return img::encode<type_unsigned_int16, uint>(color);
    case type_unsigned_int10x6:
      return img::encode<type_unsigned_int10x6, uint>(color);
    case type_unsigned_int12x4:
      return img::encode<type_unsigned_int12x4, uint>(color);
    case type_unsigned_int14x2:
      return img::encode<type_unsigned_int14x2, uint>(color);
    default:
      return color;
    }
  }
  static uint4 decode(Image image, uint4 bits) {
    switch (image->type) {
    case type_unsigned_int8:
      return img::decode<type_unsigned_int8, uint>(bits);
    case type_unsigned_int16:
      return img::decode<type_unsigned_int16, uint>(bits);
    case type_unsigned_int10x6:
      return img::decode<type_unsigned_int10x6, uint>(bits);
    case type_unsigned_int12x4:
      return img::decode<type_unsigned_int12x4, uint>(bits);
    case type_unsigned_int14x2:
      return img::decode<type_unsigned_int14x2, uint>(bits);
    default:
      return bits;
    }
  }
};
template <> struct Types<float> {
  static uint4 encode(Image image, float4 color) {
    switch (image->type) {
    case type_snorm_int8:
      return img::encode<type_snorm_int8, float>(color);
    case type_snorm_int16:
      return img::encode<type_snorm_int16, float>(color);
    case type_unorm_int8:
      return img::encode<type_unorm_int8, float>(color);
    case type_unorm_int16:
      return img::encode<type_unorm_int16, float>(color);
    case type_unorm_short_565:
      return img::encode<type_unorm_short_565, float>(color);
    case type_unorm_short_555:
      return img::encode<type_unorm_short_555, float>(color);
    case type_unorm_int_101010:
      return img::encode<type_unorm_int_101010, float>(color);
    case type_unorm_int_101010_2:
      return img::encode<type_unorm_int_101010_2, float>(color);
    case type_unorm_int_2_101010:
      return img::encode<type_unorm_int_2_101010, float>(color);
    case type_unorm_int10x6:
      return img::encode<type_unorm_int10x6, float>(color);
    case type_unorm_int12x4:
      return img::encode<type_unorm_int12x4, float>(color);
    case type_unorm_int14x2:
      return img::encode<type_unorm_int14x2, float>(color);
    case type_half_float:
      return img::encode<type_half_float, float>(color);
    default:
      return as<uint4>(color);
    }
  }
  static float4 decode(Image image, uint4 bits) {
    switch (image->type) {
    case type_snorm_int8:
      return img::decode<type_snorm_int8, float>(bits);
    case type_snorm_int16:
      return img::decode<type_snorm_int16, float>(bits);
    case type_unorm_int8:
      return img::decode<type_unorm_int8, float>(bits);
    case type_unorm_int16:
      return img::decode<type_unorm_int16, float>(bits);
    case type_unorm_short_565:
      return img::decode<type_unorm_short_565, float>(bits);
    case type_unorm_short_555:
      return img::decode<type_unorm_short_555, float>(bits);
    case type_unorm_int_101010:
      return img::decode<type_unorm_int_101010, float>(bits);
    case type_unorm_int_101010_2:
      return img::decode<type_unorm_int_101010_2, float>(bits);
    case type_unorm_int_2_101010:
      return img::decode<type_unorm_int_2_101010, float>(bits);
    case type_unorm_int10x6:
      return img::decode<type_unorm_int10x6, float>(bits);
    case type_unorm_int12x4:
      return img::decode<type_unorm_int12x4, float>(bits);
    case type_unorm_int14x2:
      return img::decode<type_unorm_int14x2, float>(bits);
    case type_half_float:
      return img::decode<type_half_float, float>(bits);
    default:
      return as<float4>(bits);
    }
  }
};

/// The channels of a texel whose first three are of the sRGB color space.
inline float4 decode_srgb(uint4 bits) {
  float4 channels = img::decode<type_unorm_int8, float>(bits);
  for (int c = 0; c < 3; ++c) {
    channels[c] = srgb_tables.linear[bits[0] >> (8 * c) & 0xff];
  }
  return channels;
}

/// The nearest of the 256 values of the color space.
inline uint encode_srgb_channel(float value) {
  value = saturate(value, 0, 1);
  // 255 times what the specification's formula gives, by less than an eighth: a weighted sum of
  // roots that was fitted to it.
  const float root = __builtin_elementwise_sqrt(value);
  const float near = value < 0.0031308f ? 255 * 12.92f * value
                                        : -19.610129f + -14.105824f * value + 212.60791f * root +
                                              76.016525f * __builtin_elementwise_sqrt(root);
  const uint low = uint(near + 0.25f); // this one or the next
  const uint next = low < 255 ? low + 1 : 255;
  return value >= srgb_tables.least[next] ? next : low;
}

inline uint4 encode_srgb(float4 channels) {
  return uint4{encode_srgb_channel(channels[0]) | encode_srgb_channel(channels[1]) << 8 |
                   encode_srgb_channel(channels[2]) << 16 |
                   encode_channel<type_unorm_int8, float>(channels[3], 3) << 24,
               0, 0, 0};
}

/// Channels as they lie in memory to the color's red, green, blue and alpha.
template <unsigned Code, class T> vec<T, 4> arrange_as(vec<T, 4> channels) {
  constexpr ChannelOrder order = order_of(Code);
  vec<T, 4> color;
  for (int i = 0; i < 4; ++i) {
    color[i] = order.source[i] == source_zero  ? T(0)
               : order.source[i] == source_one ? T(1)
                                               : channels[order.source[i] & 3];
  }
  return color;
}

template <class T> vec<T, 4> arrange(Image image, vec<T, 4> channels) {
  switch (image->order) {
  case order_r:
  case order_rx:
  case order_depth:
    return arrange_as<order_r, T>(channels);
  case order_a:
    return arrange_as<order_a, T>(channels);
  case order_rg:
  case order_rgx:
    return arrange_as<order_rg, T>(channels);
  case order_ra:
    return arrange_as<order_ra, T>(channels);
  case order_bgra:
  case order_sbgra:
    return arrange_as<order_bgra, T>(channels);
  case order_srgbx:
    return arrange_as<order_srgbx, T>(channels);
  case order_argb:
    return arrange_as<order_argb, T>(channels);
  case order_abgr:
    return arrange_as<order_abgr, T>(channels);
  case order_intensity:
    return arrange_as<order_intensity, T>(channels);
  case order_luminance:
    return arrange_as<order_luminance, T>(channels);
  default:
    return channels; // the fourth channel of packed formats is 1
  }
}

/// A color as channels in memory order.
template <class T> vec<T, 4> disarrange(Image image, vec<T, 4> color) {
  switch (image->order) {
  case order_a:
    return color.wwww;
  case order_ra:
    return color.xwww;
  case order_bgra:
  case order_sbgra:
    return color.zyxw;
  case order_argb:
    return color.wxyz;
  case order_abgr:
    return color.wzyx;
  default:
    return color;
  }
}

} // namespace img

#endif
