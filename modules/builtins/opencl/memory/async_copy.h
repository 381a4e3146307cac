// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asynchronous copies (OpenCL C 6.12.10, cl_khr_extended_async_copies). Every work-item of the
// group calls them, so each copies its share, interleaved; waiting for the event is a barrier. The
// event given, null or not, is the one returned: there is nothing to tell events apart by.
#ifndef OPENCL_MEMORY_ASYNC_COPY_H
#define OPENCL_MEMORY_ASYNC_COPY_H

#include "mux.h"

size_t get_local_linear_id();

namespace impl {

inline size_t work_group_items() {
  return __mux_get_local_size(0) * __mux_get_local_size(1) * __mux_get_local_size(2);
}

template <class D, class S>
void copy_strided(D to, S from, size_t count, size_t to_stride, size_t from_stride) {
  const size_t step = work_group_items();
  for (size_t i = get_local_linear_id(); i < count; i += step) {
    to[i * to_stride] = from[i * from_stride];
  }
}

template <class D, class S> event_t copy(D to, S from, size_t count, event_t event) {
  copy_strided(to, from, count, 1, 1);
  return event;
}
/// The stride is that of the global side.
template <class D, class S>
event_t gather(D to, S from, size_t count, size_t stride, event_t event) {
  copy_strided(to, from, count, 1, stride);
  return event;
}
template <class D, class S>
event_t scatter(D to, S from, size_t count, size_t stride, event_t event) {
  copy_strided(to, from, count, stride, 1);
  return event;
}
/// A hint that is not taken.
template <class S> void prefetch(S, size_t) {}

} // namespace impl

#endif
