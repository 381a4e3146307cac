// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images: buffers whose memory OpenCL's images are made of, one in each context that uses it.
#ifndef SYCL_RUNTIME_MEMORY_IMAGE_H
#define SYCL_RUNTIME_MEMORY_IMAGE_H

#include "memory/buffers.h"

#include <optional>
#include <sycl/detail/images.hpp>
#include <vector>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// How a format's texels are in memory.
struct texel_format {
  cl_image_format native;
  size_t texel_size; ///< bytes
};
const texel_format& format_of(image_format format);
/// The format that OpenCL calls so, if SYCL has it.
std::optional<image_format> format_of(const cl_image_format& native);

class image_impl : public buffer_impl {
public:
  /// The pitches of `of` are filled in.
  image_impl(const image_shape& of, const image_sampler* with, void* users,
             const property_list& properties);
  ~image_impl() override;

  /// OpenCL's image in the memory, made when a context first asks for it.
  struct view {
    ref<context_impl> context;
    owned_mem image;
    owned_sampler sampler; ///< of sampled images
    image_handles handles; ///< where devices have aspect::image
  };
  /// Call it with the lock. What it returns stays until the memory moves.
  const view& view_in(context_impl& context);
  /// Takes over an image that is in the memory already.
  void add_view(context_impl& context, owned_mem native);
  /// Those that there are. Call it with the lock.
  const std::vector<view>& all_views();
  /// Throws errc::invalid if the image is bound to another context.
  void check_context(const context_impl& context) const;

  const image_shape shape;
  const std::optional<image_sampler> sampler;

private:
  void forget_views_elsewhere();
  ref<context_impl> bound_to; ///< property::image::context_bound, or null
  std::vector<view> views;
  const void* viewed = nullptr; ///< the memory that they are in
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
