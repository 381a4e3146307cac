// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/image.h"

#include "device.h"
#include "libimg/format.h"
#include "memory/texture.h"
#include "mux/targets/cuda.h"

namespace cuda {
namespace {

void destroy_texture(const Device& device, const Image& image) {
  if (image.descriptor.texels != 0) {
    static_cast<void>(device.cu.texture_destroy(image.descriptor.texels));
  }
}

/// Whether texture units may read an image in kernels.
bool may_be_texture(const mux_image_info_t& info) {
  return info.type == mux_image_type_2d && info.array_layers == 0 && info.mip_levels <= 1;
}

/// The layout of an image that is told none.
mux_buffer_layout_t own_layout(const mux_image_info_t& info) {
  mux_buffer_layout_t layout = info.layout;
  if (may_be_texture(info) && layout.row_pitch % texture_pitch_alignment != 0) {
    layout.row_pitch += texture_pitch_alignment - layout.row_pitch % texture_pitch_alignment;
    layout.slice_pitch = layout.row_pitch * info.size.y;
  }
  return layout;
}

/// Binds an image and gives its descriptors to the GPU; `is_read` if kernels may get it.
mux_result_t bind(Device& device, Image& image, mux_memory_t memory, uint64_t offset,
                  bool is_read) {
  const libimg::Descriptor& about = image.descriptor;
  const uint64_t unit = libimg::texels_together(about.type) == 1 ? about.texel_size : 1;
  if ((memory->address + offset) % unit != 0) {
    return mux_error_invalid_value; // kernels rely on that (__mux_has_aligned_texels)
  }
  const InContext in(device);
  const uint64_t size = sizeof(libimg::Descriptor) * image.descriptor.levels;
  const CUdeviceptr address = device.memory.allocate(size, 0);
  if (address == 0) {
    return mux_error_out_of_memory;
  }
  image.bind(memory, offset);
  if (is_read && may_be_texture(image.info)) {
    make_texture(device.cu, image.descriptor);
  }
  // As no stream has to have it yet, it is over when it is given.
  CUresult result = device.cu.memcpy_async(address, address_of(image.levels), size, nullptr);
  result = result == cuda_success ? device.cu.stream_synchronize(nullptr) : result;
  if (result != cuda_success) {
    image.memory = nullptr;
    device.memory.free(address);
    destroy_texture(device, image);
    return result_of(result);
  }
  image.descriptors_on_device = address;
  image.generation = device.generation;
  return mux_success;
}

} // namespace
} // namespace cuda

using namespace cuda;

mux_result_t cudaGetImageFormats(mux_device_t, mux_image_type_e, uint64_t capacity,
                                 mux_image_format_t* out_formats, uint64_t* out_length) {
  return target_support::get_formats(capacity, out_formats, out_length);
}

mux_result_t cudaCreateImage(mux_device_t, const mux_image_info_t* info,
                             mux_allocator_info_t allocator, mux_image_t* out_image) {
  auto complete = target_support::complete(*info);
  if (!complete) {
    return mux_error_invalid_value;
  }
  if (info->layout.row_pitch == 0) {
    complete->layout = own_layout(*complete);
  }
  auto* image = create<Image>(allocator, mux_object_type_image, *complete);
  *out_image = image;
  if (image == nullptr) {
    return mux_error_out_of_memory;
  }
  image->requirements.alignment =
      may_be_texture(image->info) ? texture_alignment : cuda::buffer_alignment;
  image->requirements.heaps = 1u << local_heap | 1u << staging_heap;
  return mux_success;
}

mux_result_t cudaCreateImageLevel(mux_device_t device, mux_image_t handle, uint32_t level,
                                  mux_allocator_info_t allocator, mux_image_t* out_image) {
  const auto& mipmap = cast<Image>(handle);
  auto* image = create<Image>(allocator, mux_object_type_image, mipmap.info_of(level));
  if (image == nullptr) {
    return mux_error_out_of_memory;
  }
  const mux_result_t result =
      bind(cast<Device>(device), *image, mipmap.memory, mipmap.offset_of(level), false);
  if (result != mux_success) {
    destroy(allocator, *image);
    return result;
  }
  *out_image = image;
  return mux_success;
}

mux_result_t cudaDestroyImage(mux_device_t handle, mux_image_t image,
                              mux_allocator_info_t allocator) {
  auto& device = cast<Device>(handle);
  const auto& own = cast<Image>(image);
  const InContext in(device);
  if (own.descriptors_on_device != 0 && own.generation == device.generation) {
    device.memory.free(own.descriptors_on_device);
    destroy_texture(device, own);
  }
  destroy(allocator, cast<Image>(image));
  return mux_success;
}

mux_result_t cudaBindImageMemory(mux_device_t device, mux_memory_t memory, mux_image_t image,
                                 uint64_t offset) {
  return bind(cast<Device>(device), cast<Image>(image), memory, offset, true);
}

mux_result_t cudaCreateSampler(mux_device_t, const mux_sampler_info_t* info,
                               mux_allocator_info_t allocator, mux_sampler_t* out_sampler) {
  auto* sampler = create<target_support::Sampler>(allocator, mux_object_type_sampler, *info);
  *out_sampler = sampler;
  return sampler != nullptr ? mux_success : mux_error_out_of_memory;
}

mux_result_t cudaDestroySampler(mux_device_t, mux_sampler_t sampler,
                                mux_allocator_info_t allocator) {
  destroy(allocator, cast<target_support::Sampler>(sampler));
  return mux_success;
}
