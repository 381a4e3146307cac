// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "target_support/arguments.h"

#include <algorithm>

namespace target_support {

size_t packed_alignment(const binary::Argument& argument) {
  return is_local(argument) ? sizeof(uint64_t) : std::max<size_t>(argument.alignment, 1);
}

size_t packed_size(const binary::Argument& argument) {
  const bool by_value = argument.kind == binary::ArgumentKind::value ||
                        argument.kind == binary::ArgumentKind::sampler;
  return by_value ? argument.size : sizeof(uint64_t);
}

mux_result_t check_descriptor(const binary::Argument& argument, const mux_descriptor_t& given) {
  switch (argument.kind) {
  case binary::ArgumentKind::value:
    return given.type == mux_descriptor_type_bytes && given.bytes.size == argument.size
               ? mux_success
               : mux_error_invalid_value;
  case binary::ArgumentKind::pointer:
    return given.type == mux_descriptor_type_address || (given.type == mux_descriptor_type_buffer &&
                                                         given.buffer.buffer->memory != nullptr)
               ? mux_success
               : mux_error_invalid_value;
  case binary::ArgumentKind::local:
    return given.type == mux_descriptor_type_local ? mux_success : mux_error_invalid_value;
  case binary::ArgumentKind::image:
    return given.type == mux_descriptor_type_image && given.image->memory != nullptr
               ? mux_success
               : mux_error_invalid_value;
  case binary::ArgumentKind::sampler:
    return given.type == mux_descriptor_type_sampler ? mux_success : mux_error_invalid_value;
  }
  return mux_error_invalid_value;
}

} // namespace target_support
