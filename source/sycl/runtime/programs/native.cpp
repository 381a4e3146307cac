// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/native.h"

#include "objects.h"
#include "sycl_image/image.h"

#include <utility>
#include <vector>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

/// Empty: a device does not take it.
owned_program load(const context_impl& in, const sycl_image::Payload& payload) {
  std::vector<cl_device_id> devices;
  for (const auto& one : in.devices) {
    devices.push_back(one->id);
  }
  const std::vector<size_t> sizes(devices.size(), payload.code.size());
  std::vector<const unsigned char*> codes(devices.size(), payload.code.data());
  cl_int status = CL_SUCCESS;
  owned_program made(clCreateProgramWithBinary(in.cl.get(), cl_uint(devices.size()), devices.data(),
                                               sizes.data(), codes.data(), nullptr, &status));
  if (status != CL_SUCCESS ||
      clBuildProgram(made.get(), 0, nullptr, "", nullptr, nullptr) != CL_SUCCESS) {
    return {};
  }
  return made;
}

} // namespace

owned_program native_program(const context_impl& in, const sycl_image::Image& image) {
  for (const sycl_image::Payload& payload : image.payloads) {
    if (payload.format == sycl_image::spirv_format) {
      continue;
    }
    if (owned_program made = load(in, payload)) {
      return made;
    }
  }
  return {};
}

owned_program executable_program(const context_impl& in, const sycl_image::Image& image,
                                 const image_values& values) {
  if (values.empty()) {
    if (owned_program made = native_program(in, image)) {
      return made;
    }
  }
  owned_program made = create_program(in, image, values);
  build_program(in, image, made);
  return made;
}

} // namespace detail
} // namespace lw1
} // namespace sycl
