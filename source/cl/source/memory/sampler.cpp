// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/sampler.h"

#include "info.h"
#include "property_list.h"

#include <algorithm>

namespace cl {

Sampler::~Sampler() {
  if (mux) {
    muxDestroySampler(context->memory_device().mux, mux, allocator);
  }
}

namespace {

constexpr mux_address_mode_e address_mode(cl_addressing_mode addressing) {
  switch (addressing) {
  case CL_ADDRESS_CLAMP_TO_EDGE:
    return mux_address_mode_clamp_to_edge;
  case CL_ADDRESS_CLAMP:
    return mux_address_mode_clamp;
  case CL_ADDRESS_REPEAT:
    return mux_address_mode_repeat;
  case CL_ADDRESS_MIRRORED_REPEAT:
    return mux_address_mode_repeat_mirror;
  default:
    return mux_address_mode_none;
  }
}

expected<retained<Sampler>> create(cl_context handle, cl_bool normalized,
                                   cl_addressing_mode addressing, cl_filter_mode filter,
                                   const cl_sampler_properties* list) {
  Context* context = lookup<Context>(handle);
  if (!context) {
    return fail(CL_INVALID_CONTEXT);
  }
  const bool needs_normalized =
      addressing == CL_ADDRESS_REPEAT || addressing == CL_ADDRESS_MIRRORED_REPEAT;
  const bool valid = (normalized == CL_TRUE || (normalized == CL_FALSE && !needs_normalized)) &&
                     addressing >= CL_ADDRESS_NONE && addressing <= CL_ADDRESS_MIRRORED_REPEAT &&
                     (filter == CL_FILTER_NEAREST || filter == CL_FILTER_LINEAR);
  if (!valid) {
    return fail(CL_INVALID_VALUE);
  }
  const Device& device = context->memory_device();
  if (!device.info().image_support) {
    return fail(CL_INVALID_OPERATION);
  }
  auto sampler = make<Sampler>(retained<Context>(context), normalized == CL_TRUE, addressing,
                               filter, copy_of_list(list));
  const mux_sampler_info_t info = {address_mode(addressing),
                                   filter == CL_FILTER_LINEAR ? mux_filter_mode_linear
                                                              : mux_filter_mode_nearest,
                                   sampler->normalized};
  if (muxCreateSampler(device.mux, &info, allocator, &sampler->mux) != mux_success) {
    return fail(CL_OUT_OF_HOST_MEMORY);
  }
  return sampler;
}

/// The list says what differs from the default; a name at most once.
expected<retained<Sampler>> create_from_list(cl_context context,
                                             const cl_sampler_properties* list) {
  if (!lookup<Context>(context)) {
    return fail(CL_INVALID_CONTEXT);
  }
  struct Property {
    cl_sampler_properties name;
    cl_sampler_properties value;
    bool seen = false;
  };
  Property properties[] = {{CL_SAMPLER_NORMALIZED_COORDS, CL_TRUE},
                           {CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_CLAMP},
                           {CL_SAMPLER_FILTER_MODE, CL_FILTER_NEAREST}};
  for (const cl_sampler_properties* at = list; at && *at; at += 2) {
    Property* found = std::ranges::find(properties, *at, &Property::name);
    if (found == std::end(properties) || found->seen || at[1] > UINT32_MAX) {
      return fail(CL_INVALID_VALUE);
    }
    *found = {at[0], at[1], true};
  }
  return create(context, static_cast<cl_bool>(properties[0].value),
                static_cast<cl_addressing_mode>(properties[1].value),
                static_cast<cl_filter_mode>(properties[2].value), list);
}

constexpr InfoRow<Sampler> rows[] = {
    {CL_SAMPLER_REFERENCE_COUNT,
     [](const Sampler& s, Answer& a) { return a.is(api_references(s)); }},
    {CL_SAMPLER_CONTEXT,
     [](const Sampler& s, Answer& a) { return a.is(handle_of(s.context.get())); }},
    {CL_SAMPLER_NORMALIZED_COORDS,
     [](const Sampler& s, Answer& a) { return a.flag(s.normalized); }},
    {CL_SAMPLER_ADDRESSING_MODE, [](const Sampler& s, Answer& a) { return a.is(s.addressing); }},
    {CL_SAMPLER_FILTER_MODE, [](const Sampler& s, Answer& a) { return a.is(s.filter); }},
    {CL_SAMPLER_PROPERTIES,
     [](const Sampler& s, Answer& a) { return a.list<cl_sampler_properties>(s.property_list); }},
};

} // namespace
} // namespace cl

using namespace cl;

cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool normalized,
                                       cl_addressing_mode addressing, cl_filter_mode filter,
                                       cl_int* errcode_ret) {
  return created(errcode_ret,
                 [&] { return create(context, normalized, addressing, filter, nullptr); });
}

cl_sampler CL_API_CALL clCreateSamplerWithProperties(cl_context context,
                                                     const cl_sampler_properties* properties,
                                                     cl_int* errcode_ret) {
  return created(errcode_ret, [&] { return create_from_list(context, properties); });
}

cl_int CL_API_CALL clRetainSampler(cl_sampler handle) { return api_retain<Sampler>(handle); }

cl_int CL_API_CALL clReleaseSampler(cl_sampler handle) { return api_release<Sampler>(handle); }

cl_int CL_API_CALL clGetSamplerInfo(cl_sampler handle, cl_sampler_info name, size_t size,
                                    void* value, size_t* size_ret) {
  return guarded([&] {
    const Sampler* sampler = lookup<Sampler>(handle);
    return sampler ? answer_info<Sampler>(rows, name, {size, value, size_ret}, *sampler)
                   : CL_INVALID_SAMPLER;
  });
}
