// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, sections 4.7.6.14 and 4.7.6.15: accessors of images for commands. They are plain data,
// the same on host and device: handles of the image and its sampler.
#ifndef SYCL_IMAGE_ACCESSORS_HPP
#define SYCL_IMAGE_ACCESSORS_HPP

#include <sycl/image/properties.hpp>
#include <sycl/image/texels.hpp>
#include <sycl/memory/accessor.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// What accessors of images have in common.
template <typename T, access_mode Mode> class image_access : public accessor_properties {
  static_assert(is_texel<std::remove_const_t<T>>,
                "texels are read and written as int4, uint4, float4 or half4");
  static_assert(!std::is_const_v<T> || Mode == access_mode::read,
                "an accessor of constant texels only reads");
  static_assert(Mode == access_mode::read || Mode == access_mode::write ||
                    Mode == access_mode::read_write,
                "accessors of images read, write, or do both");

public:
  using value_type = std::conditional_t<Mode == access_mode::read, const T, T>;
  using reference = value_type&;
  using const_reference = const T&;

  std::size_t size() const noexcept { return elements; }

  friend bool operator==(const image_access& a, const image_access& b) {
    return a.image == b.image;
  }
  friend bool operator!=(const image_access& a, const image_access& b) { return !(a == b); }
  const void* lw_object() const noexcept { return image; }
  counted* lw_image() const noexcept { return image; }

protected:
  using texel = std::remove_const_t<T>;
  template <typename Image>
  image_access(const Image& of, const image_handles& as, const property_list& properties)
      : accessor_properties(properties, Mode), handles(as), image(of.lw_image()),
        elements(of.size()) {}
  /// Of other texels that are const, or not.
  template <typename U>
  explicit image_access(const image_access<U, Mode>& other)
      : accessor_properties(other), handles(other.handles), image(other.image),
        elements(other.elements) {}

  image_handles handles;
  counted* image; ///< the library's
  std::size_t elements;

private:
  template <typename, access_mode> friend class image_access;
};

/// Whether U is T, but const or not const.
template <typename T, typename U>
inline constexpr bool differs_in_const =
    !std::is_same_v<T, U> && std::is_same_v<std::remove_const_t<T>, std::remove_const_t<U>>;

} // namespace detail

namespace detail {
template <typename T, int D, access_mode Mode>
inline constexpr bool
    is_image_accessor<unsampled_image_accessor<T, D, Mode, image_target::device>> = true;
template <typename T, int D>
inline constexpr bool is_image_accessor<sampled_image_accessor<T, D, image_target::device>> = true;
} // namespace detail

/// It reads and writes in a command, in a kernel or in a host task as Target says. The constructor
/// throws errc::feature_not_supported if it is for a kernel and the device does not have
/// aspect::image; errc::invalid for property::no_init where it only reads, and for an image that is
/// bound to another context.
template <typename T, int D, access_mode Mode, image_target Target>
class unsampled_image_accessor : public detail::image_access<T, Mode> {
  using base = detail::image_access<T, Mode>;
  using typename base::texel;

public:
  template <typename A>
  unsampled_image_accessor(unsampled_image<D, A>& of, handler& group,
                           const property_list& properties = {})
      : base(of,
             detail::use_image(group.lw_group(), of.lw_image(), Mode,
                               Target == image_target::device),
             properties) {}
  template <typename U,
            std::enable_if_t<Mode == access_mode::read && detail::differs_in_const<T, U>, int> = 0>
  unsampled_image_accessor(const unsampled_image_accessor<U, D, Mode, Target>& other)
      : base(other) {}

  template <
      typename C, access_mode M = Mode,
      std::enable_if_t<M != access_mode::write && detail::are_coordinates<C, int, D>, int> = 0>
  texel read(const C& at) const noexcept {
    return detail::read_image<texel, D>(this->handles, this->image, at);
  }
  template <typename C, access_mode M = Mode,
            std::enable_if_t<M != access_mode::read && detail::are_coordinates<C, int, D>, int> = 0>
  void write(const C& at, const T& colour) const {
    detail::write_image<texel, D>(this->handles, this->image, at, colour);
  }
};

/// It reads through the image's sampler; its constructor throws as that of an
/// unsampled_image_accessor does.
template <typename T, int D, image_target Target>
class sampled_image_accessor : public detail::image_access<T, access_mode::read> {
  using base = detail::image_access<T, access_mode::read>;
  using typename base::texel;

public:
  template <typename A>
  sampled_image_accessor(sampled_image<D, A>& of, handler& group,
                         const property_list& properties = {})
      : base(of,
             detail::use_image(group.lw_group(), of.lw_image(), access_mode::read,
                               Target == image_target::device),
             properties) {}
  template <typename U, std::enable_if_t<detail::differs_in_const<T, U>, int> = 0>
  sampled_image_accessor(const sampled_image_accessor<U, D, Target>& other) : base(other) {}

  template <typename C, std::enable_if_t<detail::are_coordinates<C, float, D>, int> = 0>
  texel read(const C& at) const noexcept {
    return detail::sample_image_at<texel, D>(this->handles, this->image, at);
  }
};

} // namespace lw1
} // namespace sycl

// NOLINTBEGIN(bugprone-std-namespace-modification): SYCL asks for it.
template <typename T, int D, sycl::access_mode M, sycl::image_target G>
struct std::hash<sycl::unsampled_image_accessor<T, D, M, G>>
    : sycl::detail::hash_by_object<sycl::unsampled_image_accessor<T, D, M, G>> {};
template <typename T, int D, sycl::image_target G>
struct std::hash<sycl::sampled_image_accessor<T, D, G>>
    : sycl::detail::hash_by_object<sycl::sampled_image_accessor<T, D, G>> {};
// NOLINTEND(bugprone-std-namespace-modification)

#endif
