// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetImageRequirementsInfoEXT: the requirements and the largest sizes of images, without making
// one. The limits are those of dimensions; available memory is not considered.
#include "info.h"
#include "memory/buffer.h"
#include "memory/image_shape.h"

#include "libimg/format.h"

#include <algorithm>

namespace cl {
namespace {

constexpr cl_mem_object_type image_types[] = {
    CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
    CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,  CL_MEM_OBJECT_IMAGE3D,
};

struct Question {
  const mux_device_info_s& device;
  const cl_image_format* format;    ///< or null: any
  const cl_image_desc* description; ///< likewise
  const Shape* shape;               ///< null: of any type

  [[nodiscard]] size_t row_pitch_alignment() const {
    constexpr size_t largest = 16;
    const bool has_rows = !shape || shape->dimensions > 1;
    return (has_rows ? device.image_pitch_alignment : 1) * (format ? pitch_unit(*format) : largest);
  }
};

enum Dimension { width, height, depth, layers };

bool has(const Shape& shape, Dimension dimension) {
  return dimension == layers ? shape.is_array : unsigned(dimension) < shape.sizes();
}

size_t limit_of(const Question& question, const Shape& shape, Dimension dimension) {
  const Limits limits = limits_of(question.device, shape);
  return dimension == layers ? limits.layers : limits.size[dimension];
}

/// Whether the description's other sizes are possible; 0 stands for any.
bool are_possible(const Question& question, const Shape& shape, Dimension asked) {
  const cl_image_desc& given = *question.description;
  const size_t sizes[] = {given.image_width, given.image_height, given.image_depth,
                          given.image_array_size};
  for (const Dimension d : {width, height, depth, layers}) {
    if (d != asked && has(shape, d) && sizes[d] > limit_of(question, shape, d)) {
      return false;
    }
  }
  return true;
}

/// The largest size in a dimension that all types of image have that are asked for.
template <Dimension Asked> cl_int largest(const Question& question, Answer& answer) {
  size_t most = SIZE_MAX;
  for (const cl_mem_object_type type : image_types) {
    const Shape& shape = *shape_of(type);
    if ((question.shape && question.shape != &shape) || !has(shape, Asked)) {
      continue;
    }
    if (question.description && !are_possible(question, shape, Asked)) {
      return CL_INVALID_IMAGE_DESCRIPTOR;
    }
    most = std::min(most, limit_of(question, shape, Asked));
  }
  return most == SIZE_MAX ? CL_INVALID_IMAGE_DESCRIPTOR
                          : answer.is<cl_uint>(static_cast<cl_uint>(most));
}

/// A query that is of whole descriptions, if there is one.
template <typename Value> cl_int checked(const Question& question, Value&& value) {
  if (!question.description) {
    return value(size_t(0));
  }
  if (!question.shape) {
    return CL_INVALID_IMAGE_DESCRIPTOR;
  }
  constexpr cl_image_format any = {CL_RGBA, CL_FLOAT};
  const auto bytes =
      needed_bytes(*question.shape, question.format ? *question.format : any, *question.description,
                   limits_of(question.device, *question.shape));
  return bytes ? value(*bytes) : bytes.error();
}

constexpr InfoRow<Question> rows[] = {
    {CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT,
     [](const Question& q, Answer& a) {
       return checked(q, [&](size_t) { return a.is<size_t>(q.device.image_base_alignment); });
     }},
    {CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT,
     [](const Question& q, Answer& a) {
       return checked(q, [&](size_t) { return a.is(q.row_pitch_alignment()); });
     }},
    {CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT, // besides being a multiple of the row pitch
     [](const Question& q, Answer& a) {
       return checked(q, [&](size_t) { return a.is<size_t>(1); });
     }},
    {CL_IMAGE_REQUIREMENTS_SIZE_EXT,
     [](const Question& q, Answer& a) {
       return q.format && q.description ? checked(q, [&](size_t bytes) { return a.is(bytes); })
                                        : CL_INVALID_VALUE;
     }},
    {CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, largest<width>},
    {CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, largest<height>},
    {CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, largest<depth>},
    {CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT, largest<layers>},
};

cl_int requirements(cl_context handle, const cl_mem_properties* properties, cl_mem_flags flags,
                    const cl_image_format* format, const cl_image_desc* description,
                    cl_image_requirements_info_ext name, Answer answer) {
  const Context* context = lookup<Context>(handle);
  if (!context) {
    return CL_INVALID_CONTEXT;
  }
  if (properties && *properties) {
    return CL_INVALID_PROPERTY;
  }
  if (check_memory_flags(flags & ~cl_mem_flags(CL_MEM_KERNEL_READ_AND_WRITE))) {
    return CL_INVALID_VALUE;
  }
  const Shape* shape = description ? shape_of(description->image_type) : nullptr;
  if (description && ((description->image_type && !shape) || description->num_mip_levels ||
                      description->num_samples)) {
    return CL_INVALID_IMAGE_DESCRIPTOR;
  }
  // Images of two dimensions have every format that any has.
  if (format && !check_format(shape ? *shape : *shape_of(CL_MEM_OBJECT_IMAGE2D), format)) {
    return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  }
  const auto& device = context->memory_device().info();
  if (!device.image_support) {
    return CL_INVALID_OPERATION;
  }
  return answer_info<Question>(rows, name, answer, {device, format, description, shape});
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clGetImageRequirementsInfoEXT(cl_context context,
                                                 const cl_mem_properties* properties,
                                                 cl_mem_flags flags, const cl_image_format* format,
                                                 const cl_image_desc* description,
                                                 cl_image_requirements_info_ext name, size_t size,
                                                 void* value, size_t* size_ret) {
  return guarded([&] {
    return requirements(context, properties, flags, format, description, name,
                        {size, value, size_ret});
  });
}
