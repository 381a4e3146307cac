// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device.h"
#include "objects.h"
#include "twin_functions.h"

#include "mux/targets/host.h"

using namespace twin;

namespace {

/// Rows of images whose layout is the device's own are so many bytes apart, or a multiple, and at
/// least one more than their texels take: a layer above that takes them for dense is noticed.
constexpr uint64_t row_alignment = 256;

mux_result_t create(mux_device_t device, const mux_image_info_t& info,
                    mux_allocator_info_t allocator, mux_image_t* out_image) {
  const mux_result_t result =
      take_over(hostCreateImage(device, &info, allocator, out_image), out_image);
  if (result == mux_success) {
    (*out_image)->requirements.alignment = device->info->image_base_alignment;
    (*out_image)->requirements.heaps = 1u << staging_heap | 1u << local_heap;
    (*out_image)->handle = 0;
  }
  return result;
}

} // namespace

mux_result_t twinCreateImageLevel(mux_device_t device, mux_image_t image, uint32_t level,
                                  mux_allocator_info_t allocator, mux_image_t* out_image) {
  return take_over(hostCreateImageLevel(device, image, level, allocator, out_image), out_image);
}

mux_result_t twinCreateImage(mux_device_t device, const mux_image_info_t* info,
                             mux_allocator_info_t allocator, mux_image_t* out_image) {
  const bool is_given = info->layout.row_pitch != 0 || info->layout.slice_pitch != 0;
  mux_image_t dense = nullptr;
  const mux_result_t result = create(device, *info, allocator, &dense);
  if (result != mux_success || is_given || info->mip_levels > 1) {
    *out_image = dense;
    return result;
  }
  mux_image_info_t padded = *info;
  padded.layout.row_pitch = (dense->info.layout.row_pitch / row_alignment + 1) * row_alignment;
  padded.layout.slice_pitch = padded.layout.row_pitch * (info->size.y + 1);
  static_cast<void>(hostDestroyImage(device, dense, allocator));
  return create(device, padded, allocator, out_image);
}
