// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.11.12.1. A value of the constant is bytes, from the host's set functions to
// the stages of clang-sycl-linker.
#ifndef SYCL_BUNDLE_SPECIALIZATION_ID_HPP
#define SYCL_BUNDLE_SPECIALIZATION_ID_HPP

#include <cstddef>
#include <new>
#include <sycl/detail/host_names.hpp>
#include <sycl/detail/spirv.hpp>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace lw1 {
namespace detail {

struct specialization_access;
/// Its name is that of a specialization constant, on host and device.
template <auto& Id> struct spec_name;

} // namespace detail

template <typename T> class specialization_id {
  static_assert(std::is_trivially_copyable_v<T>,
                "the value of a specialization constant is copied to the device as bytes");

public:
  using value_type = T;
  template <typename... Arguments,
            std::enable_if_t<std::is_constructible_v<T, Arguments...>, int> = 0>
  explicit constexpr specialization_id(Arguments&&... arguments)
      : value(std::forward<Arguments>(arguments)...) {}
  specialization_id(const specialization_id&) = delete;
  specialization_id(specialization_id&&) = delete;
  specialization_id& operator=(const specialization_id&) = delete;
  specialization_id& operator=(specialization_id&&) = delete;

private:
  friend struct detail::specialization_access;
  T value;
};

namespace detail {

/// A specialization_id as the library knows it. `name` is that of the id, which is unique in the
/// process unless one file alone knows the id: then `unit` says which file. `id` is its address.
struct constant_key {
  const void* id;
  const char* name;
  const char* unit;
  std::size_t size;
};

template <auto& Id> using value_of = typename std::remove_reference_t<decltype(Id)>::value_type;

struct specialization_access {
  template <auto& Id> static const value_of<Id>& default_of() { return Id.value; }

  template <auto& Id> static constant_key key() {
    return {&Id, LW_SYCL_TYPE_NAME(spec_name<Id>), LW_SYCL_UNIT, sizeof(value_of<Id>)};
  }

  /// On the device: a stage of clang-sycl-linker replaces the call, whose arguments it wants to be
  /// constants.
  template <auto& Id> static value_of<Id> on_device() {
#ifdef __SYCL_DEVICE_ONLY__
    alignas(value_of<Id>) unsigned char bytes[sizeof(value_of<Id>)];
    __lanewise_sycl_specialization_constant(bytes, &Id, LW_SYCL_TYPE_NAME(spec_name<Id>),
                                            LW_SYCL_UNIT, sizeof(value_of<Id>));
    return *std::launder(reinterpret_cast<const value_of<Id>*>(bytes));
#else
    return Id.value;
#endif
  }
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
