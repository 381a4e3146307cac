// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/bundle.h"
#include "programs/requirements.h"

#include <algorithm>

namespace sycl {
inline namespace lw1 {
namespace detail {

bool bundle_image::has(const std::string& kernel) const { return facts_of(*image, kernel); }

bool bundle_image::has(const std::string& kernel, const device_impl& on) const {
  const sycl_image::Kernel* const facts = facts_of(*image, kernel);
  return facts && missing_for(*facts, on).empty();
}

bundle_image* bundle_impl::image_of(const std::string& kernel) const {
  const auto found =
      std::ranges::find_if(images, [&](const auto& one) { return one->has(kernel); });
  return found == images.end() ? nullptr : found->get();
}

bool bundle_impl::is_on(const device_impl& device) const {
  return std::ranges::any_of(devices, [&](const auto& one) { return one.get() == &device; });
}

namespace {

bundle_impl& bundle(counted* of) { return static_cast<bundle_impl&>(*of); }
bundle_image& image(counted* of) { return static_cast<bundle_image&>(*of); }

[[noreturn]] void refuse(const std::string& sentence) {
  throw exception(make_error_code(errc::invalid), sentence);
}

/// Each device once; throws if one is not of the context.
std::vector<ref<device_impl>> devices_of(context_impl& context, const std::vector<device>& on) {
  if (on.empty()) {
    refuse("a kernel bundle needs at least one device");
  }
  std::vector<ref<device_impl>> devices;
  for (const device& handle : on) {
    auto one = device_impl::share(handle);
    if (!context.has(*one)) {
      refuse("a device of the kernel bundle is not one of its context's");
    }
    if (std::ranges::find(devices, one) == devices.end()) {
      devices.push_back(std::move(one));
    }
  }
  return devices;
}

/// The aspect that a device lacks for bundles of this state; null if it lacks none.
const char* missing_for(bundle_state state, const device_impl& device) {
  if (state == bundle_state::input && !device.has(aspect::online_compiler)) {
    return "aspect::online_compiler";
  }
  if (state == bundle_state::object && !device.has(aspect::online_linker)) {
    return "aspect::online_linker";
  }
  return nullptr;
}

bool wants(const image_choice& choice, const loaded_image& image) {
  return !choice.kernels || std::ranges::any_of(*choice.kernels, [&](const kernel_id& kernel) {
    return facts_of(image, kernel.get_name());
  });
}

/// Whether one of the devices can run the kernel.
bool runs_on(const sycl_image::Kernel& kernel, const std::vector<ref<device_impl>>& devices) {
  return std::ranges::any_of(devices,
                             [&](const auto& one) { return missing_for(kernel, *one).empty(); });
}

/// Images whose kernels no device can run may be impossible to build. The kernels of an image
/// require the same, but for programs that were linked with all in one.
bool runs_on(const loaded_image& image, const std::vector<ref<device_impl>>& devices) {
  return std::ranges::any_of(image.content.kernels,
                             [&](const auto& kernel) { return runs_on(kernel, devices); });
}

/// Brings an image to the state of `to`.
ref<bundle_image> prepare(const bundle_image& from, const bundle_impl& to) {
  context_impl& context = *to.context_of;
  auto made = ref<bundle_image>::adopt(new bundle_image(from.image, to.devices));
  const image_values values = to.values.of(from.image->content);
  if (to.state == bundle_state::object) {
    made->object = create_program(context, from.image->content, values);
    compile_program(context, from.image->content, made->object);
  } else if (to.state == bundle_state::executable && from.object) {
    made->program = ref<built_program>::adopt(
        new built_program(context, from.image, link_program(context, from.object)));
  } else if (to.state == bundle_state::executable) {
    made->program = context.program(from.image, values);
  }
  return made;
}

/// Whether each kernel is in an image, and one of the devices can run it.
bool has_all(const std::vector<kernel_id>& kernels, const std::vector<ref<device_impl>>& devices) {
  return std::ranges::all_of(kernels, [&](const kernel_id& kernel) {
    const auto image = image_with(kernel.get_name());
    const auto* const facts = image ? facts_of(*image, kernel.get_name()) : nullptr;
    return facts && runs_on(*facts, devices);
  });
}

} // namespace

counted* get_bundle(const context& in, const std::vector<device>& on, bundle_state state,
                    const image_choice& choice) {
  auto context = context_impl::share(in);
  auto devices = devices_of(*context, on);
  for (const auto& one : devices) {
    if (const char* missing = missing_for(state, *one)) {
      refuse(std::string("a kernel bundle of this state needs devices with ") + missing);
    }
  }
  if (choice.kernels && !has_all(*choice.kernels, devices)) {
    refuse("one of the kernels that are asked for is in no device image of this process, or "
           "requires what the devices lack");
  }
  auto made =
      ref<bundle_impl>::adopt(new bundle_impl(std::move(context), std::move(devices), state));
  for (auto& loaded : all_images()) {
    if (!wants(choice, *loaded) || !runs_on(*loaded, made->devices)) {
      continue;
    }
    const bundle_image source(loaded, made->devices);
    if (!choice.take) {
      made->images.push_back(prepare(source, *made));
      continue;
    }
    // The selector sees only which kernels there are, so that kernels it leaves out need not be
    // built.
    const auto shown = ref<bundle_image>::adopt(new bundle_image(loaded, made->devices));
    if (choice.take(choice.selector, shown.raw())) {
      made->images.push_back(prepare(source, *made));
    }
  }
  return made.detach();
}

bool has_bundle(const context& in, const std::vector<device>& on, bundle_state state,
                const std::vector<kernel_id>* kernels) {
  const auto devices = devices_of(context_impl::of(in), on);
  const bool can =
      std::ranges::any_of(devices, [&](const auto& one) { return !missing_for(state, *one); });
  return can && (kernels ? has_all(*kernels, devices)
                         : std::ranges::any_of(all_images(), [&](const auto& image) {
                             return runs_on(*image, devices);
                           }));
}

counted* change_bundles(const std::vector<counted*>& from, bundle_state to,
                        const std::vector<device>& on) {
  if (from.empty()) {
    refuse("no kernel bundle is given, so there is no context either");
  }
  auto made = ref<bundle_impl>::adopt(new bundle_impl(
      bundle(from.front()).context_of, devices_of(*bundle(from.front()).context_of, on), to));
  for (counted* each : from) {
    const bundle_impl& one = bundle(each);
    if (one.context_of != made->context_of) {
      refuse("the kernel bundles are of different contexts");
    }
    for (const auto& device : made->devices) {
      if (!one.is_on(*device)) {
        refuse("a device is asked for that a kernel bundle does not have");
      }
    }
    const std::lock_guard lock(one.mutex);
    made->values.add(one.values);
  }
  for (counted* each : from) {
    for (const auto& source : bundle(each).images) {
      const bool known = std::ranges::any_of(
          made->images, [&](const auto& other) { return other->image == source->image; });
      if (!known) {
        made->images.push_back(prepare(*source, *made));
      }
    }
  }
  return made.detach();
}

counted* join_bundles(const std::vector<counted*>& all, bundle_state state) {
  if (all.empty()) {
    return new bundle_impl({}, {}, state);
  }
  const bundle_impl& first = bundle(all.front());
  auto made = ref<bundle_impl>::adopt(new bundle_impl(first.context_of, first.devices, state));
  for (counted* each : all) {
    const bundle_impl& one = bundle(each);
    if (one.context_of != first.context_of) {
      refuse("the kernel bundles are of different contexts");
    }
    if (one.devices.size() != first.devices.size() ||
        !std::ranges::all_of(one.devices, [&](const auto& on) { return first.is_on(*on); })) {
      refuse("the kernel bundles are for different devices");
    }
    for (const auto& image : one.images) {
      if (std::ranges::find(made->images, image) == made->images.end()) {
        made->images.push_back(image);
      }
    }
    const std::lock_guard lock(one.mutex);
    made->values.add(one.values);
  }
  return made.detach();
}

std::size_t image_count(counted* of) { return bundle(of).images.size(); }
counted* share_image(counted* of, std::size_t index) {
  return ref<bundle_image>(bundle(of).images[index]).detach();
}
bool image_has(counted* of, const kernel_id& kernel) { return image(of).has(kernel.get_name()); }
bool image_has(counted* of, const kernel_id& kernel, const device& on) {
  return image(of).has(kernel.get_name(), device_impl::of(on)) &&
         std::ranges::find(image(of).devices, device_impl::share(on)) != image(of).devices.end();
}

bool has_constant(counted* of, const constant_key& key) {
  return std::ranges::any_of(bundle(of).images, [&](const auto& one) {
    return std::ranges::any_of(one->image->content.constants, [&](const auto& constant) {
      return is_constant(constant, key.name, key.unit);
    });
  });
}

void set_constant(counted* of, const constant_key& key, const void* value) {
  const std::lock_guard lock(bundle(of).mutex);
  bundle(of).values.set(key, value);
}

bool get_constant(counted* of, const constant_key& key, void* value) {
  const std::lock_guard lock(bundle(of).mutex);
  const std::string* found = bundle(of).values.find(key.id);
  if (found) {
    found->copy(static_cast<char*>(value), key.size);
  }
  return found;
}

context bundle_base::get_context() const {
  if (!impl->context_of) {
    refuse("a kernel bundle that was joined of none has no context");
  }
  return impl->context_of->handle();
}

std::vector<device> bundle_base::get_devices() const noexcept {
  std::vector<device> handles;
  for (const auto& one : impl->devices) {
    handles.push_back(one->handle());
  }
  return handles;
}

bool bundle_base::has_kernel(const kernel_id& kernel) const noexcept {
  return impl->image_of(kernel.get_name());
}

bool bundle_base::has_kernel(const kernel_id& kernel, const device& on) const noexcept {
  const bundle_image* const image = impl->image_of(kernel.get_name());
  return image && image->has(kernel.get_name(), device_impl::of(on)) &&
         impl->is_on(device_impl::of(on));
}

std::vector<kernel_id> bundle_base::get_kernel_ids() const {
  std::vector<kernel_id> ids;
  for (const auto& one : impl->images) {
    for (const sycl_image::Kernel& kernel : one->image->content.kernels) {
      const kernel_id id = kernel_id_maker::make(kernel.name.c_str());
      if (std::ranges::find(ids, id) == ids.end()) {
        ids.push_back(id);
      }
    }
  }
  return ids;
}

bool bundle_base::contains_specialization_constants() const noexcept {
  return std::ranges::any_of(
      impl->images, [](const auto& one) { return !one->image->content.constants.empty(); });
}

kernel bundle_base::kernel_of(const kernel_id& of) const {
  bundle_image* const found = impl->image_of(of.get_name());
  if (!found) {
    refuse(std::string("the kernel bundle does not have the kernel ") + of.get_name());
  }
  built_kernel* const built = found->program->kernel(of.get_name());
  return kernel_impl::handle(
      ref<kernel_impl>::adopt(new kernel_impl(impl, found->program, *built)));
}

} // namespace detail

std::vector<kernel_id> get_kernel_ids() {
  std::vector<kernel_id> ids;
  for (const std::string& name : detail::kernel_names()) {
    ids.push_back(detail::kernel_id_maker::make(name.c_str()));
  }
  return ids;
}

bool is_compatible(const std::vector<kernel_id>& kernels, const device& on) {
  return detail::has_all(kernels, {detail::device_impl::share(on)});
}

} // namespace lw1
} // namespace sycl
