// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "objects.h"
#include "programs/host_names.h"
#include "programs/native.h"
#include "programs/requirements.h"

#include <algorithm>
#include <atomic>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

size_t next_number() {
  static std::atomic<size_t> numbers{1};
  return numbers.fetch_add(1, std::memory_order_relaxed);
}

std::vector<ref<device_impl>> shared_devices(const std::vector<device>& handles) {
  if (handles.empty()) {
    throw exception(make_error_code(errc::invalid), "a context needs at least one device");
  }
  std::vector<ref<device_impl>> devices;
  for (const device& handle : handles) {
    devices.push_back(device_impl::share(handle));
    if (&devices.back()->platform_of != &devices.front()->platform_of) {
      throw exception(make_error_code(errc::invalid),
                      "the devices of a context have to be of one platform");
    }
  }
  return devices;
}

} // namespace

context_impl::context_impl(std::vector<ref<device_impl>> of, async_handler asynchronous,
                           property_list with)
    : number(next_number()), devices(std::move(of)), handler(std::move(asynchronous)),
      properties(std::move(with)) {
  std::vector<cl_device_id> ids;
  for (const auto& one : devices) {
    ids.push_back(one->id);
  }
  const cl_context_properties list[] = {
      CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform_of().id), 0};
  cl_int status = CL_SUCCESS;
  cl = owned_context(
      clCreateContext(list, cl_uint(ids.size()), ids.data(), nullptr, nullptr, &status));
  check(status, "clCreateContext");
}

context_impl::context_impl(std::vector<ref<device_impl>> of, async_handler asynchronous,
                           owned_context take)
    : number(next_number()), devices(std::move(of)), handler(std::move(asynchronous)),
      cl(std::move(take)) {}

bool context_impl::has(const device_impl& device) const {
  return std::ranges::any_of(
      devices, [&](const auto& one) { return one.get() == &device || device.parent == one; });
}

ref<built_program> context_impl::program(const std::shared_ptr<const loaded_image>& image,
                                         const image_values& values) {
  slot* place = nullptr;
  {
    const std::lock_guard lock(mutex);
    auto& found = programs[{image.get(), values}];
    if (!found) {
      found = std::make_unique<slot>();
    }
    place = found.get();
  }
  const std::lock_guard building(place->mutex);
  if (!place->program) {
    place->program = ref<built_program>::adopt(
        new built_program(*this, image, executable_program(*this, image->content, values)));
  }
  return place->program;
}

built_kernel& context_impl::kernel(const kernel_info& info, const device_impl& on) {
  auto* last = static_cast<const built_kernel*>(info.cache.load(std::memory_order_acquire));
  if (last && last->context_number == number) {
    auto& built = const_cast<built_kernel&>(*last);
    check_device(built, on);
    return built;
  }
  built_kernel& found = kernel(info, {}, on);
  info.cache.store(&found, std::memory_order_release);
  return found;
}

built_kernel& context_impl::kernel(const kernel_info& info, const constant_values& values,
                                   const device_impl& on) {
  const std::string name = symbol_of(info.name, info.unit);
  const auto image = image_with(name);
  const sycl_image::Kernel* const facts = image ? facts_of(*image, name) : nullptr;
  if (!facts) {
    throw exception(make_error_code(errc::kernel),
                    std::string("no device image of this process has the kernel ") + info.name +
                        (is_unknown_host_name(info.name)
                             ? "; the host's compiler and Clang name this lambda differently: give "
                               "the kernel a name"
                             : "; was its file compiled and linked with oclsycl++?"));
  }
  check_device(*facts, on); // before its image is built, which the device may be unable to
  built_kernel& found = *program(image, values.of(image->content))->kernel(name);
  check_object(info, found);
  return found;
}

void check_device(built_kernel& kernel, const device_impl& device) {
  const device_impl* root = &device;
  while (root->parent) {
    root = root->parent.get();
  }
  if (kernel.checked_for.load(std::memory_order_relaxed) != root) {
    check_device(kernel.facts, *root);
    kernel.checked_for.store(root, std::memory_order_relaxed);
  }
}

void check_object(const kernel_info& info, const built_kernel& kernel) {
  const uint64_t size = kernel.facts.object_size;
  if (size != info.object_size && size != 0) {
    throw exception(make_error_code(errc::kernel),
                    std::string("the function object of kernel ") + info.name + " has " +
                        std::to_string(info.object_size) + " bytes on the host and " +
                        std::to_string(size) +
                        " on the device: does code between #ifdef __SYCL_DEVICE_ONLY__ change it?");
  }
}

} // namespace detail

context::context(const property_list& properties) : context(device(), properties) {}
context::context(async_handler handler, const property_list& properties)
    : context(device(), std::move(handler), properties) {}
context::context(const device& of, const property_list& properties)
    : context(std::vector<device>{of}, properties) {}
context::context(const device& of, async_handler handler, const property_list& properties)
    : context(std::vector<device>{of}, std::move(handler), properties) {}
context::context(const std::vector<device>& of, const property_list& properties)
    : context(of, async_handler(), properties) {}
context::context(const std::vector<device>& of, async_handler handler,
                 const property_list& properties)
    : impl(detail::ref<detail::context_impl>::adopt(
          new detail::context_impl(detail::shared_devices(of), std::move(handler), properties))) {}

platform context::get_platform() const { return impl->platform_of().handle(); }

std::vector<device> context::get_devices() const {
  std::vector<device> handles;
  for (const auto& one : impl->devices) {
    handles.push_back(one->handle());
  }
  return handles;
}

const property_list& context::properties() const noexcept { return impl->properties; }

template <> sycl::platform context::get_info<info::context::platform>() const {
  return get_platform();
}
template <> std::vector<device> context::get_info<info::context::devices>() const {
  return get_devices();
}

} // namespace lw1
} // namespace sycl
