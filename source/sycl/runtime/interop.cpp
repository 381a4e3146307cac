// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL's objects as SYCL's, and the other way round.
#include "interop.h"

#include "memory/buffers.h"

#include <algorithm>
#include <sycl/interop/opencl.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

[[noreturn]] void refuse(const char* sentence) {
  throw exception(make_error_code(errc::invalid), sentence);
}

platform_impl& platform_with(cl_platform_id id) {
  const auto& all = platform_impl::all();
  const auto found = std::ranges::find(all, id, &platform_impl::id);
  if (found == all.end()) {
    refuse("the OpenCL platform has no device that can run SYCL kernels");
  }
  return **found;
}

/// The device of that handle: one that is known, or a new object for a sub-device.
ref<device_impl> device_with(cl_device_id id) {
  auto& platform = platform_with(query<cl_platform_id>(clGetDeviceInfo, id, CL_DEVICE_PLATFORM));
  const auto found = std::ranges::find(platform.devices, id, &device_impl::id);
  if (found != platform.devices.end()) {
    return ref<device_impl>::share(*found);
  }
  const auto parent = query<cl_device_id>(clGetDeviceInfo, id, CL_DEVICE_PARENT_DEVICE);
  if (!parent) {
    refuse("the OpenCL device cannot run SYCL kernels");
  }
  check(clRetainDevice(id), "clRetainDevice");
  return ref<device_impl>::adopt(new device_impl(platform, id, device_with(parent)));
}

cl_context context_of(cl_command_queue queue) {
  return query<cl_context>(clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT);
}

} // namespace

cl_platform_id native_of(const platform& of) { return platform_impl::of(of).id; }

cl_device_id native_of(const device& of) {
  const cl_device_id id = device_impl::of(of).id;
  check(clRetainDevice(id), "clRetainDevice");
  return id;
}

cl_context native_of(const context& of) {
  const cl_context native = context_impl::of(of).cl.get();
  check(clRetainContext(native), "clRetainContext");
  return native;
}

cl_command_queue native_of(const queue& of) {
  const cl_command_queue native = queue_impl::of(of).cl.get();
  check(clRetainCommandQueue(native), "clRetainCommandQueue");
  return native;
}

std::vector<cl_event> native_of(const event& of) {
  const event_impl* impl = event_impl::of(of);
  if (!impl || !impl->cl) {
    if (impl) {
      impl->check_executed();
    }
    return {};
  }
  check(clRetainEvent(impl->cl.get()), "clRetainEvent");
  return {impl->cl.get()};
}

cl_kernel native_of(const kernel& of) {
  const cl_kernel native = kernel_impl::of(of).built.kernel;
  check(clRetainKernel(native), "clRetainKernel");
  return native;
}

std::vector<cl_program> native_of(const bundle_base& of) {
  const auto& bundle = static_cast<const bundle_impl&>(*of.lw_bundle());
  std::vector<cl_program> programs;
  for (const auto& image : bundle.images) {
    const cl_program native = image->program ? image->program->cl.get() : image->object.get();
    if (!native) {
      programs.push_back(create_program(*bundle.context_of, image->image->content,
                                        bundle.values.of(image->image->content))
                             .take());
      continue;
    }
    check(clRetainProgram(native), "clRetainProgram");
    programs.push_back(native);
  }
  if (bundle.native) {
    check(clRetainProgram(bundle.native.get()), "clRetainProgram");
    programs.push_back(bundle.native.get());
  }
  return programs;
}

cl_mem native_memory(counted* buffer, counted* queue) {
  auto& memory = static_cast<buffer_impl&>(*buffer);
  queue_impl& in = queue_of(queue);
  const std::lock_guard lock(memory.mutex);
  cl_int status = CL_SUCCESS;
  const cl_mem made = clCreateBuffer(in.context_of->cl.get(), CL_MEM_USE_HOST_PTR,
                                     std::max<size_t>(memory.bytes, 1), memory.memory, &status);
  check(status, "clCreateBuffer");
  return made;
}

platform make_native(cl_platform_id of) { return platform_with(of).handle(); }

device make_native(cl_device_id of) { return device_impl::made(device_with(of)); }

context make_native(cl_context of, const async_handler& handler) {
  std::vector<ref<device_impl>> devices;
  for (const cl_device_id id : query_list<cl_device_id>(clGetContextInfo, of, CL_CONTEXT_DEVICES)) {
    devices.push_back(device_with(id));
  }
  check(clRetainContext(of), "clRetainContext");
  return ref<context_impl>::adopt(new context_impl(std::move(devices), handler, owned_context(of)))
      ->handle();
}

queue make_native(cl_command_queue of, const context& in, const async_handler& handler) {
  if (context_of(of) != context_impl::of(in).cl.get()) {
    refuse("the OpenCL queue is of another context");
  }
  check(clRetainCommandQueue(of), "clRetainCommandQueue");
  owned_queue taken(of);
  return ref<queue_impl>::adopt(new queue_impl(context_impl::share(in),
                                               device_with(query<cl_device_id>(
                                                   clGetCommandQueueInfo, of, CL_QUEUE_DEVICE)),
                                               handler, std::move(taken)))
      ->handle();
}

event make_native(const std::vector<cl_event>& of, const context& in) {
  if (of.empty()) {
    return {};
  }
  const auto context = context_impl::share(in);
  for (const cl_event one : of) {
    if (query<cl_context>(clGetEventInfo, one, CL_EVENT_CONTEXT) != context->cl.get()) {
      refuse("the OpenCL event is of another context");
    }
  }
  auto through = ref<queue_impl>::adopt(
      new queue_impl(context, context->devices.front(), async_handler(), property_list()));
  cl_event made = of.front();
  if (of.size() == 1) {
    check(clRetainEvent(made), "clRetainEvent");
  } else {
    check(clEnqueueMarkerWithWaitList(through->cl.get(), cl_uint(of.size()), of.data(), &made),
          "clEnqueueMarkerWithWaitList");
  }
  return event_impl::handle(ref<event_impl>::adopt(new event_impl(through, made)));
}

kernel make_native(cl_kernel of, const context& in) {
  if (query<cl_context>(clGetKernelInfo, of, CL_KERNEL_CONTEXT) != context_impl::of(in).cl.get()) {
    refuse("the OpenCL kernel is of another context");
  }
  const auto program = query<cl_program>(clGetKernelInfo, of, CL_KERNEL_PROGRAM);
  auto bundle = ref<bundle_impl>::adopt(
      static_cast<bundle_impl*>(make_native(program, in, bundle_state::executable)));
  check(clRetainKernel(of), "clRetainKernel");
  return kernel_impl::handle(ref<kernel_impl>::adopt(new kernel_impl(bundle, owned_kernel(of))));
}

counted* make_native(cl_program of, const context& in, bundle_state state) {
  auto context = context_impl::share(in);
  if (query<cl_context>(clGetProgramInfo, of, CL_PROGRAM_CONTEXT) != context->cl.get()) {
    refuse("the OpenCL program is of another context");
  }
  auto devices = context->devices;
  auto made =
      ref<bundle_impl>::adopt(new bundle_impl(std::move(context), std::move(devices), state));
  check(clRetainProgram(of), "clRetainProgram");
  made->native = owned_program(of);
  if (state == bundle_state::executable) { // as SYCL has it: built if it is not yet
    const auto on = query_list<cl_device_id>(clGetProgramInfo, of, CL_PROGRAM_DEVICES);
    cl_build_status status = CL_BUILD_NONE;
    check(clGetProgramBuildInfo(of, on.front(), CL_PROGRAM_BUILD_STATUS, sizeof(status), &status,
                                nullptr),
          "clGetProgramBuildInfo");
    if (status != CL_BUILD_SUCCESS) {
      build_program(*made->context_of, {}, made->native);
    }
  }
  return made.detach();
}

owned_queue queue_for_maps(const context_impl& context) {
  if (!context.devices.front()->system_memory) {
    throw exception(
        make_error_code(errc::feature_not_supported),
        "a SYCL buffer or image of OpenCL's needs a device that uses the host's memory");
  }
  cl_int status = CL_SUCCESS;
  const cl_queue_properties none[] = {0};
  owned_queue made(clCreateCommandQueueWithProperties(context.cl.get(), context.devices.front()->id,
                                                      none, &status));
  check(status, "clCreateCommandQueueWithProperties");
  return made;
}

std::shared_ptr<void> keep_mapped(owned_queue through, cl_mem mapped, void* memory) {
  check(clRetainMemObject(mapped), "clRetainMemObject");
  return {mapped, [queue = std::make_shared<owned_queue>(std::move(through)), memory](void* kept) {
            const auto native = static_cast<cl_mem>(kept);
            (void)clEnqueueUnmapMemObject(queue->get(), native, memory, 0, nullptr, nullptr);
            (void)clFinish(queue->get());
            (void)clReleaseMemObject(native);
          }};
}

counted* make_native(cl_mem of, const context& in, const event& after, std::size_t& bytes) {
  owned_queue through = queue_for_maps(context_impl::of(in));
  event(after).wait();
  bytes = query<size_t>(clGetMemObjectInfo, of, CL_MEM_SIZE);
  cl_int status = CL_SUCCESS;
  void* const memory = clEnqueueMapBuffer(through.get(), of, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                          bytes, 0, nullptr, nullptr, &status);
  check(status, "clEnqueueMapBuffer");
  auto owner = keep_mapped(std::move(through), of, memory);
  auto made = ref<buffer_impl>::adopt(new buffer_impl(bytes, memory, false));
  made->owner = std::move(owner);
  return made.detach();
}

} // namespace detail
} // namespace lw1
} // namespace sycl
