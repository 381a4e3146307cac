// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "copies/uses.h"

#include "queues/queue.h"

namespace cl {
namespace {

Region side(const Buffer& buffer, const mux_extent_3d_t& origin, const mux_extent_3d_t& size,
            const mux_buffer_layout_t& layout) {
  const size_t first = origin.x + origin.y * layout.row_pitch + origin.z * layout.slice_pitch;
  const Region region = {buffer.root_offset() + first, size.x, layout.row_pitch, size.y,
                         layout.slice_pitch,           size.z};
  return region.joined();
}

} // namespace

Uses::Uses(const Queue& queue)
    : Uses(queue.context->is_mixed(), queue.context->place_of(queue.device)) {}

Uses Uses::on_host(const Queue& queue) { return {queue.context->is_mixed(), host_place}; }

void Uses::add(const Buffer& object, const Region& region, Access access) {
  const bool writes = access != Access::read;
  list.push_back({.copies = object.root().copies.get(),
                  .region = region,
                  .place = place,
                  .needs = access != Access::overwrite,
                  .after = writes ? Use::After::only_here : Use::After::unchanged,
                  .nodes = writes ? Newest::nodes_for(region) : Newest::Nodes()});
}

void Uses::add(const Buffer& buffer, size_t offset, size_t size, Access access) {
  if (is_needed && size != 0) {
    add(buffer, {.begin = buffer.root_offset() + offset, .row = size}, access);
  }
}

void Uses::add_source(const Buffer& buffer, const mux_buffer_region_t& region) {
  if (is_needed) {
    add(buffer, side(buffer, region.source_origin, region.size, region.source_layout),
        Access::read);
  }
}

void Uses::add_destination(const Buffer& buffer, const mux_buffer_region_t& region) {
  if (is_needed) {
    add(buffer, side(buffer, region.destination_origin, region.size, region.destination_layout),
        Access::overwrite);
  }
}

/// The levels of an image are those of the image that owns the memory, or bytes of the buffer.
void Uses::add_level(const Buffer& image, size_t level, Access access) {
  if (is_needed && image.root().image) {
    add(image, {.begin = level, .row = 1}, access);
  } else if (is_needed) {
    add(image, 0, image.size, access);
  }
}

void Uses::add(const Buffer& object, Access access) {
  if (is_needed && object.root().image) {
    add(object, {.begin = 0, .row = object.image->levels()}, access);
  } else {
    add(object, 0, object.size, access);
  }
}

} // namespace cl
