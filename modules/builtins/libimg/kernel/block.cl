// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One element of a block of an image (cl_intel_subgroups): bytes as they lie in memory, at a
// coordinate in bytes and rows. A read outside takes the nearest element inside, a write outside is
// dropped; of a row that is shorter than an element, zeros are read.
#include "read.h"

using namespace img;

namespace {

/// Where the last element of a row begins; negative if there is none.
template <class T> long last_of_row(Image image) {
  return long(bytes_of(image->order, image->type, image->width)) - long(sizeof(T));
}

inline Bytes row_of(Image image, int y) { return image->data + long(y) * long(image->row_pitch); }

template <class T> T read_element(Image image, vec<int, 2> at) {
  const long last = last_of_row<T>(image);
  if (last < 0) {
    return T(0);
  }
  const long x = at[0] < 0 ? 0 : at[0] > last ? last : at[0];
  return load<T>(row_of(image, img::clamp(at[1], 0, int(image->height) - 1)) + x, 0);
}

template <class T> void write_element(Image image, vec<int, 2> at, T value) {
  if (at[0] >= 0 && at[0] <= last_of_row<T>(image) && uint(at[1]) < image->height) {
    store<T>(row_of(image, at[1]) + at[0], value);
  }
}

} // namespace

extern "C" {
uchar __lanewise_image_block_read8_2d(Image image, vec<int, 2> at) {
  return read_element<uchar>(image, at);
}
ushort __lanewise_image_block_read16_2d(Image image, vec<int, 2> at) {
  return read_element<ushort>(image, at);
}
uint __lanewise_image_block_read32_2d(Image image, vec<int, 2> at) {
  return read_element<uint>(image, at);
}
ulong __lanewise_image_block_read64_2d(Image image, vec<int, 2> at) {
  return read_element<ulong>(image, at);
}

void __lanewise_image_block_write8_2d(Image image, vec<int, 2> at, uchar value) {
  write_element(image, at, value);
}
void __lanewise_image_block_write16_2d(Image image, vec<int, 2> at, ushort value) {
  write_element(image, at, value);
}
void __lanewise_image_block_write32_2d(Image image, vec<int, 2> at, uint value) {
  write_element(image, at, value);
}
void __lanewise_image_block_write64_2d(Image image, vec<int, 2> at, ulong value) {
  write_element(image, at, value);
}
}
