// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device images of the process, which programs and libraries register when they are loaded.
#ifndef SYCL_RUNTIME_PROGRAMS_IMAGES_H
#define SYCL_RUNTIME_PROGRAMS_IMAGES_H

#include "sycl_image/image.h"

#include <memory>
#include <string>
#include <sycl/detail/config.hpp>
#include <vector>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// An image that was read.
struct loaded_image {
  sycl_image::Image content;
};

/// Null: the image does not have that kernel.
const sycl_image::Kernel* facts_of(const loaded_image& image, const std::string& kernel);

/// The image with the kernel of that name, read on first use; null if none has it. Throws if the
/// image is damaged. Thread-safe.
std::shared_ptr<const loaded_image> image_with(const std::string& kernel);
/// All images, each read now if it was not yet.
std::vector<std::shared_ptr<const loaded_image>> all_images();
/// The kernel's symbol in an image. `unit` is the file that calls it `name`, and may be the only
/// one that does.
std::string symbol_of(const char* name, const char* unit);
/// The names of all kernels, without reading an image.
std::vector<std::string> kernel_names();

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
