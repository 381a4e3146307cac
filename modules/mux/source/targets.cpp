// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "targets.h"

namespace mux {

mux_result_t list_targets(uint64_t capacity, mux_target_info_t* out_infos, uint64_t* out_length) {
  uint64_t length = 0;
  for (const mux_target_functions_t* target : mux_targets) {
    if (target == nullptr) {
      continue;
    }
    if (length < capacity) {
      out_infos[length] = target->info;
    }
    ++length;
  }
  if (out_length != nullptr) {
    *out_length = length;
  }
  return mux_success;
}

} // namespace mux
