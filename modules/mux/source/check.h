// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conditions that generated argument checks are made of. All are pure.
#ifndef MUX_CHECK_H
#define MUX_CHECK_H

#include "mux/config.h"

namespace mux::check {

/// In place of a target's id: any target of this build.
inline constexpr mux_id_t known_target = 0;

inline bool target(mux_id_t id) { return id <= MUX_TARGET_MAX && mux_targets[id] != nullptr; }

/// A non-null handle: of that type, and of that target.
template <typename Handle> bool object(Handle handle, mux_object_type_e type, mux_id_t id) {
  return handle->header.type == type &&
         (id == known_target ? target(handle->header.id) : handle->header.id == id);
}

template <typename Handle>
bool objects(const Handle* handles, uint64_t length, mux_object_type_e type, mux_id_t id) {
  for (uint64_t i = 0; i < length; ++i) {
    if (handles[i] == nullptr || !object(handles[i], type, id)) {
      return false;
    }
  }
  return true;
}

bool valid(const mux_queue_info_t& info, mux_id_t id);
bool valid(const mux_command_info_t& info, mux_id_t id);
bool valid(const mux_descriptor_t& descriptor, mux_id_t id);
bool valid(const mux_ndrange_t& range, mux_id_t id);

template <typename Struct> bool structs(const Struct* first, uint64_t length, mux_id_t id) {
  for (uint64_t i = 0; i < length; ++i) {
    if (!valid(first[i], id)) {
      return false;
    }
  }
  return true;
}

/// The units are of the device, each named at most once.
bool units(const mux_queue_info_t& queue, const mux_device_info_s& device);

/// Every command in the wait list of `info` (which may be null) has been recorded.
bool waits(const mux_command_info_t* info, mux_command_buffer_t command_buffer);

/// Every region lies within the bytes of both sides, and no row or slice reaches into the next.
bool regions(const mux_buffer_region_t* first, uint64_t length, uint64_t source_size,
             uint64_t destination_size);

/// `size` bytes hold `count` results, `stride` bytes apart.
bool query_results(mux_query_type_e type, uint32_t count, uint64_t stride, uint64_t size);

} // namespace mux::check

#endif
