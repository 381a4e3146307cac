// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forms of the code that are asked for.
#ifndef SYCL_LINKER_PAYLOADS_H
#define SYCL_LINKER_PAYLOADS_H

#include "cargo/expected.h"
#include "options.h"
#include "sycl_image/image.h"

#include <span>
#include <string>

namespace sycl_linker {

/// From images with SPIR-V to those with all that the options ask for. Machine code is made by as
/// many processes at once as there are CPUs; what they say goes to standard error, in the order of
/// the images. The error is a sentence.
[[nodiscard]] cargo::expected<bool, std::string> add_payloads(const Options& options,
                                                              std::span<sycl_image::Image> images);

} // namespace sycl_linker

#endif
