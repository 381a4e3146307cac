// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work-item functions (OpenCL C 6.12.1). Targets answer for dimensions 0 to 2 only.
#include "mux.h"

size_t get_global_id(uint d) { return d < 3 ? __mux_get_global_id(d) : 0; }
size_t get_local_id(uint d) { return d < 3 ? __mux_get_local_id(d) : 0; }
size_t get_group_id(uint d) { return d < 3 ? __mux_get_group_id(d) : 0; }
size_t get_global_offset(uint d) { return d < 3 ? __mux_get_global_offset(d) : 0; }
size_t get_global_size(uint d) { return d < 3 ? __mux_get_global_size(d) : 1; }
size_t get_local_size(uint d) { return d < 3 ? __mux_get_local_size(d) : 1; }
size_t get_enqueued_local_size(uint d) { return d < 3 ? __mux_get_enqueued_local_size(d) : 1; }
size_t get_num_groups(uint d) { return d < 3 ? __mux_get_num_groups(d) : 1; }
uint get_work_dim() { return __mux_get_work_dim(); }

size_t get_global_linear_id() {
  const size_t x = __mux_get_global_id(0) - __mux_get_global_offset(0);
  const size_t y = __mux_get_global_id(1) - __mux_get_global_offset(1);
  const size_t z = __mux_get_global_id(2) - __mux_get_global_offset(2);
  return (z * __mux_get_global_size(1) + y) * __mux_get_global_size(0) + x;
}

size_t get_local_linear_id() {
  const size_t rows = __mux_get_local_id(2) * __mux_get_local_size(1) + __mux_get_local_id(1);
  return rows * __mux_get_local_size(0) + __mux_get_local_id(0);
}
