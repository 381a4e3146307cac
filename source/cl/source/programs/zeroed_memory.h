// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_initialize_memory: kernels of a context that asks for it find zeros in local or private
// memory. Code is made so, by a build option that is put before those of the application.
#ifndef CL_PROGRAMS_ZEROED_MEMORY_H
#define CL_PROGRAMS_ZEROED_MEMORY_H

#include "platform/context.h"

#include <string>
#include <string_view>

namespace cl {

/// The value of CL_CONTEXT_MEMORY_INITIALIZE_KHR, whether it is one that there is.
[[nodiscard]] bool is_zeroed_memory(cl_context_properties value);

/// The compiler's options, given the application's `options`.
[[nodiscard]] std::string options_in(const Context& context, const std::string& options);

/// Whether code that was made with `options` zeroes the memory that the context asks for.
[[nodiscard]] bool zeroes_memory_for(const Context& context, std::string_view options);

} // namespace cl

#endif
