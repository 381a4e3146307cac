// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_MEMORY_SAMPLER_H
#define CL_MEMORY_SAMPLER_H

#include "platform/context.h"

#include <limits>

namespace cl {

/// The properties of a sampler, in the API's terms.
struct SamplerState {
  cl_bool normalized = CL_TRUE;
  cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
  cl_filter_mode filter = CL_FILTER_NEAREST;
  cl_filter_mode mip_filter = CL_FILTER_NEAREST; ///< between levels of a mipmap
  cl_float lod_min = 0;
  cl_float lod_max = std::numeric_limits<cl_float>::max();
};

/// A sampler. Constant from its creation on.
class Sampler {
public:
  using handle_type = cl_sampler;
  static constexpr uint32_t magic = 0x73616d70;
  static constexpr cl_int invalid = CL_INVALID_SAMPLER;
  [[nodiscard]] const Context& made_from() const { return *context; }

  /// `in_list`: the properties as the application gave them, with the closing 0, or empty.
  Sampler(retained<Context> in_context, const SamplerState& in_state,
          std::vector<cl_sampler_properties> in_list)
      : context(std::move(in_context)), state(in_state), property_list(std::move(in_list)) {}
  ~Sampler();

  /// As a device of the context has it.
  [[nodiscard]] mux_sampler_t mux_on(const Device& device) const {
    const uint32_t place = context->place_of(device);
    return place == 0 ? mux : others[place - 1];
  }

  const retained<Context> context;
  const SamplerState state;
  const std::vector<cl_sampler_properties> property_list; ///< CL_SAMPLER_PROPERTIES
  mux_sampler_t mux = nullptr;
  std::vector<mux_sampler_t> others; ///< by Context::apart; null where there are no images
};

} // namespace cl

#endif
