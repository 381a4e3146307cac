// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.7.3.1.
#ifndef SYCL_IMAGE_UNSAMPLED_IMAGE_HPP
#define SYCL_IMAGE_UNSAMPLED_IMAGE_HPP

#include <sycl/image/accessors.hpp>
#include <sycl/image/host_accessors.hpp>
#include <sycl/image/image_base.hpp>

namespace sycl {
inline namespace lw1 {

/// An image whose texels are read and written as they are. It throws errc::invalid for an empty
/// range, and for pitches that are less than what they have to hold or no multiples of it.
template <int D, typename AllocatorT>
class unsampled_image : public detail::image_base<D, AllocatorT> {
  using base = detail::image_base<D, AllocatorT>;

public:
  // With memory of the library's.
  unsampled_image(image_format format, const range<D>& extent, const property_list& properties = {})
      : unsampled_image(format, extent, AllocatorT(), properties) {}
  unsampled_image(image_format format, const range<D>& extent, AllocatorT allocator,
                  const property_list& properties = {})
      : base(nullptr, base::shape_of(format, extent), nullptr, allocator, properties) {}
  template <int N = D, std::enable_if_t<(N > 1), int> = 0>
  unsampled_image(image_format format, const range<N>& extent, const range<N - 1>& pitch,
                  const property_list& properties = {})
      : unsampled_image(format, extent, pitch, AllocatorT(), properties) {}
  template <int N = D, std::enable_if_t<(N > 1), int> = 0>
  unsampled_image(image_format format, const range<N>& extent, const range<N - 1>& pitch,
                  AllocatorT allocator, const property_list& properties = {})
      : base(nullptr, base::shape_of(format, extent, pitch), nullptr, allocator, properties) {}

  // In memory of the program's, which has the results when the last copy of the image has gone.
  unsampled_image(void* host, image_format format, const range<D>& extent,
                  const property_list& properties = {})
      : unsampled_image(host, format, extent, AllocatorT(), properties) {}
  unsampled_image(void* host, image_format format, const range<D>& extent, AllocatorT allocator,
                  const property_list& properties = {})
      : base(host, base::shape_of(format, extent), nullptr, allocator, properties) {}
  template <int N = D, std::enable_if_t<(N > 1), int> = 0>
  unsampled_image(void* host, image_format format, const range<N>& extent,
                  const range<N - 1>& pitch, const property_list& properties = {})
      : unsampled_image(host, format, extent, pitch, AllocatorT(), properties) {}
  template <int N = D, std::enable_if_t<(N > 1), int> = 0>
  unsampled_image(void* host, image_format format, const range<N>& extent,
                  const range<N - 1>& pitch, AllocatorT allocator,
                  const property_list& properties = {})
      : base(host, base::shape_of(format, extent, pitch), nullptr, allocator, properties) {}

  // In memory that the image keeps alive.
  unsampled_image(std::shared_ptr<void>& host, image_format format, const range<D>& extent,
                  const property_list& properties = {})
      : unsampled_image(host, format, extent, AllocatorT(), properties) {}
  unsampled_image(std::shared_ptr<void>& host, image_format format, const range<D>& extent,
                  AllocatorT allocator, const property_list& properties = {})
      : unsampled_image(host.get(), format, extent, allocator, properties) {
    detail::keep_alive(this->lw_image(), host);
  }
  template <int N = D, std::enable_if_t<(N > 1), int> = 0>
  unsampled_image(std::shared_ptr<void>& host, image_format format, const range<N>& extent,
                  const range<N - 1>& pitch, const property_list& properties = {})
      : unsampled_image(host, format, extent, pitch, AllocatorT(), properties) {}
  template <int N = D, std::enable_if_t<(N > 1), int> = 0>
  unsampled_image(std::shared_ptr<void>& host, image_format format, const range<N>& extent,
                  const range<N - 1>& pitch, AllocatorT allocator,
                  const property_list& properties = {})
      : unsampled_image(host.get(), format, extent, pitch, allocator, properties) {
    detail::keep_alive(this->lw_image(), host);
  }

  /// Of memory that the library made.
  unsampled_image(detail::ref<detail::image_impl> of, const detail::image_shape& has)
      : base(std::move(of), has) {}

  template <typename T,
            access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write,
            image_target Target = image_target::device>
  unsampled_image_accessor<T, D, Mode, Target> get_access(handler& group,
                                                          const property_list& properties = {}) {
    return {*this, group, properties};
  }
  template <typename T,
            access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write>
  host_unsampled_image_accessor<T, D, Mode> get_host_access(const property_list& properties = {}) {
    return {*this, properties};
  }

  /// Where the texels go, with the pitches that they have, when the last copy of the image goes, if
  /// anything was given them for writing: an iterator, a pointer of any kind; null: nowhere.
  template <typename Destination = std::nullptr_t>
  void set_final_data(Destination destination = nullptr) {
    bool nowhere = std::is_same_v<Destination, std::nullptr_t>;
    if constexpr (std::is_pointer_v<Destination>) {
      nowhere = destination == nullptr;
    }
    if (nowhere) {
      detail::set_write_back(this->lw_image(), {});
    } else if constexpr (!std::is_same_v<Destination, std::nullptr_t>) {
      detail::set_write_back(this->lw_image(),
                             [destination, bytes = this->byte_size()](const void* memory) {
                               detail::copy_image(destination, memory, bytes);
                             });
    }
  }
  void set_write_back(bool flag = true) { detail::enable_write_back(this->lw_image(), flag); }
};

} // namespace lw1
} // namespace sycl

// NOLINTBEGIN(bugprone-std-namespace-modification): SYCL asks for it.
template <int D, typename A>
struct std::hash<sycl::unsampled_image<D, A>>
    : sycl::detail::hash_by_object<sycl::unsampled_image<D, A>> {};
// NOLINTEND(bugprone-std-namespace-modification)

#endif
