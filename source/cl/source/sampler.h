// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_SAMPLER_H
#define CL_SAMPLER_H

#include "context.h"

namespace cl {

/// How a kernel reads an image. Constant from its creation on.
class Sampler {
public:
  using handle_type = cl_sampler;
  static constexpr uint32_t magic = 0x73616d70;
  static constexpr cl_int invalid = CL_INVALID_SAMPLER;

  Sampler(retained<Context> in_context, bool in_normalized, cl_addressing_mode in_addressing,
          cl_filter_mode in_filter)
      : context(std::move(in_context)), normalized(in_normalized), addressing(in_addressing),
        filter(in_filter) {}
  ~Sampler();

  const retained<Context> context;
  const bool normalized;
  const cl_addressing_mode addressing;
  const cl_filter_mode filter;
  mux_sampler_t mux = nullptr;
};

} // namespace cl

#endif
