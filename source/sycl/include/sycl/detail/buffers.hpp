// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What buffers and accessors ask of the library.
#ifndef SYCL_DETAIL_BUFFERS_HPP
#define SYCL_DETAIL_BUFFERS_HPP

#include <functional>
#include <sycl/detail/abi.hpp>
#include <sycl/memory/access.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// A reference to new memory of a buffer. With `users`, it is that memory, or a copy of it.
LW_SYCL_EXPORT counted* make_buffer(std::size_t bytes, void* users, bool copies);
/// What is called with the memory when the buffer goes, if it was written.
LW_SYCL_EXPORT void set_write_back(counted* buffer, std::function<void(const void*)> function);
LW_SYCL_EXPORT void* buffer_memory(counted* buffer);
/// The group uses the buffer; gives the address in the context of its queue.
LW_SYCL_EXPORT void* use_buffer(command_group& group, counted* buffer, access_mode mode);
/// Between these, the host may use the memory, and commands that want it wait.
LW_SYCL_EXPORT void* begin_host_access(counted* buffer, access_mode mode);
LW_SYCL_EXPORT void end_host_access(counted* buffer);

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
