// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/arguments.h"

#include "memory/image.h"

#include "cuda/kernel_abi.h"
#include "target_support/arguments.h"

#include <cstring>

namespace cuda {

using target_support::check_descriptor;
using target_support::each_offset;
using target_support::is_local;

mux_result_t Arguments::set(const binary::Kernel& kernel,
                            std::span<const mux_descriptor_t> descriptors) {
  if (descriptors.size() != kernel.arguments.size()) {
    return mux_error_invalid_value;
  }
  for (size_t i = 0; i < descriptors.size(); ++i) {
    if (const mux_result_t result = check_descriptor(kernel.arguments[i], descriptors[i]);
        result != mux_success) {
      return result;
    }
  }
  packed.assign(each_offset(kernel, [](size_t, size_t) {}), std::byte(0));
  local_sizes.assign(descriptors.size(), 0);
  each_offset(kernel, [&](size_t i, size_t offset) { pack(kernel, i, offset, descriptors[i]); });
  return mux_success;
}

mux_result_t Arguments::update(const binary::Kernel& kernel, std::span<const uint64_t> indices,
                               std::span<const mux_descriptor_t> descriptors) {
  for (size_t i = 0; i < indices.size(); ++i) {
    const mux_result_t result = indices[i] < kernel.arguments.size()
                                    ? check_descriptor(kernel.arguments[indices[i]], descriptors[i])
                                    : mux_error_invalid_value;
    if (result != mux_success) {
      return result;
    }
  }
  each_offset(kernel, [&](size_t argument, size_t offset) {
    for (size_t i = 0; i < indices.size(); ++i) {
      if (indices[i] == argument) {
        pack(kernel, argument, offset, descriptors[i]);
      }
    }
  });
  return mux_success;
}

void Arguments::pack(const binary::Kernel& kernel, uint64_t index, size_t offset,
                     const mux_descriptor_t& given) {
  std::byte* place = packed.data() + offset;
  const auto write = [&](const auto& value) { std::memcpy(place, &value, sizeof value); };
  switch (given.type) {
  case mux_descriptor_type_bytes:
    std::memcpy(place, given.bytes.data, given.bytes.size);
    break;
  case mux_descriptor_type_buffer:
    write(given.buffer.buffer->address + given.buffer.offset);
    break;
  case mux_descriptor_type_address:
    write(given.address);
    break;
  case mux_descriptor_type_image:
    write(cast<Image>(given.image).descriptors_on_device);
    break;
  case mux_descriptor_type_sampler:
    std::memcpy(place, &given.sampler->word,
                std::min<size_t>(sizeof(uint32_t), kernel.arguments[index].size));
    break;
  case mux_descriptor_type_local:
    local_sizes[index] = given.local_size;
    break;
  }
}

uint64_t Arguments::place_locals(const binary::Kernel& kernel, uint64_t own_bytes) {
  uint64_t total = own_bytes;
  each_offset(kernel, [&](size_t i, size_t offset) {
    if (is_local(kernel.arguments[i])) {
      total = (total + local_alignment - 1) / local_alignment * local_alignment;
      std::memcpy(packed.data() + offset, &total, sizeof total);
      if (__builtin_add_overflow(total, local_sizes[i], &total)) {
        total = UINT64_MAX - local_alignment; // more than any device has
      }
    }
  });
  return (total + 3) / 4 * 4;
}

void Arguments::list(const binary::Kernel& kernel, std::vector<void*>& out) {
  out.clear();
  each_offset(kernel, [&](size_t, size_t offset) { out.push_back(packed.data() + offset); });
}

} // namespace cuda
