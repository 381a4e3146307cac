// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The properties of an image beside its memory, and the checks of OpenCL 1.2, section 5.3, on
// images and on commands' parameters for them.
#ifndef CL_MEMORY_IMAGE_H
#define CL_MEMORY_IMAGE_H

#include "guard.h"
#include "mux_status.h"

#include "mux/mux.h"

#include <memory>
#include <string_view>
#include <vector>

namespace cl {

class Buffer;
class Context;
class Device;
struct Box;

struct Image {
  Image(mux_device_t in_device, cl_mem_object_type in_type, const cl_image_format& in_format,
        size_t in_texel_size)
      : device(in_device), type(in_type), format(in_format), texel_size(in_texel_size) {}
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;
  ~Image() {
    if (mux) {
      muxDestroyImage(device, mux, allocator);
    }
  }

  const mux_device_t device;
  const cl_mem_object_type type;
  const cl_image_format format;
  const size_t texel_size; ///< bytes
  mux_image_t mux = nullptr;

  /// The smaller levels of a mipmap, from large to small. Complete once the image is bound.
  std::vector<std::unique_ptr<Image>> smaller;

  /// Binds it, and its levels. `is_copied`: the host sees a copy of it.
  [[nodiscard]] cl_int bind(mux_memory_t memory, size_t offset, bool is_copied);

  /// The layout of the texels that the host sees: in the device's memory if it shares that, else in
  /// a copy.
  mux_buffer_layout_t host_layout = {};
  size_t host_offset = 0; ///< bytes from the first level to this one, there
  /// Bytes of a copy of all levels.
  [[nodiscard]] size_t host_size() const;

  [[nodiscard]] size_t levels() const { return smaller.size() + 1; }
  [[nodiscard]] const Image& level(size_t i) const { return i == 0 ? *this : *smaller[i - 1]; }
  [[nodiscard]] bool is_array() const {
    return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  }
  /// Whether slices, of a 3D image or an array, are a pitch apart.
  [[nodiscard]] bool has_slices() const { return is_array() || type == CL_MEM_OBJECT_IMAGE3D; }
  /// Bytes of so many texels of a row.
  [[nodiscard]] size_t bytes_of(size_t texels) const;
  /// Bytes from row to row, and from slice to slice or layer to layer, as the host sees it.
  [[nodiscard]] size_t row_pitch() const { return host_layout.row_pitch; }
  [[nodiscard]] size_t slice_pitch() const { return host_layout.slice_pitch; }
  /// Texels; layers of an array stand in the dimension after its own.
  [[nodiscard]] Box whole() const;
  /// Bytes from the image's first texel to another, as the host sees it.
  [[nodiscard]] size_t offset_of(const size_t* origin) const;
  /// The image's type in OpenCL C: "image2d_t".
  [[nodiscard]] std::string_view kernel_type() const;
};

/// A box of texels of a command, or CL_INVALID_VALUE: a null pointer, an empty region, one that
/// is not within the image, or origins and regions that its type does not have.
expected<Box> check_box(const Image& image, const size_t* origin, const size_t* region);

/// Takes the mipmap level from a command's origin, from the component behind the image's own, which
/// becomes 0: the first level if the image has no others. CL_INVALID_MIP_LEVEL if there is no such
/// level, CL_INVALID_VALUE if there is no origin.
expected<size_t> take_level(const Image& image, const size_t* origin, size_t (&without_level)[3]);

/// The layout of host memory beside a box of an image, with 0 for "densely packed"; or
/// CL_INVALID_VALUE.
expected<mux_buffer_layout_t> check_pitches(const Image& image, const Box& box, size_t row_pitch,
                                            size_t slice_pitch);

/// Makes a new image, or returns an error. `parent` is the buffer of the description, or null.
expected<std::unique_ptr<Image>> make_image(const Context& context, const cl_image_format* format,
                                            const cl_image_desc* description, const void* host_ptr,
                                            const Buffer* parent);

/// An image of another one's shape and format on another device, not yet bound. `layout`: as the
/// memory of others has it that it is to be in; zeros let the device choose. CL_INVALID_IMAGE_SIZE
/// if the device has none such. Throws std::bad_alloc.
expected<std::unique_ptr<Image>> make_image_copy(const Image& original, const Device& device,
                                                 const mux_buffer_layout_t& layout);

/// The formats that images of a type can have on the context's devices. Throws std::bad_alloc.
std::vector<cl_image_format> image_formats(const Context& context, cl_mem_object_type type);

} // namespace cl

#endif
