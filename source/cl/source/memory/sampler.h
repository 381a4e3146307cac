// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_MEMORY_SAMPLER_H
#define CL_MEMORY_SAMPLER_H

#include "platform/context.h"

namespace cl {

/// How a kernel reads an image. Constant from its creation on.
class Sampler {
public:
  using handle_type = cl_sampler;
  static constexpr uint32_t magic = 0x73616d70;
  static constexpr cl_int invalid = CL_INVALID_SAMPLER;

  /// `in_list`: the properties as the application gave them, with the closing 0, or empty.
  Sampler(retained<Context> in_context, bool in_normalized, cl_addressing_mode in_addressing,
          cl_filter_mode in_filter, std::vector<cl_sampler_properties> in_list)
      : context(std::move(in_context)), normalized(in_normalized), addressing(in_addressing),
        filter(in_filter), property_list(std::move(in_list)) {}
  ~Sampler();

  const retained<Context> context;
  const bool normalized;
  const cl_addressing_mode addressing;
  const cl_filter_mode filter;
  const std::vector<cl_sampler_properties> property_list; ///< CL_SAMPLER_PROPERTIES
  mux_sampler_t mux = nullptr;
};

} // namespace cl

#endif
