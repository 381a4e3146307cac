// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library's interface for buffers and accessors.
#ifndef SYCL_DETAIL_BUFFERS_HPP
#define SYCL_DETAIL_BUFFERS_HPP

#include <functional>
#include <memory>
#include <mutex>
#include <sycl/detail/abi.hpp>
#include <sycl/detail/sizes.hpp>
#include <sycl/memory/access.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// A reference to new memory of a buffer. With `users`, it is that memory, or a copy of it.
LW_SYCL_EXPORT counted* make_buffer(std::size_t bytes, void* users, bool copies);
/// Sets the function that is called with the memory when the buffer is destroyed. If it is empty,
/// nothing is called and the user's memory stays as it is.
LW_SYCL_EXPORT void set_write_back(counted* buffer, std::function<void(const void*)> function);
/// Held while commands, or the host through accessors, use the memory. Before the buffer is used.
LW_SYCL_EXPORT void set_mutex(counted* buffer, std::mutex& program);
LW_SYCL_EXPORT void enable_write_back(counted* buffer, bool enabled);
/// Keeps the owner of the user's memory alive as long as the buffer.
LW_SYCL_EXPORT void keep_alive(counted* buffer, std::shared_ptr<const void> owner);
LW_SYCL_EXPORT void* buffer_memory(counted* buffer);
/// The group uses the buffer; gives the address in the context of its queue.
LW_SYCL_EXPORT void* use_buffer(command_group& group, counted* buffer, access_mode mode);
/// Between these, the host may use the memory. What was submitted before the beginning is waited
/// for; what is submitted later waits for the end. `access` is another one for each.
LW_SYCL_EXPORT void* begin_host_access(counted* buffer, access_mode mode, const void* access);
LW_SYCL_EXPORT void end_host_access(counted* buffer, const void* access);

template <typename T> struct is_weak : std::false_type {};
template <typename T> struct is_weak<std::weak_ptr<T>> : std::true_type {};
template <typename T> struct is_shared : std::false_type {};
template <typename T> struct is_shared<std::shared_ptr<T>> : std::true_type {};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
