// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "payloads.h"

#include "native.h"

#include <utility>
#include <vector>

namespace sycl_linker {

cargo::expected<bool, std::string> add_payloads(const Options& options, sycl_image::Image& image) {
  sycl_image::Payload spirv = std::move(image.payloads.front());
  std::vector<sycl_image::Payload> payloads;
  for (const NativeTarget& target : options.natives) {
    auto code = native_code(spirv.code, target, options.offline_compiler);
    if (!code) {
      return cargo::unexpected(code.error());
    }
    payloads.push_back({target.cpu, "", std::move(*code)});
  }
  if (options.has_spirv) {
    spirv.options = options.spirv_options;
    payloads.push_back(std::move(spirv));
  }
  image.payloads = std::move(payloads);
  return true;
}

} // namespace sycl_linker
