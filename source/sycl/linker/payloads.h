// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forms of the code that are asked for.
#ifndef SYCL_LINKER_PAYLOADS_H
#define SYCL_LINKER_PAYLOADS_H

#include "cargo/expected.h"
#include "options.h"
#include "sycl_image/image.h"

#include <string>

namespace sycl_linker {

/// From an image with SPIR-V to one with all that the options ask for. The error is a sentence.
[[nodiscard]] cargo::expected<bool, std::string> add_payloads(const Options& options,
                                                              sycl_image::Image& image);

} // namespace sycl_linker

#endif
