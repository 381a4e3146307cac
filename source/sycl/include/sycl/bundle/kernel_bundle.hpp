// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, sections 4.11.6 to 4.11.12: kernels before they are launched, and in what state.
#ifndef SYCL_BUNDLE_KERNEL_BUNDLE_HPP
#define SYCL_BUNDLE_KERNEL_BUNDLE_HPP

#include <memory>
#include <sycl/bundle/kernel.hpp>
#include <sycl/detail/free_functions.hpp>
#include <sycl/runtime/handler.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {
struct bundle_maker;
} // namespace detail

template <bundle_state State> class device_image {
public:
  device_image() = delete;
  bool has_kernel(const kernel_id& kernel) const noexcept {
    return detail::image_has(impl.raw(), kernel);
  }
  bool has_kernel(const kernel_id& kernel, const device& on) const noexcept {
    return detail::image_has(impl.raw(), kernel, on);
  }

  friend bool operator==(const device_image& a, const device_image& b) { return a.impl == b.impl; }
  friend bool operator!=(const device_image& a, const device_image& b) { return a.impl != b.impl; }
  const void* lw_object() const noexcept { return impl.raw(); }

private:
  friend struct detail::bundle_maker;
  explicit device_image(detail::ref<detail::bundle_image> of) : impl(std::move(of)) {}
  detail::ref<detail::bundle_image> impl;
};

template <bundle_state State> class kernel_bundle : public detail::bundle_base {
  static constexpr bool is_input = State == bundle_state::input;
  static constexpr bool is_executable = State == bundle_state::executable;

public:
  using device_image_iterator = const device_image<State>*;
  kernel_bundle() = delete;

  using detail::bundle_base::has_kernel;
  template <typename KernelName> bool has_kernel() const noexcept {
    return has_kernel(get_kernel_id<KernelName>());
  }
  template <typename KernelName> bool has_kernel(const device& on) const noexcept {
    return has_kernel(get_kernel_id<KernelName>(), on);
  }

  template <bool Is = is_executable, std::enable_if_t<Is, int> = 0>
  kernel get_kernel(const kernel_id& of) const {
    return this->kernel_of(of);
  }
  template <typename KernelName, bool Is = is_executable, std::enable_if_t<Is, int> = 0>
  kernel get_kernel() const {
    return this->kernel_of(get_kernel_id<KernelName>());
  }
  // sycl_ext_oneapi_free_function_kernels.
  template <auto* Function> bool ext_oneapi_has_kernel() const noexcept {
    return has_kernel(detail::function_kernel<Function>::id());
  }
  template <auto* Function> bool ext_oneapi_has_kernel(const device& on) const noexcept {
    return has_kernel(detail::function_kernel<Function>::id(), on);
  }
  template <auto* Function, bool Is = is_executable, std::enable_if_t<Is, int> = 0>
  kernel ext_oneapi_get_kernel() const {
    return this->kernel_of(detail::function_kernel<Function>::id());
  }

  template <auto& Id> bool has_specialization_constant() const noexcept {
    return detail::has_constant(impl.raw(), detail::specialization_access::key<Id>());
  }
  template <auto& Id, bool Is = is_input, std::enable_if_t<Is, int> = 0>
  void set_specialization_constant(detail::value_of<Id> value) {
    detail::set_constant(impl.raw(), detail::specialization_access::key<Id>(), &value);
  }
  template <auto& Id> detail::value_of<Id> get_specialization_constant() const {
    detail::value_of<Id> value = detail::specialization_access::default_of<Id>();
    (void)detail::get_constant(impl.raw(), detail::specialization_access::key<Id>(), &value);
    return value;
  }

  device_image_iterator begin() const { return images->data(); }
  device_image_iterator end() const { return images->data() + images->size(); }

  friend bool operator==(const kernel_bundle& a, const kernel_bundle& b) {
    return a.impl == b.impl;
  }
  friend bool operator!=(const kernel_bundle& a, const kernel_bundle& b) {
    return a.impl != b.impl;
  }

private:
  friend struct detail::bundle_maker;
  kernel_bundle(detail::ref<detail::bundle_impl> of, std::vector<device_image<State>> list)
      : bundle_base(std::move(of)),
        images(std::make_shared<const std::vector<device_image<State>>>(std::move(list))) {}
  std::shared_ptr<const std::vector<device_image<State>>> images;
};

namespace detail {

struct bundle_maker {
  template <bundle_state State> static device_image<State> image(ref<bundle_image> of) {
    return device_image<State>(std::move(of));
  }
  /// Takes over the reference.
  template <bundle_state State> static kernel_bundle<State> make(counted* made) {
    std::vector<device_image<State>> images;
    const std::size_t count = image_count(made);
    for (std::size_t i = 0; i < count; ++i) {
      images.push_back(image<State>(ref<bundle_image>::adopt(share_image(made, i))));
    }
    return kernel_bundle<State>(ref<bundle_impl>::adopt(made), std::move(images));
  }
  template <bundle_state State>
  static std::vector<counted*> objects(const std::vector<kernel_bundle<State>>& bundles) {
    std::vector<counted*> list;
    for (const auto& one : bundles) {
      list.push_back(one.lw_bundle());
    }
    return list;
  }
  template <bundle_state From, bundle_state To>
  static kernel_bundle<To> change(const std::vector<kernel_bundle<From>>& bundles,
                                  const std::vector<device>& on) {
    return make<To>(change_bundles(objects(bundles), To, on));
  }
};

template <typename F, bundle_state State>
using if_selects =
    std::enable_if_t<std::is_invocable_r_v<bool, const F&, const device_image<State>&>, int>;

} // namespace detail

inline kernel_bundle<bundle_state::executable> kernel::get_kernel_bundle() const {
  return detail::bundle_maker::make<bundle_state::executable>(detail::bundle_of(impl.raw()));
}

// Section 4.11.7: which of the process's kernels, in which state.
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context& in, const std::vector<device>& on) {
  return detail::bundle_maker::make<State>(detail::get_bundle(in, on, State, {}));
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context& in, const std::vector<device>& on,
                                       const std::vector<kernel_id>& kernels) {
  return detail::bundle_maker::make<State>(detail::get_bundle(in, on, State, {&kernels}));
}
template <bundle_state State, typename Selector, detail::if_selects<Selector, State> = 0>
kernel_bundle<State> get_kernel_bundle(const context& in, const std::vector<device>& on,
                                       Selector selector) {
  const auto take = [](const void* function, detail::counted* image) -> bool {
    return (*static_cast<const Selector*>(function))(
        detail::bundle_maker::image<State>(detail::ref<detail::bundle_image>::share(image)));
  };
  return detail::bundle_maker::make<State>(
      detail::get_bundle(in, on, State, {nullptr, take, &selector}));
}
template <bundle_state State> kernel_bundle<State> get_kernel_bundle(const context& in) {
  return get_kernel_bundle<State>(in, in.get_devices());
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context& in, const std::vector<kernel_id>& kernels) {
  return get_kernel_bundle<State>(in, in.get_devices(), kernels);
}
template <bundle_state State, typename Selector, detail::if_selects<Selector, State> = 0>
kernel_bundle<State> get_kernel_bundle(const context& in, Selector selector) {
  return get_kernel_bundle<State>(in, in.get_devices(), selector);
}
template <typename KernelName, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context& in, const std::vector<device>& on) {
  return get_kernel_bundle<State>(in, on, {get_kernel_id<KernelName>()});
}
template <typename KernelName, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context& in) {
  return get_kernel_bundle<KernelName, State>(in, in.get_devices());
}

template <bundle_state State>
bool has_kernel_bundle(const context& in, const std::vector<device>& on) {
  return detail::has_bundle(in, on, State, nullptr);
}
template <bundle_state State>
bool has_kernel_bundle(const context& in, const std::vector<device>& on,
                       const std::vector<kernel_id>& kernels) {
  return detail::has_bundle(in, on, State, &kernels);
}
template <bundle_state State> bool has_kernel_bundle(const context& in) {
  return has_kernel_bundle<State>(in, in.get_devices());
}
template <bundle_state State>
bool has_kernel_bundle(const context& in, const std::vector<kernel_id>& kernels) {
  return has_kernel_bundle<State>(in, in.get_devices(), kernels);
}
template <typename KernelName, bundle_state State>
bool has_kernel_bundle(const context& in, const std::vector<device>& on) {
  return has_kernel_bundle<State>(in, on, {get_kernel_id<KernelName>()});
}
template <typename KernelName, bundle_state State> bool has_kernel_bundle(const context& in) {
  return has_kernel_bundle<KernelName, State>(in, in.get_devices());
}

LW_SYCL_EXPORT bool is_compatible(const std::vector<kernel_id>& kernels, const device& on);
template <typename KernelName> bool is_compatible(const device& on) {
  return is_compatible({get_kernel_id<KernelName>()}, on);
}

// Sections 4.11.8 to 4.11.11.
template <bundle_state State>
kernel_bundle<State> join(const std::vector<kernel_bundle<State>>& bundles) {
  return detail::bundle_maker::make<State>(
      detail::join_bundles(detail::bundle_maker::objects(bundles), State));
}
inline kernel_bundle<bundle_state::object> compile(const kernel_bundle<bundle_state::input>& bundle,
                                                   const std::vector<device>& on,
                                                   const property_list& = {}) {
  return detail::bundle_maker::change<bundle_state::input, bundle_state::object>({bundle}, on);
}
inline kernel_bundle<bundle_state::object> compile(const kernel_bundle<bundle_state::input>& bundle,
                                                   const property_list& properties = {}) {
  return compile(bundle, bundle.get_devices(), properties);
}
inline kernel_bundle<bundle_state::executable>
link(const std::vector<kernel_bundle<bundle_state::object>>& bundles, const std::vector<device>& on,
     const property_list& = {}) {
  return detail::bundle_maker::change<bundle_state::object, bundle_state::executable>(bundles, on);
}
/// For the devices that all of the bundles have.
inline kernel_bundle<bundle_state::executable>
link(const std::vector<kernel_bundle<bundle_state::object>>& bundles,
     const property_list& properties = {}) {
  std::vector<device> shared;
  if (!bundles.empty()) {
    for (const device& one : bundles.front().get_devices()) {
      bool everywhere = true;
      for (const auto& bundle : bundles) {
        bool here = false;
        for (const device& each : bundle.get_devices()) {
          here = here || each == one;
        }
        everywhere = everywhere && here;
      }
      if (everywhere) {
        shared.push_back(one);
      }
    }
  }
  return link(bundles, shared, properties);
}
inline kernel_bundle<bundle_state::executable>
link(const kernel_bundle<bundle_state::object>& bundle, const std::vector<device>& on,
     const property_list& properties = {}) {
  return link(std::vector{bundle}, on, properties);
}
inline kernel_bundle<bundle_state::executable>
link(const kernel_bundle<bundle_state::object>& bundle, const property_list& properties = {}) {
  return link(std::vector{bundle}, bundle.get_devices(), properties);
}
inline kernel_bundle<bundle_state::executable>
build(const kernel_bundle<bundle_state::input>& bundle, const std::vector<device>& on,
      const property_list& = {}) {
  return detail::bundle_maker::change<bundle_state::input, bundle_state::executable>({bundle}, on);
}
inline kernel_bundle<bundle_state::executable>
build(const kernel_bundle<bundle_state::input>& bundle, const property_list& properties = {}) {
  return build(bundle, bundle.get_devices(), properties);
}

} // namespace lw1
} // namespace sycl

// NOLINTBEGIN(bugprone-std-namespace-modification): SYCL asks for it.
template <sycl::bundle_state State>
struct std::hash<sycl::device_image<State>>
    : sycl::detail::hash_by_object<sycl::device_image<State>> {};
template <sycl::bundle_state State>
struct std::hash<sycl::kernel_bundle<State>>
    : sycl::detail::hash_by_object<sycl::kernel_bundle<State>> {};
// NOLINTEND(bugprone-std-namespace-modification)

#endif
