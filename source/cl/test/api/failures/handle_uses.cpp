// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include "handle_uses.h"

namespace {

char byte = 0;
constexpr size_t one[3] = {1, 1, 1};

/// A row's call from one that returns a handle and an error code.
template <typename Create> auto creating(Create create) {
  return [create](void* handle) {
    cl_int error = 1;
    EXPECT_FALSE(create(handle, &error));
    return error;
  };
}

} // namespace

void HandleTest::SetUp() {
  CommandTest::SetUp();
  program = build();
  one_buffer = kernel_of(program, "count_visits");
  const char* text = "kernel void k() {}";
  source = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
  semaphore = make_semaphore();
}

std::vector<HandleUse> HandleTest::uses() const {
  std::vector<HandleUse> all;
  add_platform_uses(all);
  add_device_uses(all);
  add_context_uses(all);
  add_queue_uses(all);
  add_memory_uses(all);
  add_program_uses(all);
  add_kernel_uses(all);
  add_event_uses(all);
  add_semaphore_uses(all);
  add_command_uses(all);
  return all;
}

void HandleTest::add_platform_uses(std::vector<HandleUse>& uses) const {
  const auto add = [&](const char* name, auto call, bool null_is_fine = false) {
    uses.push_back({HandleType::platform, name, CL_INVALID_PLATFORM, call, null_is_fine});
  };
  using H = cl_platform_id;
  add(
      "clGetPlatformInfo",
      [](void* h) { return clGetPlatformInfo(H(h), CL_PLATFORM_NAME, 0, nullptr, nullptr); }, true);
  add(
      "clGetDeviceIDs",
      [](void* h) {
        cl_uint count = 0;
        return clGetDeviceIDs(H(h), CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
      },
      true);
  add("clUnloadPlatformCompiler", [](void* h) { return clUnloadPlatformCompiler(H(h)); });
  add("clGetExtensionFunctionAddressForPlatform", [](void* h) {
    const void* found = clGetExtensionFunctionAddressForPlatform(H(h), "clIcdGetPlatformIDsKHR");
    return found ? CL_SUCCESS : CL_INVALID_PLATFORM; // it has no other way to say so
  });
  add("clCreateContext, CL_CONTEXT_PLATFORM", creating([this](void* h, cl_int* error) {
        const cl_context_properties list[] = {CL_CONTEXT_PLATFORM, cl_context_properties(h), 0};
        return clCreateContext(list, 1, &device, nullptr, nullptr, error);
      }));
  add("clCreateContextFromType, CL_CONTEXT_PLATFORM", creating([](void* h, cl_int* error) {
        const cl_context_properties list[] = {CL_CONTEXT_PLATFORM, cl_context_properties(h), 0};
        return clCreateContextFromType(list, CL_DEVICE_TYPE_ALL, nullptr, nullptr, error);
      }));
}

void HandleTest::add_device_uses(std::vector<HandleUse>& uses) const {
  const auto add = [&](const char* name, auto call, bool null_is_fine = false) {
    uses.push_back({HandleType::device, name, CL_INVALID_DEVICE, call, null_is_fine});
  };
  using H = cl_device_id;
  add("clRetainDevice", [](void* h) { return clRetainDevice(H(h)); });
  add("clReleaseDevice", [](void* h) { return clReleaseDevice(H(h)); });
  add("clGetDeviceInfo",
      [](void* h) { return clGetDeviceInfo(H(h), CL_DEVICE_NAME, 0, nullptr, nullptr); });
  add("clCreateSubDevices", [](void* h) {
    const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    return clCreateSubDevices(H(h), equally, 0, nullptr, nullptr);
  });
  add("clCreateContext", creating([this](void* h, cl_int* error) {
        const H list[] = {device, H(h)};
        return clCreateContext(nullptr, 2, list, nullptr, nullptr, error);
      }));
  add("clCreateCommandQueue", creating([this](void* h, cl_int* error) {
        return clCreateCommandQueue(context, H(h), 0, error);
      }));
  add("clCreateCommandQueueWithProperties", creating([this](void* h, cl_int* error) {
        return clCreateCommandQueueWithProperties(context, H(h), nullptr, error);
      }));
  add("clCreateCommandQueueWithPropertiesKHR", creating([this](void* h, cl_int* error) {
        return clCreateCommandQueueWithPropertiesKHR(context, H(h), nullptr, error);
      }));
  add("clGetDeviceAndHostTimer",
      [](void* h) { return clGetDeviceAndHostTimer(H(h), nullptr, nullptr); });
  add("clGetHostTimer", [](void* h) { return clGetHostTimer(H(h), nullptr); });
  add("clCreateProgramWithBinary", creating([this](void* h, cl_int* error) {
        const auto* data = reinterpret_cast<const unsigned char*>("xy");
        const unsigned char* places[] = {data, data};
        const size_t sizes[] = {2, 2};
        const H list[] = {device, H(h)};
        return clCreateProgramWithBinary(context, 2, list, sizes, places, nullptr, error);
      }));
  add("clCreateProgramWithBuiltInKernels", creating([this](void* h, cl_int* error) {
        const H list[] = {device, H(h)};
        return clCreateProgramWithBuiltInKernels(context, 2, list, "x", error);
      }));
  add("clBuildProgram", [this](void* h) {
    const H list[] = {device, H(h)};
    return clBuildProgram(source, 2, list, "", nullptr, nullptr);
  });
  add("clCompileProgram", [this](void* h) {
    const H list[] = {device, H(h)};
    return clCompileProgram(source, 2, list, "", 0, nullptr, nullptr, nullptr, nullptr);
  });
  add("clLinkProgram", creating([this](void* h, cl_int* error) {
        const H list[] = {device, H(h)};
        const cl_program input = source;
        return clLinkProgram(context, 2, list, "", 1, &input, nullptr, nullptr, error);
      }));
  add("clGetProgramBuildInfo", [this](void* h) {
    return clGetProgramBuildInfo(program, H(h), CL_PROGRAM_BUILD_LOG, 0, nullptr, nullptr);
  });
  add("clSetDefaultDeviceCommandQueue",
      [this](void* h) { return clSetDefaultDeviceCommandQueue(context, H(h), nullptr); });
  add("clGetDeviceGlobalVariablePointerINTEL", [this](void* h) {
    void* place = nullptr;
    return clGetDeviceGlobalVariablePointerINTEL(H(h), program, "x", nullptr, &place);
  });
  add("clGetDeviceFunctionPointerINTEL", [this](void* h) {
    cl_ulong pointer = 0;
    return clGetDeviceFunctionPointerINTEL(H(h), program, "x", &pointer);
  });
  const auto add_sub_group_info = [&](const char* name, auto* function) {
    add(
        name,
        [this, function](void* h) {
          return function(one_buffer, H(h), CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 0, nullptr,
                          nullptr);
        },
        true);
    uses.push_back({HandleType::kernel, name, CL_INVALID_KERNEL, [this, function](void* h) {
                      return function(cl_kernel(h), device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0,
                                      nullptr, 0, nullptr, nullptr);
                    }});
  };
  add_sub_group_info("clGetKernelSubGroupInfo", clGetKernelSubGroupInfo);
  add_sub_group_info("clGetKernelSubGroupInfoKHR", clGetKernelSubGroupInfoKHR);
  add(
      "clGetKernelWorkGroupInfo",
      [this](void* h) {
        return clGetKernelWorkGroupInfo(one_buffer, H(h), CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr,
                                        nullptr);
      },
      true);
}

void HandleTest::add_context_uses(std::vector<HandleUse>& uses) const {
  const auto add = [&](const char* name, auto call) {
    uses.push_back({HandleType::context, name, CL_INVALID_CONTEXT, call});
  };
  using H = cl_context;
  add("clRetainContext", [](void* h) { return clRetainContext(H(h)); });
  add("clReleaseContext", [](void* h) { return clReleaseContext(H(h)); });
  add("clGetContextInfo",
      [](void* h) { return clGetContextInfo(H(h), CL_CONTEXT_DEVICES, 0, nullptr, nullptr); });
  add("clCreateCommandQueue", creating([this](void* h, cl_int* error) {
        return clCreateCommandQueue(H(h), device, 0, error);
      }));
  add("clCreateCommandQueueWithProperties", creating([this](void* h, cl_int* error) {
        return clCreateCommandQueueWithProperties(H(h), device, nullptr, error);
      }));
  add("clCreateCommandQueueWithPropertiesKHR", creating([this](void* h, cl_int* error) {
        return clCreateCommandQueueWithPropertiesKHR(H(h), device, nullptr, error);
      }));
  add("clHostMemAllocINTEL", creating([](void* h, cl_int* error) {
        return clHostMemAllocINTEL(H(h), nullptr, 0, 0, error);
      }));
  add("clDeviceMemAllocINTEL", creating([this](void* h, cl_int* error) {
        return clDeviceMemAllocINTEL(H(h), device, nullptr, 0, 0, error);
      }));
  add("clSharedMemAllocINTEL", creating([this](void* h, cl_int* error) {
        return clSharedMemAllocINTEL(H(h), device, nullptr, 0, 0, error);
      }));
  add("clMemFreeINTEL", [](void* h) { return clMemFreeINTEL(H(h), nullptr); });
  add("clMemBlockingFreeINTEL", [](void* h) { return clMemBlockingFreeINTEL(H(h), nullptr); });
  add("clGetMemAllocInfoINTEL", [](void* h) {
    return clGetMemAllocInfoINTEL(H(h), nullptr, CL_MEM_ALLOC_TYPE_INTEL, 0, nullptr, nullptr);
  });
  add("clTerminateContextKHR", [](void* h) { return clTerminateContextKHR(H(h)); });
  add("clSVMAlloc", [](void* h) {
    void* made = clSVMAlloc(H(h), CL_MEM_READ_WRITE, 4, 0); // it has no other way to say so
    clSVMFree(H(h), made);
    return made ? CL_SUCCESS : CL_INVALID_CONTEXT;
  });
  add("clSetContextDestructorCallback",
      [](void* h) { return clSetContextDestructorCallback(H(h), nullptr, nullptr); });
  add("clCreateBufferWithProperties", creating([](void* h, cl_int* error) {
        return clCreateBufferWithProperties(H(h), nullptr, 0, 4, nullptr, error);
      }));
  add("clCreateBufferWithPropertiesINTEL", creating([](void* h, cl_int* error) {
        return clCreateBufferWithPropertiesINTEL(H(h), nullptr, 0, 4, nullptr, error);
      }));
  add("clCreateImageWithProperties", creating([](void* h, cl_int* error) {
        return clCreateImageWithProperties(H(h), nullptr, 0, nullptr, nullptr, nullptr, error);
      }));
  add("clCreateSamplerWithProperties", creating([](void* h, cl_int* error) {
        return clCreateSamplerWithProperties(H(h), nullptr, error);
      }));
  add("clCreateBuffer",
      creating([](void* h, cl_int* error) { return clCreateBuffer(H(h), 0, 4, nullptr, error); }));
  add("clCreateImage", creating([](void* h, cl_int* error) {
        return clCreateImage(H(h), 0, nullptr, nullptr, nullptr, error);
      }));
  add("clCreateImage2D", creating([](void* h, cl_int* error) {
        return clCreateImage2D(H(h), 0, nullptr, 1, 1, 0, nullptr, error);
      }));
  add("clCreateImage3D", creating([](void* h, cl_int* error) {
        return clCreateImage3D(H(h), 0, nullptr, 1, 1, 1, 0, 0, nullptr, error);
      }));
  add("clGetSupportedImageFormats", [](void* h) {
    return clGetSupportedImageFormats(H(h), 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, nullptr);
  });
  add("clGetImageRequirementsInfoEXT", [this](void* h) {
    const auto ask = reinterpret_cast<clGetImageRequirementsInfoEXT_fn>(
        clGetExtensionFunctionAddressForPlatform(platform, "clGetImageRequirementsInfoEXT"));
    return ask(H(h), nullptr, 0, nullptr, nullptr, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, 0, nullptr,
               nullptr);
  });
  add("clCreateSampler", creating([](void* h, cl_int* error) {
        return clCreateSampler(H(h), CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, error);
      }));
  add("clCreatePipe",
      creating([](void* h, cl_int* error) { return clCreatePipe(H(h), 0, 4, 4, nullptr, error); }));
  add("clCreateProgramWithIL", creating([](void* h, cl_int* error) {
        return clCreateProgramWithIL(H(h), &byte, 1, error);
      }));
  add("clCreateProgramWithILKHR", creating([](void* h, cl_int* error) {
        return clCreateProgramWithILKHR(H(h), &byte, 1, error);
      }));
  add("clSetDefaultDeviceCommandQueue",
      [this](void* h) { return clSetDefaultDeviceCommandQueue(H(h), device, nullptr); });
  add("clCreateUserEvent",
      creating([](void* h, cl_int* error) { return clCreateUserEvent(H(h), error); }));
  add("clCreateProgramWithSource", creating([](void* h, cl_int* error) {
        const char* text = "";
        return clCreateProgramWithSource(H(h), 1, &text, nullptr, error);
      }));
  add("clCreateProgramWithBinary", creating([this](void* h, cl_int* error) {
        const auto* data = reinterpret_cast<const unsigned char*>("x");
        const size_t size = 1;
        return clCreateProgramWithBinary(H(h), 1, &device, &size, &data, nullptr, error);
      }));
  add("clCreateProgramWithBuiltInKernels", creating([this](void* h, cl_int* error) {
        return clCreateProgramWithBuiltInKernels(H(h), 1, &device, "x", error);
      }));
  add("clLinkProgram", creating([](void* h, cl_int* error) {
        return clLinkProgram(H(h), 0, nullptr, "", 0, nullptr, nullptr, nullptr, error);
      }));
}

void HandleTest::add_queue_uses(std::vector<HandleUse>& uses) const {
  const auto add = [&](const char* name, auto call) {
    uses.push_back({HandleType::queue, name, CL_INVALID_COMMAND_QUEUE, call});
  };
  using H = cl_command_queue;
  add("clRetainCommandQueue", [](void* h) { return clRetainCommandQueue(H(h)); });
  add("clReleaseCommandQueue", [](void* h) { return clReleaseCommandQueue(H(h)); });
  add("clGetCommandQueueInfo",
      [](void* h) { return clGetCommandQueueInfo(H(h), CL_QUEUE_DEVICE, 0, nullptr, nullptr); });
  add("clSetCommandQueueProperty",
      [](void* h) { return clSetCommandQueueProperty(H(h), 0, CL_TRUE, nullptr); });
  add("clFlush", [](void* h) { return clFlush(H(h)); });
  add("clFinish", [](void* h) { return clFinish(H(h)); });
  add("clEnqueueReadGlobalVariableINTEL", [this](void* h) {
    return clEnqueueReadGlobalVariableINTEL(H(h), program, "x", CL_TRUE, 1, 0, &byte, 0, nullptr,
                                            nullptr);
  });
  add("clEnqueueWriteGlobalVariableINTEL", [this](void* h) {
    return clEnqueueWriteGlobalVariableINTEL(H(h), program, "x", CL_TRUE, 1, 0, &byte, 0, nullptr,
                                             nullptr);
  });
  cl_device_device_enqueue_capabilities enqueues = 0;
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof enqueues,
                            &enqueues, nullptr),
            CL_SUCCESS);
  if (enqueues) {
    add("clSetDefaultDeviceCommandQueue",
        [this](void* h) { return clSetDefaultDeviceCommandQueue(context, device, H(h)); });
  }
  add("clGetKernelSuggestedLocalWorkSizeKHR", [this](void* h) {
    size_t local[3];
    return clGetKernelSuggestedLocalWorkSizeKHR(H(h), nothing, 1, nullptr, one, local);
  });
  add("clGetKernelSuggestedLocalWorkSize", [this](void* h) {
    size_t local[3];
    return clGetKernelSuggestedLocalWorkSize(H(h), nothing, 1, nullptr, one, local);
  });
  add("clGetKernelMaxConcurrentWorkGroupCountINTEL", [this](void* h) {
    size_t count = 0;
    return clGetKernelMaxConcurrentWorkGroupCountINTEL(H(h), nothing, 1, nullptr, one, &count);
  });
}

void HandleTest::add_memory_uses(std::vector<HandleUse>& uses) const {
  const auto add = [&](const char* name, auto call, bool null_is_fine = false) {
    uses.push_back({HandleType::memory, name, CL_INVALID_MEM_OBJECT, call, null_is_fine});
  };
  using H = cl_mem;
  add("clRetainMemObject", [](void* h) { return clRetainMemObject(H(h)); });
  add("clReleaseMemObject", [](void* h) { return clReleaseMemObject(H(h)); });
  add("clGetMemObjectInfo",
      [](void* h) { return clGetMemObjectInfo(H(h), CL_MEM_SIZE, 0, nullptr, nullptr); });
  add("clGetPipeInfo",
      [](void* h) { return clGetPipeInfo(H(h), CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr); });
  add("clGetImageInfo",
      [](void* h) { return clGetImageInfo(H(h), CL_IMAGE_WIDTH, 0, nullptr, nullptr); });
  add("clSetMemObjectDestructorCallback", [](void* h) {
    return clSetMemObjectDestructorCallback(H(h), [](cl_mem, void*) {}, nullptr);
  });
  add("clCreateSubBuffer", creating([](void* h, cl_int* error) {
        const cl_buffer_region region = {0, 4};
        return clCreateSubBuffer(H(h), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, error);
      }));
  add(
      "clSetKernelArg", [this](void* h) { return clSetKernelArg(one_buffer, 0, sizeof h, &h); },
      true);
  const auto add_external = [&](const char* name, auto* enqueue) {
    add(name, [this, enqueue](void* h) {
      const H memory = H(h);
      return enqueue(queue, 1, &memory, 0, nullptr, nullptr);
    });
    uses.push_back({HandleType::queue, name, CL_INVALID_COMMAND_QUEUE, [enqueue](void* h) {
                      return enqueue(cl_command_queue(h), 0, nullptr, 0, nullptr, nullptr);
                    }});
    uses.push_back({HandleType::event, name, CL_INVALID_EVENT_WAIT_LIST, [this, enqueue](void* h) {
                      const cl_event list = cl_event(h);
                      return enqueue(queue, 0, nullptr, 1, &list, nullptr);
                    }});
  };
  add_external("clEnqueueAcquireExternalMemObjectsKHR", clEnqueueAcquireExternalMemObjectsKHR);
  add_external("clEnqueueReleaseExternalMemObjectsKHR", clEnqueueReleaseExternalMemObjectsKHR);
}

void HandleTest::add_program_uses(std::vector<HandleUse>& uses) const {
  const auto add = [&](const char* name, auto call) {
    uses.push_back({HandleType::program, name, CL_INVALID_PROGRAM, call});
  };
  using H = cl_program;
  add("clSetProgramReleaseCallback",
      [](void* h) { return clSetProgramReleaseCallback(H(h), nullptr, nullptr); });
  add("clSetProgramSpecializationConstant",
      [](void* h) { return clSetProgramSpecializationConstant(H(h), 0, 1, &byte); });
  add("clGetDeviceGlobalVariablePointerINTEL", [this](void* h) {
    void* place = nullptr;
    return clGetDeviceGlobalVariablePointerINTEL(device, H(h), "x", nullptr, &place);
  });
  add("clGetDeviceFunctionPointerINTEL", [this](void* h) {
    cl_ulong pointer = 0;
    return clGetDeviceFunctionPointerINTEL(device, H(h), "x", &pointer);
  });
  add("clEnqueueReadGlobalVariableINTEL", [this](void* h) {
    return clEnqueueReadGlobalVariableINTEL(queue, H(h), "x", CL_TRUE, 1, 0, &byte, 0, nullptr,
                                            nullptr);
  });
  add("clEnqueueWriteGlobalVariableINTEL", [this](void* h) {
    return clEnqueueWriteGlobalVariableINTEL(queue, H(h), "x", CL_TRUE, 1, 0, &byte, 0, nullptr,
                                             nullptr);
  });
  add("clRetainProgram", [](void* h) { return clRetainProgram(H(h)); });
  add("clReleaseProgram", [](void* h) { return clReleaseProgram(H(h)); });
  add("clGetProgramInfo",
      [](void* h) { return clGetProgramInfo(H(h), CL_PROGRAM_SOURCE, 0, nullptr, nullptr); });
  add("clGetProgramBuildInfo", [this](void* h) {
    return clGetProgramBuildInfo(H(h), device, CL_PROGRAM_BUILD_LOG, 0, nullptr, nullptr);
  });
  add("clBuildProgram",
      [](void* h) { return clBuildProgram(H(h), 0, nullptr, "", nullptr, nullptr); });
  add("clCompileProgram", [](void* h) {
    return clCompileProgram(H(h), 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr);
  });
  add("clCompileProgram, header", [this](void* h) {
    const H headers[] = {source, H(h)};
    const char* names[] = {"a.h", "b.h"};
    return clCompileProgram(source, 0, nullptr, "", 2, headers, names, nullptr, nullptr);
  });
  add("clLinkProgram", creating([this](void* h, cl_int* error) {
        const H inputs[] = {source, H(h)};
        return clLinkProgram(context, 0, nullptr, "", 2, inputs, nullptr, nullptr, error);
      }));
  add("clCreateKernel",
      creating([](void* h, cl_int* error) { return clCreateKernel(H(h), "k", error); }));
  add("clCreateKernelsInProgram",
      [](void* h) { return clCreateKernelsInProgram(H(h), 0, nullptr, nullptr); });
}

void HandleTest::add_kernel_uses(std::vector<HandleUse>& uses) const {
  const auto add = [&](const char* name, auto call) {
    uses.push_back({HandleType::kernel, name, CL_INVALID_KERNEL, call});
  };
  using H = cl_kernel;
  add("clCloneKernel", creating([](void* h, cl_int* error) { return clCloneKernel(H(h), error); }));
  add("clRetainKernel", [](void* h) { return clRetainKernel(H(h)); });
  add("clReleaseKernel", [](void* h) { return clReleaseKernel(H(h)); });
  add("clGetKernelInfo",
      [](void* h) { return clGetKernelInfo(H(h), CL_KERNEL_NUM_ARGS, 0, nullptr, nullptr); });
  add("clGetKernelArgInfo",
      [](void* h) { return clGetKernelArgInfo(H(h), 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr); });
  add("clGetKernelWorkGroupInfo", [this](void* h) {
    return clGetKernelWorkGroupInfo(H(h), device, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, nullptr);
  });
  add("clSetKernelArgSVMPointer", [](void* h) { return clSetKernelArgSVMPointer(H(h), 0, &byte); });
  add("clSetKernelArgDevicePointerEXT",
      [](void* h) { return clSetKernelArgDevicePointerEXT(H(h), 0, 0); });
  add("clSetKernelArgMemPointerINTEL",
      [](void* h) { return clSetKernelArgMemPointerINTEL(H(h), 0, &byte); });
  add("clSetKernelExecInfo",
      [](void* h) { return clSetKernelExecInfo(H(h), CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr); });
  add("clSetKernelArg", [](void* h) { return clSetKernelArg(H(h), 0, 1, &byte); });
  add("clEnqueueNDRangeKernel", [this](void* h) {
    return clEnqueueNDRangeKernel(queue, H(h), 1, nullptr, one, nullptr, 0, nullptr, nullptr);
  });
  add("clEnqueueTask", [this](void* h) { return clEnqueueTask(queue, H(h), 0, nullptr, nullptr); });
  add("clGetKernelSuggestedLocalWorkSizeKHR", [this](void* h) {
    size_t local[3];
    return clGetKernelSuggestedLocalWorkSizeKHR(queue, H(h), 1, nullptr, one, local);
  });
  add("clGetKernelSuggestedLocalWorkSize", [this](void* h) {
    size_t local[3];
    return clGetKernelSuggestedLocalWorkSize(queue, H(h), 1, nullptr, one, local);
  });
  add("clGetKernelMaxConcurrentWorkGroupCountINTEL", [this](void* h) {
    size_t count = 0;
    return clGetKernelMaxConcurrentWorkGroupCountINTEL(queue, H(h), 1, nullptr, one, &count);
  });
}

void HandleTest::add_event_uses(std::vector<HandleUse>& uses) const {
  const auto add = [&](const char* name, auto call) {
    uses.push_back({HandleType::event, name, CL_INVALID_EVENT, call});
  };
  using H = cl_event;
  add("clRetainEvent", [](void* h) { return clRetainEvent(H(h)); });
  add("clReleaseEvent", [](void* h) { return clReleaseEvent(H(h)); });
  add("clGetEventInfo",
      [](void* h) { return clGetEventInfo(H(h), CL_EVENT_COMMAND_TYPE, 0, nullptr, nullptr); });
  add("clGetEventProfilingInfo", [](void* h) {
    return clGetEventProfilingInfo(H(h), CL_PROFILING_COMMAND_END, 0, nullptr, nullptr);
  });
  add("clSetEventCallback", [](void* h) {
    return clSetEventCallback(H(h), CL_COMPLETE, [](cl_event, cl_int, void*) {}, nullptr);
  });
  add("clSetUserEventStatus", [](void* h) { return clSetUserEventStatus(H(h), CL_COMPLETE); });
  add("clWaitForEvents", [](void* h) {
    const H event = H(h);
    return clWaitForEvents(1, &event);
  });
  add("clEnqueueWaitForEvents", [this](void* h) {
    const H event = H(h);
    return clEnqueueWaitForEvents(queue, 1, &event);
  });
  const auto add_sampler = [&](const char* name, auto call) {
    uses.push_back({HandleType::sampler, name, CL_INVALID_SAMPLER, call});
  };
  add_sampler("clRetainSampler", [](void* h) { return clRetainSampler(cl_sampler(h)); });
  add_sampler("clReleaseSampler", [](void* h) { return clReleaseSampler(cl_sampler(h)); });
  add_sampler("clGetSamplerInfo", [](void* h) {
    return clGetSamplerInfo(cl_sampler(h), CL_SAMPLER_CONTEXT, 0, nullptr, nullptr);
  });
}

void HandleTest::add_semaphore_uses(std::vector<HandleUse>& uses) const {
  const auto add = [&](HandleType type, const char* name, cl_int expected, auto call) {
    uses.push_back({type, name, expected, call});
  };
  add(HandleType::context, "clCreateSemaphoreWithPropertiesKHR", CL_INVALID_CONTEXT,
      creating([](void* h, cl_int* error) {
        const cl_semaphore_properties_khr list[] = {CL_SEMAPHORE_TYPE_KHR,
                                                    CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
        return clCreateSemaphoreWithPropertiesKHR(cl_context(h), list, error);
      }));
  const auto add_semaphore = [&](const char* name, auto call) {
    add(HandleType::semaphore, name, CL_INVALID_SEMAPHORE_KHR, call);
  };
  using H = cl_semaphore_khr;
  add_semaphore("clRetainSemaphoreKHR", [](void* h) { return clRetainSemaphoreKHR(H(h)); });
  add_semaphore("clReleaseSemaphoreKHR", [](void* h) { return clReleaseSemaphoreKHR(H(h)); });
  add_semaphore("clGetSemaphoreInfoKHR", [](void* h) {
    return clGetSemaphoreInfoKHR(H(h), CL_SEMAPHORE_TYPE_KHR, 0, nullptr, nullptr);
  });
  add_semaphore("clGetSemaphoreHandleForTypeKHR", [this](void* h) {
    return clGetSemaphoreHandleForTypeKHR(H(h), device, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, 0, nullptr,
                                          nullptr);
  });
  add_semaphore("clReImportSemaphoreSyncFdKHR",
                [](void* h) { return clReImportSemaphoreSyncFdKHR(H(h), nullptr, -1); });
  add(HandleType::device, "clGetSemaphoreHandleForTypeKHR", CL_INVALID_DEVICE, [this](void* h) {
    return clGetSemaphoreHandleForTypeKHR(semaphore, cl_device_id(h),
                                          CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, 0, nullptr, nullptr);
  });
  const auto add_command = [&](const char* name, auto enqueue) {
    add_semaphore(name, [=, this](void* h) {
      const H handle = H(h);
      return enqueue(queue, 1, &handle, nullptr, 0, nullptr, nullptr);
    });
    add(HandleType::queue, name, CL_INVALID_COMMAND_QUEUE, [=, this](void* h) {
      const H good_one = semaphore;
      return enqueue(cl_command_queue(h), 1, &good_one, nullptr, 0, nullptr, nullptr);
    });
    add(HandleType::event, name, CL_INVALID_EVENT_WAIT_LIST, [=, this](void* h) {
      const H good_one = semaphore;
      const cl_event list = cl_event(h);
      return enqueue(queue, 1, &good_one, nullptr, 1, &list, nullptr);
    });
  };
  add_command("clEnqueueWaitSemaphoresKHR", clEnqueueWaitSemaphoresKHR);
  add_command("clEnqueueSignalSemaphoresKHR", clEnqueueSignalSemaphoresKHR);
}

void HandleTest::add_command_uses(std::vector<HandleUse>& uses) const {
  for (const EnqueueRow& row : rows()) {
    uses.push_back({HandleType::queue, row.name, CL_INVALID_COMMAND_QUEUE,
                    [=, this](void* h) { return row.call({cl_command_queue(h), good}); }});
    if (row.traits & EnqueueRow::takes_memory) {
      uses.push_back({HandleType::memory, row.name, CL_INVALID_MEM_OBJECT,
                      [=, this](void* h) { return row.call({queue, cl_mem(h)}); }});
    }
    if (!(row.traits & EnqueueRow::no_event)) {
      uses.push_back({HandleType::event, row.name, CL_INVALID_EVENT_WAIT_LIST, [=, this](void* h) {
                        const cl_event list = cl_event(h);
                        return row.call({queue, good, 1, &list});
                      }});
    }
  }
}
