// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creates images and answers queries about them.
#include "info.h"
#include "memory/buffer.h"

#include "libimg/format.h"

#include <CL/cl_lanewise.h>
#include <algorithm>
#include <array>
#include <cstring>

namespace cl {
namespace {

/// Copies the application's texels; both sides are laid out with the image's pitches, and bytes
/// between rows may not be the application's.
void copy_texels(const Buffer& object, const void* from) {
  const Image& image = *object.image;
  const Box whole = image.whole();
  const size_t row = image.bytes_of(whole.size[0]);
  for (size_t z = 0; z < whole.size[2]; ++z) {
    for (size_t y = 0; y < whole.size[1]; ++y) {
      const size_t origin[3] = {0, y, z};
      const size_t offset = image.offset_of(origin);
      std::memcpy(object.data + offset, static_cast<const std::byte*>(from) + offset, row);
    }
  }
}

/// Whether kernels can read images of the format and not write them.
bool is_only_read(const cl_image_format& format) {
  return libimg::texels_together(format.image_channel_data_type) != 1;
}

constexpr cl_mem_flags only_read = CL_MEM_READ_ONLY | CL_MEM_IMMUTABLE_EXT;
constexpr cl_mem_flags kernel_access = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;

expected<retained<Buffer>> create_image(cl_context handle, const cl_mem_properties* list,
                                        cl_mem_flags flags, const cl_image_format* format,
                                        const cl_image_desc* description, void* host_ptr) {
  Context* context = lookup<Context>(handle);
  if (const cl_int error = check_context(context)) {
    return fail(error);
  }
  auto properties = read_memory_properties(*context, list, {});
  if (!properties) {
    return fail(properties.error());
  }
  if (!context->memory_device().info().image_support) {
    return fail(CL_INVALID_OPERATION);
  }
  if (const cl_int error = check_memory_flags(flags)) {
    return fail(error);
  }
  Buffer* parent = nullptr;
  if (description && description->mem_object) {
    parent = lookup<Buffer>(description->mem_object);
    if (!parent || parent->context.get() != context) {
      return fail(CL_INVALID_IMAGE_DESCRIPTOR);
    }
    if (const cl_int error = check_inherited_flags(parent->flags, flags)) {
      return fail(error);
    }
    if ((parent->flags & CL_MEM_IMMUTABLE_EXT) && !(flags & CL_MEM_IMMUTABLE_EXT)) {
      return fail(CL_INVALID_VALUE);
    }
  } else if (const cl_int error = check_contents(flags, *properties)) {
    return fail(error);
  }
  if (parent && properties->external) {
    return fail(CL_INVALID_PROPERTY); // the memory is the parent's
  }
  if (const cl_int error = check_reached(*context, host_ptr)) {
    return fail(error);
  }
  auto external = map_external(*properties, flags, host_ptr);
  if (!external) {
    return fail(external.error());
  }
  auto image = make_image(*context, format, description,
                          *external ? (*external)->address : host_ptr, parent);
  if (!image) {
    return fail(image.error());
  }
  const cl_mem_flags access = flags & (kernel_access | only_read) ? flags
                              : parent                            ? parent->flags
                                                                  : flags;
  if (is_only_read(*format) && !(access & only_read)) {
    return fail(CL_IMAGE_FORMAT_NOT_SUPPORTED);
  }
  if (*external && (*image)->mux->requirements.size > (*external)->size) {
    return fail(CL_INVALID_IMAGE_SIZE);
  }
  if (const cl_int error = check_host_pointer(flags, host_ptr)) {
    return fail(error);
  }
  auto object = parent
                    ? make<Buffer>(retained<Buffer>(parent), flags, std::move(*image))
                    : make<Buffer>(retained<Context>(context), flags, host_ptr, std::move(*image));
  if (const cl_int error = allocate(*object, std::move(*properties), std::move(*external))) {
    return fail(error);
  }
  if ((flags & CL_MEM_COPY_HOST_PTR) && object->data) {
    copy_texels(*object, host_ptr);
  } else if ((flags & CL_MEM_COPY_HOST_PTR) &&
             write_texels(context->memory_device(), *object->image, host_ptr) != mux_success) {
    return fail(CL_MEM_OBJECT_ALLOCATION_FAILURE);
  }
  return object;
}

/// The entry points of OpenCL 1.1, whose only complaint about sizes and pitches is this one.
expected<retained<Buffer>> create_image_1_1(cl_context handle, cl_mem_flags flags,
                                            const cl_image_format* format,
                                            const cl_image_desc& description, void* host_ptr) {
  auto object = create_image(handle, nullptr, flags, format, &description, host_ptr);
  return !object && object.error() == CL_INVALID_IMAGE_DESCRIPTOR ? fail(CL_INVALID_IMAGE_SIZE)
                                                                  : std::move(object);
}

/// A size that images of some types only have, 0 for the others.
size_t size_if(bool has, size_t size) { return has ? size : 0; }

bool has_height(const Image& i) {
  return i.type == CL_MEM_OBJECT_IMAGE2D || i.type == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
         i.type == CL_MEM_OBJECT_IMAGE3D;
}

constexpr InfoRow<Buffer> rows[] = {
    {CL_IMAGE_FORMAT, [](const Buffer& b, Answer& a) { return a.is(b.image->format); }},
    {CL_IMAGE_ELEMENT_SIZE, [](const Buffer& b, Answer& a) { return a.is(b.image->texel_size); }},
    {CL_IMAGE_ROW_PITCH, [](const Buffer& b, Answer& a) { return a.is(b.image->row_pitch()); }},
    {CL_IMAGE_SLICE_PITCH,
     [](const Buffer& b, Answer& a) {
       return a.is(size_if(b.image->has_slices(), b.image->slice_pitch()));
     }},
    {CL_IMAGE_WIDTH,
     [](const Buffer& b, Answer& a) { return a.is<size_t>(b.image->mux->info.size.x); }},
    {CL_IMAGE_HEIGHT,
     [](const Buffer& b, Answer& a) {
       return a.is(size_if(has_height(*b.image), b.image->mux->info.size.y));
     }},
    {CL_IMAGE_DEPTH,
     [](const Buffer& b, Answer& a) {
       return a.is(size_if(b.image->type == CL_MEM_OBJECT_IMAGE3D, b.image->mux->info.size.z));
     }},
    {CL_IMAGE_ARRAY_SIZE,
     [](const Buffer& b, Answer& a) { return a.is<size_t>(b.image->mux->info.array_layers); }},
    {CL_IMAGE_BUFFER,
     [](const Buffer& b, Answer& a) {
       const bool is_of_buffer = b.parent && !b.parent->image;
       return a.is(handle_of(is_of_buffer ? b.parent.get() : nullptr));
     }},
    {CL_IMAGE_NUM_MIP_LEVELS,
     [](const Buffer& b, Answer& a) { return a.is<cl_uint>(b.image->mux->info.mip_levels); }},
    {CL_IMAGE_NUM_SAMPLES, [](const Buffer&, Answer& a) { return a.is<cl_uint>(0); }},
    {CL_IMAGE_HANDLE_LANEWISE,
     [](const Buffer& b, Answer& a) {
       return b.context->has_image_handles() ? a.is<cl_ulong>(b.image->mux->handle)
                                             : CL_INVALID_OPERATION;
     }},
};

constexpr std::array<cl_mem_object_type, 6> image_types = {
    CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
    CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,  CL_MEM_OBJECT_IMAGE3D,
};

cl_int supported_formats(cl_context handle, cl_mem_flags flags, cl_mem_object_type type,
                         cl_uint num_entries, cl_image_format* formats, cl_uint* num_formats) {
  const Context* context = lookup<Context>(handle);
  if (!context) {
    return CL_INVALID_CONTEXT;
  }
  // This flag asks for formats that one kernel both reads and writes. Only queries have it.
  const cl_mem_flags others = flags & ~cl_mem_flags(CL_MEM_KERNEL_READ_AND_WRITE);
  if (check_memory_flags(others) || std::ranges::find(image_types, type) == image_types.end() ||
      (formats && num_entries == 0)) {
    return CL_INVALID_VALUE;
  }
  auto all = image_formats(*context, type);
  if (!(flags & only_read) || others != flags) {
    std::erase_if(all, is_only_read);
  }
  if (formats) {
    std::copy_n(all.begin(), std::min<size_t>(num_entries, all.size()), formats);
  }
  if (num_formats) {
    *num_formats = static_cast<cl_uint>(all.size());
  }
  return CL_SUCCESS;
}

} // namespace
} // namespace cl

using namespace cl;

cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags,
                                 const cl_image_format* format, const cl_image_desc* description,
                                 void* host_ptr, cl_int* errcode_ret) {
  return created(errcode_ret, [&] {
    return create_image(context, nullptr, flags, format, description, host_ptr);
  });
}

cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context,
                                               const cl_mem_properties* properties,
                                               cl_mem_flags flags, const cl_image_format* format,
                                               const cl_image_desc* description, void* host_ptr,
                                               cl_int* errcode_ret) {
  return created(errcode_ret, [&] {
    return create_image(context, properties, flags, format, description, host_ptr);
  });
}

cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags flags,
                                   const cl_image_format* format, size_t width, size_t height,
                                   size_t row_pitch, void* host_ptr, cl_int* errcode_ret) {
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = width;
  description.image_height = height;
  description.image_row_pitch = row_pitch;
  return created(errcode_ret,
                 [&] { return create_image_1_1(context, flags, format, description, host_ptr); });
}

cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags flags,
                                   const cl_image_format* format, size_t width, size_t height,
                                   size_t depth, size_t row_pitch, size_t slice_pitch,
                                   void* host_ptr, cl_int* errcode_ret) {
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE3D;
  description.image_width = width;
  description.image_height = height;
  description.image_depth = depth;
  description.image_row_pitch = row_pitch;
  description.image_slice_pitch = slice_pitch;
  return created(errcode_ret,
                 [&] { return create_image_1_1(context, flags, format, description, host_ptr); });
}

cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                              cl_mem_object_type type, cl_uint num_entries,
                                              cl_image_format* formats, cl_uint* num_formats) {
  return guarded(
      [&] { return supported_formats(context, flags, type, num_entries, formats, num_formats); });
}

cl_int CL_API_CALL clGetImageInfo(cl_mem handle, cl_image_info name, size_t size, void* value,
                                  size_t* size_ret) {
  return guarded([&] {
    const Buffer* object = lookup<Buffer>(handle);
    return object && object->image
               ? answer_info<Buffer>(rows, name, {size, value, size_ret}, *object)
               : CL_INVALID_MEM_OBJECT;
  });
}
