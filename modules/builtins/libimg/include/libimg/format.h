// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The image formats (OpenCL 1.2, section 5.3.1): one table of channel orders and one of channel
// types, of which every legal pair is a format. Compiles as C++ on the host and as C++ for OpenCL
// in the kernels' functions, so both pack and unpack by the same description.
#ifndef LIBIMG_FORMAT_H
#define LIBIMG_FORMAT_H

namespace libimg {

/// Codes are those of the API and of OpenCL C (CL_R, CLK_R and so on).
enum Order : unsigned {
  order_r = 0x10B0,
  order_a,
  order_rg,
  order_ra,
  order_rgb,
  order_rgba,
  order_bgra,
  order_argb,
  order_intensity,
  order_luminance,
  order_rx,
  order_rgx,
  order_rgbx,
  order_depth,
  order_depth_stencil, ///< of images that are shared with OpenGL, which there are not
  order_srgb,
  order_srgbx,
  order_srgba,
  order_sbgra,
  order_abgr,
};
inline constexpr Order last_order = order_abgr;

enum Type : unsigned {
  type_snorm_int8 = 0x10D0,
  type_snorm_int16,
  type_unorm_int8,
  type_unorm_int16,
  type_unorm_short_565,
  type_unorm_short_555,
  type_unorm_int_101010,
  type_signed_int8,
  type_signed_int16,
  type_signed_int32,
  type_unsigned_int8,
  type_unsigned_int16,
  type_unsigned_int32,
  type_half_float,
  type_float,
  type_unorm_int24, ///< of images that are shared with OpenGL
  type_unorm_int_101010_2,
  type_unorm_int10x6,
  type_reserved,           ///< its code has no meaning
  type_unsigned_int_raw10, ///< four texels in five bytes: kernels only read them
  type_unsigned_int_raw12, ///< two in three, likewise
  type_unorm_int_2_101010,
  type_unsigned_int10x6,
  type_unsigned_int12x4,
  type_unsigned_int14x2,
  type_unorm_int12x4,
  type_unorm_int14x2,
};
inline constexpr Type last_type = type_unorm_int14x2;

/// How a channel's bits are interpreted.
enum class Kind { unorm, snorm, signed_int, unsigned_int, half_float, single_float };

/// The types that an order may be combined with: a set of these.
enum Group : unsigned {
  group_any = 1,           ///< one channel or more of its own size
  group_norm = 2,          ///< normalized, half and float
  group_bytes = 4,         ///< 8-bit
  group_packed = 8,        ///< three channels in one integer
  group_depth = 16,        ///< unorm_int16 and float
  group_srgb = 32,         ///< unorm_int8
  group_padded = 64,       ///< in the upper bits of 16
  group_packed_rgba = 128, ///< unorm_int_101010_2
  group_packed_abgr = 256, ///< unorm_int_2_101010
  group_raw = 512,         ///< several texels share bytes
  groups_packed = group_packed | group_packed_rgba | group_packed_abgr,
};

/// Where red, green, blue and alpha of a color come from: a channel, or
enum Source : signed char { source_zero = -1, source_one = -2 };

struct ChannelOrder {
  Order code;
  unsigned channels; ///< in memory
  signed char source[4];
  bool border_alpha; ///< of the border color, which is black
  unsigned groups;   ///< 0: there are no such formats
};

// Each table is in the order of its codes. It stands in a function because OpenCL C++ cannot read
// constants of the program while it compiles.

constexpr ChannelOrder order_of(unsigned code) {
  constexpr ChannelOrder table[] = {
      {order_r,
       1,
       {0, source_zero, source_zero, source_one},
       true,
       group_any | group_padded | group_raw},
      {order_a, 1, {source_zero, source_zero, source_zero, 0}, false, group_any},
      {order_rg, 2, {0, 1, source_zero, source_one}, true, group_any | group_padded},
      {order_ra, 2, {0, source_zero, source_zero, 1}, false, group_any},
      {order_rgb, 3, {0, 1, 2, source_one}, true, group_packed},
      {order_rgba, 4, {0, 1, 2, 3}, false, group_any | group_padded | group_packed_rgba},
      {order_bgra, 4, {2, 1, 0, 3}, false, group_bytes},
      {order_argb, 4, {1, 2, 3, 0}, false, group_bytes},
      {order_intensity, 1, {0, 0, 0, 0}, false, group_norm},
      {order_luminance, 1, {0, 0, 0, source_one}, true, group_norm},
      {order_rx, 1, {0, source_zero, source_zero, source_one}, false, group_any},
      {order_rgx, 2, {0, 1, source_zero, source_one}, false, group_any},
      {order_rgbx, 3, {0, 1, 2, source_one}, false, group_packed},
      {order_depth, 1, {0, source_zero, source_zero, source_one}, true, group_depth},
      {order_depth_stencil, 1, {0, source_zero, source_zero, source_one}, true, 0},
      {order_srgb, 3, {0, 1, 2, source_one}, true, 0}, // three bytes: no power of two
      {order_srgbx, 4, {0, 1, 2, source_one}, false, group_srgb},
      {order_srgba, 4, {0, 1, 2, 3}, false, group_srgb},
      {order_sbgra, 4, {2, 1, 0, 3}, false, group_srgb},
      {order_abgr, 4, {3, 2, 1, 0}, false, group_bytes | group_packed_abgr},
  };
  return table[code - order_r];
}

struct ChannelType {
  Type code;
  Kind kind;
  unsigned bytes;         ///< of a channel; of the whole texel if packed
  unsigned char bits[4];  ///< of each channel
  unsigned char shift[4]; ///< of each channel from the texel's lowest bit
  unsigned groups;        ///< the groups of orders that it goes with
};

constexpr ChannelType type_of(unsigned code) {
  constexpr ChannelType table[] = {
      {type_snorm_int8,
       Kind::snorm,
       1,
       {8, 8, 8, 8},
       {0, 8, 16, 24},
       group_any | group_norm | group_bytes},
      {type_snorm_int16, Kind::snorm, 2, {16, 16, 16, 16}, {0, 16, 32, 48}, group_any | group_norm},
      {type_unorm_int8,
       Kind::unorm,
       1,
       {8, 8, 8, 8},
       {0, 8, 16, 24},
       group_any | group_norm | group_bytes | group_srgb},
      {type_unorm_int16,
       Kind::unorm,
       2,
       {16, 16, 16, 16},
       {0, 16, 32, 48},
       group_any | group_norm | group_depth},
      {type_unorm_short_565, Kind::unorm, 2, {5, 6, 5, 0}, {11, 5, 0, 0}, group_packed},
      {type_unorm_short_555, Kind::unorm, 2, {5, 5, 5, 0}, {10, 5, 0, 0}, group_packed},
      {type_unorm_int_101010, Kind::unorm, 4, {10, 10, 10, 0}, {20, 10, 0, 0}, group_packed},
      {type_signed_int8,
       Kind::signed_int,
       1,
       {8, 8, 8, 8},
       {0, 8, 16, 24},
       group_any | group_bytes},
      {type_signed_int16, Kind::signed_int, 2, {16, 16, 16, 16}, {0, 16, 32, 48}, group_any},
      {type_signed_int32, Kind::signed_int, 4, {32, 32, 32, 32}, {0, 32, 64, 96}, group_any},
      {type_unsigned_int8,
       Kind::unsigned_int,
       1,
       {8, 8, 8, 8},
       {0, 8, 16, 24},
       group_any | group_bytes},
      {type_unsigned_int16, Kind::unsigned_int, 2, {16, 16, 16, 16}, {0, 16, 32, 48}, group_any},
      {type_unsigned_int32, Kind::unsigned_int, 4, {32, 32, 32, 32}, {0, 32, 64, 96}, group_any},
      {type_half_float,
       Kind::half_float,
       2,
       {16, 16, 16, 16},
       {0, 16, 32, 48},
       group_any | group_norm},
      {type_float,
       Kind::single_float,
       4,
       {32, 32, 32, 32},
       {0, 32, 64, 96},
       group_any | group_norm | group_depth},
      {type_unorm_int24, Kind::unorm, 4, {24, 0, 0, 0}, {0, 0, 0, 0}, 0},
      {type_unorm_int_101010_2, Kind::unorm, 4, {10, 10, 10, 2}, {22, 12, 2, 0}, group_packed_rgba},
      {type_unorm_int10x6, Kind::unorm, 2, {10, 10, 10, 10}, {6, 22, 38, 54}, group_padded},
      {type_reserved, Kind::unorm, 1, {8, 0, 0, 0}, {0, 0, 0, 0}, 0},
      {type_unsigned_int_raw10, Kind::unsigned_int, 2, {10, 0, 0, 0}, {0, 0, 0, 0}, group_raw},
      {type_unsigned_int_raw12, Kind::unsigned_int, 2, {12, 0, 0, 0}, {0, 0, 0, 0}, group_raw},
      {type_unorm_int_2_101010,
       Kind::unorm,
       4,
       {2, 10, 10, 10},
       {30, 20, 10, 0},
       group_packed_abgr},
      {type_unsigned_int10x6,
       Kind::unsigned_int,
       2,
       {10, 10, 10, 10},
       {6, 22, 38, 54},
       group_padded},
      {type_unsigned_int12x4,
       Kind::unsigned_int,
       2,
       {12, 12, 12, 12},
       {4, 20, 36, 52},
       group_padded},
      {type_unsigned_int14x2,
       Kind::unsigned_int,
       2,
       {14, 14, 14, 14},
       {2, 18, 34, 50},
       group_padded},
      {type_unorm_int12x4, Kind::unorm, 2, {12, 12, 12, 12}, {4, 20, 36, 52}, group_padded},
      {type_unorm_int14x2, Kind::unorm, 2, {14, 14, 14, 14}, {2, 18, 34, 50}, group_padded},
  };
  return table[code - type_snorm_int8];
}

constexpr bool is_order(unsigned code) {
  return code >= order_r && code <= last_order && order_of(code).groups != 0;
}
constexpr bool is_type(unsigned code) {
  return code >= type_snorm_int8 && code <= last_type && type_of(code).groups != 0;
}
/// Whether red, green and blue are in the sRGB color space.
constexpr bool is_srgb(unsigned order) { return order >= order_srgb && order <= order_sbgra; }

/// Whether the pair is a format at all.
constexpr bool is_format(unsigned order, unsigned type) {
  return is_order(order) && is_type(type) && (order_of(order).groups & type_of(type).groups) != 0;
}

/// Bytes of a texel of a format, where it has some of its own: of a channel of 16 bits where texels
/// share them.
constexpr unsigned texel_size(unsigned order, unsigned type) {
  const bool packed = (type_of(type).groups & groups_packed) != 0;
  return type_of(type).bytes * (packed ? 1 : order_of(order).channels);
}

/// The number of neighbours in a row that share bytes: rows are whole numbers of them.
constexpr unsigned texels_together(unsigned type) {
  return type == type_unsigned_int_raw10 ? 4 : type == type_unsigned_int_raw12 ? 2 : 1;
}
/// The bytes of so many.
constexpr unsigned bytes_together(unsigned order, unsigned type) {
  return type == type_unsigned_int_raw10   ? 5
         : type == type_unsigned_int_raw12 ? 3
                                           : texel_size(order, type);
}
/// Bytes of a row's first `texels`, a multiple of texels_together.
constexpr unsigned long long bytes_of(unsigned order, unsigned type, unsigned long long texels) {
  return texels / texels_together(type) * bytes_together(order, type);
}

/// The largest number that `bits` bits of a normalized channel stand for: 1.0.
constexpr unsigned norm_max(Kind kind, unsigned bits) {
  return (1U << (kind == Kind::snorm ? bits - 1 : bits)) - 1;
}

} // namespace libimg

#endif
