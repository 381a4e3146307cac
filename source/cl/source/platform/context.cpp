// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/context.h"

#include "info.h"
#include "platform/platform.h"
#include "programs/zeroed_memory.h"
#include "queues/mux_queue.h"
#include "queues/queue.h"

#include <algorithm>
#include <cstdio>
#include <set>

namespace cl {
namespace {

struct Properties {
  std::vector<cl_context_properties> list; ///< as given
  Platform* platform = nullptr;
  bool has_printf_callback = false;
  bool can_terminate = false; ///< and its devices have to be able to
};

/// Reads a property list: each name at most once, and each a known one with a value that it takes.
expected<Properties> read_properties(const cl_context_properties* list) {
  Properties result;
  bool seen_sync = false, seen_printf_size = false, seen_initialize = false, seen_terminate = false;
  for (; list && *list; list += 2) {
    switch (*list) {
    case CL_CONTEXT_PLATFORM:
      if (result.platform) {
        return fail(CL_INVALID_PROPERTY);
      }
      result.platform = lookup<Platform>(reinterpret_cast<cl_platform_id>(list[1]));
      if (!result.platform) {
        return fail(CL_INVALID_PLATFORM);
      }
      break;
    case CL_CONTEXT_INTEROP_USER_SYNC:
      if (seen_sync || (list[1] != CL_TRUE && list[1] != CL_FALSE)) {
        return fail(CL_INVALID_PROPERTY);
      }
      seen_sync = true;
      break;
    case CL_PRINTF_CALLBACK_ARM:
      if (result.has_printf_callback || !list[1]) {
        return fail(CL_INVALID_PROPERTY);
      }
      result.has_printf_callback = true;
      break;
    case CL_PRINTF_BUFFERSIZE_ARM:
      if (seen_printf_size) {
        return fail(CL_INVALID_PROPERTY);
      }
      seen_printf_size = true;
      break;
    case CL_CONTEXT_TERMINATE_KHR:
      if (seen_terminate || (list[1] != CL_TRUE && list[1] != CL_FALSE)) {
        return fail(CL_INVALID_PROPERTY);
      }
      seen_terminate = true;
      result.can_terminate = list[1] == CL_TRUE;
      break;
    case CL_CONTEXT_MEMORY_INITIALIZE_KHR:
      if (seen_initialize || !is_zeroed_memory(list[1])) {
        return fail(CL_INVALID_PROPERTY);
      }
      seen_initialize = true;
      break;
    default:
      return fail(CL_INVALID_PROPERTY);
    }
    result.list.insert(result.list.end(), list, list + 2);
  }
  if (list) {
    result.list.push_back(0);
  }
  return result;
}

bool is_of_several_kinds(std::span<Device* const> devices) {
  return std::ranges::any_of(
      devices, [&](const Device* device) { return device->mux != devices.front()->mux; });
}

/// Devices of several mux devices share memory by way of the host's, which at most one of them has;
/// if none does, a device that is not in the context holds it. CL_INVALID_DEVICE.
cl_int check_kinds(std::span<Device* const> devices) {
  if (!is_of_several_kinds(devices)) {
    return CL_SUCCESS;
  }
  std::set<mux_device_t> all, sharing;
  for (const Device* device : devices) {
    all.insert(device->mux);
    if (shares_host_memory(device)) {
      sharing.insert(device->mux);
    }
  }
  constexpr size_t most = 63; // beside the host's, as Places has bits
  const bool valid =
      all.size() <= most && (sharing.size() == 1 || (sharing.empty() && host_device()));
  return valid ? CL_SUCCESS : CL_INVALID_DEVICE;
}

/// The application's data belong to its functions: at least one of them.
cl_int check_notify(Context::Notify notify, const void* user_data, const Properties& properties) {
  return !notify && user_data && !properties.has_printf_callback ? CL_INVALID_VALUE : CL_SUCCESS;
}

expected<retained<Context>> create(const cl_context_properties* list,
                                   std::span<const cl_device_id> handles, Context::Notify notify,
                                   void* user_data) {
  auto properties = read_properties(list);
  if (!properties) {
    return fail(properties.error());
  }
  if (handles.empty() || !handles.data() || check_notify(notify, user_data, *properties)) {
    return fail(CL_INVALID_VALUE);
  }
  auto found = lookup_devices(handles);
  if (!found) {
    return fail(found.error());
  }
  std::vector<Device*> devices;
  const auto is_of_platform = [&](const Device* device) {
    return &device->platform == properties->platform;
  };
  if (check_kinds(*found) ||
      (properties->platform && std::ranges::none_of(*found, is_of_platform))) {
    return fail(CL_INVALID_DEVICE);
  }
  const auto can_stop = [](const Device* device) { return device->info().stops_kernels; };
  if (properties->can_terminate && !std::ranges::all_of(*found, can_stop)) {
    return fail(CL_INVALID_PROPERTY);
  }
  for (Device* device : *found) {
    if (!device->mux_queue.queue) {
      return fail(CL_DEVICE_NOT_AVAILABLE);
    }
    if (std::ranges::find(devices, device) == devices.end()) {
      devices.push_back(device);
    }
  }
  return make<Context>(std::move(devices), std::move(properties->list), notify, user_data);
}

expected<retained<Context>> create_from_type(const cl_context_properties* list, cl_device_type type,
                                             Context::Notify notify, void* user_data) {
  const auto properties = read_properties(list);
  if (!properties) {
    return fail(properties.error());
  }
  Platform* platform = properties->platform ? properties->platform : find_platform(nullptr);
  if (!platform) {
    return fail(CL_INVALID_PLATFORM);
  }
  if (const cl_int error = check_notify(notify, user_data, *properties)) {
    return fail(error);
  }
  if (const cl_int error = check_device_type(type)) {
    return fail(error);
  }
  std::vector<cl_device_id> handles;
  for (Device* device : devices_of_type(*platform, type)) {
    handles.push_back(handle_of(device));
  }
  if (handles.empty()) {
    return fail(CL_DEVICE_NOT_FOUND);
  }
  return create(list, handles, notify, user_data);
}

constexpr InfoRow<Context> rows[] = {
    {CL_CONTEXT_REFERENCE_COUNT,
     [](const Context& c, Answer& a) { return a.is(api_references(c)); }},
    {CL_CONTEXT_NUM_DEVICES,
     [](const Context& c, Answer& a) {
       return a.is<cl_uint>(static_cast<cl_uint>(c.devices.size()));
     }},
    {CL_CONTEXT_DEVICES,
     [](const Context& c, Answer& a) {
       std::vector<cl_device_id> handles;
       for (Device* device : c.devices) {
         handles.push_back(handle_of(device));
       }
       return a.list<cl_device_id>(handles);
     }},
    {CL_CONTEXT_PROPERTIES,
     [](const Context& c, Answer& a) { return a.list<cl_context_properties>(c.properties); }},
};

} // namespace

cl_int check_context(const Context* context) {
  return !context ? CL_INVALID_CONTEXT : context->check_alive();
}

namespace {

Device* find_home(const std::vector<Device*>& devices) {
  const auto found = std::ranges::find_if(devices, shares_host_memory);
  return found != devices.end()         ? *found
         : is_of_several_kinds(devices) ? host_device()
                                        : devices.front();
}

std::vector<Device*> find_apart(const std::vector<Device*>& devices, const Device& home) {
  std::vector<Device*> apart;
  for (Device* device : devices) {
    const auto same = [&](const Device* other) { return other->mux == device->mux; };
    if (device->mux != home.mux && std::ranges::none_of(apart, same)) {
      apart.push_back(device);
    }
  }
  return apart;
}

} // namespace

Context::Context(std::vector<Device*> in_devices, std::vector<cl_context_properties> in_properties,
                 Notify function, void* data)
    : devices(std::move(in_devices)), home(find_home(devices)), apart(find_apart(devices, *home)),
      properties(std::move(in_properties)), notify_data(data), allocations(*home, apart),
      notify_function(function) {
  for (Device* device : devices) {
    kept.emplace_back(device);
  }
}

uint32_t Context::place_of(const Device& device) const {
  const auto found = std::ranges::find(apart, device.mux, [](const Device* d) { return d->mux; });
  return found == apart.end() ? 0 : static_cast<uint32_t>(found - apart.begin()) + 1;
}

bool Context::copies_directly(uint32_t to, uint32_t from) const {
  if (to == 0 || from == 0) {
    return false;
  }
  const mux_device_info_s& info = apart[to - 1]->info();
  return info.copies_from_peers && info.id == apart[from - 1]->info().id;
}

uint64_t Context::max_allocation_size() const {
  uint64_t most = 0;
  for (const Device* device : devices) {
    most = std::max(most, device->info().max_allocation_size);
  }
  return most;
}

bool Context::can_terminate() const {
  const cl_context_properties* wanted = property(CL_CONTEXT_TERMINATE_KHR);
  return wanted && *wanted == CL_TRUE;
}

void Context::on_destruction(Destructor function, void* data) {
  const std::lock_guard guard(lock);
  destructors.emplace_back(function, data);
}

void Context::tell(const std::string& message) const {
  if (notify_function) {
    notify(message);
  } else {
    std::fprintf(stderr, "lanewise: %s\n", message.c_str());
  }
}

Context::~Context() {
  for (auto each = destructors.rbegin(); each != destructors.rend(); ++each) {
    each->first(handle_of(this), each->second);
  }
}

retained<Queue> Context::default_queue(const Device& device) const {
  const std::lock_guard held(lock);
  const auto found = default_queues.find(&device);
  return found != default_queues.end() ? found->second.lock() : retained<Queue>();
}

void Context::set_default_queue(const Device& device, Queue* queue) {
  const std::lock_guard held(lock);
  default_queues[&device] = weak(queue);
}

retained<Queue> Context::offer_default_queue(const Device& device, retained<Queue> queue) {
  const std::lock_guard held(lock);
  weak<Queue>& known = default_queues[&device];
  if (auto there = known.lock()) {
    return there;
  }
  known = weak(queue.get());
  return queue;
}

bool Context::has(const Device& device) const {
  return std::ranges::find(devices, &device) != devices.end();
}

const cl_context_properties* Context::property(cl_context_properties name) const {
  for (size_t i = 0; i + 1 < properties.size(); i += 2) {
    if (properties[i] == name) {
      return &properties[i + 1];
    }
  }
  return nullptr;
}

} // namespace cl

using namespace cl;

cl_context CL_API_CALL clCreateContext(const cl_context_properties* properties, cl_uint num_devices,
                                       const cl_device_id* devices, Context::Notify notify,
                                       void* user_data, cl_int* errcode_ret) {
  return created(errcode_ret,
                 [&] { return create(properties, {devices, num_devices}, notify, user_data); });
}

cl_context CL_API_CALL clCreateContextFromType(const cl_context_properties* properties,
                                               cl_device_type type, Context::Notify notify,
                                               void* user_data, cl_int* errcode_ret) {
  return created(errcode_ret,
                 [&] { return create_from_type(properties, type, notify, user_data); });
}

cl_int CL_API_CALL clSetContextDestructorCallback(cl_context handle, Context::Destructor function,
                                                  void* user_data) {
  return guarded([&]() -> cl_int {
    Context* context = lookup<Context>(handle);
    if (const cl_int error = check_context(context)) {
      return error;
    }
    if (!function) {
      return CL_INVALID_VALUE;
    }
    context->on_destruction(function, user_data);
    return CL_SUCCESS;
  });
}

cl_int CL_API_CALL clRetainContext(cl_context handle) { return api_retain<Context>(handle); }

cl_int CL_API_CALL clReleaseContext(cl_context handle) { return api_release<Context>(handle); }

cl_int CL_API_CALL clGetContextInfo(cl_context handle, cl_context_info name, size_t size,
                                    void* value, size_t* size_ret) {
  return guarded([&] {
    const Context* context = lookup<Context>(handle);
    return context ? answer_info<Context>(rows, name, {size, value, size_ret}, *context)
                   : CL_INVALID_CONTEXT;
  });
}
