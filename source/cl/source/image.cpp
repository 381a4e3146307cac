// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images on devices without images: what the specification says each entry point then gives.
#include "info.h"
#include "queue.h"

#include "buffer.h"

#include <algorithm>
#include <array>

namespace cl {
namespace {

/// No device of any context supports images, so that no image can be made.
expected<retained<Buffer>> create_image(cl_context handle) {
  return fail(lookup<Context>(handle) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT);
}

/// Commands on images: the queue's device does not support them. Handles are looked at first.
cl_int refuse(cl_command_queue handle, std::initializer_list<cl_mem> objects, cl_uint count,
              const cl_event* list) {
  const auto target = check_target(handle, count, list);
  if (!target) {
    return target.error();
  }
  for (const cl_mem object : objects) {
    if (const auto found = check_buffer(*target->queue, object); !found) {
      return found.error();
    }
  }
  return CL_INVALID_OPERATION;
}

constexpr std::array<cl_mem_object_type, 6> image_types = {
    CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
    CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,  CL_MEM_OBJECT_IMAGE3D,
};

} // namespace
} // namespace cl

using namespace cl;

cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags, const cl_image_format*,
                                 const cl_image_desc*, void*, cl_int* errcode_ret) {
  return created(errcode_ret, [&] { return create_image(context); });
}

cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags, const cl_image_format*, size_t,
                                   size_t, size_t, void*, cl_int* errcode_ret) {
  return created(errcode_ret, [&] { return create_image(context); });
}

cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags, const cl_image_format*, size_t,
                                   size_t, size_t, size_t, size_t, void*, cl_int* errcode_ret) {
  return created(errcode_ret, [&] { return create_image(context); });
}

cl_int CL_API_CALL clGetSupportedImageFormats(cl_context handle, cl_mem_flags flags,
                                              cl_mem_object_type type, cl_uint num_entries,
                                              cl_image_format* formats, cl_uint* num_formats) {
  if (!lookup<Context>(handle)) {
    return CL_INVALID_CONTEXT;
  }
  if (check_memory_flags(flags) || std::ranges::find(image_types, type) == image_types.end() ||
      (formats && num_entries == 0)) {
    return CL_INVALID_VALUE;
  }
  if (num_formats) {
    *num_formats = 0;
  }
  return CL_SUCCESS;
}

cl_int CL_API_CALL clGetImageInfo(cl_mem, cl_image_info, size_t, void*, size_t*) {
  return CL_INVALID_MEM_OBJECT; // there is none that it could be asked of
}

cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool, const size_t*,
                                      const size_t*, size_t, size_t, void*, cl_uint count,
                                      const cl_event* list, cl_event*) {
  return refuse(queue, {image}, count, list);
}

cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool, const size_t*,
                                       const size_t*, size_t, size_t, const void*, cl_uint count,
                                       const cl_event* list, cl_event*) {
  return refuse(queue, {image}, count, list);
}

cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void*,
                                      const size_t*, const size_t*, cl_uint count,
                                      const cl_event* list, cl_event*) {
  return refuse(queue, {image}, count, list);
}

cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue queue, cl_mem source, cl_mem destination,
                                      const size_t*, const size_t*, const size_t*, cl_uint count,
                                      const cl_event* list, cl_event*) {
  return refuse(queue, {source, destination}, count, list);
}

cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem source,
                                              cl_mem destination, const size_t*, const size_t*,
                                              size_t, cl_uint count, const cl_event* list,
                                              cl_event*) {
  return refuse(queue, {source, destination}, count, list);
}

cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem source,
                                              cl_mem destination, size_t, const size_t*,
                                              const size_t*, cl_uint count, const cl_event* list,
                                              cl_event*) {
  return refuse(queue, {source, destination}, count, list);
}

void* CL_API_CALL clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool, cl_map_flags,
                                    const size_t*, const size_t*, size_t*, size_t*, cl_uint count,
                                    const cl_event* list, cl_event*, cl_int* errcode_ret) {
  return guarded(errcode_ret,
                 [&]() -> expected<void*> { return fail(refuse(queue, {image}, count, list)); });
}
