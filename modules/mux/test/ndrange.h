// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUX_TEST_NDRANGE_H
#define MUX_TEST_NDRANGE_H

#include "mux/mux.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace mux_test {

inline mux_descriptor_t buffer_argument(mux_buffer_t buffer, uint64_t offset = 0) {
  return {.type = mux_descriptor_type_buffer, .buffer = {buffer, offset}};
}

inline mux_descriptor_t address_argument(const void* address) {
  return {.type = mux_descriptor_type_address, .address = reinterpret_cast<mux_address_t>(address)};
}

inline mux_descriptor_t local_argument(uint64_t size) {
  return {.type = mux_descriptor_type_local, .local_size = size};
}

inline mux_descriptor_t bytes_argument(const void* data, uint64_t size) {
  return {.type = mux_descriptor_type_bytes, .bytes = {data, size}};
}

/// A launch; `arguments` must outlive its use.
inline mux_ndrange_t launch(std::initializer_list<uint64_t> global,
                            std::initializer_list<uint64_t> local,
                            const std::vector<mux_descriptor_t>& arguments) {
  mux_ndrange_t range = {};
  range.dimensions = static_cast<uint32_t>(global.size());
  std::copy(global.begin(), global.end(), range.global_size);
  std::copy(local.begin(), local.end(), range.local_size);
  range.descriptors = arguments.data();
  range.descriptors_length = arguments.size();
  return range;
}

} // namespace mux_test

#endif
