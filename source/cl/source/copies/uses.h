// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_COPIES_USES_H
#define CL_COPIES_USES_H

#include "memory/buffer.h"
#include "memory/region.h"

#include <span>
#include <vector>

namespace cl {

/// The access of a command to a part of a memory object.
enum class Access : uint8_t {
  read,
  write,     ///< some of it, maybe; it may be read as well
  overwrite, ///< all of it, without reading it
};

/// The accesses of a command to memory objects, for contexts of several mux devices. In other
/// contexts it stays empty and costs nothing. All functions that add something throw
/// std::bad_alloc.
class Uses {
public:
  /// For a command that works on the copies of its queue's device.
  explicit Uses(const Queue& queue);
  /// For one that works on the host's copies.
  static Uses on_host(const Queue& queue);

  /// Bytes of a buffer.
  void add(const Buffer& buffer, size_t offset, size_t size, Access access);
  /// One side of a checked region.
  void add_source(const Buffer& buffer, const mux_buffer_region_t& region);
  void add_destination(const Buffer& buffer, const mux_buffer_region_t& region);
  /// A level of an image.
  void add_level(const Buffer& image, size_t level, Access access);
  /// All of a memory object.
  void add(const Buffer& object, Access access);

  [[nodiscard]] std::span<Use> all() { return list; }

private:
  Uses(bool in_needed, Place in_place) : is_needed(in_needed), place(in_place) {}
  void add(const Buffer& object, const Region& region, Access access);

  const bool is_needed;
  const Place place;
  std::vector<Use> list;
};

} // namespace cl

#endif
