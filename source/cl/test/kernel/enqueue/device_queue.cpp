// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues on the device as objects and as arguments. (What kernels do with them:
// source/kernel_test.)
#include "kernel_fixture.h"
#include "query.h"

#include <atomic>
#include <thread>

namespace {

constexpr cl_queue_properties on_device =
    CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
constexpr cl_queue_properties default_on_device = on_device | CL_QUEUE_ON_DEVICE_DEFAULT;

class DeviceQueue : public ClKernelTest {
protected:
  Owned<cl_command_queue> make(const std::vector<cl_queue_properties>& list,
                               cl_int expected = CL_SUCCESS) {
    cl_int error = 1;
    Owned<cl_command_queue> made =
        clCreateCommandQueueWithProperties(context, device, list.data(), &error);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(cl_command_queue(made) != nullptr, expected == CL_SUCCESS);
    return made;
  }
  template <typename T> T of_device(cl_device_info name) {
    T value = {};
    EXPECT_EQ(clGetDeviceInfo(device, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
  template <typename T> T of_queue(cl_command_queue asked, cl_command_queue_info name) {
    return query_as<T>([&](auto... args) { return clGetCommandQueueInfo(asked, args...); }, name);
  }
  Owned<cl_kernel> enqueuing(const char* options = "-cl-std=CL3.0") {
    return kernel("kernel void k(queue_t q, global int* p) {\n"
                  "  enqueue_kernel(q, 0, ndrange_1D(8), ^{ atomic_inc(p); });\n}\n",
                  options);
  }
};

TEST_F(DeviceQueue, AreReported) {
  EXPECT_EQ(of_device<cl_device_device_enqueue_capabilities>(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES),
            cl_device_device_enqueue_capabilities(CL_DEVICE_QUEUE_SUPPORTED |
                                                  CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT));
  EXPECT_EQ(of_device<cl_command_queue_properties>(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES),
            cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                        CL_QUEUE_PROFILING_ENABLE));
  EXPECT_GE(of_device<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE), 16u * 1024);
  EXPECT_GE(of_device<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE), 256u * 1024);
  EXPECT_GE(of_device<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_QUEUES), 1u);
  EXPECT_GE(of_device<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_EVENTS), 1024u);
}

TEST_F(DeviceQueue, Creation) {
  const auto preferred = of_device<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE);
  const auto most = of_device<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE);
  const auto plain = make({CL_QUEUE_PROPERTIES, on_device, 0});
  EXPECT_EQ(of_queue<cl_uint>(plain, CL_QUEUE_SIZE), preferred);
  EXPECT_EQ(of_queue<cl_command_queue_properties>(plain, CL_QUEUE_PROPERTIES), on_device);
  EXPECT_EQ(of_queue<cl_context>(plain, CL_QUEUE_CONTEXT), cl_context(context));
  EXPECT_EQ(of_queue<cl_command_queue>(plain, CL_QUEUE_DEVICE_DEFAULT), nullptr);
  const auto sized =
      make({CL_QUEUE_PROPERTIES, on_device | CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_SIZE, 4096, 0});
  EXPECT_EQ(of_queue<cl_uint>(sized, CL_QUEUE_SIZE), 4096u);
  make({CL_QUEUE_PROPERTIES, on_device, CL_QUEUE_SIZE, most, 0});
  make({CL_QUEUE_PROPERTIES, on_device, CL_QUEUE_SIZE, cl_queue_properties(most) + 1, 0},
       CL_INVALID_QUEUE_PROPERTIES);
  make({CL_QUEUE_PROPERTIES, on_device, CL_QUEUE_SIZE, 0, 0}, CL_INVALID_VALUE);
  make({CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0}, CL_INVALID_VALUE);
  make({CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE_DEFAULT, 0}, CL_INVALID_VALUE);
  make({CL_QUEUE_SIZE, 4096, 0}, CL_INVALID_VALUE);
  make({CL_QUEUE_SIZE, 4096, CL_QUEUE_SIZE, 4096, CL_QUEUE_PROPERTIES, on_device, 0},
       CL_INVALID_VALUE);
  cl_int error = 1;
  EXPECT_EQ(clCreateCommandQueue(context, device, on_device, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

TEST_F(DeviceQueue, ThereIsOneDefault) {
  EXPECT_EQ(of_queue<cl_command_queue>(queue, CL_QUEUE_DEVICE_DEFAULT), nullptr);
  {
    const auto first = make({CL_QUEUE_PROPERTIES, default_on_device, 0});
    const auto again = make({CL_QUEUE_PROPERTIES, default_on_device, CL_QUEUE_SIZE, 4096, 0});
    EXPECT_EQ(cl_command_queue(first), cl_command_queue(again));
    EXPECT_EQ(of_queue<cl_uint>(first, CL_QUEUE_REFERENCE_COUNT), 2u);
    EXPECT_EQ(of_queue<cl_command_queue>(queue, CL_QUEUE_DEVICE_DEFAULT), cl_command_queue(first));
    const auto other = make({CL_QUEUE_PROPERTIES, on_device, 0});
    EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device, other), CL_SUCCESS);
    EXPECT_EQ(of_queue<cl_command_queue>(queue, CL_QUEUE_DEVICE_DEFAULT), cl_command_queue(other));
  }
  EXPECT_EQ(of_queue<cl_command_queue>(queue, CL_QUEUE_DEVICE_DEFAULT), nullptr);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(nullptr, device, nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, nullptr, nullptr), CL_INVALID_DEVICE);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device, nullptr), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device, queue), CL_INVALID_COMMAND_QUEUE);
}

TEST_F(DeviceQueue, TakeNoCommandsOfTheHost) {
  const auto made = make({CL_QUEUE_PROPERTIES, on_device, 0});
  EXPECT_EQ(clFlush(made), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clFinish(made), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueMarkerWithWaitList(made, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(16));
  char data[4] = {};
  EXPECT_EQ(clEnqueueReadBuffer(made, buffer, CL_TRUE, 0, 4, data, 0, nullptr, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  const Owned<cl_kernel> k = kernel("kernel void k() {}");
  EXPECT_EQ(launch(k, 1, 0, made), CL_INVALID_COMMAND_QUEUE);
}

TEST_F(DeviceQueue, AsArguments) {
  const Owned<cl_kernel> k = enqueuing();
  const auto made = make({CL_QUEUE_PROPERTIES, on_device, 0});
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(16));
  set(k, 1, buffer);
  EXPECT_EQ(launch(k, 1), CL_INVALID_KERNEL_ARGS);
  const auto set_queue = [&](cl_command_queue given, size_t size = sizeof(cl_command_queue)) {
    return clSetKernelArg(k, 0, size, &given);
  };
  cl_uint count = 0;
  EXPECT_EQ(set_queue(made, 4), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(set_queue(queue), CL_INVALID_DEVICE_QUEUE);
  EXPECT_EQ(set_queue(nullptr), CL_INVALID_DEVICE_QUEUE);
  EXPECT_EQ(clSetKernelArg(k, 0, sizeof(cl_command_queue), nullptr), CL_INVALID_DEVICE_QUEUE);
  EXPECT_EQ(clSetKernelArgSVMPointer(k, 0, &count), CL_INVALID_ARG_VALUE);
  const Owned<cl_context> other = make_context();
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, on_device, 0};
  const Owned<cl_command_queue> of_other =
      clCreateCommandQueueWithProperties(other, device, list, nullptr);
  EXPECT_EQ(set_queue(of_other), CL_INVALID_CONTEXT);
  EXPECT_EQ(set_queue(made), CL_SUCCESS);
  const auto name = query_text([&](auto... args) { return clGetKernelArgInfo(k, 0, args...); },
                               CL_KERNEL_ARG_TYPE_NAME);
  EXPECT_EQ(name, "queue_t");
  EXPECT_EQ(launch(k, 10), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(buffer, 1), std::vector<cl_int>{80});
}

TEST_F(DeviceQueue, BlocksAreNoKernelsOfTheProgram) {
  const Owned<cl_program> program =
      build("kernel void k(queue_t q, global int* p) {\n"
            "  enqueue_kernel(q, 0, ndrange_1D(8), ^{ atomic_inc(p); });\n}\n"
            "kernel void other(global int* p) { *p = 1; }\n",
            "-cl-std=CL2.0");
  const auto query = [&](auto... args) { return clGetProgramInfo(program, args...); };
  EXPECT_EQ(query_as<size_t>(query, CL_PROGRAM_NUM_KERNELS), 2u);
  EXPECT_EQ(query_text(query, CL_PROGRAM_KERNEL_NAMES), "k;other");
  cl_uint count = 0;
  EXPECT_EQ(clCreateKernelsInProgram(program, 0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 2u);
  cl_int error = 1;
  EXPECT_EQ(clCreateKernel(program, "__k_block_invoke_kernel", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
}

TEST_F(DeviceQueue, FunctionsOfTheSameNameInTwoObjectsHaveBlocksOfTheirOwn) {
  const auto object = [&](const std::string& name, const std::string& number) {
    Owned<cl_program> made = make_program(
        "static void put(queue_t q, global int* p) {\n"
        "  enqueue_kernel(q, 0, ndrange_1D(1), ^{ atomic_add(p, " +
        number + "); });\n}\nkernel void " + name + "(queue_t q, global int* p) { put(q, p); }\n");
    EXPECT_EQ(
        clCompileProgram(made, 0, nullptr, "-cl-std=CL3.0", 0, nullptr, nullptr, nullptr, nullptr),
        CL_SUCCESS);
    return made;
  };
  const auto one = object("one", "1"), two = object("two", "20");
  const cl_program inputs[] = {one, two};
  cl_int error = 1;
  const Owned<cl_program> linked =
      clLinkProgram(context, 0, nullptr, nullptr, 2, inputs, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const auto made = make({CL_QUEUE_PROPERTIES, on_device, 0});
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(16));
  for (const char* name : {"one", "two"}) {
    const Owned<cl_kernel> k = kernel_of(linked, name);
    set(k, 0, cl_command_queue(made));
    set(k, 1, buffer);
    EXPECT_EQ(launch(k, 1), CL_SUCCESS);
  }
  EXPECT_EQ(contents<cl_int>(buffer, 1), std::vector<cl_int>{21});
}

TEST_F(DeviceQueue, ALaunchKeepsItsQueues) {
  const Owned<cl_kernel> k = kernel("kernel void k(queue_t q, global int* p) {\n"
                                    "  enqueue_kernel(q, 0, ndrange_1D(1), ^{ atomic_inc(p); });\n"
                                    "  enqueue_kernel(get_default_queue(), 0, ndrange_1D(1),\n"
                                    "                 ^{ atomic_inc(p); });\n}\n",
                                    "-cl-std=CL3.0");
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(16));
  set(k, 1, buffer);
  cl_int error = 1;
  const Owned<cl_event> gate = clCreateUserEvent(context, &error);
  const cl_event list[] = {gate};
  const size_t one = 1;
  {
    const auto made = make({CL_QUEUE_PROPERTIES, on_device, 0});
    const auto used_by_default = make({CL_QUEUE_PROPERTIES, default_on_device, 0});
    set(k, 0, cl_command_queue(made));
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &one, nullptr, 1, list, nullptr),
              CL_SUCCESS);
  }
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(buffer, 1), std::vector<cl_int>{2});
}

TEST_F(DeviceQueue, WithoutADefaultQueueNothingIsEnqueued) {
  const Owned<cl_kernel> k = kernel("kernel void k(global int* p) {\n"
                                    "  p[0] = enqueue_kernel(get_default_queue(), 0,\n"
                                    "                        ndrange_1D(1), ^{ p[1] = 1; });\n}\n",
                                    "-cl-std=CL3.0");
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(16));
  set(k, 0, buffer);
  EXPECT_EQ(launch(k, 1), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(buffer, 2), (std::vector<cl_int>{-101, 0}));
}

TEST_F(DeviceQueue, ADefaultQueueThatIsReleasedMeanwhileIsKeptOrNotThere) {
  const Owned<cl_kernel> k = kernel("kernel void k(global int* p) {\n"
                                    "  int error = enqueue_kernel(get_default_queue(), 0,\n"
                                    "      ndrange_1D(1), ^{ atomic_inc(p); });\n"
                                    "  if (error) atomic_inc(p + 1);\n}\n",
                                    "-cl-std=CL3.0");
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(16));
  set(k, 0, buffer);
  std::atomic<bool> over = false;
  std::thread other([&] {
    while (!over) {
      make({CL_QUEUE_PROPERTIES, default_on_device, 0});
    }
  });
  constexpr cl_int launches = 2000;
  for (cl_int i = 0; i < launches; ++i) {
    EXPECT_EQ(launch(k, 1), CL_SUCCESS);
  }
  const auto counts = contents<cl_int>(buffer, 2);
  over = true;
  other.join();
  EXPECT_EQ(counts[0] + counts[1], launches);
}

TEST_F(DeviceQueue, CommandsAreCompleteWhenWhatTheyEnqueuedIs) {
  const Owned<cl_kernel> k = kernel("kernel void k(queue_t q, global int* p) {\n"
                                    "  enqueue_kernel(q, 0, ndrange_1D(1), ^{\n"
                                    "    for (int i = 0; i < 1000000; ++i) atomic_inc(p);\n"
                                    "  });\n}\n",
                                    "-cl-std=CL3.0");
  const auto made = make({CL_QUEUE_PROPERTIES, on_device, 0});
  const Owned<cl_command_queue> timed = make({CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0});
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(16));
  set(k, 0, cl_command_queue(made));
  set(k, 1, buffer);
  Owned<cl_event> event;
  const size_t one = 1;
  ASSERT_EQ(clEnqueueNDRangeKernel(timed, k, 1, nullptr, &one, nullptr, 0, nullptr, &event),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(timed), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(buffer, 1), std::vector<cl_int>{1000000});
  const auto query = [&](auto... args) { return clGetEventProfilingInfo(event, args...); };
  const auto end = query_as<cl_ulong>(query, CL_PROFILING_COMMAND_END);
  const auto complete = query_as<cl_ulong>(query, CL_PROFILING_COMMAND_COMPLETE);
  EXPECT_GT(complete, end + 100'000); // a million operations take longer
}

TEST_F(DeviceQueue, AFaultOfALaunchFailsTheCommand) {
  const Owned<cl_kernel> k = kernel("kernel void k(queue_t q, global int* p) {\n"
                                    "  enqueue_kernel(q, 0, ndrange_1D(1), ^{\n"
                                    "    *(global int*)16 = 1;\n"
                                    "  });\n"
                                    "  clk_event_t gate = create_user_event();\n"
                                    "  enqueue_kernel(q, 0, ndrange_1D(1), 1, &gate, 0,\n"
                                    "                 ^{ p[0] = 1; });\n}\n",
                                    "-cl-std=CL3.0");
  const auto made = make({CL_QUEUE_PROPERTIES, on_device, 0});
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(16));
  set(k, 0, cl_command_queue(made));
  set(k, 1, buffer);
  Owned<cl_event> event;
  const size_t one = 1;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &one, nullptr, 0, nullptr, &event),
            CL_SUCCESS);
  const cl_event list[] = {event};
  EXPECT_EQ(clWaitForEvents(1, list), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

/// As a command of the host that does not run, for the same reason. Others go on.
TEST_F(DeviceQueue, ALaunchThatDoesNotRunFailsTheCommand) {
  const Owned<cl_kernel> k = kernel("kernel void k(queue_t q, global int* p, int status) {\n"
                                    "  clk_event_t gate = create_user_event();\n"
                                    "  enqueue_kernel(q, 0, ndrange_1D(1), 1, &gate, 0,\n"
                                    "                 ^{ p[0] = 1; });\n"
                                    "  enqueue_kernel(q, 0, ndrange_1D(1), ^{ p[1] = 1; });\n"
                                    "  set_user_event_status(gate, status);\n"
                                    "  release_event(gate);\n}\n",
                                    "-cl-std=CL3.0");
  const auto made = make({CL_QUEUE_PROPERTIES, on_device, 0});
  for (const cl_int given : {CL_COMPLETE, -7}) {
    const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(2));
    set(k, 0, cl_command_queue(made));
    set(k, 1, buffer);
    set(k, 2, given);
    Owned<cl_event> event;
    const size_t one = 1;
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &one, nullptr, 0, nullptr, &event),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(status(event),
              given == CL_COMPLETE ? CL_COMPLETE : CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(contents<cl_int>(buffer, 2), (std::vector<cl_int>{given == CL_COMPLETE, 1}));
  }
}

/// Events that no kernel releases do not outlast their program, and no other program lacks them.
TEST_F(DeviceQueue, EventsThatAreNotReleased) {
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(16));
  const auto fill = [&] {
    const Owned<cl_kernel> k = kernel("kernel void k(global int* p) {\n"
                                      "  for (p[0] = 0; p[0] < 2000000; ++p[0])\n"
                                      "    if (!is_valid_event(create_user_event())) break;\n}\n",
                                      "-cl-std=CL3.0");
    set(k, 0, buffer);
    EXPECT_EQ(launch(k, 1), CL_SUCCESS);
    return contents<cl_int>(buffer, 1)[0];
  };
  const cl_int first = fill();
  EXPECT_GE(first, 1024);
  EXPECT_EQ(fill(), first);
}

/// An event whose program has gone cannot be completed.
TEST_F(DeviceQueue, AnEventOfAProgramThatHasGone) {
  const auto made = make({CL_QUEUE_PROPERTIES, on_device, 0});
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(16));
  const Owned<cl_mem> handle = make_buffer(16);
  const Owned<cl_kernel> waits =
      kernel("kernel void k(queue_t q, global int* p, global clk_event_t* of_other) {\n"
             "  clk_event_t event = *of_other;\n"
             "  p[0] = is_valid_event(event);\n"
             "  p[1] = enqueue_kernel(q, 0, ndrange_1D(1), 1, &event, 0, ^{ p[2] = 1; });\n}\n",
             "-cl-std=CL3.0");
  {
    const Owned<cl_kernel> creates = kernel(
        "kernel void k(global clk_event_t* p) { *p = create_user_event(); }", "-cl-std=CL3.0");
    set(creates, 0, handle);
    ASSERT_EQ(launch(creates, 1), CL_SUCCESS);
  }
  set(waits, 0, cl_command_queue(made));
  set(waits, 1, buffer);
  set(waits, 2, handle);
  ASSERT_EQ(launch(waits, 1), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  const auto seen = contents<cl_int>(buffer, 3);
  EXPECT_EQ(seen[0], 0);
  EXPECT_NE(seen[1], 0);
  EXPECT_EQ(seen[2], 0);
}

TEST_F(DeviceQueue, KernelsOfManyThreadsEnqueue) {
  const Owned<cl_program> program =
      build("kernel void k(queue_t q, global int* p) {\n"
            "  clk_event_t event;\n"
            "  int i = get_global_id(0);\n"
            "  enqueue_kernel(q, 0, ndrange_1D(3), 0, 0, &event, ^{ atomic_inc(p); });\n"
            "  enqueue_kernel(q, 0, ndrange_1D(1), 1, &event, 0, ^{\n"
            "    enqueue_kernel(q, 0, ndrange_1D(2), ^{ atomic_add(p, i % 2); });\n"
            "  });\n"
            "  release_event(event);\n}\n",
            "-cl-std=CL3.0");
  const auto made = make({CL_QUEUE_PROPERTIES, on_device, 0});
  std::vector<std::thread> threads;
  std::vector<cl_int> sums(4);
  for (size_t i = 0; i < sums.size(); ++i) {
    threads.emplace_back([&, i] {
      cl_int error = 1;
      const Owned<cl_command_queue> own = clCreateCommandQueue(context, device, 0, &error);
      const Owned<cl_kernel> k = kernel_of(program);
      const Owned<cl_mem> buffer = make_buffer(64);
      const cl_int zero = 0;
      EXPECT_EQ(clEnqueueFillBuffer(own, buffer, &zero, 4, 0, 64, 0, nullptr, nullptr), CL_SUCCESS);
      set(k, 0, cl_command_queue(made));
      set(k, 1, buffer);
      for (int round = 0; round < 20; ++round) {
        EXPECT_EQ(launch(k, 100, 10, own), CL_SUCCESS);
      }
      EXPECT_EQ(clEnqueueReadBuffer(own, buffer, CL_TRUE, 0, 4, &sums[i], 0, nullptr, nullptr),
                CL_SUCCESS);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(sums, std::vector<cl_int>(4, 20 * (300 + 100)));
}

} // namespace
