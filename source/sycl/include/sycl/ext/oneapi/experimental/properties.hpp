// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_properties, as far as other extensions need it: lists of properties whose values
// are types.
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_PROPERTIES_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_PROPERTIES_HPP

#include <sycl/detail/config.hpp>
#include <type_traits>

namespace sycl {
inline namespace lw1 {
namespace ext::oneapi::experimental {

/// No properties.
struct empty_properties_t {
  template <typename> static constexpr bool has_property() { return false; }
};

/// Properties of different keys.
template <typename... Values> class properties {
public:
  constexpr explicit properties(Values...) {}
  template <typename Key> static constexpr bool has_property() {
    return (std::is_same_v<typename Values::key_t, Key> || ...);
  }
};
template <> class properties<> : public empty_properties_t {};
template <typename... Values> properties(Values...) -> properties<Values...>;

} // namespace ext::oneapi::experimental

namespace detail {

/// The property with a key, or what stands for none.
template <typename Properties, typename Key, typename Otherwise> struct property_of {
  using type = Otherwise;
};
template <typename Key, typename Otherwise, typename First, typename... Rest>
struct property_of<ext::oneapi::experimental::properties<First, Rest...>, Key, Otherwise> {
  using type = typename std::conditional_t<
      std::is_same_v<typename First::key_t, Key>, property_of<void, Key, First>,
      property_of<ext::oneapi::experimental::properties<Rest...>, Key, Otherwise>>::type;
};
template <typename Properties, typename Key, typename Otherwise>
using property_or = typename property_of<Properties, Key, Otherwise>::type;

} // namespace detail

} // namespace lw1
} // namespace sycl

#endif
