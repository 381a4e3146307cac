// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.7.3: what images with and without a sampler have in common.
#ifndef SYCL_IMAGE_IMAGE_BASE_HPP
#define SYCL_IMAGE_IMAGE_BASE_HPP

#include <cstring>
#include <iterator>
#include <sycl/detail/images.hpp>
#include <sycl/image/properties.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// Copies are the same image.
template <int D, typename AllocatorT> class image_base {
  static_assert(D >= 1 && D <= 3, "images have one to three dimensions");

public:
  range<D> get_range() const {
    range<D> made;
    for (int i = 0; i < D; ++i) {
      made[i] = shape.extent[i];
    }
    return made;
  }
  /// Bytes from row to row and, of three dimensions, from slice to slice.
  template <int N = D, std::enable_if_t<(N > 1), int> = 0> range<N - 1> get_pitch() const {
    range<N - 1> made;
    for (int i = 0; i < N - 1; ++i) {
      made[i] = shape.pitch[i];
    }
    return made;
  }
  std::size_t byte_size() const noexcept { return image_bytes(shape); }
  std::size_t size() const noexcept { return shape.extent[0] * shape.extent[1] * shape.extent[2]; }
  AllocatorT get_allocator() const { return memory_by; }
  template <typename Property> bool has_property() const noexcept {
    return list.template has_property<Property>();
  }
  template <typename Property> Property get_property() const {
    return list.template get_property<Property>();
  }

  friend bool operator==(const image_base& a, const image_base& b) { return a.impl == b.impl; }
  friend bool operator!=(const image_base& a, const image_base& b) { return !(a == b); }
  const void* lw_object() const noexcept { return impl.raw(); }
  counted* lw_image() const noexcept { return impl.raw(); }

protected:
  image_base(void* users, const image_shape& of, const image_sampler* sampler, AllocatorT allocator,
             const property_list& properties)
      : shape(of), impl(ref<image_impl>::adopt(make_image(shape, sampler, users, properties))),
        memory_by(allocator), list(properties) {}
  /// Of memory that the library made.
  image_base(ref<image_impl> of, const image_shape& has) : shape(has), impl(std::move(of)) {}

  static image_shape shape_of(image_format format, const range<D>& extent) {
    image_shape made;
    made.format = format;
    made.dimensions = D;
    for (int i = 0; i < D; ++i) {
      made.extent[i] = extent[i];
    }
    return made;
  }
  template <int P>
  static image_shape shape_of(image_format format, const range<D>& extent, const range<P>& pitch) {
    image_shape made = shape_of(format, extent);
    for (int i = 0; i < P; ++i) {
      made.pitch[i] = pitch[i];
    }
    if (pitch.size() == 0) { // 0 would be the default
      throw exception(make_error_code(errc::invalid), "the pitch of an image is 0");
    }
    return made;
  }

  image_shape shape;
  ref<image_impl> impl;
  AllocatorT memory_by{};
  property_list list;
};

/// The elements that an output iterator takes.
template <typename Iterator, typename = void> struct written_by {
  using type = typename std::iterator_traits<Iterator>::value_type;
};
template <typename Iterator>
struct written_by<Iterator, std::void_t<typename Iterator::container_type>> {
  using type = typename Iterator::container_type::value_type;
};

/// Copies an image's bytes, pitches included, to where set_final_data says.
template <typename Destination>
void copy_image(Destination destination, const void* from, std::size_t bytes) {
  if constexpr (is_weak<Destination>::value) {
    if (const auto alive = destination.lock()) {
      std::memcpy(alive.get(), from, bytes);
    }
  } else if constexpr (is_shared<Destination>::value) {
    std::memcpy(destination.get(), from, bytes);
  } else if constexpr (std::is_pointer_v<Destination>) {
    std::memcpy(destination, from, bytes);
  } else {
    using element = typename written_by<Destination>::type;
    const auto* at = static_cast<const char*>(from);
    for (; bytes >= sizeof(element); bytes -= sizeof(element), at += sizeof(element)) {
      element one;
      std::memcpy(&one, at, sizeof(element));
      *destination++ = one;
    }
  }
}

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
