// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Machine code of device code, made by clc.
#ifndef SYCL_LINKER_NATIVE_H
#define SYCL_LINKER_NATIVE_H

#include "cargo/expected.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sycl_linker {

/// A CPU, and build options for it, which are words with spaces between them and may be quoted.
struct NativeTarget {
  std::string cpu;
  std::string options;
};

/// The program binary of SPIR-V for a target, without IR: a device that cannot run its machine code
/// refuses it, so that another form of the code is taken. `log` gets what clc says. The error is a
/// sentence. Thread-safe.
[[nodiscard]] cargo::expected<std::vector<uint8_t>, std::string>
native_code(std::span<const uint8_t> spirv, const NativeTarget& target, const std::string& clc,
            std::string& log);

} // namespace sycl_linker

#endif
