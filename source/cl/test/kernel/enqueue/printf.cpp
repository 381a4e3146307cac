// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where and when the text of printf comes out; what it looks like is tested in source/kernel_test.
#include "kernel_fixture.h"

#include <mutex>

namespace {

/// The text and errors that a context's callbacks received. They come from the driver's threads.
struct Heard {
  std::mutex lock;
  std::string text;
  std::string errors;
  size_t calls = 0;
  size_t completed = 0; ///< calls that said so

  static void CL_CALLBACK on_printf(const char* buffer, size_t length, size_t complete,
                                    void* self) {
    auto& heard = *static_cast<Heard*>(self);
    const std::lock_guard guard(heard.lock);
    heard.text.append(buffer, length);
    ++heard.calls;
    heard.completed += complete != 0;
  }
  static void CL_CALLBACK on_error(const char* message, const void*, size_t, void* self) {
    auto& heard = *static_cast<Heard*>(self);
    const std::lock_guard guard(heard.lock);
    heard.errors += message;
  }
};

} // namespace

class PrintfOutput : public ClKernelTest {
protected:
  /// Puts the test into a context whose printf goes to `heard`.
  void listen(Heard& heard, size_t buffer_size = 0) {
    const cl_context_properties properties[] = {
        CL_PRINTF_CALLBACK_ARM, cl_context_properties(Heard::on_printf),
        buffer_size ? CL_PRINTF_BUFFERSIZE_ARM : 0, cl_context_properties(buffer_size), 0};
    cl_int error = 1;
    context = clCreateContext(properties, 1, &device, Heard::on_error, &heard, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    queue = make_queue();
  }
  /// Launches one work-item with a wait list.
  cl_int launch_after(cl_kernel kernel, cl_command_queue on, const std::vector<cl_event>& list,
                      cl_event* event) {
    const size_t one = 1;
    return clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &one, &one, cl_uint(list.size()),
                                  list.empty() ? nullptr : list.data(), event);
  }
};

TEST_F(PrintfOutput, BufferSize) {
  size_t size = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_PRINTF_BUFFER_SIZE, sizeof size, &size, nullptr),
            CL_SUCCESS);
  EXPECT_GE(size, size_t(1) << 20); // the specification's least for the full profile
}

TEST_F(PrintfOutput, KernelsKnowTheExtension) {
  build("#ifndef cl_arm_printf\n#error\n#endif\nkernel void k() {}");
}

TEST_F(PrintfOutput, GoesToTheCallbackAndNotToStandardOutput) {
  Heard heard;
  listen(heard);
  const Owned<cl_kernel> k = kernel("kernel void k(int x) { printf(\"value %d\\n\", x); }");
  set(k, 0, cl_int(7));
  testing::internal::CaptureStdout();
  ASSERT_EQ(launch(k, 2, 1), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(heard.text, "value 7\nvalue 7\n");
  EXPECT_EQ(heard.calls, 1u);
  EXPECT_EQ(heard.completed, 1u);
  EXPECT_EQ(heard.errors, "");
}

TEST_F(PrintfOutput, ThereIsNoCallWithoutText) {
  Heard heard;
  listen(heard);
  const Owned<cl_kernel> k = kernel("kernel void k(int x) { if (x) printf(\"%d\\n\", x); }");
  set(k, 0, cl_int(0));
  ASSERT_EQ(launch(k, 1000), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(heard.calls, 0u);
}

TEST_F(PrintfOutput, IsOutBeforeTheEventIs) {
  const Owned<cl_kernel> k = kernel("kernel void k(int x) { printf(\"<%d>\", x); }");
  const Owned<cl_command_queue> any_order = out_of_order_queue();
  for (const cl_command_queue on : {cl_command_queue(queue), cl_command_queue(any_order)}) {
    for (cl_int i = 0; i < 20; ++i) {
      set(k, 0, i);
      testing::internal::CaptureStdout();
      Owned<cl_event> event;
      ASSERT_EQ(launch_after(k, on, {}, &event), CL_SUCCESS);
      ASSERT_EQ(clFlush(on), CL_SUCCESS);
      while (status(event) > CL_COMPLETE) {
      }
      EXPECT_EQ(testing::internal::GetCapturedStdout(), "<" + std::to_string(i) + ">");
    }
  }
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(PrintfOutput, LaunchesAfterOneAnother) {
  Heard heard;
  listen(heard);
  const Owned<cl_kernel> k = kernel("kernel void k(int x) { printf(\"%d,\", x); }");
  const Owned<cl_command_queue> any_order = out_of_order_queue();
  std::string expected;
  Owned<cl_event> last;
  for (cl_int i = 0; i < 100; ++i) {
    set(k, 0, i);
    expected += std::to_string(i) + ",";
    if (i < 50) {
      ASSERT_EQ(launch(k, 1), CL_SUCCESS); // in order
      ASSERT_TRUE(i < 49 || clFinish(queue) == CL_SUCCESS);
      continue;
    }
    Owned<cl_event> event; // each waits for the one before
    ASSERT_EQ(launch_after(k, any_order,
                           last ? std::vector<cl_event>{last} : std::vector<cl_event>{}, &event),
              CL_SUCCESS);
    last = std::move(event);
  }
  ASSERT_EQ(clFinish(any_order), CL_SUCCESS);
  EXPECT_EQ(heard.text, expected);
}

TEST_F(PrintfOutput, WhatFailsPrintsNothing) {
  Heard heard;
  listen(heard);
  const Owned<cl_kernel> k = kernel("kernel void k() { printf(\"text\"); }");
  const Owned<cl_event> gate = make_user_event();
  Owned<cl_event> event;
  ASSERT_EQ(launch_after(k, queue, {gate}, &event), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, -5), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_LT(status(event), 0);
  EXPECT_EQ(heard.text, "");
}

TEST_F(PrintfOutput, WhatFindsNoRoomIsToldToTheContextToo) {
  Heard heard;
  listen(heard, 1); // rounded up
  const Owned<cl_kernel> k = kernel("kernel void k(int n) {"
                                    "  for (int i = 0; i < n; ++i) printf(\"%d\\n\", i); }");
  set(k, 0, cl_int(131072 + 5)); // records of 8 bytes
  ASSERT_EQ(launch(k, 1), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  const std::string line = "[printf: 5 calls found the buffer of 1048576 bytes full]\n";
  EXPECT_EQ(heard.errors, line);
  ASSERT_GT(heard.text.size(), line.size());
  EXPECT_EQ(heard.text.substr(heard.text.size() - line.size() - 7), "131071\n" + line);
  EXPECT_EQ(heard.completed, 1u);
  EXPECT_GT(heard.calls, 1u) << "long texts come in pieces";
}

TEST_F(PrintfOutput, ALargerBufferOnDemand) {
  Heard heard;
  listen(heard, 4 << 20);
  const Owned<cl_kernel> k = kernel("kernel void k(int n) {"
                                    "  for (int i = 0; i < n; ++i) printf(\"%d\\n\", i); }");
  set(k, 0, cl_int(4 * 131072));
  ASSERT_EQ(launch(k, 1), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(heard.errors, "");
  EXPECT_TRUE(heard.text.ends_with("\n524287\n"));
}

TEST_F(PrintfOutput, FromManyQueuesRecordsStayWhole) {
  Heard heard;
  listen(heard);
  const Owned<cl_kernel> k =
      kernel("kernel void k(int x) {"
             "  printf(\"[%d %d %s]\\n\", x, (int)get_global_id(0), \"a text of some length\"); }");
  std::vector<Owned<cl_command_queue>> queues;
  for (cl_int i = 0; i < 4; ++i) {
    queues.push_back(out_of_order_queue());
    set(k, 0, i);
    ASSERT_EQ(launch(k, 5000, 10, queues.back()), CL_SUCCESS);
    ASSERT_EQ(clFlush(queues.back()), CL_SUCCESS);
  }
  for (const auto& each : queues) {
    ASSERT_EQ(clFinish(each), CL_SUCCESS);
  }
  size_t lines = 0;
  std::vector<std::vector<bool>> seen(4, std::vector<bool>(5000));
  for (size_t at = 0; at < heard.text.size(); ++lines) {
    const size_t end = heard.text.find('\n', at);
    ASSERT_NE(end, std::string::npos);
    int queue_number = 0, item = 0, length = 0;
    ASSERT_EQ(std::sscanf(heard.text.c_str() + at, "[%d %d a text of some length]%n", &queue_number,
                          &item, &length),
              2);
    ASSERT_EQ(size_t(length), end - at);
    ASSERT_FALSE(seen.at(size_t(queue_number)).at(size_t(item)));
    seen[size_t(queue_number)][size_t(item)] = true;
    at = end + 1;
  }
  EXPECT_EQ(lines, 20000u);
}

TEST_F(PrintfOutput, MoreThanIsHeldInMemory) {
  // 2^18 records of 68 bytes, 17 MiB: written before the end.
  Heard heard;
  listen(heard);
  const Owned<cl_kernel> k = kernel("kernel void k() { printf(\"%v8ld\\n\", (long8)(1)); }");
  ASSERT_EQ(launch(k, 1 << 18, 64), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(heard.text.size(), size_t(16) << 18);
  EXPECT_EQ(heard.errors, "");
  EXPECT_EQ(heard.completed, 1u);
}
