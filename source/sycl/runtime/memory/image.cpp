// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/image.h"

#include <CL/cl_lanewise.h>
#include <algorithm>
#include <iterator>
#include <sycl/image/properties.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

/// In the order of image_format.
constexpr texel_format formats[] = {
    {{CL_RGBA, CL_UNORM_INT8}, 4},     {{CL_RGBA, CL_UNORM_INT16}, 8},
    {{CL_RGBA, CL_SIGNED_INT8}, 4},    {{CL_RGBA, CL_SIGNED_INT16}, 8},
    {{CL_RGBA, CL_SIGNED_INT32}, 16},  {{CL_RGBA, CL_UNSIGNED_INT8}, 4},
    {{CL_RGBA, CL_UNSIGNED_INT16}, 8}, {{CL_RGBA, CL_UNSIGNED_INT32}, 16},
    {{CL_RGBA, CL_HALF_FLOAT}, 8},     {{CL_RGBA, CL_FLOAT}, 16},
    {{CL_BGRA, CL_UNORM_INT8}, 4},
};
static_assert(std::size(formats) == size_t(image_format::b8g8r8a8_unorm) + 1);

/// What kernels use the image as, made of memory that is the image's own.
owned_mem make_native(const context_impl& context, const image_shape& shape, void* memory) {
  constexpr cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE2D,
                                          CL_MEM_OBJECT_IMAGE3D};
  cl_image_desc description = {};
  description.image_type = types[shape.dimensions - 1];
  description.image_width = shape.extent[0];
  if (shape.dimensions > 1) {
    description.image_height = shape.extent[1];
    description.image_row_pitch = shape.pitch[0];
  }
  if (shape.dimensions > 2) {
    description.image_depth = shape.extent[2];
    description.image_slice_pitch = shape.pitch[1];
  }
  cl_int status = CL_SUCCESS;
  owned_mem made(clCreateImage(context.cl.get(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                               &format_of(shape.format).native, &description, memory, &status));
  check(status, "clCreateImage");
  return made;
}

cl_addressing_mode addressing_of(const image_sampler& sampler) {
  // OpenCL has no repeating without normalized coordinates, for which SYCL promises nothing.
  const bool repeats = sampler.coordinate == coordinate_normalization_mode::normalized;
  switch (sampler.addressing) {
  case addressing_mode::mirrored_repeat:
    return repeats ? CL_ADDRESS_MIRRORED_REPEAT : CL_ADDRESS_CLAMP_TO_EDGE;
  case addressing_mode::repeat:
    return repeats ? CL_ADDRESS_REPEAT : CL_ADDRESS_CLAMP_TO_EDGE;
  case addressing_mode::clamp_to_edge:
    return CL_ADDRESS_CLAMP_TO_EDGE;
  case addressing_mode::clamp:
    return CL_ADDRESS_CLAMP;
  case addressing_mode::none:
    break;
  }
  return CL_ADDRESS_NONE;
}

owned_sampler make_native(const context_impl& context, const image_sampler& sampler) {
  const cl_sampler_properties list[] = {
      CL_SAMPLER_NORMALIZED_COORDS,
      sampler.coordinate == coordinate_normalization_mode::normalized,
      CL_SAMPLER_ADDRESSING_MODE,
      addressing_of(sampler),
      CL_SAMPLER_FILTER_MODE,
      cl_sampler_properties(sampler.filtering == filtering_mode::linear ? CL_FILTER_LINEAR
                                                                        : CL_FILTER_NEAREST),
      0};
  cl_int status = CL_SUCCESS;
  owned_sampler made(clCreateSamplerWithProperties(context.cl.get(), list, &status));
  check(status, "clCreateSamplerWithProperties");
  return made;
}

/// Fills in the pitches, or says what does not fit.
const char* lay_out(image_shape& shape) {
  const size_t texel = format_of(shape.format).texel_size;
  size_t least = texel; // bytes of a texel, a row, a slice, all
  for (int i = 0; i < 3; ++i) {
    size_t dense = 0;
    if (shape.extent[i] == 0) {
      return "an image has at least one texel in each dimension";
    }
    if (__builtin_mul_overflow(least, shape.extent[i], &dense)) {
      return "the image is larger than can be counted";
    }
    least = dense;
    if (i < 2) {
      size_t& pitch = shape.pitch[i];
      pitch = pitch != 0 ? pitch : dense;
      if (pitch < dense || pitch % (i == 0 ? texel : shape.pitch[0]) != 0) {
        return i == 0 ? "the pitch of rows has to be a multiple of a texel's bytes, and a row's at "
                        "least"
                      : "the pitch of slices has to be a multiple of the pitch of rows, and a "
                        "slice's bytes at least";
      }
      least = pitch;
    }
  }
  return nullptr;
}

} // namespace

const texel_format& format_of(image_format format) { return formats[size_t(format)]; }

std::optional<image_format> format_of(const cl_image_format& native) {
  const auto* found = std::ranges::find_if(formats, [&](const texel_format& one) {
    return one.native.image_channel_order == native.image_channel_order &&
           one.native.image_channel_data_type == native.image_channel_data_type;
  });
  return found == std::end(formats) ? std::nullopt
                                    : std::optional(image_format(found - std::begin(formats)));
}

image_impl::image_impl(const image_shape& of, const image_sampler* with, void* users,
                       const property_list& properties)
    : buffer_impl(image_bytes(of), users, false), shape(of),
      sampler(with ? std::optional(*with) : std::nullopt) {
  if (properties.has_property<property::image::context_bound>()) {
    bound_to = context_impl::share(
        properties.get_property<property::image::context_bound>().get_context());
  }
  if (properties.has_property<property::image::use_mutex>()) {
    holder =
        mutex_holder::of(*properties.get_property<property::image::use_mutex>().get_mutex_ptr());
  }
}

image_impl::~image_impl() {
  wait_for_all();
  if (!is_written) {
    write_back = nullptr; // as SYCL has it
  }
}

void image_impl::forget_views_elsewhere() {
  if (viewed != memory) {
    views.clear();
    viewed = memory;
  }
}

const std::vector<image_impl::view>& image_impl::all_views() {
  forget_views_elsewhere();
  return views;
}

const image_impl::view& image_impl::view_in(context_impl& context) {
  forget_views_elsewhere();
  const auto found =
      std::ranges::find(views, &context, [](const view& one) { return one.context.get(); });
  if (found == views.end()) {
    add_view(context, make_native(context, shape, memory));
    return views.back();
  }
  return *found;
}

void image_impl::add_view(context_impl& context, owned_mem native) {
  forget_views_elsewhere();
  view made;
  made.context = ref<context_impl>::share(&context);
  made.image = std::move(native);
  if (sampler) {
    made.sampler = make_native(context, *sampler);
  }
  if (context.devices.front()->has(aspect::image)) {
    made.handles.image =
        query<cl_ulong>(clGetImageInfo, made.image.get(), CL_IMAGE_HANDLE_LANEWISE);
    made.handles.sampler =
        sampler ? query<cl_ulong>(clGetSamplerInfo, made.sampler.get(), CL_SAMPLER_HANDLE_LANEWISE)
                : 0;
  }
  views.push_back(std::move(made));
}

void image_impl::check_context(const context_impl& context) const {
  if (bound_to && bound_to.get() != &context) {
    throw exception(make_error_code(errc::invalid),
                    "the image is bound to another context than that of the queue");
  }
}

counted* make_image(image_shape& shape, const image_sampler* sampler, void* users,
                    const property_list& properties) {
  if (const char* wrong = lay_out(shape)) {
    throw exception(make_error_code(errc::invalid), wrong);
  }
  return new image_impl(shape, sampler, users, properties);
}

std::size_t image_bytes(const image_shape& shape) noexcept {
  return shape.pitch[1] * shape.extent[2];
}

image_handles use_image(command_group& group, counted* image, access_mode mode, bool in_kernel) {
  auto& impl = static_cast<image_impl&>(*image);
  context_impl& context = *group.queue.context_of;
  if (in_kernel && !group.queue.device_of->has(aspect::image)) {
    throw exception(make_error_code(errc::feature_not_supported),
                    "the device has no images: ask for aspect::image");
  }
  impl.check_context(context);
  (void)use_buffer(group, image, mode);
  if (!in_kernel) {
    return {};
  }
  const std::lock_guard lock(impl.mutex);
  return impl.view_in(context).handles;
}

} // namespace detail
} // namespace lw1
} // namespace sycl
