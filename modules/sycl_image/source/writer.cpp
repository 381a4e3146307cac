// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "binary/stream.h"
#include "format.h"
#include "sycl_image/image.h"

namespace sycl_image {

std::vector<uint8_t> write(const Image& image) {
  binary::Writer body;
  body.number(uint64_t(image.kernels.size()));
  for (const Kernel& kernel : image.kernels) {
    body.text(kernel.name);
    body.number(kernel.flags);
    body.number(kernel.object_size);
    for (const uint64_t extent : kernel.work_group) {
      body.number(extent);
    }
    body.number(kernel.sub_group);
    body.number(uint64_t(kernel.aspects.size()));
    for (const uint32_t aspect : kernel.aspects) {
      body.number(aspect);
    }
  }
  body.number(uint64_t(image.constants.size()));
  for (const Constant& constant : image.constants) {
    body.text(constant.name);
    body.number(constant.first);
    body.number(constant.size);
  }
  body.number(uint64_t(image.device_globals.size()));
  for (const std::string& name : image.device_globals) {
    body.text(name);
  }
  body.number(uint64_t(image.payloads.size()));
  for (const Payload& payload : image.payloads) {
    body.text(payload.format);
    body.text(payload.options);
    body.blob(payload.code);
  }
  binary::Writer whole;
  whole.raw(magic);
  whole.number(format_version);
  whole.number(uint64_t(header_size + body.data.size()));
  whole.number(checksum(body.data));
  whole.raw(body.data);
  return std::move(whole.data);
}

} // namespace sycl_image
