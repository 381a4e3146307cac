// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Waiting for copies, and the copies of cl_khr_extended_async_copies: boxes of elements of any
// size, each work-item copying bytes. Offsets, lengths and areas count elements.
#include "memory/async_copy.h"

#define CONVERGENT __attribute__((convergent))

CONVERGENT static void wait_for_all() {
  __mux_work_group_barrier(0, spirv_scope_work_group,
                           spirv_acquire_release | spirv_work_group_memory |
                               spirv_cross_work_group_memory);
}
CONVERGENT void wait_group_events(int, __private event_t*) { wait_for_all(); }
CONVERGENT void wait_group_events(int, __generic event_t*) { wait_for_all(); }

namespace {

struct Box {
  size_t bytes, width, height, depth;
};
struct Layout {
  size_t offset, line, area;
};

template <class D, class S> void copy_box(D to, Layout t, S from, Layout f, Box box) {
  to += t.offset * box.bytes;
  from += f.offset * box.bytes;
  const size_t row = box.width * box.bytes;
  const size_t count = row * box.height * box.depth;
  const size_t step = impl::work_group_items();
  for (size_t i = get_local_linear_id(); i < count; i += step) {
    const size_t x = i % row, y = i / row % box.height, z = i / row / box.height;
    to[(z * t.area + y * t.line) * box.bytes + x] = from[(z * f.area + y * f.line) * box.bytes + x];
  }
}

} // namespace

#define BYTES(space, p) ((__##space char*)p)
#define CONST_BYTES(space, p) ((const __##space char*)p)

#define COPIES(to_space, from_space)                                                               \
  event_t async_work_group_copy_2D2D(__##to_space void* to, size_t to_offset,                      \
                                     const __##from_space void* from, size_t from_offset,          \
                                     size_t bytes, size_t width, size_t height, size_t from_line,  \
                                     size_t to_line, event_t event) {                              \
    copy_box(BYTES(to_space, to), {to_offset, to_line, 0}, CONST_BYTES(from_space, from),          \
             {from_offset, from_line, 0}, {bytes, width, height, 1});                              \
    return event;                                                                                  \
  }                                                                                                \
  event_t async_work_group_copy_3D3D(                                                              \
      __##to_space void* to, size_t to_offset, const __##from_space void* from,                    \
      size_t from_offset, size_t bytes, size_t width, size_t height, size_t depth,                 \
      size_t from_line, size_t from_area, size_t to_line, size_t to_area, event_t event) {         \
    copy_box(BYTES(to_space, to), {to_offset, to_line, to_area}, CONST_BYTES(from_space, from),    \
             {from_offset, from_line, from_area}, {bytes, width, height, depth});                  \
    return event;                                                                                  \
  }

COPIES(local, global)
COPIES(global, local)
