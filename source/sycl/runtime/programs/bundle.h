// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library's objects behind kernel_bundle, device_image and kernel.
#ifndef SYCL_RUNTIME_PROGRAMS_BUNDLE_H
#define SYCL_RUNTIME_PROGRAMS_BUNDLE_H

#include "objects.h"

#include <sycl/bundle/kernel_bundle.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// One image in a bundle's state. Bundles may share it.
class bundle_image : public counted {
public:
  bundle_image(std::shared_ptr<const loaded_image> from, std::vector<ref<device_impl>> with)
      : image(std::move(from)), devices(std::move(with)) {}
  bool has(const std::string& kernel) const;
  /// Whether the device can run it, too.
  bool has(const std::string& kernel, const device_impl& on) const;

  const std::shared_ptr<const loaded_image> image;
  const std::vector<ref<device_impl>> devices; ///< of the bundle that it was made for
  owned_program object;                        ///< in bundle_state::object
  ref<built_program> program;                  ///< in bundle_state::executable
};

class bundle_impl : public counted {
public:
  bundle_impl(ref<context_impl> in, std::vector<ref<device_impl>> on, bundle_state is)
      : context_of(std::move(in)), devices(std::move(on)), state(is) {}
  /// The image with that kernel; null if there is none.
  bundle_image* image_of(const std::string& kernel) const;
  bool is_on(const device_impl& device) const;

  const ref<context_impl> context_of;
  const std::vector<ref<device_impl>> devices;
  const bundle_state state;
  std::vector<ref<bundle_image>> images;
  owned_program native; ///< of make_kernel_bundle, instead of images

  mutable std::mutex mutex; ///< protects values, which bundles in the input state may still get
  constant_values values;
};

class kernel_impl : public counted {
public:
  kernel_impl(ref<bundle_impl> of, ref<built_program> in, built_kernel& which)
      : bundle(std::move(of)), program(std::move(in)), built(which) {}
  /// One of OpenCL's.
  kernel_impl(ref<bundle_impl> of, owned_kernel take)
      : bundle(std::move(of)), native(std::move(take)), built(of_native) {
    of_native.kernel = native.get();
  }
  bool is_native() const { return bool(native); }
  /// One of the program's functions (sycl/detail/free_functions.hpp): its arguments are bytes.
  bool is_function() const {
    return built.facts.name.starts_with("_ZTSN4sycl3lw16detail13free_functionI");
  }
  static kernel handle(ref<kernel_impl> impl) { return kernel(std::move(impl)); }
  static ref<kernel_impl> share(const kernel& handle) { return handle.impl; }
  static kernel_impl& of(const kernel& handle) { return *handle.impl; }

  const ref<bundle_impl> bundle;
  const ref<built_program> program;

private:
  const owned_kernel native;
  built_kernel of_native;

public:
  built_kernel& built;
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
