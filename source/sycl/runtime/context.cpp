// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "images.h"
#include "objects.h"

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

std::string build_log(cl_program program, cl_device_id device) {
  size_t size = 0;
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) !=
          CL_SUCCESS ||
      size == 0) {
    return {};
  }
  std::string log(size, '\0');
  (void)clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  log.resize(size - 1);
  return log;
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

context_impl::~context_impl() {
  for (const auto& [name, kernel] : kernels) {
    (void)clReleaseKernel(kernel->kernel);
    kernel->kernel = nullptr;
  }
}

const built_kernel& context_impl::kernel(const kernel_info& info) {
  const auto* last = static_cast<const built_kernel*>(info.cache.load(std::memory_order_acquire));
  if (last && last->context_number == number) {
    return *last;
  }
  const built_kernel* found = build(info.name);
  if (found->object_size != info.object_size && found->object_size != 0) {
    throw exception(make_error_code(errc::kernel),
                    std::string("the function object of kernel ") + info.name + " has " +
                        std::to_string(info.object_size) + " bytes on the host and " +
                        std::to_string(found->object_size) +
                        " on the device: does code between #ifdef __SYCL_DEVICE_ONLY__ change it?");
  }
  info.cache.store(found, std::memory_order_release);
  return *found;
}

context_impl::program& context_impl::program_of(const void* image) {
  const std::lock_guard lock(mutex);
  auto& slot = programs[image];
  if (!slot) {
    slot = std::make_unique<program>();
  }
  return *slot;
}

built_kernel* context_impl::build(const char* name) {
  {
    const std::lock_guard lock(mutex);
    if (const auto found = kernels.find(name); found != kernels.end()) {
      return found->second;
    }
  }
  const auto image = image_with(name);
  if (!image) {
    throw exception(make_error_code(errc::kernel),
                    std::string("no device image of this process has the kernel ") + name +
                        "; was its file compiled and linked with oclsycl++?");
  }
  program& slot = program_of(image->identity);
  const std::lock_guard building(slot.mutex);
  if (!slot.cl) {
    const auto payload =
        std::ranges::find(image->content.payloads, "spirv", &sycl_image::Payload::format);
    if (payload == image->content.payloads.end()) {
      throw exception(make_error_code(errc::kernel_not_supported),
                      std::string("the image of kernel ") + name + " has no SPIR-V");
    }
    cl_int status = CL_SUCCESS;
    owned_program made(
        clCreateProgramWithIL(cl.get(), payload->code.data(), payload->code.size(), &status));
    check(status, "clCreateProgramWithIL");
    status = clBuildProgram(made.get(), 0, nullptr, "", nullptr, nullptr);
    if (status != CL_SUCCESS) {
      throw exception(make_error_code(errc::build),
                      std::string("the device's compiler refuses the image of kernel ") + name +
                          ": " + build_log(made.get(), devices.front()->id));
    }
    slot.cl = std::move(made);
  }
  const auto facts = std::ranges::find(image->content.kernels, name, &sycl_image::Kernel::name);
  cl_int status = CL_SUCCESS;
  owned_kernel made(clCreateKernel(slot.cl.get(), name, &status));
  check(status, "clCreateKernel");
  // Kernels reach memory through pointers in their objects, which OpenCL does not see.
  const cl_bool yes = CL_TRUE;
  for (const cl_kernel_exec_info access : {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                                           CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                                           CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL}) {
    check(clSetKernelExecInfo(made.get(), access, sizeof(yes), &yes), "clSetKernelExecInfo");
  }
  if (devices.front()->system_memory) {
    check(clSetKernelExecInfo(made.get(), CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof(yes),
                              &yes),
          "clSetKernelExecInfo");
  }
  auto kept = std::make_unique<built_kernel>();
  kept->context_number = number;
  kept->name = name;
  if (facts != image->content.kernels.end()) {
    kept->object_size = facts->object_size;
    kept->has_local_block = facts->flags & sycl_image::kernel_local_block;
  }
  const std::lock_guard lock(mutex);
  auto& place = kernels[name];
  if (!place) {
    kept->kernel = made.take();
    place = kept.release();
  }
  return place;
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
