// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies and fills of memory that is not there, or may not be written: the command fails and says
// where, and the process, its context and all other commands live on.
#include "command_buffer_fixture.h"
#include "failures/watched_context.h"

#include <algorithm>
#include <optional>
#include <sys/mman.h>

namespace {

constexpr size_t small = 64, large = size_t(1) << 20;

/// Addresses that nothing can be read from, or written to.
class Pages {
public:
  explicit Pages(int protection)
      : base(mmap(nullptr, large, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    EXPECT_NE(base, MAP_FAILED);
  }
  Pages(const Pages&) = delete;
  ~Pages() { munmap(base, large); }
  [[nodiscard]] void* get() const { return base; }
  [[nodiscard]] uintptr_t address() const { return reinterpret_cast<uintptr_t>(base); }

private:
  void* base;
};

class TransferFault : public CommandBufferTest {
protected:
  void SetUp() override {
    CommandBufferTest::SetUp();
    if (!shares_memory()) {
      GTEST_SKIP() << "what a device with memory of its own does about bad addresses is its own";
    }
    watched.emplace(device);
    good = clSVMAlloc(watched->context, CL_MEM_READ_WRITE, large, 0);
    ASSERT_TRUE(good);
    buffer = clCreateBuffer(watched->context, 0, large, nullptr, nullptr);
  }
  void TearDown() override {
    if (watched) {
      clSVMFree(watched->context, good);
    }
    CommandBufferTest::TearDown();
  }
  /// The messages to the context since the last call, with THERE for addresses in these pages.
  std::vector<std::string> told(const Pages& where) {
    std::vector<std::string> messages = watched->take();
    for (std::string& message : messages) {
      const size_t at = message.find("0x");
      const size_t end = std::min(message.find(',', at), message.size());
      if (at != std::string::npos &&
          std::stoull(message.substr(at, end - at), nullptr, 16) - where.address() < large) {
        message.replace(at, end - at, "THERE");
      }
    }
    return messages;
  }
  static std::string stopped(const std::string& command) {
    return "command '" + command +
           "' was stopped: access to memory at THERE, which is not there or may not be written";
  }
  void expect_alive() {
    const cl_uint pattern = 7;
    EXPECT_EQ(clEnqueueSVMMemFill(watched->queue, good, &pattern, 4, small, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(watched->queue), CL_SUCCESS) << "the context is not lost";
    EXPECT_EQ(static_cast<cl_uint*>(good)[small / 4 - 1], 7U);
  }
  /// Expects it of enqueue(blocking, event), for each way to enqueue.
  template <typename Enqueue>
  void expect_fault(const char* name, const Pages& where, Enqueue&& enqueue) {
    SCOPED_TRACE(name);
    const std::vector<std::string> message = {stopped(name)};
    Owned<cl_event> event, of_blocking;
    ASSERT_EQ(enqueue(CL_FALSE, &event), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(status(event), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(told(where), message);
    ASSERT_EQ(enqueue(CL_FALSE, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(watched->queue), CL_SUCCESS);
    EXPECT_EQ(told(where), message) << "without an event";
    EXPECT_EQ(enqueue(CL_TRUE, nullptr), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(told(where), message) << "blocking";
    EXPECT_EQ(enqueue(CL_TRUE, &of_blocking), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(status(of_blocking), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(told(where), message) << "blocking, with an event";
    expect_alive();
  }

  std::optional<Watched> watched;
  void* good = nullptr;
  Owned<cl_mem> buffer;
};

TEST_F(TransferFault, CopiesByAddress) {
  const Pages none(PROT_NONE), constant(PROT_READ);
  for (const size_t size : {small, large}) {
    expect_fault("copy memory", none, [&](cl_bool blocking, cl_event* event) {
      return clEnqueueSVMMemcpy(watched->queue, blocking, good, none.get(), size, 0, nullptr,
                                event);
    });
    expect_fault("copy memory", constant, [&](cl_bool blocking, cl_event* event) {
      return clEnqueueMemcpyINTEL(watched->queue, blocking, constant.get(), good, size, 0, nullptr,
                                  event);
    });
  }
}

TEST_F(TransferFault, FillsByAddress) {
  const Pages none(PROT_NONE);
  const auto fill = [&](cl_bool blocking, cl_event* event) {
    const cl_uint pattern = 5;
    Owned<cl_event> own;
    cl_event* made = event || !blocking ? event : &own;
    const cl_int error = clEnqueueSVMMemFill(watched->queue, none.get(), &pattern, sizeof pattern,
                                             large, 0, nullptr, made);
    if (!blocking || error) {
      return error;
    }
    clWaitForEvents(1, made);
    return status(*made);
  };
  expect_fault("fill memory", none, fill);
}

TEST_F(TransferFault, MemoryOfTheHost) {
  const Pages none(PROT_NONE);
  for (const size_t size : {small, large}) {
    expect_fault("read buffer", none, [&](cl_bool blocking, cl_event* event) {
      return clEnqueueReadBuffer(watched->queue, buffer, blocking, 0, size, none.get(), 0, nullptr,
                                 event);
    });
    expect_fault("write buffer", none, [&](cl_bool blocking, cl_event* event) {
      return clEnqueueWriteBuffer(watched->queue, buffer, blocking, 0, size, none.get(), 0, nullptr,
                                  event);
    });
  }
  const size_t origin[3] = {}, region[3] = {16, 4, 2};
  expect_fault("write buffer box", none, [&](cl_bool blocking, cl_event* event) {
    return clEnqueueWriteBufferRect(watched->queue, buffer, blocking, origin, origin, region, 32,
                                    256, 64, 512, none.get(), 0, nullptr, event);
  });
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc shape = {};
  shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = shape.image_height = 64;
  const Owned<cl_mem> image = clCreateImage(watched->context, 0, &format, &shape, nullptr, nullptr);
  const size_t all[3] = {64, 64, 1};
  expect_fault("read image", none, [&](cl_bool blocking, cl_event* event) {
    return clEnqueueReadImage(watched->queue, image, blocking, origin, all, 0, 0, none.get(), 0,
                              nullptr, event);
  });
}

/// In both kinds of queues; commands that do not wait for it are not affected.
TEST_F(TransferFault, WhatWaitsForItFailsToo) {
  const Pages none(PROT_NONE);
  for (const cl_command_queue_properties properties :
       {cl_command_queue_properties(0),
        cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)}) {
    const Owned<cl_command_queue> other =
        clCreateCommandQueue(watched->context, device, properties, nullptr);
    std::vector<cl_int> numbers(16, 1);
    Owned<cl_event> bad, dependent, free;
    ASSERT_EQ(clEnqueueSVMMemcpy(other, CL_FALSE, good, none.get(), large, 0, nullptr, &bad),
              CL_SUCCESS);
    const cl_event wait = bad;
    ASSERT_EQ(
        clEnqueueWriteBuffer(other, buffer, CL_FALSE, 0, 64, numbers.data(), 1, &wait, &dependent),
        CL_SUCCESS);
    ASSERT_EQ(
        clEnqueueWriteBuffer(other, buffer, CL_FALSE, 64, 64, numbers.data(), 0, nullptr, &free),
        CL_SUCCESS);
    EXPECT_EQ(clFinish(other), CL_SUCCESS);
    EXPECT_EQ(status(bad), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(status(dependent), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(status(free), CL_COMPLETE);
  }
}

TEST_F(TransferFault, InACommandBuffer) {
  const Pages none(PROT_NONE);
  const Recorded recorded = make(watched->queue);
  ASSERT_EQ(khr().clCommandSVMMemcpyKHR(recorded, nullptr, nullptr, good, none.get(), small, 0,
                                        nullptr, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(finalize(recorded), CL_SUCCESS);
  for (int round = 0; round < 2; ++round) {
    Owned<cl_event> event;
    ASSERT_EQ(enqueue(recorded, {}, &event), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(status(event), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(told(none), std::vector<std::string>{
                              "a copy or a fill of a command buffer was stopped: access to memory "
                              "which is not there or may not be written"});
  }
  expect_alive();
}

/// On threads of the pool as well, several of which find bad memory: one message.
TEST_F(TransferFault, InManyParts) {
  const size_t size = size_t(64) << 20;
  void* none = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(none, MAP_FAILED);
  for (int round = 0; round < 20; ++round) {
    const cl_uint pattern = 3;
    ASSERT_EQ(clEnqueueSVMMemFill(watched->queue, none, &pattern, 4, size, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(watched->queue), CL_SUCCESS);
    EXPECT_EQ(watched->take().size(), 1U);
  }
  expect_alive();
  munmap(none, size);
}

} // namespace
