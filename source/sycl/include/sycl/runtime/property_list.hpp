// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.5.4.
#ifndef SYCL_RUNTIME_PROPERTY_LIST_HPP
#define SYCL_RUNTIME_PROPERTY_LIST_HPP

#include <cstring>
#include <memory>
#include <sycl/detail/config.hpp>
#include <sycl/runtime/exception.hpp>
#include <type_traits>
#include <vector>

namespace sycl {
inline namespace lw1 {

/// Tells which types are properties, and of which classes.
template <typename T> struct is_property : std::false_type {};
template <typename T> inline constexpr bool is_property_v = is_property<T>::value;
template <typename T, typename Object> struct is_property_of : std::false_type {};
template <typename T, typename Object>
inline constexpr bool is_property_of_v = is_property_of<T, Object>::value;

/// Properties of any types. An empty list allocates nothing.
class property_list {
public:
  template <typename... Properties, std::enable_if_t<(is_property_v<Properties> && ...), int> = 0>
  property_list(Properties... properties) {
    (all.push_back({tag<Properties>(), std::make_shared<Properties>(properties)}), ...);
  }
  property_list(const property_list&) = default;
  property_list(property_list&&) = default;
  property_list& operator=(const property_list&) = default;
  property_list& operator=(property_list&&) = default;

  template <typename Property> bool has_property() const noexcept { return find<Property>(); }
  template <typename Property> Property get_property() const {
    if (const void* found = find<Property>()) {
      return *static_cast<const Property*>(found);
    }
    throw exception(make_error_code(errc::invalid), "the object does not have this property");
  }

private:
  struct entry {
    const char* type;
    std::shared_ptr<const void> value;
  };
  /// A text with the type's name in it. Its address would do, but is another in each library.
  template <typename Property> static const char* tag() noexcept { return __PRETTY_FUNCTION__; }
  /// Whether the texts are of one type. GCC names inline namespaces, and Clang does not.
  static bool are_same(const char* a, const char* b) noexcept {
    a = name_in(a);
    b = name_in(b);
    while (*a == *b && *a != '\0' && *a != ']') {
      a = behind_inline(a + 1);
      b = behind_inline(b + 1);
    }
    return *a == *b || (is_end(*a) && is_end(*b));
  }
  static const char* name_in(const char* tag) noexcept {
    const char* const found = std::strstr(tag, "Property = ");
    return found ? found + 11 : tag;
  }
  static const char* behind_inline(const char* text) noexcept {
    return std::strncmp(text, "lw1::", 5) == 0 ? text + 5 : text;
  }
  static bool is_end(char letter) noexcept { return letter == ']' || letter == ';'; }
  template <typename Property> const void* find() const noexcept {
    for (const entry& one : all) {
      if (one.type == tag<Property>() || are_same(one.type, tag<Property>())) {
        return one.value.get();
      }
    }
    return nullptr;
  }

  std::vector<entry> all;
};

namespace property::queue {
class in_order {};
class enable_profiling {};
} // namespace property::queue

namespace property {
class no_init {};
} // namespace property
inline const property::no_init no_init;

class queue;
template <> struct is_property<property::queue::in_order> : std::true_type {};
template <> struct is_property<property::queue::enable_profiling> : std::true_type {};
template <> struct is_property<property::no_init> : std::true_type {};
template <> struct is_property_of<property::queue::in_order, queue> : std::true_type {};
template <> struct is_property_of<property::queue::enable_profiling, queue> : std::true_type {};

} // namespace lw1
} // namespace sycl

#endif
