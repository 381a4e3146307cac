// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory that a stream writes to. Apart from the class, which needs Clang's built-ins for
// atomic access.
#ifndef SYCL_STREAM_STREAM_MEMORY_HPP
#define SYCL_STREAM_STREAM_MEMORY_HPP

#include <cstddef>
#include <cstdint>
#include <sycl/runtime/handler.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// The header before the text in the kernel's memory.
struct stream_header {
  std::uint32_t used;
  std::uint32_t capacity;
};
/// Memory that host and device share and that is printed after the group's command.
LW_SYCL_EXPORT stream_header* make_stream(command_group& group, std::size_t capacity);

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
