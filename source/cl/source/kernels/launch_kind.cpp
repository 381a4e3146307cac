// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/launch_kind.h"

#include "api.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace cl {
namespace {

using compiler::ArgumentFact;

/// The properties of an image or a sampler that kernels see; nothing for other arguments.
std::optional<ArgumentFact> fact_of(const mux_descriptor_t& given, uint32_t argument) {
  if (given.type == mux_descriptor_type_image) {
    const mux_image_format_t& format = given.image->info.format;
    // The API's names, of which mux's enumerations have the order.
    return ArgumentFact{
        ArgumentFact::Kind::image,
        argument,
        {uint32_t(CL_R + (format.order - mux_image_channel_order_r)),
         uint32_t(CL_SNORM_INT8 + (format.type - mux_image_channel_type_snorm_int8))}};
  }
  if (given.type == mux_descriptor_type_sampler) {
    return ArgumentFact{ArgumentFact::Kind::sampler, argument, {given.sampler->word, 0}};
  }
  return std::nullopt;
}

} // namespace

bool LaunchKind::operator==(const LaunchKind& other) const {
  return local_size == other.local_size && work_dim == other.work_dim &&
         zero_offset == other.zero_offset && std::ranges::equal(facts(), other.facts());
}

LaunchKind LaunchKind::of(const mux_ndrange_t& range) {
  LaunchKind kind;
  kind.work_dim = range.dimensions;
  std::copy_n(range.local_size, 3, kind.local_size.begin());
  kind.zero_offset = std::all_of(range.global_offset, range.global_offset + 3,
                                 [](uint64_t offset) { return offset == 0; });
  for (uint64_t i = 0; i < range.descriptors_length && kind.argument_count < max_objects; ++i) {
    if (const auto fact = fact_of(range.descriptors[i], static_cast<uint32_t>(i))) {
      kind.arguments[kind.argument_count++] = *fact;
    }
  }
  return kind;
}

bool add_integers(LaunchKind& kind, const binary::Kernel& kernel, const mux_ndrange_t& range) {
  const size_t most = kind.argument_count + LaunchKind::max_integers;
  const uint32_t before = kind.argument_count;
  for (uint32_t i = 0; i < kernel.arguments.size(); ++i) {
    const mux_descriptor_t& given = range.descriptors[i];
    for (const binary::ArgumentPart& part : kernel.arguments[i].governing) {
      if (kind.argument_count == most || given.type != mux_descriptor_type_bytes ||
          given.bytes.size < uint64_t(part.offset) + part.size) {
        break;
      }
      uint64_t value = 0; // devices are little endian, as the container is
      std::memcpy(&value, static_cast<const char*>(given.bytes.data) + part.offset, part.size);
      kind.arguments[kind.argument_count++] = {ArgumentFact::Kind::integer,
                                               i,
                                               {uint32_t(value), uint32_t(value >> 32)},
                                               part.offset,
                                               part.size};
    }
  }
  return kind.argument_count != before;
}

} // namespace cl
