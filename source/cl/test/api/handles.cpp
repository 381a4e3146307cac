// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handles that are null, of another type, released, or released and their memory reused: every
// entry point that takes one gives the error of its object, and nothing crashes.
#include "fixture.h"

#include <functional>

class Handles : public ClTest {
protected:
  struct Use {
    const char* name;
    cl_int expected;
    std::function<cl_int(void*)> call;
  };
  std::vector<Use> uses();

  void check(void* handle, const char* kind, const char* except) {
    for (const Use& use : uses()) {
      if (std::string(use.name).find(except) == std::string::npos) {
        EXPECT_EQ(use.call(handle), use.expected) << use.name << " with a handle that is " << kind;
      }
    }
  }
};

std::vector<Handles::Use> Handles::uses() {
  const auto creating = [](auto call) {
    return [call](void* handle) {
      cl_int error = 1;
      EXPECT_FALSE(call(handle, &error));
      return error;
    };
  };
  static char byte = 0;
  static const size_t three[3] = {1, 1, 1};
  return {
      {"context: retain", CL_INVALID_CONTEXT,
       [](void* h) { return clRetainContext(cl_context(h)); }},
      {"context: release", CL_INVALID_CONTEXT,
       [](void* h) { return clReleaseContext(cl_context(h)); }},
      {"context: info", CL_INVALID_CONTEXT,
       [](void* h) {
         return clGetContextInfo(cl_context(h), CL_CONTEXT_DEVICES, 0, nullptr, nullptr);
       }},
      {"context: queue", CL_INVALID_CONTEXT, creating([&](void* h, cl_int* error) {
         return clCreateCommandQueue(cl_context(h), device, 0, error);
       })},
      {"context: buffer", CL_INVALID_CONTEXT, creating([](void* h, cl_int* error) {
         return clCreateBuffer(cl_context(h), 0, 4, nullptr, error);
       })},
      {"context: user event", CL_INVALID_CONTEXT,
       creating([](void* h, cl_int* error) { return clCreateUserEvent(cl_context(h), error); })},
      {"context: image", CL_INVALID_CONTEXT, creating([](void* h, cl_int* error) {
         return clCreateImage(cl_context(h), 0, nullptr, nullptr, nullptr, error);
       })},
      {"context: image formats", CL_INVALID_CONTEXT,
       [](void* h) {
         return clGetSupportedImageFormats(cl_context(h), 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr,
                                           nullptr);
       }},
      {"context: sampler", CL_INVALID_CONTEXT, creating([](void* h, cl_int* error) {
         return clCreateSampler(cl_context(h), CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, error);
       })},
      {"context: program", CL_INVALID_CONTEXT, creating([](void* h, cl_int* error) {
         const char* source = "";
         return clCreateProgramWithSource(cl_context(h), 1, &source, nullptr, error);
       })},
      {"context: program with binary", CL_INVALID_CONTEXT, creating([&](void* h, cl_int* error) {
         const unsigned char* data = reinterpret_cast<const unsigned char*>("x");
         const size_t size = 1;
         return clCreateProgramWithBinary(cl_context(h), 1, &device, &size, &data, nullptr, error);
       })},
      {"context: built-in kernels", CL_INVALID_CONTEXT, creating([&](void* h, cl_int* error) {
         return clCreateProgramWithBuiltInKernels(cl_context(h), 1, &device, "x", error);
       })},
      {"context: link", CL_INVALID_CONTEXT, creating([](void* h, cl_int* error) {
         return clLinkProgram(cl_context(h), 0, nullptr, "", 0, nullptr, nullptr, nullptr, error);
       })},

      {"queue: retain", CL_INVALID_COMMAND_QUEUE,
       [](void* h) { return clRetainCommandQueue(cl_command_queue(h)); }},
      {"queue: release", CL_INVALID_COMMAND_QUEUE,
       [](void* h) { return clReleaseCommandQueue(cl_command_queue(h)); }},
      {"queue: info", CL_INVALID_COMMAND_QUEUE,
       [](void* h) {
         return clGetCommandQueueInfo(cl_command_queue(h), CL_QUEUE_DEVICE, 0, nullptr, nullptr);
       }},
      {"queue: property", CL_INVALID_COMMAND_QUEUE,
       [](void* h) { return clSetCommandQueueProperty(cl_command_queue(h), 0, CL_TRUE, nullptr); }},
      {"queue: flush", CL_INVALID_COMMAND_QUEUE,
       [](void* h) { return clFlush(cl_command_queue(h)); }},
      {"queue: finish", CL_INVALID_COMMAND_QUEUE,
       [](void* h) { return clFinish(cl_command_queue(h)); }},
      {"queue: marker", CL_INVALID_COMMAND_QUEUE,
       [](void* h) {
         cl_event event = nullptr;
         return clEnqueueMarker(cl_command_queue(h), &event);
       }},
      {"queue: marker with list", CL_INVALID_COMMAND_QUEUE,
       [](void* h) {
         return clEnqueueMarkerWithWaitList(cl_command_queue(h), 0, nullptr, nullptr);
       }},
      {"queue: barrier", CL_INVALID_COMMAND_QUEUE,
       [](void* h) { return clEnqueueBarrier(cl_command_queue(h)); }},
      {"queue: barrier with list", CL_INVALID_COMMAND_QUEUE,
       [](void* h) {
         return clEnqueueBarrierWithWaitList(cl_command_queue(h), 0, nullptr, nullptr);
       }},
      {"queue: wait for events", CL_INVALID_COMMAND_QUEUE,
       [](void* h) { return clEnqueueWaitForEvents(cl_command_queue(h), 0, nullptr); }},
      {"queue: read", CL_INVALID_COMMAND_QUEUE,
       [](void* h) {
         return clEnqueueReadBuffer(cl_command_queue(h), nullptr, CL_TRUE, 0, 1, &byte, 0, nullptr,
                                    nullptr);
       }},
      {"queue: write", CL_INVALID_COMMAND_QUEUE,
       [](void* h) {
         return clEnqueueWriteBuffer(cl_command_queue(h), nullptr, CL_TRUE, 0, 1, &byte, 0, nullptr,
                                     nullptr);
       }},
      {"queue: read rect", CL_INVALID_COMMAND_QUEUE,
       [](void* h) {
         return clEnqueueReadBufferRect(cl_command_queue(h), nullptr, CL_TRUE, three, three, three,
                                        0, 0, 0, 0, &byte, 0, nullptr, nullptr);
       }},
      {"queue: write rect", CL_INVALID_COMMAND_QUEUE,
       [](void* h) {
         return clEnqueueWriteBufferRect(cl_command_queue(h), nullptr, CL_TRUE, three, three, three,
                                         0, 0, 0, 0, &byte, 0, nullptr, nullptr);
       }},
      {"queue: copy", CL_INVALID_COMMAND_QUEUE,
       [](void* h) {
         return clEnqueueCopyBuffer(cl_command_queue(h), nullptr, nullptr, 0, 0, 1, 0, nullptr,
                                    nullptr);
       }},
      {"queue: copy rect", CL_INVALID_COMMAND_QUEUE,
       [](void* h) {
         return clEnqueueCopyBufferRect(cl_command_queue(h), nullptr, nullptr, three, three, three,
                                        0, 0, 0, 0, 0, nullptr, nullptr);
       }},
      {"queue: fill", CL_INVALID_COMMAND_QUEUE,
       [](void* h) {
         return clEnqueueFillBuffer(cl_command_queue(h), nullptr, &byte, 1, 0, 1, 0, nullptr,
                                    nullptr);
       }},
      {"queue: map", CL_INVALID_COMMAND_QUEUE, creating([](void* h, cl_int* error) {
         return clEnqueueMapBuffer(cl_command_queue(h), nullptr, CL_TRUE, CL_MAP_READ, 0, 1, 0,
                                   nullptr, nullptr, error);
       })},
      {"queue: unmap", CL_INVALID_COMMAND_QUEUE,
       [](void* h) {
         return clEnqueueUnmapMemObject(cl_command_queue(h), nullptr, &byte, 0, nullptr, nullptr);
       }},
      {"queue: migrate", CL_INVALID_COMMAND_QUEUE,
       [](void* h) {
         return clEnqueueMigrateMemObjects(cl_command_queue(h), 0, nullptr, 0, 0, nullptr, nullptr);
       }},
      {"queue: ND-range", CL_INVALID_COMMAND_QUEUE,
       [](void* h) {
         return clEnqueueNDRangeKernel(cl_command_queue(h), nullptr, 1, nullptr, three, nullptr, 0,
                                       nullptr, nullptr);
       }},
      {"queue: task", CL_INVALID_COMMAND_QUEUE,
       [](void* h) { return clEnqueueTask(cl_command_queue(h), nullptr, 0, nullptr, nullptr); }},
      {"queue: native kernel", CL_INVALID_COMMAND_QUEUE,
       [](void* h) {
         return clEnqueueNativeKernel(
             cl_command_queue(h), [](void*) {}, nullptr, 0, 0, nullptr, nullptr, 0, nullptr,
             nullptr);
       }},
      {"queue: read image", CL_INVALID_COMMAND_QUEUE,
       [](void* h) {
         return clEnqueueReadImage(cl_command_queue(h), nullptr, CL_TRUE, three, three, 0, 0, &byte,
                                   0, nullptr, nullptr);
       }},
      {"queue: map image", CL_INVALID_COMMAND_QUEUE, creating([](void* h, cl_int* error) {
         return clEnqueueMapImage(cl_command_queue(h), nullptr, CL_TRUE, CL_MAP_READ, three, three,
                                  nullptr, nullptr, 0, nullptr, nullptr, error);
       })},

      {"memory: retain", CL_INVALID_MEM_OBJECT,
       [](void* h) { return clRetainMemObject(cl_mem(h)); }},
      {"memory: release", CL_INVALID_MEM_OBJECT,
       [](void* h) { return clReleaseMemObject(cl_mem(h)); }},
      {"memory: info", CL_INVALID_MEM_OBJECT,
       [](void* h) { return clGetMemObjectInfo(cl_mem(h), CL_MEM_SIZE, 0, nullptr, nullptr); }},
      {"memory: image info", CL_INVALID_MEM_OBJECT,
       [](void* h) { return clGetImageInfo(cl_mem(h), CL_IMAGE_WIDTH, 0, nullptr, nullptr); }},
      {"memory: destructor", CL_INVALID_MEM_OBJECT,
       [](void* h) {
         return clSetMemObjectDestructorCallback(
             cl_mem(h), [](cl_mem, void*) {}, nullptr);
       }},
      {"memory: sub-buffer", CL_INVALID_MEM_OBJECT, creating([](void* h, cl_int* error) {
         const cl_buffer_region region = {0, 1};
         return clCreateSubBuffer(cl_mem(h), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, error);
       })},
      {"memory: read", CL_INVALID_MEM_OBJECT,
       [&](void* h) {
         return clEnqueueReadBuffer(queue, cl_mem(h), CL_TRUE, 0, 1, &byte, 0, nullptr, nullptr);
       }},
      {"memory: write", CL_INVALID_MEM_OBJECT,
       [&](void* h) {
         return clEnqueueWriteBuffer(queue, cl_mem(h), CL_TRUE, 0, 1, &byte, 0, nullptr, nullptr);
       }},
      {"memory: copy", CL_INVALID_MEM_OBJECT,
       [&](void* h) {
         return clEnqueueCopyBuffer(queue, cl_mem(h), cl_mem(h), 0, 0, 1, 0, nullptr, nullptr);
       }},
      {"memory: fill", CL_INVALID_MEM_OBJECT,
       [&](void* h) {
         return clEnqueueFillBuffer(queue, cl_mem(h), &byte, 1, 0, 1, 0, nullptr, nullptr);
       }},
      {"memory: map", CL_INVALID_MEM_OBJECT, creating([&](void* h, cl_int* error) {
         return clEnqueueMapBuffer(queue, cl_mem(h), CL_TRUE, CL_MAP_READ, 0, 1, 0, nullptr,
                                   nullptr, error);
       })},
      {"memory: unmap", CL_INVALID_MEM_OBJECT,
       [&](void* h) {
         return clEnqueueUnmapMemObject(queue, cl_mem(h), &byte, 0, nullptr, nullptr);
       }},
      {"memory: migrate", CL_INVALID_MEM_OBJECT,
       [&](void* h) {
         const cl_mem memory = cl_mem(h);
         return clEnqueueMigrateMemObjects(queue, 1, &memory, 0, 0, nullptr, nullptr);
       }},

      {"program: retain", CL_INVALID_PROGRAM,
       [](void* h) { return clRetainProgram(cl_program(h)); }},
      {"program: release", CL_INVALID_PROGRAM,
       [](void* h) { return clReleaseProgram(cl_program(h)); }},
      {"program: info", CL_INVALID_PROGRAM,
       [](void* h) {
         return clGetProgramInfo(cl_program(h), CL_PROGRAM_SOURCE, 0, nullptr, nullptr);
       }},
      {"program: build info", CL_INVALID_PROGRAM,
       [&](void* h) {
         return clGetProgramBuildInfo(cl_program(h), device, CL_PROGRAM_BUILD_LOG, 0, nullptr,
                                      nullptr);
       }},
      {"program: build", CL_INVALID_PROGRAM,
       [](void* h) { return clBuildProgram(cl_program(h), 0, nullptr, "", nullptr, nullptr); }},
      {"program: compile", CL_INVALID_PROGRAM,
       [](void* h) {
         return clCompileProgram(cl_program(h), 0, nullptr, "", 0, nullptr, nullptr, nullptr,
                                 nullptr);
       }},
      {"program: link", CL_INVALID_PROGRAM, creating([&](void* h, cl_int* error) {
         const cl_program program = cl_program(h);
         return clLinkProgram(context, 0, nullptr, "", 1, &program, nullptr, nullptr, error);
       })},
      {"program: kernel", CL_INVALID_PROGRAM,
       creating([](void* h, cl_int* error) { return clCreateKernel(cl_program(h), "k", error); })},
      {"program: kernels", CL_INVALID_PROGRAM,
       [](void* h) { return clCreateKernelsInProgram(cl_program(h), 0, nullptr, nullptr); }},

      {"kernel: retain", CL_INVALID_KERNEL, [](void* h) { return clRetainKernel(cl_kernel(h)); }},
      {"kernel: release", CL_INVALID_KERNEL, [](void* h) { return clReleaseKernel(cl_kernel(h)); }},
      {"kernel: info", CL_INVALID_KERNEL,
       [](void* h) {
         return clGetKernelInfo(cl_kernel(h), CL_KERNEL_NUM_ARGS, 0, nullptr, nullptr);
       }},
      {"kernel: argument info", CL_INVALID_KERNEL,
       [](void* h) {
         return clGetKernelArgInfo(cl_kernel(h), 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr);
       }},
      {"kernel: work-group info", CL_INVALID_KERNEL,
       [&](void* h) {
         return clGetKernelWorkGroupInfo(cl_kernel(h), device, CL_KERNEL_WORK_GROUP_SIZE, 0,
                                         nullptr, nullptr);
       }},
      {"kernel: argument", CL_INVALID_KERNEL,
       [](void* h) { return clSetKernelArg(cl_kernel(h), 0, 1, &byte); }},
      {"kernel: ND-range", CL_INVALID_KERNEL,
       [&](void* h) {
         return clEnqueueNDRangeKernel(queue, cl_kernel(h), 1, nullptr, three, nullptr, 0, nullptr,
                                       nullptr);
       }},
      {"kernel: task", CL_INVALID_KERNEL,
       [&](void* h) { return clEnqueueTask(queue, cl_kernel(h), 0, nullptr, nullptr); }},

      {"event: retain", CL_INVALID_EVENT, [](void* h) { return clRetainEvent(cl_event(h)); }},
      {"event: release", CL_INVALID_EVENT, [](void* h) { return clReleaseEvent(cl_event(h)); }},
      {"event: info", CL_INVALID_EVENT,
       [](void* h) {
         return clGetEventInfo(cl_event(h), CL_EVENT_COMMAND_TYPE, 0, nullptr, nullptr);
       }},
      {"event: profiling", CL_INVALID_EVENT,
       [](void* h) {
         return clGetEventProfilingInfo(cl_event(h), CL_PROFILING_COMMAND_END, 0, nullptr, nullptr);
       }},
      {"event: callback", CL_INVALID_EVENT,
       [](void* h) {
         return clSetEventCallback(
             cl_event(h), CL_COMPLETE, [](cl_event, cl_int, void*) {}, nullptr);
       }},
      {"event: status", CL_INVALID_EVENT,
       [](void* h) { return clSetUserEventStatus(cl_event(h), CL_COMPLETE); }},
      {"event: wait", CL_INVALID_EVENT,
       [](void* h) {
         const cl_event event = cl_event(h);
         return clWaitForEvents(1, &event);
       }},
      {"event: wait list", CL_INVALID_EVENT_WAIT_LIST,
       [&](void* h) {
         const cl_event event = cl_event(h);
         return clEnqueueMarkerWithWaitList(queue, 1, &event, nullptr);
       }},
      {"event: enqueued wait", CL_INVALID_EVENT,
       [&](void* h) {
         const cl_event event = cl_event(h);
         return clEnqueueWaitForEvents(queue, 1, &event);
       }},

      {"sampler: retain", CL_INVALID_SAMPLER,
       [](void* h) { return clRetainSampler(cl_sampler(h)); }},
      {"sampler: release", CL_INVALID_SAMPLER,
       [](void* h) { return clReleaseSampler(cl_sampler(h)); }},
      {"sampler: info", CL_INVALID_SAMPLER,
       [](void* h) {
         return clGetSamplerInfo(cl_sampler(h), CL_SAMPLER_CONTEXT, 0, nullptr, nullptr);
       }},
  };
}

TEST_F(Handles, Null) { check(nullptr, "null", "nothing"); }

TEST_F(Handles, OfAnotherType) {
  const Owned<cl_mem> buffer = make_buffer();
  const Owned<cl_event> event = make_user_event();
  check(device, "a device", "nothing");
  check(platform, "a platform", "nothing");
  check(cl_context(context), "a context", "context:");
  check(cl_command_queue(queue), "a queue", "queue:");
  check(cl_mem(buffer), "a buffer", "memory:");
  check(cl_event(event), "an event", "event:");
}

TEST_F(Handles, Released) {
  const char* source = "kernel void k() {}";
  check(stale(make_context()), "a released context", "nothing");
  check(stale(make_queue()), "a released queue", "nothing");
  check(stale(make_buffer()), "a released buffer", "nothing");
  check(stale(make_user_event()), "a released event", "nothing");
  check(stale(Owned<cl_program>(clCreateProgramWithSource(context, 1, &source, nullptr, nullptr))),
        "a released program", "nothing");
}

TEST_F(Handles, ReleasedAndFollowedByOthers) {
  const cl_mem buffer = stale(make_buffer());
  const cl_event event = stale(make_user_event());
  std::vector<Owned<cl_mem>> buffers;
  std::vector<Owned<cl_event>> events;
  for (int i = 0; i < 16; ++i) {
    buffers.push_back(make_buffer());
    events.push_back(make_user_event());
  }
  check(buffer, "a released buffer", "nothing");
  check(event, "a released event", "nothing");
}
