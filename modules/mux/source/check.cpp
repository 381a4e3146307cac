// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

#include <algorithm>

namespace mux::check {
namespace {

/// Adds `count` times `step` to `sum`; false if that does not fit.
bool add(uint64_t& sum, uint64_t count, uint64_t step) {
  uint64_t product = 0;
  return !__builtin_mul_overflow(count, step, &product) &&
         !__builtin_add_overflow(sum, product, &sum);
}

/// The box that begins at `origin` lies within `limit` bytes.
bool box(const mux_extent_3d_t& size, const mux_extent_3d_t& origin,
         const mux_buffer_layout_t& layout, uint64_t limit) {
  if ((size.y > 1 || size.z > 1) && layout.row_pitch < size.x) {
    return false;
  }
  uint64_t slice = size.x;
  if (!add(slice, size.y - 1, layout.row_pitch) || (size.z > 1 && layout.slice_pitch < slice)) {
    return false;
  }
  uint64_t end = 0;
  return add(end, 1, origin.x) && add(end, origin.y, layout.row_pitch) &&
         add(end, origin.z, layout.slice_pitch) && add(end, 1, slice) &&
         add(end, size.z - 1, layout.slice_pitch) && end <= limit;
}

} // namespace

bool valid(const mux_queue_info_t& info, mux_id_t) {
  const bool has_priority = info.priority == mux_queue_priority_normal ||
                            info.priority == mux_queue_priority_low ||
                            info.priority == mux_queue_priority_high;
  return info.type == mux_queue_type_compute && info.units != nullptr && info.units_length != 0 &&
         has_priority;
}

bool valid(const mux_command_info_t& info, mux_id_t id) {
  return (info.wait_list != nullptr || info.wait_list_length == 0) &&
         (info.fence == nullptr || object(info.fence, mux_object_type_fence, id));
}

bool valid(const mux_descriptor_t& descriptor, mux_id_t id) {
  switch (descriptor.type) {
  case mux_descriptor_type_buffer:
    return descriptor.buffer.buffer != nullptr &&
           object(descriptor.buffer.buffer, mux_object_type_buffer, id) &&
           descriptor.buffer.offset <= descriptor.buffer.buffer->size;
  case mux_descriptor_type_image:
    return descriptor.image != nullptr && object(descriptor.image, mux_object_type_image, id);
  case mux_descriptor_type_sampler:
    return descriptor.sampler != nullptr && object(descriptor.sampler, mux_object_type_sampler, id);
  case mux_descriptor_type_bytes:
    return descriptor.bytes.data != nullptr && descriptor.bytes.size != 0;
  case mux_descriptor_type_local:
  case mux_descriptor_type_address:
    return true;
  }
  return false;
}

bool valid(const mux_ndrange_t& range, mux_id_t id) {
  if (range.dimensions < 1 || range.dimensions > 3 ||
      (range.descriptors == nullptr && range.descriptors_length != 0) ||
      (range.shared_addresses == nullptr && range.shared_addresses_length != 0)) {
    return false;
  }
  for (uint32_t i = 0; i < range.dimensions; ++i) {
    if (range.local_size[i] == 0) {
      return false;
    }
  }
  if (range.remainder_kernel != nullptr &&
      !object(range.remainder_kernel, mux_object_type_kernel, id)) {
    return false;
  }
  if (range.default_device_queue != nullptr &&
      !object(range.default_device_queue, mux_object_type_device_queue, id)) {
    return false;
  }
  return structs(range.descriptors, range.descriptors_length, id);
}

bool units(const mux_queue_info_t& queue, const mux_device_info_s& device) {
  for (uint32_t i = 0; i < queue.units_length; ++i) {
    if (queue.units[i] >= device.compute_units ||
        std::find(queue.units, queue.units + i, queue.units[i]) != queue.units + i) {
      return false;
    }
  }
  return true;
}

bool waits(const mux_command_info_t* info, mux_command_buffer_t command_buffer) {
  for (uint64_t i = 0; info != nullptr && i < info->wait_list_length; ++i) {
    if (info->wait_list[i] >= command_buffer->commands_length) {
      return false;
    }
  }
  return true;
}

bool regions(const mux_buffer_region_t* first, uint64_t length, uint64_t source_size,
             uint64_t destination_size) {
  for (uint64_t i = 0; i < length; ++i) {
    const mux_buffer_region_t& region = first[i];
    const mux_extent_3d_t& size = region.size;
    if (size.x == 0 || size.y == 0 || size.z == 0 ||
        !box(size, region.source_origin, region.source_layout, source_size) ||
        !box(size, region.destination_origin, region.destination_layout, destination_size)) {
      return false;
    }
  }
  return true;
}

bool query_results(mux_query_type_e type, uint32_t count, uint64_t stride, uint64_t size) {
  const uint64_t result =
      type == mux_query_type_duration ? sizeof(mux_query_duration_t) : sizeof(uint64_t);
  uint64_t end = result;
  return stride >= result && stride % sizeof(uint64_t) == 0 && add(end, count - 1, stride) &&
         end <= size;
}

} // namespace mux::check
