// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TARGET_SUPPORT_RANGE_H
#define TARGET_SUPPORT_RANGE_H

#include "mux/mux.h"

namespace target_support {

/// Fills in the description of a kernel's range, in a structure of the target's: work_dim,
/// global_size, global_offset, enqueued_local_size and num_groups, 1 or 0 beyond the dimensions.
/// `out_groups` gets the number of work-groups. `remainder` runs groups that are smaller than the
/// others; it may be the same kernel. False if a size cannot be counted, or the device or the
/// kernels cannot run it.
template <typename Launch>
[[nodiscard]] bool set_range(const mux_ndrange_t& range, const mux_kernel_s& kernel,
                             const mux_kernel_s& remainder, const mux_device_info_s& device,
                             Launch& out, uint64_t& out_groups) {
  out.work_dim = range.dimensions;
  uint64_t items = 1, groups = 1;
  bool all_full = true;
  for (uint32_t i = 0; i < 3; ++i) {
    const bool used = i < range.dimensions;
    const uint64_t global = used ? range.global_size[i] : 1;
    const uint64_t local = used ? range.local_size[i] : 1;
    const uint64_t required = kernel.required_local_size[i];
    uint64_t last = 0;
    out.global_size[i] = global;
    out.global_offset[i] = used ? range.global_offset[i] : 0;
    out.enqueued_local_size[i] = local;
    out.num_groups[i] = global / local + (global % local != 0);
    all_full = all_full && global % local == 0;
    if (local > device.max_work_item_sizes[i] || (required != 0 && local != required) ||
        __builtin_mul_overflow(items, local, &items) ||
        __builtin_mul_overflow(groups, out.num_groups[i], &groups) ||
        __builtin_add_overflow(out.global_offset[i], global, &last)) {
      return false;
    }
  }
  out_groups = groups;
  const bool has_code = all_full || remainder.required_local_size[0] == 0;
  return has_code && items <= kernel.max_work_group_size;
}

} // namespace target_support

#endif
