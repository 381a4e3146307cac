// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/remainder_code.h"

namespace cl {

bool has_smaller_groups(const mux_ndrange_t& range) {
  for (uint32_t i = 0; i < range.dimensions; ++i) {
    if (range.global_size[i] % range.local_size[i] != 0) {
      return true;
    }
  }
  return false;
}

bool has_full_groups(const mux_ndrange_t& range) {
  for (uint32_t i = 0; i < range.dimensions; ++i) {
    if (range.global_size[i] < range.local_size[i]) {
      return false;
    }
  }
  return true;
}

void RemainderCode::make(const KernelCode& general, const Origin& origin) {
  if (origin.container) {
    code = compile_for(general.executable->device, {.kernel = general.info->name}, origin);
  }
}

} // namespace cl
