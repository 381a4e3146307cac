// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/launch_code.h"

namespace host {

mux_result_t make_schedule(const Code& code, const mux_ndrange_t& range, schedule& out) {
  const Kernel& kernel = code.kernel;
  const mux_device_info_t device = kernel.device_info;
  out = {};
  out.size = sizeof(schedule);
  out.version = kernel_abi_version;
  out.work_dim = range.dimensions;
  uint64_t items = 1, groups = 1;
  bool all_full = true;
  for (uint32_t i = 0; i < 3; ++i) {
    const bool used = i < range.dimensions;
    const uint64_t global = used ? range.global_size[i] : 1;
    const uint64_t local = used ? range.local_size[i] : 1;
    const uint64_t required = kernel.description.required_local_size[i];
    uint64_t last = 0;
    out.global_size[i] = global;
    out.global_offset[i] = used ? range.global_offset[i] : 0;
    out.enqueued_local_size[i] = local;
    out.local_size[i] = std::min(local, std::max<uint64_t>(global, 1));
    out.num_groups[i] = global / local + (global % local != 0);
    all_full = all_full && global % local == 0;
    if (local > device->max_work_item_sizes[i] || (required != 0 && local != required) ||
        __builtin_mul_overflow(items, local, &items) ||
        __builtin_mul_overflow(groups, out.num_groups[i], &groups) ||
        __builtin_add_overflow(out.global_offset[i], global, &last)) {
      return mux_error_invalid_value;
    }
  }
  out.group_end = groups;
  const bool has_code = all_full || code.remainder.description.required_local_size[0] == 0;
  return has_code && items <= kernel.max_work_group_size ? mux_success : mux_error_invalid_value;
}

uint64_t items_of(const schedule& launch) {
  uint64_t product = launch.global_size[0];
  for (int i = 1; i < 3; ++i) {
    if (__builtin_mul_overflow(product, launch.global_size[i], &product)) {
      return UINT64_MAX;
    }
  }
  return product;
}

} // namespace host
