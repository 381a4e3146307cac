// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"

#include <atomic>

namespace {

struct Arguments {
  cl_uint* data;
  cl_uint value;
};

void CL_CALLBACK store(void* raw) {
  const auto* arguments = static_cast<Arguments*>(raw);
  *arguments->data = arguments->value;
}

std::atomic<int> calls_without_arguments = 0;
void CL_CALLBACK count(void* raw) {
  EXPECT_EQ(raw, nullptr);
  ++calls_without_arguments;
}

} // namespace

class NativeKernel : public ClTest {
protected:
  cl_int enqueue(void(CL_CALLBACK* function)(void*), void* arguments, size_t size,
                 cl_uint num_buffers, const cl_mem* buffers, const void** places) {
    return clEnqueueNativeKernel(queue, function, arguments, size, num_buffers, buffers, places, 0,
                                 nullptr, nullptr);
  }
};

TEST_F(NativeKernel, GetsItsArguments) {
  const Owned<cl_mem> buffer = make_buffer(4);
  const cl_mem list = buffer;
  Arguments arguments = {nullptr, 77};
  const void* places[] = {&arguments.data};
  ASSERT_EQ(enqueue(store, &arguments, sizeof arguments, 1, &list, places), CL_SUCCESS);
  arguments.value = 0; // copied when it was enqueued
  EXPECT_EQ(contents<cl_uint>(buffer, 1)[0], 77u);
  calls_without_arguments = 0;
  ASSERT_EQ(enqueue(count, nullptr, 0, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(calls_without_arguments, 1);
}

TEST_F(NativeKernel, Errors) {
  const Owned<cl_mem> buffer = make_buffer(4);
  const cl_mem list = buffer;
  const cl_mem null = nullptr;
  Arguments arguments = {nullptr, 1};
  const void* places[] = {&arguments.data};
  const void* outside[] = {&arguments + 1};
  const size_t size = sizeof arguments;
  EXPECT_EQ(enqueue(nullptr, nullptr, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(count, nullptr, 4, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(count, nullptr, 0, 1, &list, places), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(store, &arguments, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(store, &arguments, size, 1, nullptr, places), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(store, &arguments, size, 1, &list, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(store, &arguments, size, 0, &list, places), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(store, &arguments, size, 1, &list, outside), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(store, &arguments, size, 1, &null, places), CL_INVALID_MEM_OBJECT);
}
