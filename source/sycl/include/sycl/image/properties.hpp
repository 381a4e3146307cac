// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, sections 4.7.3.3 and 4.7.6.4: the properties of images and their accessors, and the
// names of these classes.
#ifndef SYCL_IMAGE_PROPERTIES_HPP
#define SYCL_IMAGE_PROPERTIES_HPP

#include <cstddef>
#include <sycl/memory/buffer.hpp>

namespace sycl {
inline namespace lw1 {

enum class image_target : unsigned { device, host_task };
using image_allocator = buffer_allocator<std::byte>;

template <int D = 1, typename AllocatorT = image_allocator> class sampled_image;
template <int D = 1, typename AllocatorT = image_allocator> class unsampled_image;
template <typename T, int D, access_mode Mode, image_target Target = image_target::device>
class unsampled_image_accessor;
template <typename T, int D, image_target Target = image_target::device>
class sampled_image_accessor;
template <typename T, int D = 1,
          access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write>
class host_unsampled_image_accessor;
template <typename T, int D> class host_sampled_image_accessor;

namespace property::image {
class use_host_ptr {};
class use_mutex : public buffer::use_mutex {
public:
  using buffer::use_mutex::use_mutex;
};
class context_bound : public buffer::context_bound {
public:
  using buffer::context_bound::context_bound;
};
} // namespace property::image

template <> struct is_property<property::image::use_host_ptr> : std::true_type {};
template <> struct is_property<property::image::use_mutex> : std::true_type {};
template <> struct is_property<property::image::context_bound> : std::true_type {};

namespace detail {
template <typename Property>
inline constexpr bool is_image_property = std::is_same_v<Property, property::image::use_host_ptr> ||
                                          std::is_same_v<Property, property::image::use_mutex> ||
                                          std::is_same_v<Property, property::image::context_bound>;
} // namespace detail
template <typename Property, int D, typename A>
struct is_property_of<Property, sampled_image<D, A>>
    : std::bool_constant<detail::is_image_property<Property>> {};
template <typename Property, int D, typename A>
struct is_property_of<Property, unsampled_image<D, A>>
    : std::bool_constant<detail::is_image_property<Property>> {};
template <typename T, int D, access_mode M, image_target G>
struct is_property_of<property::no_init, unsampled_image_accessor<T, D, M, G>> : std::true_type {};
template <typename T, int D, access_mode M>
struct is_property_of<property::no_init, host_unsampled_image_accessor<T, D, M>> : std::true_type {
};

} // namespace lw1
} // namespace sycl

#endif
