// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_device_global: variables of devices. Each device of a context has its own memory
// for the variable, which all kernels share; host code copies from and to it with queue and
// handler.
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_DEVICE_GLOBAL_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_DEVICE_GLOBAL_HPP

#include <cstddef>
#include <cstdint>
#include <sycl/detail/device_globals.hpp>
#include <sycl/ext/oneapi/experimental/properties.hpp>
#include <sycl/memory/multi_ptr.hpp>
#include <utility>

#define SYCL_EXT_ONEAPI_DEVICE_GLOBAL 1

namespace sycl {
inline namespace lw1 {
namespace ext::oneapi::experimental {

// Properties; they change nothing here.
struct device_image_scope_key {
  using value_t = struct device_image_scope_value;
};
struct device_image_scope_value {
  using key_t = device_image_scope_key;
  friend constexpr bool operator==(const device_image_scope_value&,
                                   const device_image_scope_value&) {
    return true;
  }
};
inline constexpr device_image_scope_value device_image_scope;

enum class host_access_enum : std::uint16_t { read, write, read_write, none };
struct host_access_key;
template <host_access_enum Access> struct host_access_value {
  using key_t = host_access_key;
  static constexpr host_access_enum value = Access;
  friend constexpr bool operator==(const host_access_value&, const host_access_value&) {
    return true;
  }
};
struct host_access_key {
  template <host_access_enum Access> using value_t = host_access_value<Access>;
};
template <host_access_enum Access> inline constexpr host_access_value<Access> host_access;
inline constexpr host_access_value<host_access_enum::read> host_access_read;
inline constexpr host_access_value<host_access_enum::write> host_access_write;
inline constexpr host_access_value<host_access_enum::read_write> host_access_read_write;
inline constexpr host_access_value<host_access_enum::none> host_access_none;

/// A variable at namespace scope, or a static member. On the host it has the first value, on a
/// device the address of its memory, which the library writes.
template <typename T, typename Properties = properties<>> class device_global {
  static_assert(std::is_trivially_destructible_v<T>, "nothing destroys the device's variable");

  template <typename U, std::enable_if_t<std::is_pointer_v<std::remove_cv_t<U>>, int> = 0>
  static std::remove_cv_t<U> arrow(U& in) {
    return in;
  }
  template <typename U> static auto arrow(U& in) -> decltype(in.operator->()) {
    return in.operator->();
  }
  template <typename U> using arrow_of = decltype(arrow(std::declval<U&>()));

public:
  using element_type = std::remove_extent_t<T>;

#ifdef __SYCL_DEVICE_ONLY__
  template <typename... Arguments> constexpr explicit device_global(Arguments&&...) {}
#else
  template <typename... Arguments>
  constexpr explicit device_global(Arguments&&... arguments)
      : value{std::forward<Arguments>(arguments)...} {}
#endif
  constexpr device_global() = default;
  device_global(const device_global&) = delete;
  device_global(device_global&&) = delete;
  device_global& operator=(const device_global&) = delete;
  device_global& operator=(device_global&&) = delete;

  // In kernels.
  T& get() noexcept { return *pointer(); }
  const T& get() const noexcept { return *pointer(); }
  operator T&() noexcept { return get(); }
  operator const T&() const noexcept { return get(); }
  template <access::decorated Decorated> auto get_multi_ptr() noexcept {
    return address_space_cast<access::address_space::global_space, Decorated>(pointer());
  }
  template <access::decorated Decorated> auto get_multi_ptr() const noexcept {
    return address_space_cast<access::address_space::global_space, Decorated>(
        static_cast<const T*>(pointer()));
  }
  template <typename U = T, std::enable_if_t<std::is_assignable_v<U&, const U&>, int> = 0>
  device_global& operator=(const T& from) noexcept {
    get() = from;
    return *this;
  }
  template <typename U = T>
  auto operator[](std::ptrdiff_t at) noexcept -> decltype(std::declval<U&>()[at]) {
    return static_cast<U&>(get())[at];
  }
  template <typename U = T>
  auto operator[](std::ptrdiff_t at) const noexcept -> decltype(std::declval<const U&>()[at]) {
    return static_cast<const U&>(get())[at];
  }
  template <typename U = T, typename A = arrow_of<U>> A operator->() noexcept {
    return arrow(static_cast<U&>(get()));
  }
  template <typename U = T, typename A = arrow_of<const U>> A operator->() const noexcept {
    return arrow(static_cast<const U&>(get()));
  }

  template <typename Key> static constexpr bool has_property() {
    return Properties::template has_property<Key>();
  }
  template <typename Key> static constexpr auto get_property() {
    static_assert(has_property<Key>(), "the device_global has no such property");
    return detail::property_or<Properties, Key, void>();
  }

private:
#ifdef __SYCL_DEVICE_ONLY__
  T* pointer() const noexcept {
    return reinterpret_cast<__attribute__((opencl_global)) T*>(address);
  }
  std::uintptr_t address = 0;
#else
  T* pointer() const noexcept { return const_cast<T*>(&value); }
  struct with_offset {
    detail::device_global_info info;
    T value;
  };
  detail::device_global_info info = {sizeof(T), alignof(T), offsetof(with_offset, value)};
  T value{};
#endif
};

} // namespace ext::oneapi::experimental
} // namespace lw1
} // namespace sycl

#endif
