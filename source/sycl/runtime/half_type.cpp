// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Defines the type information of sycl::half. Clang takes the type for one whose information the
// C++ library has; Debian 12's does not. The symbols are weak in effect: whichever library has them
// first is used, and type_info compares names.
#include <cstddef>

namespace {

// Tables of virtual functions of the C++ library's classes; objects point behind their first two
// words.
extern "C" const void* const
    fundamental_type[] __asm__("_ZTVN10__cxxabiv123__fundamental_type_infoE");
extern "C" const void* const pointer_type[] __asm__("_ZTVN10__cxxabiv119__pointer_type_infoE");

struct fundamental_info {
  const void* const* functions;
  const char* name;
};
struct pointer_info {
  const void* const* functions;
  const char* name;
  unsigned flags; ///< 1: the type pointed to is const
  const fundamental_info* to;
};

} // namespace

extern "C" {
__attribute__((visibility("default"))) extern const fundamental_info half_info __asm__("_ZTIDF16_");
__attribute__((visibility("default"))) extern const pointer_info half_pointer __asm__("_ZTIPDF16_");
__attribute__((visibility("default"))) extern const pointer_info
    const_half_pointer __asm__("_ZTIPKDF16_");
const fundamental_info half_info = {fundamental_type + 2, "DF16_"};
const pointer_info half_pointer = {pointer_type + 2, "PDF16_", 0, &half_info};
const pointer_info const_half_pointer = {pointer_type + 2, "PKDF16_", 1, &half_info};
}
