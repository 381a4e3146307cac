// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place where images, and boxes of them, are checked.
#include "memory/buffer.h"
#include "memory/image_shape.h"

#include "libimg/descriptor.h"
#include "libimg/format.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace cl {
namespace {

/// Sizes that the type of image uses; 1 for the others.
cl_int check_sizes(const Limits& limits, const Shape& shape, const cl_image_desc& description,
                   mux_image_info_t& info) {
  const size_t given[3] = {description.image_width, description.image_height,
                           description.image_depth};
  uint64_t* const sizes[3] = {&info.size.x, &info.size.y, &info.size.z};
  const unsigned own = shape.sizes();
  for (unsigned i = 0; i < 3; ++i) {
    *sizes[i] = i < own ? given[i] : 1;
    if (*sizes[i] == 0 || (*sizes[i] > limits.size[i] && i < own)) {
      return CL_INVALID_IMAGE_SIZE;
    }
  }
  if (!shape.is_array) {
    return CL_SUCCESS;
  }
  const size_t layers = description.image_array_size;
  info.array_layers = static_cast<uint32_t>(std::min(layers, SIZE_MAX >> 33));
  return layers == 0 || layers > limits.layers ? CL_INVALID_IMAGE_SIZE : CL_SUCCESS;
}

/// The memory that an image is made in.
enum class Memory { own, application, parent };

/// Whether rows are whole numbers of the texels that share bytes (cl_ext_image_raw10_raw12).
bool has_whole_rows(const cl_image_format& format, const mux_image_info_t& info) {
  return info.size.x % libimg::texels_together(format.image_channel_data_type) == 0;
}

/// Pitches that the application gives for memory that is there already, its own or a buffer's.
/// Rows in a buffer are so many texels apart, or a multiple, as `limits` say.
cl_int check_description_pitches(const Shape& shape, const cl_image_format& format,
                                 const cl_image_desc& description, Memory memory,
                                 const Limits& limits, mux_image_info_t& info) {
  const unsigned order = format.image_channel_order, type = format.image_channel_data_type;
  const size_t row_pitch = description.image_row_pitch;
  const size_t slice_pitch = description.image_slice_pitch;
  if (memory == Memory::own && (row_pitch || slice_pitch)) {
    return CL_INVALID_IMAGE_DESCRIPTOR;
  }
  const size_t row = libimg::bytes_of(order, type, info.size.x);
  if (row_pitch && row_pitch < row) {
    return CL_INVALID_IMAGE_DESCRIPTOR;
  }
  const size_t unit = pitch_unit(format) * (memory == Memory::parent ? limits.pitch_alignment : 1);
  if (row_pitch % unit) { // in a buffer, an alignment
    return memory == Memory::parent ? CL_INVALID_IMAGE_FORMAT_DESCRIPTOR
                                    : CL_INVALID_IMAGE_DESCRIPTOR;
  }
  info.layout.row_pitch = row_pitch ? row_pitch : (row + unit - 1) / unit * unit;
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

/// Bytes of memory in which every row and every slice is a pitch long; nothing if they cannot be
/// counted.
std::optional<size_t> layout_bytes(const mux_image_info_t& info) {
  size_t slice = 0, all = 0;
  if (__builtin_mul_overflow(info.layout.row_pitch, info.size.y, &slice)) {
    return std::nullopt;
  }
  slice = std::max<size_t>(slice, info.layout.slice_pitch);
  const size_t slices = std::max<size_t>(info.array_layers, info.size.z);
  return __builtin_mul_overflow(slice, slices, &all) ? std::nullopt : std::optional(all);
}

/// Whether the application's memory, where a buffer is made of it, lies as images in buffers have
/// to (CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT).
bool lies_aligned(const Buffer& buffer, const mux_device_info_s& device) {
  return (buffer.flags & CL_MEM_USE_HOST_PTR) == 0 ||
         reinterpret_cast<uintptr_t>(buffer.host_ptr) % device.image_base_alignment == 0;
}

/// Whether there may be so many levels of a mipmap. Those behind one of a single texel have one,
/// too: the conformance suite makes such.
bool are_levels(const Shape& shape, const cl_image_format& format, const cl_image_desc& description,
                bool has_memory) {
  const bool can_have = libimg::texels_together(format.image_channel_data_type) == 1 &&
                        shape.type != CL_MEM_OBJECT_IMAGE1D_BUFFER &&
                        format.image_channel_order != CL_DEPTH && !has_memory;
  const cl_uint levels = description.num_mip_levels;
  return levels <= 1 || (can_have && levels <= libimg::max_levels);
}

/// `is_copied`: the host sees a copy, laid out as `info` says, and the device has a layout of its
/// own.
cl_int create_mux_image(Image& image, mux_image_info_t info, bool is_copied) {
  mux_buffer_layout_t host = info.layout;
  if (is_copied) {
    info.layout = {};
  }
  switch (muxCreateImage(image.device, &info, allocator, &image.mux)) {
  case mux_success:
    host.row_pitch = host.row_pitch ? host.row_pitch : image.bytes_of(info.size.x);
    host.slice_pitch = host.slice_pitch ? host.slice_pitch : host.row_pitch * info.size.y;
    image.host_layout = is_copied ? host : image.mux->info.layout;
    return CL_SUCCESS;
  case mux_error_out_of_memory:
    return CL_OUT_OF_HOST_MEMORY;
  default:
    return CL_INVALID_IMAGE_SIZE;
  }
}

/// Orders in which an image may see the texels of another (section 5.3.1.2): the first is the new
/// image's.
constexpr std::pair<cl_channel_order, cl_channel_order> compatible_orders[] = {
    {CL_sBGRA, CL_BGRA}, {CL_BGRA, CL_sBGRA}, {CL_sRGBA, CL_RGBA},
    {CL_RGBA, CL_sRGBA}, {CL_sRGB, CL_RGB},   {CL_RGB, CL_sRGB},
    {CL_sRGBx, CL_RGBx}, {CL_RGBx, CL_sRGBx}, {CL_DEPTH, CL_R},
};

/// A view of another image's texels: one of 2D images, alike except for the order.
cl_int check_view(const Shape& shape, const cl_image_format& format,
                  const cl_image_desc& description, const Image& parent, mux_image_info_t& info) {
  const auto& seen = parent.mux->info;
  const size_t row_pitch = description.image_row_pitch;
  if (shape.type != CL_MEM_OBJECT_IMAGE2D || parent.type != CL_MEM_OBJECT_IMAGE2D ||
      info.size.x != seen.size.x || info.size.y != seen.size.y ||
      (row_pitch && row_pitch != parent.row_pitch()) || description.image_slice_pitch) {
    return CL_INVALID_IMAGE_DESCRIPTOR;
  }
  const std::pair orders(format.image_channel_order, parent.format.image_channel_order);
  if (format.image_channel_data_type != parent.format.image_channel_data_type ||
      std::ranges::find(compatible_orders, orders) == std::end(compatible_orders)) {
    return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  }
  info.layout.row_pitch = seen.layout.row_pitch;
  return CL_SUCCESS;
}

/// Images of these orders are supported, with the transparent border that the specification gives
/// them (OpenCL C 1.2, section 6.12.14.2), but not listed, as the conformance suite expects an
/// opaque border for listed formats.
bool is_unlisted(unsigned order) {
  return order == libimg::order_rx || order == libimg::order_rgx || order == libimg::order_rgbx ||
         order == libimg::order_srgbx;
}

} // namespace

expected<size_t> needed_bytes(const Shape& shape, const cl_image_format& format,
                              const cl_image_desc& description, const Limits& limits) {
  // With any format, since sizes and pitches are all that counts here.
  mux_image_info_t info = {
      shape.mux, {mux_image_channel_order_rgba, mux_image_channel_type_unorm_int8}, {}, 0, {}, 0};
  if (check_sizes(limits, shape, description, info) || !has_whole_rows(format, info) ||
      check_description_pitches(shape, format, description, Memory::parent, limits, info)) {
    return fail(CL_INVALID_IMAGE_DESCRIPTOR);
  }
  const auto bytes = layout_bytes(info);
  return bytes ? expected<size_t>(*bytes) : fail(CL_INVALID_IMAGE_DESCRIPTOR);
}

expected<std::unique_ptr<Image>> make_image(const Context& context, const cl_image_format* format,
                                            const cl_image_desc* description, const void* host_ptr,
                                            const Buffer* parent) {
  const Device& device = context.memory_device();
  if (!description) {
    return fail(CL_INVALID_IMAGE_DESCRIPTOR);
  }
  const Shape* shape = shape_of(description->image_type);
  if (!shape || description->num_samples) {
    return fail(CL_INVALID_IMAGE_DESCRIPTOR);
  }
  const auto mux_format = check_format(*shape, format);
  if (!mux_format) {
    return fail(mux_format.error());
  }
  const size_t texel =
      libimg::texel_size(format->image_channel_order, format->image_channel_data_type);
  mux_image_info_t info = {shape->mux, *mux_format, {}, 0, {}, description->num_mip_levels};
  const Limits limits = limits_of(device.info(), *shape);
  if (const cl_int error = check_sizes(limits, *shape, *description, info)) {
    return fail(error);
  }
  if (!has_whole_rows(*format, info)) {
    return fail(CL_INVALID_IMAGE_DESCRIPTOR);
  }
  if (!parent && (shape->type == CL_MEM_OBJECT_IMAGE1D_BUFFER || description->mem_object)) {
    return fail(CL_INVALID_IMAGE_DESCRIPTOR);
  }
  if (parent && parent->is_pipe()) {
    return fail(CL_INVALID_IMAGE_DESCRIPTOR);
  }
  if (parent && parent->image) {
    if (const cl_int error = check_view(*shape, *format, *description, *parent->image, info)) {
      return fail(error);
    }
  } else {
    // A pitch of a 1D image of a buffer says nothing, but the conformance suite gives one.
    const Memory memory = parent ? Memory::parent : host_ptr ? Memory::application : Memory::own;
    if (const cl_int error =
            check_description_pitches(*shape, *format, *description, memory, limits, info)) {
      return fail(error);
    }
    const auto bytes = layout_bytes(info);
    if (parent && (!bytes || *bytes > parent->size)) {
      return fail(CL_INVALID_IMAGE_SIZE);
    }
    if (parent && !lies_aligned(*parent, device.info())) {
      return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    }
  }
  if (!are_levels(*shape, *format, *description, host_ptr || parent)) {
    return fail(CL_INVALID_IMAGE_DESCRIPTOR);
  }
  if (info.mip_levels > 1) {
    info.layout = {}; // the target's, and a dense one where the host sees a copy
  }
  auto image = std::make_unique<Image>(device.mux, shape->type, *format, texel);
  const bool is_copied = !device.info().unified_memory && !parent;
  if (const cl_int error = create_mux_image(*image, info, is_copied)) {
    return fail(error);
  }
  for (unsigned i = 1; i < info.mip_levels; ++i) {
    image->smaller.push_back(std::make_unique<Image>(device.mux, shape->type, *format, texel));
  }
  if (parent && parent->image) {
    image->host_layout = parent->image->host_layout;
  }
  if (image->mux->requirements.size > context.max_allocation_size()) {
    return fail(CL_MEM_OBJECT_ALLOCATION_FAILURE);
  }
  return image;
}

expected<std::unique_ptr<Image>> make_image_copy(const Image& original, const Device& device,
                                                 const mux_buffer_layout_t& layout) {
  const auto make_level = [&] {
    return std::make_unique<Image>(device.mux, original.type, original.format, original.texel_size);
  };
  mux_image_info_t info = original.mux->info;
  info.layout = layout;
  auto image = make_level();
  if (!device.info().image_support) {
    return fail(CL_INVALID_OPERATION);
  }
  if (const cl_int error = create_mux_image(*image, info, false)) {
    return fail(error);
  }
  for (size_t i = 1; i < original.levels(); ++i) {
    image->smaller.push_back(make_level());
  }
  return image;
}

namespace {

/// Bytes of one level as the host sees it.
size_t host_bytes(const Image& level) {
  const auto& info = level.mux->info;
  return std::max<size_t>(info.array_layers, info.size.z) * level.slice_pitch();
}

} // namespace

size_t Image::host_size() const {
  const Image& last = level(levels() - 1);
  return last.host_offset + host_bytes(last);
}

cl_int Image::bind(mux_memory_t memory, size_t offset, bool is_copied) {
  if (muxBindImageMemory(device, memory, mux, offset) != mux_success) {
    return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  }
  const Image* before = this;
  for (uint32_t i = 1; i < levels(); ++i) {
    Image& level = *smaller[i - 1];
    if (muxCreateImageLevel(device, mux, i, allocator, &level.mux) != mux_success) {
      return CL_OUT_OF_HOST_MEMORY;
    }
    if (is_copied) { // dense
      const auto& size = level.mux->info.size;
      const size_t row = bytes_of(size.x);
      level.host_layout = {row, row * size.y};
      level.host_offset = before->host_offset + host_bytes(*before);
    } else {
      level.host_layout = level.mux->info.layout;
      level.host_offset = level.mux->offset - mux->offset;
    }
    before = &level;
  }
  return CL_SUCCESS;
}

Box Image::whole() const {
  const auto& size = mux->info.size;
  const size_t layers = std::max<size_t>(mux->info.array_layers, 1);
  const bool in_rows = mux->info.type == mux_image_type_1d;
  return {
      {0, 0, 0},
      {size.x, in_rows ? layers : size.y, mux->info.type == mux_image_type_2d ? layers : size.z}};
}

size_t Image::bytes_of(size_t texels) const {
  return libimg::bytes_of(format.image_channel_order, format.image_channel_data_type, texels);
}

size_t Image::offset_of(const size_t* origin) const {
  const size_t step = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slice_pitch() : row_pitch();
  return bytes_of(origin[0]) + origin[1] * step + origin[2] * slice_pitch();
}

std::string_view Image::kernel_type() const {
  const Shape& shape = *shape_of(type);
  return format.image_channel_order == libimg::order_depth ? shape.kernel_depth_type
                                                           : shape.kernel_type;
}

expected<size_t> take_level(const Image& image, const size_t* origin, size_t (&without_level)[3]) {
  if (!origin) {
    return fail(CL_INVALID_VALUE);
  }
  std::copy_n(origin, 3, without_level);
  if (image.levels() == 1) {
    return size_t(0);
  }
  const unsigned own = shape_of(image.type)->dimensions;
  if (own < 3) {
    without_level[own] = 0;
  }
  return origin[own] < image.levels() ? expected<size_t>(origin[own]) : fail(CL_INVALID_MIP_LEVEL);
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
  const size_t together = libimg::texels_together(image.format.image_channel_data_type);
  if (box.origin[0] % together != 0 || box.size[0] % together != 0) {
    return fail(CL_INVALID_VALUE); // some of its texels share bytes with others
  }
  return box;
}

expected<mux_buffer_layout_t> check_pitches(const Image& image, const Box& box, size_t row_pitch,
                                            size_t slice_pitch) {
  const size_t row = image.bytes_of(box.size[0]);
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
