// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "binary/stream.h"
#include "format.h"
#include "sycl_image/image.h"

#include <algorithm>
#include <utility>

namespace sycl_image {

namespace {

Kernel read_kernel(binary::Reader& body) {
  Kernel kernel;
  kernel.name = body.text();
  kernel.flags = body.number<uint32_t>();
  kernel.object_size = body.number<uint64_t>();
  for (uint64_t& extent : kernel.work_group) {
    extent = body.number<uint64_t>();
  }
  kernel.sub_group = body.number<uint32_t>();
  const size_t aspects = body.count(sizeof(uint32_t));
  for (size_t i = 0; i < aspects && !body.failed; ++i) {
    kernel.aspects.push_back(body.number<uint32_t>());
  }
  return kernel;
}

Constant read_constant(binary::Reader& body) {
  Constant constant;
  constant.name = body.text();
  constant.first = body.number<uint32_t>();
  constant.size = body.number<uint64_t>();
  return constant;
}

Payload read_payload(binary::Reader& body) {
  Payload payload;
  payload.format = body.text();
  payload.options = body.text();
  const auto code = body.blob();
  payload.code.assign(code.begin(), code.end());
  return payload;
}

} // namespace

bool has_magic(std::span<const uint8_t> data) {
  return data.size() >= magic.size() && std::equal(magic.begin(), magic.end(), data.begin());
}

cargo::expected<Image, std::string> read(std::span<const uint8_t> data) {
  if (!has_magic(data)) {
    return cargo::unexpected(std::string("not a SYCL image of Lanewise: the magic is missing"));
  }
  binary::Reader header(data.subspan(magic.size()));
  const auto version = header.number<uint32_t>();
  const auto size = header.number<uint64_t>();
  const auto sum = header.number<uint64_t>();
  if (header.failed || version < oldest_version || version > format_version) {
    return cargo::unexpected("SYCL image of format version " + std::to_string(version) +
                             ", but this library reads version " + std::to_string(format_version) +
                             ": compile the program again");
  }
  if (size != data.size()) {
    return cargo::unexpected("SYCL image of " + std::to_string(size) + " bytes, but there are " +
                             std::to_string(data.size()));
  }
  const auto rest = data.subspan(header_size);
  if (checksum(rest) != sum) {
    return cargo::unexpected(std::string("SYCL image with a wrong checksum"));
  }
  binary::Reader body(rest);
  Image image;
  const size_t kernels =
      body.count(56); // length of the name, flags, size, extents, sub-group, number of aspects
  for (size_t i = 0; i < kernels && !body.failed; ++i) {
    image.kernels.push_back(read_kernel(body));
  }
  const size_t constants = body.count(20); // length of the name, first number, size
  for (size_t i = 0; i < constants && !body.failed; ++i) {
    image.constants.push_back(read_constant(body));
  }
  const size_t variables = body.count(8); // length of the name
  for (size_t i = 0; i < variables && !body.failed; ++i) {
    image.device_globals.push_back(body.text());
  }
  const size_t payloads = body.count(24); // lengths of format, options and code
  for (size_t i = 0; i < payloads && !body.failed; ++i) {
    image.payloads.push_back(read_payload(body));
  }
  if (body.failed || body.remaining() != 0) {
    return cargo::unexpected(std::string("SYCL image whose tables do not fill it"));
  }
  return image;
}

} // namespace sycl_image
