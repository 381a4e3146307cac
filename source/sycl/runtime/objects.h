// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library's objects behind platform, device, context. Platforms and root devices are found once
// and live as long as the process; an object that refers to another keeps it alive.
#ifndef SYCL_RUNTIME_OBJECTS_H
#define SYCL_RUNTIME_OBJECTS_H

#include "opencl.h"
#include "programs/device_globals.h"
#include "programs/program.h"

#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <sycl/runtime/queue.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// An OpenCL platform that has a device which can run SYCL kernels.
class platform_impl : public counted {
public:
  explicit platform_impl(cl_platform_id of);
  /// All that there are, in the ICD loader's order. Thread-safe.
  static const std::vector<platform_impl*>& all();
  platform handle() { return platform(ref<platform_impl>::share(this)); }
  static platform_impl& of(const platform& handle) { return *handle.impl; }
  /// One context with all root devices, made on first use: that of queues that are given none.
  ref<context_impl> default_context();

  const cl_platform_id id;
  const usm_functions usm;
  const cl_khr::functions command_buffers;
  std::vector<device_impl*> devices;

private:
  std::mutex mutex; ///< protects made_context
  ref<context_impl> made_context;
};

class device_impl : public counted {
public:
  device_impl(platform_impl& in, cl_device_id of, ref<device_impl> part_of = {});
  ~device_impl() override;
  device handle() { return device(ref<device_impl>::share(this)); }
  static device_impl& of(const device& handle) { return *handle.impl; }
  static ref<device_impl> share(const device& handle) { return handle.impl; }
  static device made(ref<device_impl> impl) { return device(std::move(impl)); }

  /// The features that it lacks for SYCL kernels; empty if they can run on it.
  std::string missing() const;
  bool has(aspect asked) const;
  /// None: a kernel cannot require one.
  std::vector<size_t> sub_group_sizes() const;
  template <typename T> T get(cl_device_info name) const {
    return query<T>(clGetDeviceInfo, id, name);
  }
  std::string text(cl_device_info name) const { return query_text(clGetDeviceInfo, id, name); }
  bool has_extension(std::string_view name) const;
  /// The revision of an extension; 0: it has not got it, or the driver does not tell.
  cl_version version_of(std::string_view name) const;

  platform_impl& platform_of;
  const cl_device_id id;
  const ref<device_impl> parent;
  const cl_device_type type;
  const std::vector<std::string> extensions;
  /// Kernels may use any memory of the process.
  const bool system_memory;
  /// Functions of the process run as commands, with that memory.
  const bool runs_functions;
};

/// Throws if host and device disagree about the kernel's function object.
void check_object(const kernel_info& info, const built_kernel& kernel);
/// Throws errc::kernel_not_supported if the device lacks what the kernel requires. Remembers the
/// last device that does not.
void check_device(built_kernel& kernel, const device_impl& device);

class context_impl : public counted {
public:
  context_impl(std::vector<ref<device_impl>> of, async_handler asynchronous,
               property_list with = {});
  /// Of OpenCL's.
  context_impl(std::vector<ref<device_impl>> of, async_handler asynchronous, owned_context take);
  context handle() { return context(ref<context_impl>::share(this)); }
  static context_impl& of(const context& handle) { return *handle.impl; }
  static ref<context_impl> share(const context& handle) { return handle.impl; }

  platform_impl& platform_of() const { return devices.front()->platform_of; }
  /// Whether it is one of the context's, or a part of one.
  bool has(const device_impl& device) const;
  /// The kernel, built on first use. Throws if no image has it, or if the build fails.
  /// Throws, too, if the device cannot run it.
  built_kernel& kernel(const kernel_info& info, const device_impl& on);
  /// The same with values of specialization constants.
  built_kernel& kernel(const kernel_info& info, const constant_values& values,
                       const device_impl& on);
  /// The program of an image with these values, built on first use.
  ref<built_program> program(const std::shared_ptr<const loaded_image>& image,
                             const image_values& values);

  const size_t number; ///< of no other context, ever
  const std::vector<ref<device_impl>> devices;
  const async_handler handler;
  const property_list properties;
  owned_context cl;
  device_global_memory device_globals{*this};

private:
  /// A program that is built once. Its own mutex is held during the build, not the context's.
  struct slot {
    std::mutex mutex;
    ref<built_program> program;
  };
  std::mutex mutex; ///< protects programs
  std::map<std::pair<const loaded_image*, image_values>, std::unique_ptr<slot>> programs;
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
