// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/device_globals.h"

#include "objects.h"
#include "queues/commands.h"

#include <algorithm>
#include <sycl/detail/device_globals.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

/// A variable that a program has named. On the host it begins with its description.
struct known_variable {
  size_t number; ///< of no other one, ever
  const void* object;
  std::string name;
  const device_global_info& info() const { return *static_cast<const device_global_info*>(object); }
};

class Registry {
public:
  static Registry& get() {
    static Registry* const one = new Registry; // programs end after static destructors
    return *one;
  }
  void add(const void* object, const char* name) {
    const std::lock_guard lock(mutex);
    variables.push_back({next++, object, name});
  }
  void remove(const void* object) {
    const std::lock_guard lock(mutex);
    std::erase_if(variables, [&](const known_variable& one) { return one.object == object; });
  }
  /// The first for which something holds; an object of null: there is none.
  template <typename Predicate> known_variable find(Predicate is_it) {
    const std::lock_guard lock(mutex);
    const auto found = std::ranges::find_if(variables, is_it);
    return found == variables.end() ? known_variable{0, nullptr, {}} : *found;
  }

private:
  std::mutex mutex; ///< protects the rest
  std::vector<known_variable> variables;
  size_t next = 0;
};

using write_variable = cl_int(CL_API_CALL*)(cl_command_queue, cl_program, const char*, cl_bool,
                                            size_t, size_t, const void*, cl_uint, const cl_event*,
                                            cl_event*);

owned_queue queue_on(const context_impl& context, cl_device_id device) {
  cl_int status = CL_SUCCESS;
  owned_queue queue(clCreateCommandQueueWithProperties(context.cl.get(), device, nullptr, &status));
  check(status, "clCreateCommandQueueWithProperties");
  return queue;
}

/// The device of the context that is this one, or that this one is a part of.
cl_device_id device_of(const context_impl& context, const device_impl& on) {
  for (const auto& one : context.devices) {
    if (one.get() == &on || on.parent == one) {
      return one->id;
    }
  }
  throw exception(make_error_code(errc::invalid), "the device is none of the context's");
}

} // namespace

device_global_memory::~device_global_memory() {
  for (const auto& [key, memory] : places) {
    (void)context.platform_of().usm.free(context.cl.get(), memory);
  }
}

void* device_global_memory::make(size_t number, cl_device_id device) {
  const std::lock_guard lock(mutex);
  void*& place = places[{number, device}];
  if (place) {
    return place;
  }
  const known_variable variable =
      Registry::get().find([&](const known_variable& one) { return one.number == number; });
  if (!variable.object) {
    throw exception(make_error_code(errc::invalid), "the program of a device_global is gone");
  }
  const device_global_info& info = variable.info();
  const usm_functions& usm = context.platform_of().usm;
  cl_int status = CL_SUCCESS;
  void* memory =
      usm.device(context.cl.get(), device, nullptr, info.size, cl_uint(info.alignment), &status);
  check(status, "clDeviceMemAllocINTEL");
  const owned_queue queue = queue_on(context, device);
  status = usm.copy(queue.get(), CL_TRUE, memory,
                    static_cast<const char*>(variable.object) + info.value_offset, info.size, 0,
                    nullptr, nullptr);
  if (status != CL_SUCCESS) {
    (void)usm.free(context.cl.get(), memory);
    check(status, "clEnqueueMemcpyINTEL");
  }
  place = memory;
  return place;
}

void* device_global_memory::at(const void* object, const device_impl& on) {
  const known_variable variable =
      Registry::get().find([&](const known_variable& one) { return one.object == object; });
  if (!variable.object) {
    throw exception(make_error_code(errc::invalid),
                    "a device_global is unknown: it has to be a variable of a namespace or a "
                    "class, in a file whose host code oclsycl++ makes");
  }
  return make(variable.number, device_of(context, on));
}

void device_global_memory::write_addresses(cl_program program,
                                           const std::vector<std::string>& names) {
  if (names.empty()) {
    return;
  }
  const auto write = reinterpret_cast<write_variable>(clGetExtensionFunctionAddressForPlatform(
      context.platform_of().id, "clEnqueueWriteGlobalVariableINTEL"));
  if (!write) {
    throw exception(make_error_code(errc::feature_not_supported),
                    "a kernel uses a device_global, and the driver has no "
                    "clEnqueueWriteGlobalVariableINTEL");
  }
  for (const auto& device : context.devices) {
    const owned_queue queue = queue_on(context, device->id);
    for (const std::string& name : names) {
      const known_variable variable =
          Registry::get().find([&](const known_variable& one) { return one.name == name; });
      if (!variable.object) {
        throw exception(make_error_code(errc::runtime),
                        "the host does not know the device_global " + name +
                            " of a kernel: was its file's host code made by oclsycl++?");
      }
      const void* const address = make(variable.number, device->id);
      check(write(queue.get(), program, name.c_str(), CL_TRUE, sizeof(address), 0, &address, 0,
                  nullptr, nullptr),
            "clEnqueueWriteGlobalVariableINTEL");
    }
  }
}

void* device_global_address(command_group& group, const void* object, std::size_t offset,
                            std::size_t bytes) {
  const queue_impl& queue = group.queue;
  char* const memory =
      static_cast<char*>(queue.context_of->device_globals.at(object, *queue.device_of));
  const std::size_t size = static_cast<const device_global_info*>(object)->size;
  if (offset > size || bytes > size - offset) {
    throw exception(make_error_code(errc::invalid),
                    "a copy of " + std::to_string(bytes) + " bytes at " + std::to_string(offset) +
                        " leaves a device_global of " + std::to_string(size) + " bytes");
  }
  return memory + offset;
}

} // namespace detail
} // namespace lw1
} // namespace sycl

/// Called by code that the compiler's plug-in for the host makes.
extern "C" LW_SYCL_EXPORT void __lanewise_sycl_register_device_global(const void* object,
                                                                      const char* name) {
  sycl::detail::Registry::get().add(object, name);
}
extern "C" LW_SYCL_EXPORT void __lanewise_sycl_unregister_device_global(const void* object) {
  sycl::detail::Registry::get().remove(object);
}
