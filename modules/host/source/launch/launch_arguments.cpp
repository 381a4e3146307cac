// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/launch_arguments.h"

#include "memory/buffer.h"
#include "target_support/arguments.h"
#include "target_support/image.h"

#include <algorithm>
#include <cstring>

namespace host {

using namespace target_support;

void pack(std::byte* place, const mux_descriptor_t& given) {
  uint64_t address = 0;
  switch (given.type) {
  case mux_descriptor_type_bytes:
    std::memcpy(place, given.bytes.data, given.bytes.size);
    return;
  case mux_descriptor_type_buffer:
    address = given.buffer.buffer->address + given.buffer.offset;
    break;
  case mux_descriptor_type_address:
    address = given.address;
    break;
  case mux_descriptor_type_image:
    address = reinterpret_cast<uint64_t>(&cast<target_support::Image>(given.image).descriptor);
    break;
  case mux_descriptor_type_sampler: {
    const uint32_t word = cast<target_support::Sampler>(given.sampler).word;
    std::memcpy(place, &word, sizeof word);
    return;
  }
  default:
    return;
  }
  std::memcpy(place, &address, sizeof address);
}

bool local_total(const Kernel& kernel, uint64_t static_bytes, const uint64_t* sizes,
                 uint64_t& total) {
  const uint64_t most = kernel.device_info->local_memory_size;
  total = static_bytes;
  for (size_t i = 0; i < kernel.description.arguments.size() && total <= most; ++i) {
    if (is_local(kernel.description.arguments[i])) {
      total = align_up(total, abi_alignment);
      total = sizes[i] > most ? most + 1 : total + sizes[i];
    }
  }
  return total <= most;
}

void pack_locals(const binary::Kernel& kernel, Arguments& arguments) {
  uint64_t local = arguments.static_bytes;
  each_offset(kernel, [&](size_t i, size_t offset) {
    if (is_local(kernel.arguments[i])) {
      local = align_up(local, abi_alignment);
      std::memcpy(arguments.packed + offset, &local, sizeof local);
      local += arguments.local_sizes[i];
    }
  });
  arguments.local_bytes = local;
}

mux_result_t make_arguments(Arena& arena, const Code& code,
                            std::span<const mux_descriptor_t> descriptors, Arguments& out) {
  const binary::Kernel& description = code.kernel.description;
  const size_t count = description.arguments.size();
  if (descriptors.size() != count) {
    return mux_error_invalid_value;
  }
  for (size_t i = 0; i < count; ++i) {
    if (const auto result = check_descriptor(description.arguments[i], descriptors[i]);
        result != mux_success) {
      return result;
    }
  }
  out.packed_size = each_offset(description, [](size_t, size_t) {});
  out.packed =
      static_cast<std::byte*>(arena.take(std::max<size_t>(out.packed_size, 1), abi_alignment));
  out.local_sizes = arena.array<uint64_t>(count + 1);
  if (out.packed == nullptr || out.local_sizes == nullptr) {
    return mux_error_out_of_memory;
  }
  std::memset(out.packed, 0, out.packed_size);
  each_offset(description, [&](size_t i, size_t offset) {
    out.local_sizes[i] = is_local(description.arguments[i]) ? descriptors[i].local_size : 0;
    pack(out.packed + offset, descriptors[i]);
  });
  out.static_bytes = code.static_bytes();
  if (!local_total(code.kernel, out.static_bytes, out.local_sizes, out.local_bytes)) {
    return mux_error_invalid_value;
  }
  pack_locals(description, out);
  return mux_success;
}

} // namespace host
