// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.7.3.2.
#ifndef SYCL_IMAGE_SAMPLED_IMAGE_HPP
#define SYCL_IMAGE_SAMPLED_IMAGE_HPP

#include <sycl/image/accessors.hpp>
#include <sycl/image/host_accessors.hpp>
#include <sycl/image/image_base.hpp>

namespace sycl {
inline namespace lw1 {

/// An image that is read with a sampler, in memory of the program's, which nobody writes while the
/// image lives. It throws as an unsampled_image does.
template <int D, typename AllocatorT>
class sampled_image : public detail::image_base<D, AllocatorT> {
  using base = detail::image_base<D, AllocatorT>;

public:
  sampled_image(const void* host, image_format format, image_sampler sampler,
                const range<D>& extent, const property_list& properties = {})
      : sampled_image(host, format, sampler, extent, AllocatorT(), properties) {}
  sampled_image(const void* host, image_format format, image_sampler sampler,
                const range<D>& extent, AllocatorT allocator, const property_list& properties = {})
      : base(const_cast<void*>(host), base::shape_of(format, extent), &sampler, allocator,
             properties) {}
  template <int N = D, std::enable_if_t<(N > 1), int> = 0>
  sampled_image(const void* host, image_format format, image_sampler sampler,
                const range<N>& extent, const range<N - 1>& pitch,
                const property_list& properties = {})
      : sampled_image(host, format, sampler, extent, pitch, AllocatorT(), properties) {}
  template <int N = D, std::enable_if_t<(N > 1), int> = 0>
  sampled_image(const void* host, image_format format, image_sampler sampler,
                const range<N>& extent, const range<N - 1>& pitch, AllocatorT allocator,
                const property_list& properties = {})
      : base(const_cast<void*>(host), base::shape_of(format, extent, pitch), &sampler, allocator,
             properties) {}

  // In memory that the image keeps alive.
  sampled_image(std::shared_ptr<const void>& host, image_format format, image_sampler sampler,
                const range<D>& extent, const property_list& properties = {})
      : sampled_image(host, format, sampler, extent, AllocatorT(), properties) {}
  sampled_image(std::shared_ptr<const void>& host, image_format format, image_sampler sampler,
                const range<D>& extent, AllocatorT allocator, const property_list& properties = {})
      : sampled_image(host.get(), format, sampler, extent, allocator, properties) {
    detail::keep_alive(this->lw_image(), host);
  }
  template <int N = D, std::enable_if_t<(N > 1), int> = 0>
  sampled_image(std::shared_ptr<const void>& host, image_format format, image_sampler sampler,
                const range<N>& extent, const range<N - 1>& pitch,
                const property_list& properties = {})
      : sampled_image(host, format, sampler, extent, pitch, AllocatorT(), properties) {}
  template <int N = D, std::enable_if_t<(N > 1), int> = 0>
  sampled_image(std::shared_ptr<const void>& host, image_format format, image_sampler sampler,
                const range<N>& extent, const range<N - 1>& pitch, AllocatorT allocator,
                const property_list& properties = {})
      : sampled_image(host.get(), format, sampler, extent, pitch, allocator, properties) {
    detail::keep_alive(this->lw_image(), host);
  }

  /// Of memory that the library made.
  sampled_image(detail::ref<detail::image_impl> of, const detail::image_shape& has)
      : base(std::move(of), has) {}

  template <typename T, image_target Target = image_target::device>
  sampled_image_accessor<T, D, Target> get_access(handler& group,
                                                  const property_list& properties = {}) {
    return {*this, group, properties};
  }
  template <typename T>
  host_sampled_image_accessor<T, D> get_host_access(const property_list& properties = {}) {
    return {*this, properties};
  }
};

} // namespace lw1
} // namespace sycl

// NOLINTBEGIN(bugprone-std-namespace-modification): SYCL asks for it.
template <int D, typename A>
struct std::hash<sycl::sampled_image<D, A>>
    : sycl::detail::hash_by_object<sycl::sampled_image<D, A>> {};
// NOLINTEND(bugprone-std-namespace-modification)

#endif
