// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place where images, and boxes of them, are checked.
#include "memory/buffer.h"

#include "libimg/format.h"

#include <algorithm>
#include <cstdint>

namespace cl {
namespace {

/// What a type of image is: one row each (section 5.3.1.2).
struct Shape {
  cl_mem_object_type type;
  mux_image_type_e mux;
  unsigned dimensions; ///< of a texel's coordinates, with the layer
  bool is_array;
  std::string_view kernel_type;
  std::string_view kernel_depth_type; ///< "" if there are no depth images of the type
};
constexpr Shape shapes[] = {
    {CL_MEM_OBJECT_IMAGE1D, mux_image_type_1d, 1, false, "image1d_t", ""},
    {CL_MEM_OBJECT_IMAGE1D_BUFFER, mux_image_type_1d, 1, false, "image1d_buffer_t", ""},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, mux_image_type_1d, 2, true, "image1d_array_t", ""},
    {CL_MEM_OBJECT_IMAGE2D, mux_image_type_2d, 2, false, "image2d_t", "image2d_depth_t"},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, mux_image_type_2d, 3, true, "image2d_array_t",
     "image2d_array_depth_t"},
    {CL_MEM_OBJECT_IMAGE3D, mux_image_type_3d, 3, false, "image3d_t", ""},
};

const Shape* shape_of(cl_mem_object_type type) {
  const auto* found = std::ranges::find(shapes, type, &Shape::type);
  return found == std::end(shapes) ? nullptr : found;
}

/// The largest texels of a type of image, dimension by dimension.
struct Limits {
  size_t size[3];
  size_t layers;
};
Limits limits_of(const mux_device_info_s& device, const Shape& shape) {
  const size_t flat = device.max_image_dimension_2d;
  const size_t deep = device.max_image_dimension_3d;
  if (shape.type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    return {{device.max_image_dimension_1d, 1, 1}, 1};
  }
  const size_t width = shape.mux == mux_image_type_3d ? deep : flat;
  return {{width, width, deep}, device.max_image_array_layers};
}

/// Sizes that the type of image uses; 1 for the others.
cl_int check_sizes(const Limits& limits, const Shape& shape, const cl_image_desc& description,
                   mux_image_info_t& info) {
  const size_t given[3] = {description.image_width, description.image_height,
                           description.image_depth};
  uint64_t* const sizes[3] = {&info.size.x, &info.size.y, &info.size.z};
  const unsigned own = shape.dimensions - shape.is_array;
  for (unsigned i = 0; i < 3; ++i) {
    *sizes[i] = i < own ? given[i] : 1;
    if (*sizes[i] == 0) {
      return CL_INVALID_IMAGE_DESCRIPTOR;
    }
    if (*sizes[i] > limits.size[i] && i < own) {
      return CL_INVALID_IMAGE_SIZE;
    }
  }
  if (!shape.is_array) {
    return CL_SUCCESS;
  }
  if (description.image_array_size == 0) {
    return CL_INVALID_IMAGE_DESCRIPTOR;
  }
  info.array_layers = static_cast<uint32_t>(std::min(description.image_array_size, SIZE_MAX >> 33));
  return description.image_array_size > limits.layers ? CL_INVALID_IMAGE_SIZE : CL_SUCCESS;
}

/// Pitches that the application gives for memory that is there already, its own or a buffer's.
cl_int check_description_pitches(const Shape& shape, const cl_image_desc& description, size_t texel,
                                 bool has_memory, mux_image_info_t& info) {
  const size_t row_pitch = description.image_row_pitch;
  const size_t slice_pitch = description.image_slice_pitch;
  if (!has_memory && (row_pitch || slice_pitch)) {
    return CL_INVALID_IMAGE_DESCRIPTOR;
  }
  const size_t row = info.size.x * texel;
  if (row_pitch && (row_pitch < row || row_pitch % texel)) {
    return CL_INVALID_IMAGE_DESCRIPTOR;
  }
  info.layout.row_pitch = row_pitch ? row_pitch : row;
  if (!shape.is_array && shape.mux != mux_image_type_3d) {
    return CL_SUCCESS; // it has no slices
  }
  size_t slice = 0;
  if (__builtin_mul_overflow(info.layout.row_pitch, info.size.y, &slice) ||
      (slice_pitch && (slice_pitch < slice || slice_pitch % info.layout.row_pitch))) {
    return CL_INVALID_IMAGE_DESCRIPTOR;
  }
  info.layout.slice_pitch = slice_pitch;
  return CL_SUCCESS;
}

/// What may be made in the memory of another object.
cl_int check_parent(const Shape& shape, const cl_image_desc& description, const Buffer* parent,
                    const mux_image_info_t& info) {
  const bool is_buffer_image = shape.type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
  if (!parent) {
    return is_buffer_image || description.mem_object ? CL_INVALID_IMAGE_DESCRIPTOR : CL_SUCCESS;
  }
  if (parent->image || parent->is_pipe() ||
      (!is_buffer_image && shape.type != CL_MEM_OBJECT_IMAGE2D)) {
    return CL_INVALID_IMAGE_DESCRIPTOR;
  }
  size_t bytes = 0;
  const bool counted = !__builtin_mul_overflow(info.layout.row_pitch, info.size.y, &bytes);
  return counted && bytes <= parent->size ? CL_SUCCESS : CL_INVALID_IMAGE_SIZE;
}

/// The mux format of the API's, or what is wrong with it.
expected<mux_image_format_t> check_format(const Shape& shape, const cl_image_format* format) {
  if (!format) {
    return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  }
  const unsigned order = format->image_channel_order;
  const unsigned type = format->image_channel_data_type;
  // What other versions and extensions define is unknown here, not wrong.
  constexpr unsigned orders_end = 0x10D0, types_end = 0x10E0;
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
  if (order == libimg::order_depth && shape.kernel_depth_type.empty()) {
    return fail(CL_IMAGE_FORMAT_NOT_SUPPORTED);
  }
  return mux_image_format_t{
      mux_image_channel_order_e(mux_image_channel_order_r + (order - libimg::order_r)),
      mux_image_channel_type_e(mux_image_channel_type_snorm_int8 +
                               (type - libimg::type_snorm_int8))};
}

/// There are images of these orders, with the transparent border that the specification gives them
/// (OpenCL C 1.2, section 6.12.14.2). The conformance suite expects an opaque one of what is
/// listed.
bool is_unlisted(unsigned order) {
  return order == libimg::order_rx || order == libimg::order_rgx || order == libimg::order_rgbx;
}

} // namespace

expected<std::unique_ptr<Image>> make_image(const Context& context, const cl_image_format* format,
                                            const cl_image_desc* description, const void* host_ptr,
                                            const Buffer* parent) {
  const Device& device = context.memory_device();
  if (!description) {
    return fail(CL_INVALID_IMAGE_DESCRIPTOR);
  }
  const Shape* shape = shape_of(description->image_type);
  if (!shape || description->num_mip_levels || description->num_samples) {
    return fail(CL_INVALID_IMAGE_DESCRIPTOR);
  }
  const auto mux_format = check_format(*shape, format);
  if (!mux_format) {
    return fail(mux_format.error());
  }
  const size_t texel =
      libimg::texel_size(format->image_channel_order, format->image_channel_data_type);
  mux_image_info_t info = {};
  info.type = shape->mux;
  info.format = *mux_format;
  if (const cl_int error =
          check_sizes(limits_of(device.info(), *shape), *shape, *description, info)) {
    return fail(error);
  }
  // A pitch of a 1D image of a buffer says nothing, but the conformance suite gives one.
  if (const cl_int error =
          check_description_pitches(*shape, *description, texel, host_ptr || parent, info)) {
    return fail(error);
  }
  if (const cl_int error = check_parent(*shape, *description, parent, info)) {
    return fail(error);
  }
  auto image = std::make_unique<Image>(device.mux, shape->type, *format, texel);
  switch (muxCreateImage(device.mux, &info, allocator, &image->mux)) {
  case mux_success:
    break;
  case mux_error_out_of_memory:
    return fail(CL_OUT_OF_HOST_MEMORY);
  default:
    return fail(CL_INVALID_IMAGE_SIZE);
  }
  if (image->mux->requirements.size > device.info().max_allocation_size) {
    return fail(CL_MEM_OBJECT_ALLOCATION_FAILURE);
  }
  return image;
}

Box Image::whole() const {
  const auto& size = mux->info.size;
  const size_t layers = std::max<size_t>(mux->info.array_layers, 1);
  const bool in_rows = mux->info.type == mux_image_type_1d;
  return {
      {0, 0, 0},
      {size.x, in_rows ? layers : size.y, mux->info.type == mux_image_type_2d ? layers : size.z}};
}

size_t Image::offset_of(const size_t* origin) const {
  const size_t step = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slice_pitch() : row_pitch();
  return origin[0] * texel_size + origin[1] * step + origin[2] * slice_pitch();
}

std::string_view Image::kernel_type() const {
  const Shape& shape = *shape_of(type);
  return format.image_channel_order == libimg::order_depth ? shape.kernel_depth_type
                                                           : shape.kernel_type;
}

expected<Box> check_box(const Image& image, const size_t* origin, const size_t* region) {
  if (!origin || !region) {
    return fail(CL_INVALID_VALUE);
  }
  // Dimensions that the image does not have are 1 in `whole`, which leaves origin 0 and region 1.
  const Box whole = image.whole();
  Box box;
  for (size_t i = 0; i < 3; ++i) {
    if (region[i] == 0 || origin[i] > whole.size[i] || region[i] > whole.size[i] - origin[i]) {
      return fail(CL_INVALID_VALUE);
    }
    box.origin[i] = origin[i];
    box.size[i] = region[i];
  }
  return box;
}

expected<mux_buffer_layout_t> check_pitches(const Image& image, const Box& box, size_t row_pitch,
                                            size_t slice_pitch) {
  const size_t row = box.size[0] * image.texel_size;
  // Each image of a 1D array is one row.
  const size_t rows = image.type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : box.size[1];
  mux_buffer_layout_t layout = {row_pitch ? row_pitch : row, slice_pitch};
  uint64_t slice = 0;
  uint64_t all = 0;
  if (layout.row_pitch < row || (slice_pitch && !image.has_slices()) ||
      __builtin_mul_overflow(layout.row_pitch, rows, &slice)) {
    return fail(CL_INVALID_VALUE);
  }
  layout.slice_pitch = slice_pitch ? slice_pitch : slice;
  if (layout.slice_pitch < slice ||
      __builtin_mul_overflow(layout.slice_pitch, std::max(box.size[1], box.size[2]), &all)) {
    return fail(CL_INVALID_VALUE);
  }
  return layout;
}

std::vector<cl_image_format> image_formats(const Context& context, cl_mem_object_type type) {
  std::vector<cl_image_format> formats;
  const Shape* shape = shape_of(type);
  const mux_device_t device = context.memory_device().mux;
  uint64_t length = 0;
  if (!shape || muxGetImageFormats(device, shape->mux, 0, nullptr, &length) != mux_success) {
    return formats;
  }
  std::vector<mux_image_format_t> all(length);
  if (length == 0 ||
      muxGetImageFormats(device, shape->mux, length, all.data(), &length) != mux_success) {
    return formats;
  }
  for (const mux_image_format_t& format : all) {
    const cl_image_format named = {
        libimg::order_r + (unsigned(format.order) - unsigned(mux_image_channel_order_r)),
        libimg::type_snorm_int8 +
            (unsigned(format.type) - unsigned(mux_image_channel_type_snorm_int8))};
    if (check_format(*shape, &named) && !is_unlisted(named.image_channel_order)) {
      formats.push_back(named);
    }
  }
  return formats;
}

} // namespace cl
