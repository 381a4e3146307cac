// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 3.13.1: which types keep their value when their bytes go to a device.
#ifndef SYCL_RUNTIME_DEVICE_COPYABLE_HPP
#define SYCL_RUNTIME_DEVICE_COPYABLE_HPP

#include <array>
#include <optional>
#include <string_view>
#include <sycl/memory/span.hpp>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

/// Tells programs that is_device_copyable counts.
#define SYCL_DEVICE_COPYABLE 1

namespace sycl {
inline namespace lw1 {

/// Programs specialise it for types of their own.
template <typename T> struct is_device_copyable : std::is_trivially_copyable<T> {};
template <typename T> inline constexpr bool is_device_copyable_v = is_device_copyable<T>::value;

template <typename T> struct is_device_copyable<const T> : is_device_copyable<T> {};
template <typename T> struct is_device_copyable<volatile T> : is_device_copyable<T> {};
template <typename T> struct is_device_copyable<const volatile T> : is_device_copyable<T> {};
template <typename T, std::size_t N> struct is_device_copyable<T[N]> : is_device_copyable<T> {};
template <typename T, std::size_t N>
struct is_device_copyable<const T[N]> : is_device_copyable<T> {};
template <typename T, std::size_t N>
struct is_device_copyable<volatile T[N]> : is_device_copyable<T> {};
template <typename T, std::size_t N>
struct is_device_copyable<const volatile T[N]> : is_device_copyable<T> {};

template <typename T> struct is_device_copyable<std::array<T, 0>> : std::true_type {};
template <typename T, std::size_t N>
struct is_device_copyable<std::array<T, N>> : is_device_copyable<T> {};
template <typename T> struct is_device_copyable<std::optional<T>> : is_device_copyable<T> {};
template <typename A, typename B>
struct is_device_copyable<std::pair<A, B>>
    : std::bool_constant<is_device_copyable_v<A> && is_device_copyable_v<B>> {};
template <typename... Ts>
struct is_device_copyable<std::tuple<Ts...>>
    : std::bool_constant<(is_device_copyable_v<Ts> && ...)> {};
template <typename... Ts>
struct is_device_copyable<std::variant<Ts...>>
    : std::bool_constant<(is_device_copyable_v<Ts> && ...)> {};
template <typename C, typename Traits>
struct is_device_copyable<std::basic_string_view<C, Traits>> : std::true_type {};
template <typename T, std::size_t Extent>
struct is_device_copyable<span<T, Extent>> : std::true_type {};

} // namespace lw1
} // namespace sycl

#endif
