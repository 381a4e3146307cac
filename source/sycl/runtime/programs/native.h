// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images with machine code (doc/specifications/sycl-image.md).
#ifndef SYCL_RUNTIME_PROGRAMS_NATIVE_H
#define SYCL_RUNTIME_PROGRAMS_NATIVE_H

#include "programs/program.h"

namespace sycl {
inline namespace lw1 {
namespace detail {

/// A built program of the image's first program binary that all devices of the context take; empty
/// if there is none. No compiler is needed.
[[nodiscard]] owned_program native_program(const context_impl& in, const sycl_image::Image& image);

/// A built program: of a program binary, or of SPIR-V, which values of specialization constants
/// need. Throws errc::kernel_not_supported with a kernel's name if the image has neither for the
/// context, errc::build with the log if the build fails.
[[nodiscard]] owned_program executable_program(const context_impl& in,
                                               const sycl_image::Image& image,
                                               const image_values& values);

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
