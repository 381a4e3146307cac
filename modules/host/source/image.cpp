// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host has no images: its device info says so, and everything here answers accordingly. The
// checks in front refuse whatever would need an image or a sampler to exist.
#include "object.h"

using namespace host;

extern "C" mux_result_t hostGetImageFormats(mux_device_t, mux_image_type_e, uint64_t,
                                            mux_image_format_t*, uint64_t* out_length) {
  if (out_length != nullptr) {
    *out_length = 0;
  }
  return mux_success;
}

extern "C" mux_result_t hostCreateImage(mux_device_t, const mux_image_info_t*, mux_allocator_info_t,
                                        mux_image_t*) {
  return mux_error_feature_unsupported;
}

extern "C" mux_result_t hostDestroyImage(mux_device_t, mux_image_t, mux_allocator_info_t) {
  return mux_error_feature_unsupported;
}

extern "C" mux_result_t hostBindImageMemory(mux_device_t, mux_memory_t, mux_image_t, uint64_t) {
  return mux_error_feature_unsupported;
}

extern "C" mux_result_t hostCreateSampler(mux_device_t, const mux_sampler_info_t*,
                                          mux_allocator_info_t, mux_sampler_t*) {
  return mux_error_feature_unsupported;
}

extern "C" mux_result_t hostDestroySampler(mux_device_t, mux_sampler_t, mux_allocator_info_t) {
  return mux_error_feature_unsupported;
}

extern "C" mux_result_t hostCommandReadImage(mux_command_buffer_t, mux_image_t, mux_extent_3d_t,
                                             mux_extent_3d_t, mux_buffer_layout_t, void*,
                                             const mux_command_info_t*, mux_sync_point_t*) {
  return mux_error_feature_unsupported;
}

extern "C" mux_result_t hostCommandWriteImage(mux_command_buffer_t, mux_image_t, mux_extent_3d_t,
                                              mux_extent_3d_t, mux_buffer_layout_t, const void*,
                                              const mux_command_info_t*, mux_sync_point_t*) {
  return mux_error_feature_unsupported;
}

extern "C" mux_result_t hostCommandFillImage(mux_command_buffer_t, mux_image_t, mux_extent_3d_t,
                                             mux_extent_3d_t, const void*,
                                             const mux_command_info_t*, mux_sync_point_t*) {
  return mux_error_feature_unsupported;
}

extern "C" mux_result_t hostCommandCopyImage(mux_command_buffer_t, mux_image_t, mux_image_t,
                                             mux_extent_3d_t, mux_extent_3d_t, mux_extent_3d_t,
                                             const mux_command_info_t*, mux_sync_point_t*) {
  return mux_error_feature_unsupported;
}

extern "C" mux_result_t hostCommandCopyImageToBuffer(mux_command_buffer_t, mux_image_t,
                                                     mux_buffer_t, mux_extent_3d_t, uint64_t,
                                                     mux_extent_3d_t, mux_buffer_layout_t,
                                                     const mux_command_info_t*, mux_sync_point_t*) {
  return mux_error_feature_unsupported;
}

extern "C" mux_result_t hostCommandCopyBufferToImage(mux_command_buffer_t, mux_buffer_t,
                                                     mux_image_t, uint64_t, mux_extent_3d_t,
                                                     mux_extent_3d_t, mux_buffer_layout_t,
                                                     const mux_command_info_t*, mux_sync_point_t*) {
  return mux_error_feature_unsupported;
}
