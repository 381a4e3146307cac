// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, sections 4.7.6.14 and 4.7.6.15: accessors of images for the host. The constructors
// wait until the image may be used; commands that want it wait until the last copy is gone.
#ifndef SYCL_IMAGE_HOST_ACCESSORS_HPP
#define SYCL_IMAGE_HOST_ACCESSORS_HPP

#include <sycl/image/accessors.hpp>
#include <sycl/memory/host_accessor.hpp>

namespace sycl {
inline namespace lw1 {

/// The constructor throws errc::invalid for property::no_init where it only reads.
template <typename T, int D, access_mode Mode>
class host_unsampled_image_accessor : public detail::image_access<T, Mode> {
  using base = detail::image_access<T, Mode>;
  using typename base::texel;

public:
  template <typename A>
  host_unsampled_image_accessor(unsampled_image<D, A>& of, const property_list& properties = {})
      : base(of, {}, properties),
        access(std::make_shared<detail::host_access>(of.lw_image(), Mode)) {}
  template <typename U,
            std::enable_if_t<Mode == access_mode::read && detail::differs_in_const<T, U>, int> = 0>
  host_unsampled_image_accessor(const host_unsampled_image_accessor<U, D, Mode>& other)
      : base(other), access(other.access) {}

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

private:
  template <typename, int, access_mode> friend class host_unsampled_image_accessor;
  std::shared_ptr<const detail::host_access> access;
};

template <typename T, int D>
class host_sampled_image_accessor : public detail::image_access<T, access_mode::read> {
  using base = detail::image_access<T, access_mode::read>;
  using typename base::texel;

public:
  template <typename A>
  host_sampled_image_accessor(sampled_image<D, A>& of, const property_list& properties = {})
      : base(of, {}, properties),
        access(std::make_shared<detail::host_access>(of.lw_image(), access_mode::read)) {}
  template <typename U, std::enable_if_t<detail::differs_in_const<T, U>, int> = 0>
  host_sampled_image_accessor(const host_sampled_image_accessor<U, D>& other)
      : base(other), access(other.access) {}

  template <typename C, std::enable_if_t<detail::are_coordinates<C, float, D>, int> = 0>
  texel read(const C& at) const noexcept {
    return detail::sample_image_at<texel, D>(this->handles, this->image, at);
  }

private:
  template <typename, int> friend class host_sampled_image_accessor;
  std::shared_ptr<const detail::host_access> access;
};

} // namespace lw1
} // namespace sycl

// NOLINTBEGIN(bugprone-std-namespace-modification): SYCL asks for it.
template <typename T, int D, sycl::access_mode M>
struct std::hash<sycl::host_unsampled_image_accessor<T, D, M>>
    : sycl::detail::hash_by_object<sycl::host_unsampled_image_accessor<T, D, M>> {};
template <typename T, int D>
struct std::hash<sycl::host_sampled_image_accessor<T, D>>
    : sycl::detail::hash_by_object<sycl::host_sampled_image_accessor<T, D>> {};
// NOLINTEND(bugprone-std-namespace-modification)

#endif
