// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of kernels that one file alone knows, as the compiler's plug-in and the library make them.
// Objects and programs have these names in them, so they may not change.
#ifndef SYCL_IMAGE_NAMES_H
#define SYCL_IMAGE_NAMES_H

#include <cstdint>
#include <string>
#include <string_view>

namespace sycl_image {

/// 16 hexadecimal digits for a text: its hash (FNV-1a, 64 bits).
inline std::string short_name(std::string_view text) {
  uint64_t sum = 14695981039346656037U;
  for (const char letter : text) {
    sum = (sum ^ static_cast<unsigned char>(letter)) * 1099511628211U;
  }
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) {
    digits += "0123456789abcdef"[(sum >> shift) & 15U];
  }
  return digits;
}

/// The name of a kernel in an image if the type that names it is one of `unit` alone, as those of
/// unnamed namespaces are: other files may have a kernel of the same name.
inline std::string name_in_unit(std::string_view name, std::string_view unit) {
  return std::string(name) + '.' + short_name(unit);
}

} // namespace sycl_image

#endif
