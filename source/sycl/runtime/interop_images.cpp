// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL's images as SYCL's, and the other way round.
#include "interop.h"
#include "memory/image.h"

#include <sycl/interop/opencl.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

[[noreturn]] void refuse(const char* sentence) {
  throw exception(make_error_code(errc::invalid), sentence);
}

cl_mem retained(cl_mem native) {
  check(clRetainMemObject(native), "clRetainMemObject");
  return native;
}

int dimensions_of(cl_mem native) {
  switch (query<cl_mem_object_type>(clGetMemObjectInfo, native, CL_MEM_TYPE)) {
  case CL_MEM_OBJECT_IMAGE1D:
    return 1;
  case CL_MEM_OBJECT_IMAGE2D:
    return 2;
  case CL_MEM_OBJECT_IMAGE3D:
    return 3;
  default:
    return 0;
  }
}

image_shape shape_of(cl_mem native, int dimensions) {
  if (dimensions_of(native) != dimensions) {
    refuse("the OpenCL object is not an image of these dimensions");
  }
  const auto format = format_of(query<cl_image_format>(clGetImageInfo, native, CL_IMAGE_FORMAT));
  if (!format) {
    refuse("the OpenCL image has a format that sycl::image_format lacks");
  }
  if (query<cl_uint>(clGetImageInfo, native, CL_IMAGE_NUM_MIP_LEVELS) > 1) {
    refuse("the OpenCL image is a mipmap");
  }
  image_shape shape;
  shape.format = *format;
  shape.dimensions = dimensions;
  constexpr cl_image_info extents[] = {CL_IMAGE_WIDTH, CL_IMAGE_HEIGHT, CL_IMAGE_DEPTH};
  for (int i = 0; i < dimensions; ++i) {
    shape.extent[i] = query<size_t>(clGetImageInfo, native, extents[i]);
  }
  return shape;
}

} // namespace

std::vector<cl_mem> native_images(counted* image) {
  auto& impl = static_cast<image_impl&>(*image);
  const std::lock_guard lock(impl.mutex);
  std::vector<cl_mem> natives;
  for (const image_impl::view& one : impl.all_views()) {
    natives.push_back(retained(one.image.get()));
  }
  return natives;
}

cl_mem native_image(counted* image, counted* queue) {
  auto& impl = static_cast<image_impl&>(*image);
  const std::lock_guard lock(impl.mutex);
  return retained(impl.view_in(*queue_of(queue).context_of).image.get());
}

counted* make_native_image(cl_mem of, const context& in, const event& after,
                           const image_sampler* sampler, image_shape& shape) {
  context_impl& context = context_impl::of(in);
  if (query<cl_context>(clGetMemObjectInfo, of, CL_MEM_CONTEXT) != context.cl.get()) {
    refuse("the OpenCL image is of another context");
  }
  shape = shape_of(of, shape.dimensions);
  owned_queue through = queue_for_maps(context);
  event(after).wait();
  const size_t origin[3] = {};
  cl_int status = CL_SUCCESS;
  void* const memory = clEnqueueMapImage(through.get(), of, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                         origin, shape.extent, &shape.pitch[0], &shape.pitch[1], 0,
                                         nullptr, nullptr, &status);
  check(status, "clEnqueueMapImage");
  auto owner = keep_mapped(std::move(through), of, memory);
  auto made = ref<image_impl>::adopt(
      static_cast<image_impl*>(make_image(shape, sampler, memory, property_list())));
  made->owner = std::move(owner);
  made->add_view(context, owned_mem(retained(of)));
  return made.detach();
}

} // namespace detail
} // namespace lw1
} // namespace sycl
