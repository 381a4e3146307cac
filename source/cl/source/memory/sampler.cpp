// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/sampler.h"

#include "info.h"
#include "property_list.h"

#include <CL/cl_lanewise.h>
#include <algorithm>
#include <cstring>

namespace cl {

Sampler::~Sampler() {
  if (mux) {
    muxDestroySampler(context->memory_device().mux, mux, allocator);
  }
  for (size_t i = 0; i < others.size(); ++i) {
    if (others[i]) {
      muxDestroySampler(context->apart[i]->mux, others[i], allocator);
    }
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

constexpr mux_filter_mode_e filter_mode(cl_filter_mode filter) {
  return filter == CL_FILTER_LINEAR ? mux_filter_mode_linear : mux_filter_mode_nearest;
}

bool is_filter(cl_filter_mode filter) {
  return filter == CL_FILTER_NEAREST || filter == CL_FILTER_LINEAR;
}

expected<retained<Sampler>> create(cl_context handle, const SamplerState& state,
                                   const cl_sampler_properties* list) {
  Context* context = lookup<Context>(handle);
  if (const cl_int error = check_context(context)) {
    return fail(error);
  }
  const bool needs_normalized =
      state.addressing == CL_ADDRESS_REPEAT || state.addressing == CL_ADDRESS_MIRRORED_REPEAT;
  const bool valid =
      (state.normalized == CL_TRUE || (state.normalized == CL_FALSE && !needs_normalized)) &&
      state.addressing >= CL_ADDRESS_NONE && state.addressing <= CL_ADDRESS_MIRRORED_REPEAT &&
      is_filter(state.filter) && is_filter(state.mip_filter) && state.lod_min <= state.lod_max;
  if (!valid) {
    return fail(CL_INVALID_VALUE);
  }
  const Device& device = context->memory_device();
  if (!device.info().image_support) {
    return fail(CL_INVALID_OPERATION);
  }
  auto sampler = make<Sampler>(retained<Context>(context), state, copy_of_list(list));
  const mux_sampler_info_t info = {address_mode(state.addressing),
                                   filter_mode(state.filter),
                                   state.normalized == CL_TRUE,
                                   filter_mode(state.mip_filter),
                                   state.lod_min,
                                   state.lod_max};
  if (muxCreateSampler(device.mux, &info, allocator, &sampler->mux) != mux_success) {
    return fail(CL_OUT_OF_HOST_MEMORY);
  }
  sampler->others.reserve(context->apart.size());
  for (const Device* other : context->apart) {
    mux_sampler_t made = nullptr;
    if (other->info().image_support &&
        muxCreateSampler(other->mux, &info, allocator, &made) != mux_success) {
      return fail(CL_OUT_OF_HOST_MEMORY);
    }
    sampler->others.push_back(made);
  }
  return sampler;
}

/// The list has the properties that differ from the default, each at most once.
expected<retained<Sampler>> create_from_list(cl_context context,
                                             const cl_sampler_properties* list) {
  if (const cl_int error = check_context(lookup<Context>(context))) {
    return fail(error);
  }
  SamplerState state;
  struct Property {
    cl_sampler_properties name;
    void* value; ///< of 32 bits, a number's in floating point
    bool seen = false;
  };
  Property properties[] = {{CL_SAMPLER_NORMALIZED_COORDS, &state.normalized},
                           {CL_SAMPLER_ADDRESSING_MODE, &state.addressing},
                           {CL_SAMPLER_FILTER_MODE, &state.filter},
                           {CL_SAMPLER_MIP_FILTER_MODE_KHR, &state.mip_filter},
                           {CL_SAMPLER_LOD_MIN_KHR, &state.lod_min},
                           {CL_SAMPLER_LOD_MAX_KHR, &state.lod_max}};
  for (const cl_sampler_properties* at = list; at && *at; at += 2) {
    Property* found = std::ranges::find(properties, *at, &Property::name);
    if (found == std::end(properties) || found->seen || at[1] > UINT32_MAX) {
      return fail(CL_INVALID_VALUE);
    }
    const auto bits = static_cast<cl_uint>(at[1]);
    std::memcpy(found->value, &bits, sizeof bits);
    found->seen = true;
  }
  return create(context, state, list);
}

constexpr InfoRow<Sampler> rows[] = {
    {CL_SAMPLER_REFERENCE_COUNT,
     [](const Sampler& s, Answer& a) { return a.is(api_references(s)); }},
    {CL_SAMPLER_CONTEXT,
     [](const Sampler& s, Answer& a) { return a.is(handle_of(s.context.get())); }},
    {CL_SAMPLER_NORMALIZED_COORDS,
     [](const Sampler& s, Answer& a) { return a.is(s.state.normalized); }},
    {CL_SAMPLER_ADDRESSING_MODE,
     [](const Sampler& s, Answer& a) { return a.is(s.state.addressing); }},
    {CL_SAMPLER_FILTER_MODE, [](const Sampler& s, Answer& a) { return a.is(s.state.filter); }},
    {CL_SAMPLER_MIP_FILTER_MODE_KHR,
     [](const Sampler& s, Answer& a) { return a.is(s.state.mip_filter); }},
    {CL_SAMPLER_LOD_MIN_KHR, [](const Sampler& s, Answer& a) { return a.is(s.state.lod_min); }},
    {CL_SAMPLER_LOD_MAX_KHR, [](const Sampler& s, Answer& a) { return a.is(s.state.lod_max); }},
    {CL_SAMPLER_HANDLE_LANEWISE,
     [](const Sampler& s, Answer& a) {
       return s.context->has_image_handles() ? a.is<cl_ulong>(s.mux->word) : CL_INVALID_OPERATION;
     }},
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
                 [&] { return create(context, {normalized, addressing, filter}, nullptr); });
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
