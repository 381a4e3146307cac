// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library's interface for kernel bundles.
#ifndef SYCL_DETAIL_BUNDLES_HPP
#define SYCL_DETAIL_BUNDLES_HPP

#include <sycl/bundle/bundle_state.hpp>
#include <sycl/bundle/kernel_id.hpp>
#include <sycl/bundle/specialization_id.hpp>
#include <sycl/runtime/context.hpp>

namespace sycl {
inline namespace lw1 {

class kernel;

namespace detail {

/// The images of a bundle: those with one of the kernels, or those that a selector takes, or all.
struct image_choice {
  const std::vector<kernel_id>* kernels = nullptr;
  bool (*take)(const void* selector, counted* image) = nullptr;
  const void* selector = nullptr;
};

LW_SYCL_EXPORT counted* get_bundle(const context& in, const std::vector<device>& on,
                                   bundle_state state, const image_choice& choice);
LW_SYCL_EXPORT bool has_bundle(const context& in, const std::vector<device>& on, bundle_state state,
                               const std::vector<kernel_id>* kernels);
/// From one state to a later one, all images; their devices become `on`.
LW_SYCL_EXPORT counted* change_bundles(const std::vector<counted*>& from, bundle_state to,
                                       const std::vector<device>& on);
LW_SYCL_EXPORT counted* join_bundles(const std::vector<counted*>& all, bundle_state state);

LW_SYCL_EXPORT std::size_t image_count(counted* bundle);
/// A further reference to an image of the bundle.
LW_SYCL_EXPORT counted* share_image(counted* bundle, std::size_t index);
LW_SYCL_EXPORT bool image_has(counted* image, const kernel_id& kernel);
LW_SYCL_EXPORT bool image_has(counted* image, const kernel_id& kernel, const device& on);

LW_SYCL_EXPORT bool has_constant(counted* bundle, const constant_key& key);
LW_SYCL_EXPORT void set_constant(counted* bundle, const constant_key& key, const void* value);
/// Whether the bundle has a value for it, which is copied then.
LW_SYCL_EXPORT bool get_constant(counted* bundle, const constant_key& key, void* value);

/// The members of kernel bundles that do not depend on their state.
class LW_SYCL_EXPORT bundle_base {
public:
  bool empty() const noexcept { return image_count(impl.raw()) == 0; }
  backend get_backend() const noexcept { return backend::opencl; }
  context get_context() const;
  std::vector<device> get_devices() const noexcept;
  bool has_kernel(const kernel_id& kernel) const noexcept;
  bool has_kernel(const kernel_id& kernel, const device& on) const noexcept;
  std::vector<kernel_id> get_kernel_ids() const;
  bool contains_specialization_constants() const noexcept;
  /// All that there are: they are constants of the code.
  bool native_specialization_constant() const noexcept {
    return contains_specialization_constants();
  }

  const void* lw_object() const noexcept { return impl.raw(); }
  counted* lw_bundle() const noexcept { return impl.raw(); }

protected:
  explicit bundle_base(ref<bundle_impl> of) : impl(std::move(of)) {}
  kernel kernel_of(const kernel_id& of) const;
  ref<bundle_impl> impl;
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
