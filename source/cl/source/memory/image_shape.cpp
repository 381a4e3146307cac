// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/image_shape.h"

#include "libimg/format.h"

#include <algorithm>
#include <iterator>

namespace cl {
namespace {

constexpr Shape shapes[] = {
    {CL_MEM_OBJECT_IMAGE1D, mux_image_type_1d, 1, false, "image1d_t", ""},
    {CL_MEM_OBJECT_IMAGE1D_BUFFER, mux_image_type_1d, 1, false, "image1d_buffer_t", ""},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, mux_image_type_1d, 2, true, "image1d_array_t", ""},
    {CL_MEM_OBJECT_IMAGE2D, mux_image_type_2d, 2, false, "image2d_t", "image2d_depth_t"},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, mux_image_type_2d, 3, true, "image2d_array_t",
     "image2d_array_depth_t"},
    {CL_MEM_OBJECT_IMAGE3D, mux_image_type_3d, 3, false, "image3d_t", ""},
};

} // namespace

const Shape* shape_of(cl_mem_object_type type) {
  const auto* found = std::ranges::find(shapes, type, &Shape::type);
  return found == std::end(shapes) ? nullptr : found;
}

Limits limits_of(const mux_device_info_s& device, const Shape& shape) {
  const size_t flat = device.max_image_dimension_2d;
  const size_t deep = device.max_image_dimension_3d;
  if (shape.type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    return {{device.max_image_dimension_1d, 1, 1}, 1};
  }
  const size_t width = shape.mux == mux_image_type_3d ? deep : flat;
  const bool has_rows = shape.dimensions > 1;
  return {{width, width, deep},
          device.max_image_array_layers,
          has_rows ? device.image_pitch_alignment : 1};
}

size_t pitch_unit(const cl_image_format& format) {
  const unsigned type = format.image_channel_data_type;
  return libimg::texels_together(type) == 1 ? libimg::texel_size(format.image_channel_order, type)
                                            : 1;
}

expected<mux_image_format_t> check_format(const Shape& shape, const cl_image_format* format) {
  if (!format) {
    return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  }
  const unsigned order = format->image_channel_order;
  const unsigned type = format->image_channel_data_type;
  // Other versions and extensions may define further orders and types: these are not supported, but
  // not invalid.
  constexpr unsigned orders_end = 0x10D0, types_end = 0x10F0;
  const bool is_known = order >= libimg::order_r && order < orders_end &&
                        type >= libimg::type_snorm_int8 && type < types_end;
  if (!is_known) {
    return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  }
  if (!libimg::is_order(order) || !libimg::is_type(type)) {
    return fail(CL_IMAGE_FORMAT_NOT_SUPPORTED);
  }
  if (!libimg::is_format(order, type)) {
    return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  }
  // Texels that share bytes lie in the rows of a sensor.
  const bool is_raw = libimg::texels_together(type) != 1;
  if ((order == libimg::order_depth && shape.kernel_depth_type.empty()) ||
      (is_raw && shape.mux == mux_image_type_3d)) {
    return fail(CL_IMAGE_FORMAT_NOT_SUPPORTED);
  }
  return mux_image_format_t{
      mux_image_channel_order_e(mux_image_channel_order_r + (order - libimg::order_r)),
      mux_image_channel_type_e(mux_image_channel_type_snorm_int8 +
                               (type - libimg::type_snorm_int8))};
}

} // namespace cl
