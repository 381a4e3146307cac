// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translates mux's results to OpenCL's status codes, and has the allocator for all mux objects.
#ifndef CL_MUX_STATUS_H
#define CL_MUX_STATUS_H

#include "api.h"

#include "mux/mux.h"

namespace cl {

/// Where mux objects live; throws nothing.
extern const mux_allocator_info_t allocator;

/// The status of an entry point or an event for a result of mux. Results that no valid call gives
/// become CL_OUT_OF_RESOURCES.
cl_int status_of(mux_result_t result);

} // namespace cl

#endif
