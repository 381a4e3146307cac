// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of images, and which sizes and formats they can have.
#ifndef CL_MEMORY_IMAGE_SHAPE_H
#define CL_MEMORY_IMAGE_SHAPE_H

#include "guard.h"

#include "mux/mux.h"

#include <string_view>

namespace cl {

/// The properties of an image type (section 5.3.1.2).
struct Shape {
  cl_mem_object_type type;
  mux_image_type_e mux;
  unsigned dimensions; ///< of a texel's coordinates, with the layer
  bool is_array;
  std::string_view kernel_type;
  std::string_view kernel_depth_type; ///< "" if there are no depth images of the type

  /// The number of sizes that it has, of width, height and depth.
  [[nodiscard]] unsigned sizes() const { return dimensions - is_array; }
};

/// Null if no images have the type.
[[nodiscard]] const Shape* shape_of(cl_mem_object_type type);

/// The largest texels of a type of image, dimension by dimension.
struct Limits {
  size_t size[3];
  size_t layers;
  size_t pitch_alignment = 1; ///< texels, of images in buffers
};
[[nodiscard]] Limits limits_of(const mux_device_info_s& device, const Shape& shape);

/// Row pitches are multiples of so many bytes: of a texel, where it has bytes of its own.
[[nodiscard]] size_t pitch_unit(const cl_image_format& format);

/// The mux format of the API's, or an error.
expected<mux_image_format_t> check_format(const Shape& shape, const cl_image_format* format);

/// Bytes that an image of the description takes in a buffer: every row and every slice is
/// a pitch long. CL_INVALID_IMAGE_DESCRIPTOR if there are no such images. Requires: check_format.
expected<size_t> needed_bytes(const Shape& shape, const cl_image_format& format,
                              const cl_image_desc& description, const Limits& limits);

} // namespace cl

#endif
