// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueNDRangeKernel and clEnqueueTask.
#include "kernel_fixture.h"

#include <bit>
#include <thread>

class NDRange : public ClKernelTest {
protected:
  cl_int enqueue(cl_kernel kernel, cl_uint dimensions, const size_t* offset, const size_t* global,
                 const size_t* local) {
    return clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, 0, nullptr,
                                  nullptr);
  }
  size_t limit(cl_device_info name) {
    size_t value = 0;
    EXPECT_EQ(clGetDeviceInfo(device, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
};

TEST_F(NDRange, Runs) {
  const Owned<cl_kernel> k =
      kernel("kernel void k(global int *p, int add) { p[get_global_id(0)] += add; }");
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(1000, 1));
  set(k, 0, buffer);
  set(k, 1, cl_int(41));
  ASSERT_EQ(launch(k, 1000), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(buffer, 1000), std::vector<cl_int>(1000, 42));
  ASSERT_EQ(launch(k, 1000, 10), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(buffer, 1000), std::vector<cl_int>(1000, 83));
}

TEST_F(NDRange, OffsetAndThreeDimensions) {
  const Owned<cl_kernel> k =
      kernel("kernel void k(global int *p) {"
             "  p[get_global_id(0) + 10 * get_global_id(1) + 100 * get_global_id(2)] = 1;"
             "}");
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(1000, 0));
  set(k, 0, buffer);
  const size_t offset[] = {1, 2, 3};
  const size_t global[] = {4, 2, 6};
  const size_t local[] = {2, 1, 3};
  ASSERT_EQ(enqueue(k, 3, offset, global, local), CL_SUCCESS);
  const auto values = contents<cl_int>(buffer, 1000);
  for (size_t i = 0; i < 1000; ++i) {
    const size_t x = i % 10;
    const size_t y = i / 10 % 10;
    const size_t z = i / 100;
    EXPECT_EQ(values[i], x >= 1 && x < 5 && y >= 2 && y < 4 && z >= 3 && z < 9) << i;
  }
}

TEST_F(NDRange, ArgumentsAreThoseOfTheEnqueue) {
  const Owned<cl_kernel> k = kernel("kernel void k(global int *p, int i) { p[i] = i; }");
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(100, -1));
  set(k, 0, buffer);
  for (cl_int i = 0; i < 100; ++i) {
    set(k, 1, i);
    ASSERT_EQ(launch(k, 1), CL_SUCCESS);
  }
  const auto values = contents<cl_int>(buffer, 100);
  for (cl_int i = 0; i < 100; ++i) {
    EXPECT_EQ(values[size_t(i)], i);
  }
}

TEST_F(NDRange, KernelStaysWhileItRuns) {
  Owned<cl_kernel> k = kernel("kernel void k(global int *p) { p[0] = 5; }");
  const Owned<cl_mem> buffer = make_buffer(4);
  const Owned<cl_event> gate = make_user_event();
  const cl_event list = gate;
  const size_t one = 1;
  set(k, 0, buffer);
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &one, nullptr, 1, &list, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clReleaseKernel(k.take()), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(buffer, 1)[0], 5);
}

TEST_F(NDRange, NoWorkItems) {
  const Owned<cl_kernel> k = kernel("kernel void k(global int *p) { atomic_inc(p); }");
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>{0});
  set(k, 0, buffer);
  const size_t sizes[][3] = {{0, 4, 4}, {4, 0, 4}, {4, 4, 0}, {0, 0, 0}};
  const size_t local[] = {2, 2, 2};
  for (const auto& size : sizes) {
    for (const size_t* groups : {static_cast<const size_t*>(nullptr), local}) {
      EXPECT_EQ(enqueue(k, 3, nullptr, size, groups), CL_SUCCESS);
    }
  }
  for (cl_uint dimensions : {1, 2, 3}) {
    EXPECT_EQ(enqueue(k, dimensions, nullptr, nullptr, nullptr), CL_SUCCESS);
  }
  EXPECT_EQ(contents<cl_int>(buffer, 1)[0], 0);

  const Owned<cl_event> gate = make_user_event();
  const cl_event list = gate;
  Owned<cl_event> event;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, k, 1, nullptr, sizes[0], nullptr, 1, &list, &event),
            CL_SUCCESS);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  EXPECT_NE(status(event), CL_COMPLETE);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  const cl_event done = event;
  EXPECT_EQ(clWaitForEvents(1, &done), CL_SUCCESS);
}

TEST_F(NDRange, LocalArgumentOfNoBytes) {
  const Owned<cl_kernel> k = kernel("kernel void k(global int *p, local int *a, local int *b) {"
                                    "  b[get_local_id(0)] = 7; p[0] = b[0] + (a != 0); }");
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>{0});
  set(k, 0, buffer);
  ASSERT_EQ(clSetKernelArg(k, 1, 0, nullptr), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(k, 2, 4, nullptr), CL_SUCCESS);
  ASSERT_EQ(launch(k, 1), CL_SUCCESS);
  EXPECT_GE(contents<cl_int>(buffer, 1)[0], 7);
}

TEST_F(NDRange, PreferredMultipleOfVectorisedKernels) {
  const auto multiple = [&](const char* source) {
    const Owned<cl_kernel> k = kernel(source);
    size_t value = 0;
    EXPECT_EQ(clGetKernelWorkGroupInfo(k, device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                       sizeof value, &value, nullptr),
              CL_SUCCESS);
    return value;
  };
  const size_t lanes = multiple("kernel void k(global int *p) { p[get_global_id(0)] += 1; }");
  EXPECT_GE(lanes, 4u); // of vectors of 128 bits
  EXPECT_TRUE(std::has_single_bit(lanes));
  size_t of_device = 0;
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof of_device,
                            &of_device, nullptr),
            CL_SUCCESS);
  EXPECT_GE(of_device, 4u);
  EXPECT_EQ(multiple("kernel void k(global int *p) { p[0] = 1; }"), of_device) << "no vectors";
}

TEST_F(NDRange, SizeErrors) {
  const Owned<cl_kernel> k = kernel("kernel void k() {}");
  const size_t size[] = {4, 4, 4};
  EXPECT_EQ(enqueue(k, 0, nullptr, size, nullptr), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(enqueue(k, 4, nullptr, size, nullptr), CL_INVALID_WORK_DIMENSION);
  const size_t huge[] = {~size_t(0), ~size_t(0), 1};
  EXPECT_EQ(enqueue(k, 2, nullptr, huge, nullptr), CL_INVALID_GLOBAL_WORK_SIZE);
  const size_t far[] = {~size_t(0) - 1, 0, 0};
  EXPECT_EQ(enqueue(k, 1, far, size, nullptr), CL_INVALID_GLOBAL_OFFSET);
  const size_t local_zero[] = {0, 1, 1};
  EXPECT_EQ(enqueue(k, 1, nullptr, size, local_zero), CL_INVALID_WORK_GROUP_SIZE);
  const size_t three[] = {3, 1, 1};
  EXPECT_EQ(enqueue(k, 1, nullptr, size, three), CL_INVALID_WORK_GROUP_SIZE);
  const size_t most = limit(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  const size_t many[] = {most * 2, 2, 1};
  const size_t too_many[] = {most, 2, 1};
  EXPECT_EQ(enqueue(k, 2, nullptr, many, too_many), CL_INVALID_WORK_GROUP_SIZE);
  size_t items[3] = {};
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof items, items, nullptr),
            CL_SUCCESS);
  const size_t over[] = {items[0] + 1, 1, 1};
  EXPECT_EQ(enqueue(k, 1, nullptr, over, over), CL_INVALID_WORK_ITEM_SIZE);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(NDRange, RequiredSize) {
  const Owned<cl_kernel> k =
      kernel("kernel __attribute__((reqd_work_group_size(2, 3, 1))) void k(global int *p) {"
             "  p[get_global_id(0) + 4 * get_global_id(1)] = get_local_size(1);"
             "}");
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(24, 0));
  set(k, 0, buffer);
  const size_t global[] = {4, 6};
  const size_t right[] = {2, 3};
  const size_t wrong[] = {3, 2};
  const size_t odd[] = {3, 6};
  EXPECT_EQ(enqueue(k, 2, nullptr, global, wrong), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(enqueue(k, 1, nullptr, global, right), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(enqueue(k, 2, nullptr, odd, nullptr), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(enqueue(k, 2, nullptr, global, right), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(buffer, 24), std::vector<cl_int>(24, 3));
  EXPECT_EQ(enqueue(k, 2, nullptr, global, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueTask(queue, k, 0, nullptr, nullptr), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(NDRange, ArgumentErrors) {
  const Owned<cl_kernel> k = kernel("kernel void k(global int *p, int v) { p[0] = v; }");
  EXPECT_EQ(launch(k, 1), CL_INVALID_KERNEL_ARGS);
  set(k, 1, cl_int(1));
  EXPECT_EQ(launch(k, 1), CL_INVALID_KERNEL_ARGS);
  Owned<cl_mem> buffer = make_buffer(4);
  set(k, 0, buffer);
  EXPECT_EQ(launch(k, 1), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(clReleaseMemObject(buffer.take()), CL_SUCCESS);
  EXPECT_EQ(launch(k, 1), CL_INVALID_KERNEL_ARGS); // its buffer is gone
  EXPECT_EQ(clEnqueueTask(queue, k, 0, nullptr, nullptr), CL_INVALID_KERNEL_ARGS);
}

TEST_F(NDRange, OtherErrors) {
  const Owned<cl_kernel> k = kernel("kernel void k() {}");
  const Owned<cl_context> other = make_context();
  const Owned<cl_command_queue> foreign = clCreateCommandQueue(other, device, 0, nullptr);
  EXPECT_EQ(launch(k, 1, 0, foreign), CL_INVALID_CONTEXT);
  const size_t one = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &one, nullptr, 1, nullptr, nullptr),
            CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(clEnqueueTask(queue, k, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
}

TEST_F(NDRange, LocalMemory) {
  const Owned<cl_kernel> k =
      kernel("kernel void k(global int *p, local int *l) {"
             "  l[get_local_id(0)] = (int)get_global_id(0);"
             "  barrier(CLK_LOCAL_MEM_FENCE);"
             "  p[get_global_id(0)] = l[get_local_size(0) - 1 - get_local_id(0)];"
             "}");
  const Owned<cl_mem> buffer = make_buffer(64 * 4);
  set(k, 0, buffer);
  cl_ulong most = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof most, &most, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(k, 1, most + 1, nullptr), CL_SUCCESS);
  EXPECT_EQ(launch(k, 64, 16), CL_OUT_OF_RESOURCES);
  ASSERT_EQ(clSetKernelArg(k, 1, 16 * 4, nullptr), CL_SUCCESS);
  ASSERT_EQ(launch(k, 64, 16), CL_SUCCESS);
  const auto values = contents<cl_int>(buffer, 64);
  for (cl_int i = 0; i < 64; ++i) {
    EXPECT_EQ(values[size_t(i)], i / 16 * 16 + 15 - i % 16);
  }
}

TEST_F(NDRange, Task) {
  const Owned<cl_kernel> k = kernel("kernel void k(global int *p) { p[0] += get_global_size(0); }");
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>{10});
  set(k, 0, buffer);
  Owned<cl_event> event;
  ASSERT_EQ(clEnqueueTask(queue, k, 0, nullptr, &event), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(buffer, 1)[0], 11);
  cl_command_type type = 0;
  EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
  EXPECT_EQ(type, cl_command_type(CL_COMMAND_TASK));
}

TEST_F(NDRange, OutOfOrderChain) {
  const Owned<cl_command_queue> on = out_of_order_queue();
  const Owned<cl_kernel> k = kernel("kernel void k(global int *p) { *p = *p * 3 + 1; }");
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>{0});
  set(k, 0, buffer);
  cl_uint expected = 0;
  Owned<cl_event> last;
  const size_t one = 1;
  for (int i = 0; i < 100; ++i) {
    const cl_event list = last;
    Owned<cl_event> next;
    ASSERT_EQ(clEnqueueNDRangeKernel(on, k, 1, nullptr, &one, nullptr, list ? 1 : 0,
                                     list ? &list : nullptr, &next),
              CL_SUCCESS);
    last = std::move(next);
    expected = expected * 3 + 1;
  }
  const cl_event wait = last;
  ASSERT_EQ(clWaitForEvents(1, &wait), CL_SUCCESS);
  EXPECT_EQ(contents<cl_uint>(buffer, 1)[0], expected);
}

/// However many queues and waiting threads there are, no more threads run kernels than there are
/// compute units.
TEST_F(NDRange, ManyQueuesShareTheUnits) {
  const Owned<cl_program> program = build("kernel void k(global volatile int* p) {"
                                          "  atomic_max(&p[1], atomic_inc(&p[0]) + 1);"
                                          "  for (int i = 0; i < 20000; ++i) p[3];" // takes a while
                                          "  atomic_dec(&p[0]);"
                                          "  atomic_inc(&p[2]);"
                                          "}");
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(4, 0));
  constexpr int queues = 64, launches = 8;
  std::vector<std::thread> threads;
  for (int i = 0; i < queues; ++i) {
    threads.emplace_back([&, i] {
      cl_int error = 1;
      const Owned<cl_command_queue> own = clCreateCommandQueue(
          context, device, i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, &error);
      ASSERT_EQ(error, CL_SUCCESS);
      const Owned<cl_kernel> k = kernel_of(program);
      set(k, 0, buffer);
      for (int j = 0; j < launches; ++j) {
        ASSERT_EQ(launch(k, 4, 1, own), CL_SUCCESS);
      }
      ASSERT_EQ(clFinish(own), CL_SUCCESS);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  const auto seen = contents<cl_int>(buffer, 4);
  EXPECT_EQ(seen[0], 0);
  EXPECT_LE(seen[1], cl_int(limit(CL_DEVICE_MAX_COMPUTE_UNITS)));
  EXPECT_EQ(seen[2], queues * launches * 4);
}

/// Launches that are dispatched together: the later one has the threads that the first one has
/// shown to be worth waking, so that its groups run at the same time.
TEST_F(NDRange, LaterLaunchesKnowWhatEarlierOnesTook) {
  if (limit(CL_DEVICE_MAX_COMPUTE_UNITS) < 2) {
    GTEST_SKIP() << "one thread runs all groups";
  }
  const auto k = kernel(R"(kernel void k(volatile global int* p, int later) {
    int id = get_global_id(0);
    if (!later) {
      for (int i = 0; i < 10000000; i++) atomic_inc(p + 2 + id);
    } else if (id == 1) {
      atomic_inc(p);
    } else {
      for (int i = 0; i < 200000000 && atomic_or(p, 0) == 0; i++) {}
      p[1] = p[0];
    }
  })");
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_int>(4));
  set(k, 0, buffer);
  for (const cl_int later : {0, 1}) {
    set(k, 1, later);
    ASSERT_EQ(launch(k, 2, 1), CL_SUCCESS);
  }
  EXPECT_EQ(contents<cl_int>(buffer, 4)[1], 1);
}
