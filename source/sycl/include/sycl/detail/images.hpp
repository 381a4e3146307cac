// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library's interface for images and their accessors. Images are buffers whose memory has
// texels, so that the functions of sycl/detail/buffers.hpp take them, too.
#ifndef SYCL_DETAIL_IMAGES_HPP
#define SYCL_DETAIL_IMAGES_HPP

#include <cstdint>
#include <sycl/detail/buffers.hpp>
#include <sycl/image/image_sampler.hpp>
#include <sycl/runtime/property_list.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

struct image_shape {
  image_format format{};
  int dimensions = 1;
  std::size_t extent[3] = {1, 1, 1}; ///< width, height, depth
  /// Bytes from row to row, and from slice to slice; 0: as dense as can be.
  std::size_t pitch[2] = {0, 0};
};

/// A reference to a new image, in the memory of `users` if that is not null. Fills in the pitches.
/// Without a sampler it is an unsampled image. errc::invalid: the range is empty, or the pitches
/// do not fit. errc::memory_allocation.
LW_SYCL_EXPORT counted* make_image(image_shape& shape, const image_sampler* sampler, void* users,
                                   const property_list& properties);
LW_SYCL_EXPORT std::size_t image_bytes(const image_shape& shape) noexcept;

/// What kernels make an image and its sampler of.
struct image_handles {
  std::uint64_t image = 0;
  std::uint64_t sampler = 0;
};
/// The group uses the image, in a kernel or in a host task. errc::feature_not_supported: the
/// device has no images; errc::invalid: the image is bound to another context.
LW_SYCL_EXPORT image_handles use_image(command_group& group, counted* image, access_mode mode,
                                       bool in_kernel);

/// A texel or a colour on the host: four numbers. Coordinates outside are those of the nearest
/// texel; a write there is dropped.
LW_SYCL_EXPORT void read_texel(const counted* image, const int (&at)[3],
                               float (&colour)[4]) noexcept;
LW_SYCL_EXPORT void read_texel(const counted* image, const int (&at)[3],
                               std::int32_t (&colour)[4]) noexcept;
LW_SYCL_EXPORT void write_texel(const counted* image, const int (&at)[3],
                                const float (&colour)[4]) noexcept;
LW_SYCL_EXPORT void write_texel(const counted* image, const int (&at)[3],
                                const std::int32_t (&colour)[4]) noexcept;
LW_SYCL_EXPORT void sample_image(const counted* image, const float (&at)[3],
                                 float (&colour)[4]) noexcept;
LW_SYCL_EXPORT void sample_image(const counted* image, const float (&at)[3],
                                 std::int32_t (&colour)[4]) noexcept;

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
