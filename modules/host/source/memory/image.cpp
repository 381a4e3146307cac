// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "target_support/image.h"

#include "object.h"

using namespace host;

extern "C" mux_result_t hostGetImageFormats(mux_device_t, mux_image_type_e, uint64_t capacity,
                                            mux_image_format_t* out_formats, uint64_t* out_length) {
  return target_support::get_formats(capacity, out_formats, out_length);
}

extern "C" mux_result_t hostCreateImage(mux_device_t, const mux_image_info_t* info,
                                        mux_allocator_info_t allocator, mux_image_t* out_image) {
  const auto complete = target_support::complete(*info);
  if (!complete) {
    return mux_error_invalid_value;
  }
  auto* image = create<target_support::Image>(allocator, mux_object_type_image, *complete);
  *out_image = image;
  if (image == nullptr) {
    return mux_error_out_of_memory;
  }
  image->handle = reinterpret_cast<uint64_t>(&image->descriptor); // as an argument has it
  return mux_success;
}

extern "C" mux_result_t hostDestroyImage(mux_device_t, mux_image_t image,
                                         mux_allocator_info_t allocator) {
  destroy(allocator, cast<target_support::Image>(image));
  return mux_success;
}

extern "C" mux_result_t hostBindImageMemory(mux_device_t, mux_memory_t memory, mux_image_t image,
                                            uint64_t offset) {
  cast<target_support::Image>(image).bind(memory, offset);
  return mux_success;
}

extern "C" mux_result_t hostCreateImageLevel(mux_device_t, mux_image_t handle, uint32_t level,
                                             mux_allocator_info_t allocator,
                                             mux_image_t* out_image) {
  const auto& mipmap = cast<target_support::Image>(handle);
  auto* image =
      create<target_support::Image>(allocator, mux_object_type_image, mipmap.info_of(level));
  *out_image = image;
  if (image == nullptr) {
    return mux_error_out_of_memory;
  }
  image->bind(mipmap.memory, mipmap.offset_of(level));
  return mux_success;
}

extern "C" mux_result_t hostCreateSampler(mux_device_t, const mux_sampler_info_t* info,
                                          mux_allocator_info_t allocator,
                                          mux_sampler_t* out_sampler) {
  auto* sampler = create<target_support::Sampler>(allocator, mux_object_type_sampler, *info);
  *out_sampler = sampler;
  return sampler != nullptr ? mux_success : mux_error_out_of_memory;
}

extern "C" mux_result_t hostDestroySampler(mux_device_t, mux_sampler_t sampler,
                                           mux_allocator_info_t allocator) {
  destroy(allocator, cast<target_support::Sampler>(sampler));
  return mux_success;
}
