// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making, asking, exporting and importing semaphores (OpenCL 3.1, section 5.14).
#include "info.h"
#include "semaphores/semaphore.h"

#include <cstring>

namespace cl {
namespace {

expected<retained<Semaphore>> create(cl_context handle, const cl_semaphore_properties_khr* list) {
  Context* context = lookup<Context>(handle);
  if (const cl_int error = check_context(context)) {
    return fail(error);
  }
  auto properties = read_properties(*context, list);
  if (!properties) {
    return fail(properties.error());
  }
  auto made = make<Semaphore>(retained<Context>(context), std::move(*properties));
  made->open();
  return made;
}

constexpr InfoRow<Semaphore> rows[] = {
    {CL_SEMAPHORE_CONTEXT_KHR,
     [](const Semaphore& s, Answer& a) { return a.is(handle_of(s.context.get())); }},
    {CL_SEMAPHORE_REFERENCE_COUNT_KHR,
     [](const Semaphore& s, Answer& a) { return a.is(api_references(s)); }},
    {CL_SEMAPHORE_PROPERTIES_KHR,
     [](const Semaphore& s, Answer& a) {
       return a.list<cl_semaphore_properties_khr>(s.properties.list);
     }},
    {CL_SEMAPHORE_TYPE_KHR, [](const Semaphore& s, Answer& a) { return a.is(s.properties.type); }},
    {CL_SEMAPHORE_PAYLOAD_KHR,
     [](const Semaphore& s, Answer& a) {
       return a.is<cl_semaphore_payload_khr>(s.is_signalled() ? 1 : 0);
     }},
    {CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
     [](const Semaphore& s, Answer& a) {
       std::vector<cl_device_id> handles;
       for (const Device* device : s.properties.devices) {
         handles.push_back(handle_of(device));
       }
       return a.list<cl_device_id>(handles);
     }},
    {CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR,
     [](const Semaphore& s, Answer& a) {
       const auto& type = s.properties.export_type;
       return a.list(std::span(&type, type ? 1 : 0));
     }},
    {CL_SEMAPHORE_EXPORTABLE_KHR,
     [](const Semaphore& s, Answer& a) { return a.flag(s.properties.export_type != 0); }},
};

cl_int export_handle(Semaphore& semaphore, const Device* device,
                     cl_external_semaphore_handle_type_khr type, Answer answer) {
  if (!device || !semaphore.usable_on(*device)) {
    return CL_INVALID_DEVICE;
  }
  if (!type || type != semaphore.properties.export_type) {
    return CL_INVALID_VALUE;
  }
  int exported = -1;
  if (answer.place()) {
    if (answer.capacity() < sizeof exported) {
      return CL_INVALID_VALUE;
    }
    exported = semaphore.export_handle();
  }
  return answer.is(exported);
}

cl_int import_again(Semaphore& semaphore, const cl_semaphore_reimport_properties_khr* list,
                    int descriptor) {
  if (semaphore.properties.import_type != CL_SEMAPHORE_HANDLE_SYNC_FD_KHR) {
    return CL_INVALID_SEMAPHORE_KHR;
  }
  if ((list && *list) || (descriptor != -1 && !Descriptor::is_open(descriptor))) {
    return CL_INVALID_VALUE;
  }
  semaphore.import_fence(descriptor);
  return CL_SUCCESS;
}

} // namespace
} // namespace cl

using namespace cl;

cl_semaphore_khr CL_API_CALL clCreateSemaphoreWithPropertiesKHR(
    cl_context context, const cl_semaphore_properties_khr* list, cl_int* errcode_ret) {
  return created(errcode_ret, [&] { return create(context, list); });
}

cl_int CL_API_CALL clGetSemaphoreInfoKHR(cl_semaphore_khr handle, cl_semaphore_info_khr name,
                                         size_t size, void* value, size_t* size_ret) {
  return guarded([&] {
    const Semaphore* semaphore = lookup<Semaphore>(handle);
    return semaphore ? answer_info<Semaphore>(rows, name, {size, value, size_ret}, *semaphore)
                     : CL_INVALID_SEMAPHORE_KHR;
  });
}

cl_int CL_API_CALL clRetainSemaphoreKHR(cl_semaphore_khr handle) {
  return api_retain<Semaphore>(handle);
}

cl_int CL_API_CALL clReleaseSemaphoreKHR(cl_semaphore_khr handle) {
  return guarded(
      [&] { return api_release<Semaphore>(handle, [](Semaphore& last) { last.abandon(); }); });
}

cl_int CL_API_CALL clGetSemaphoreHandleForTypeKHR(cl_semaphore_khr handle, cl_device_id device,
                                                  cl_external_semaphore_handle_type_khr type,
                                                  size_t size, void* value, size_t* size_ret) {
  return guarded([&] {
    Semaphore* semaphore = lookup<Semaphore>(handle);
    return semaphore
               ? export_handle(*semaphore, lookup<Device>(device), type, {size, value, size_ret})
               : CL_INVALID_SEMAPHORE_KHR;
  });
}

cl_int CL_API_CALL clReImportSemaphoreSyncFdKHR(cl_semaphore_khr handle,
                                                cl_semaphore_reimport_properties_khr* list,
                                                int descriptor) {
  return guarded([&] {
    Semaphore* semaphore = lookup<Semaphore>(handle);
    return semaphore ? import_again(*semaphore, list, descriptor) : CL_INVALID_SEMAPHORE_KHR;
  });
}
