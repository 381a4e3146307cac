// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every error of cl_khr_command_buffer.
#include "command_buffer_fixture.h"

#include <functional>

namespace {

/// The parameters that all recording functions share.
struct Call {
  cl_command_buffer_khr buffer;
  cl_command_queue queue = nullptr;
  const cl_command_properties_khr* properties = nullptr;
  cl_uint count = 0;
  const cl_sync_point_khr* list = nullptr;
  cl_mutable_command_khr* handle = nullptr;
};

struct RecordingCase {
  const char* name;
  bool has_handle;
  std::function<cl_int(const Call&)> record;
};

class CommandBufferErrors : public CommandBufferTest {
protected:
  void SetUp() override {
    CommandBufferTest::SetUp();
    a = numbers(0);
    b = numbers(0);
    const cl_image_format format = {CL_R, CL_SIGNED_INT32};
    cl_image_desc description = {};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = 4;
    picture = clCreateImage(context, 0, &format, &description, nullptr, nullptr);
    other_picture = clCreateImage(context, 0, &format, &description, nullptr, nullptr);
    kernel_ = kernel("nothing");
    recorded = make(queue);
  }

  [[nodiscard]] std::vector<RecordingCase> rows() const {
    const auto row = [](const char* name, auto function, auto... what) {
      return RecordingCase{name, false, [=](const Call& c) {
                             return function(c.buffer, c.queue, c.properties, what..., c.count,
                                             c.list, nullptr, c.handle);
                           }};
    };
    static constexpr size_t origin[3] = {}, one[3] = {1, 1, 1};
    static char bytes[64], more[64];
    const void* pattern = bytes;
    std::vector<RecordingCase> all = {
        row("barrier", khr().clCommandBarrierWithWaitListKHR),
        row("copy", khr().clCommandCopyBufferKHR, cl_mem(a), cl_mem(b), 0, 0, 4),
        row("copy of a box", khr().clCommandCopyBufferRectKHR, cl_mem(a), cl_mem(b), origin, origin,
            one, 0, 0, 0, 0),
        row("buffer to image", khr().clCommandCopyBufferToImageKHR, cl_mem(a), cl_mem(picture), 0,
            origin, one),
        row("image", khr().clCommandCopyImageKHR, cl_mem(picture), cl_mem(other_picture), origin,
            origin, one),
        row("image to buffer", khr().clCommandCopyImageToBufferKHR, cl_mem(picture), cl_mem(a),
            origin, one, 0),
        row("fill", khr().clCommandFillBufferKHR, cl_mem(a), pattern, 4, 0, 16),
        row("image fill", khr().clCommandFillImageKHR, cl_mem(picture), pattern, origin, one),
        row("copy by address", khr().clCommandSVMMemcpyKHR, static_cast<void*>(more), pattern, 8),
        row("fill by address", khr().clCommandSVMMemFillKHR, static_cast<void*>(more), pattern, 4,
            8),
        row("launch", khr().clCommandNDRangeKernelKHR, cl_kernel(kernel_), 1u,
            static_cast<const size_t*>(nullptr), one, static_cast<const size_t*>(nullptr)),
    };
    all.back().has_handle = true;
    return all;
  }

  Owned<cl_mem> a, b, picture, other_picture;
  Owned<cl_kernel> kernel_;
  Recorded recorded;
};

} // namespace

TEST_F(CommandBufferErrors, OfAllThatRecord) {
  const Owned<cl_command_queue> other = make_queue();
  const cl_command_buffer_khr gone = stale(make(queue));
  const Recorded finalized = make(queue);
  ASSERT_EQ(finalize(finalized), CL_SUCCESS);
  const cl_command_properties_khr none[] = {0}, unknown[] = {0x4242, 1, 0};
  const cl_sync_point_khr zero = 0, far = 1000;
  for (const RecordingCase& row : rows()) {
    SCOPED_TRACE(row.name);
    const Call good = {.buffer = recorded, .properties = none};
    EXPECT_EQ(row.record(good), CL_SUCCESS);
    const auto with = [&](auto change) {
      Call call = good;
      change(call);
      return row.record(call);
    };
    EXPECT_EQ(with([](Call& c) { c.buffer = nullptr; }), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(with([&](Call& c) { c.buffer = gone; }), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(with([&](Call& c) { c.queue = queue; }), CL_SUCCESS);
    EXPECT_EQ(with([&](Call& c) { c.queue = other; }), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(with([&](Call& c) { c.buffer = finalized; }), CL_INVALID_OPERATION);
    EXPECT_EQ(with([&](Call& c) { c.properties = unknown; }), CL_INVALID_VALUE);
    EXPECT_EQ(with([&](Call& c) { c.count = 1; }), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
    EXPECT_EQ(with([&](Call& c) { c.list = &zero; }), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
    for (const cl_sync_point_khr* wrong : {&zero, &far}) {
      EXPECT_EQ(with([&](Call& c) {
                  c.count = 1;
                  c.list = wrong;
                }),
                CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
    }
    cl_mutable_command_khr handle = nullptr;
    EXPECT_EQ(with([&](Call& c) { c.handle = &handle; }),
              row.has_handle ? CL_SUCCESS : CL_INVALID_VALUE);
    EXPECT_EQ(handle != nullptr, row.has_handle);
  }
}

/// The others are those of clEnqueue*, from the same code; one of each kind.
TEST_F(CommandBufferErrors, OfCommands) {
  const Owned<cl_context> elsewhere = make_context();
  const Owned<cl_mem> foreign = clCreateBuffer(elsewhere, 0, 64, nullptr, nullptr);
  const size_t origin[3] = {}, none[3] = {};
  const cl_uint pattern = 0;
  EXPECT_EQ(copy(recorded, a, nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(copy(recorded, a, foreign), CL_INVALID_CONTEXT);
  EXPECT_EQ(copy(recorded, a, a), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(khr().clCommandCopyBufferKHR(recorded, nullptr, nullptr, a, b, 0, 60, 8, 0, nullptr,
                                         nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(khr().clCommandFillBufferKHR(recorded, nullptr, nullptr, a, &pattern, 3, 0, 9, 0,
                                         nullptr, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(khr().clCommandCopyBufferRectKHR(recorded, nullptr, nullptr, a, b, origin, origin, none,
                                             0, 0, 0, 0, 0, nullptr, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(khr().clCommandFillImageKHR(recorded, nullptr, nullptr, a, &pattern, origin, origin, 0,
                                        nullptr, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(khr().clCommandFillImageKHR(recorded, nullptr, nullptr, picture, nullptr, origin,
                                        origin, 0, nullptr, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(khr().clCommandSVMMemcpyKHR(recorded, nullptr, nullptr, nullptr, &pattern, 4, 0,
                                        nullptr, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(state(recorded), cl_uint(CL_COMMAND_BUFFER_STATE_RECORDING_KHR));
}

TEST_F(CommandBufferErrors, OfLaunches) {
  const Owned<cl_context> elsewhere = make_context();
  const Owned<cl_program> foreign = build(test_kernels::program(), elsewhere);
  const Owned<cl_kernel> add = kernel("add");
  const size_t one = 1, three = 3, two = 2;
  using Properties = std::vector<cl_command_properties_khr>;
  const auto record = [&](cl_kernel launched, cl_uint dimensions, const size_t* global,
                          const size_t* local, const Properties& properties = {0}) {
    return khr().clCommandNDRangeKernelKHR(recorded, nullptr, properties.data(), launched,
                                           dimensions, nullptr, global, local, 0, nullptr, nullptr,
                                           nullptr);
  };
  EXPECT_EQ(record(nullptr, 1, &one, nullptr), CL_INVALID_KERNEL);
  EXPECT_EQ(record(kernel_of(foreign, "nothing"), 1, &one, nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(record(kernel_, 0, &one, nullptr), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(record(kernel_, 4, &one, nullptr), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(record(kernel_, 1, &three, &two), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(record(add, 1, &one, nullptr), CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(record(kernel_, 1, &one, nullptr,
                   Properties{CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 1 << 20, 0}),
            CL_INVALID_VALUE);
  EXPECT_EQ(record(kernel_, 1, &one, nullptr,
                   Properties{CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 1,
                              CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 1, 0}),
            CL_INVALID_VALUE);
  EXPECT_EQ(record(kernel_, 1, &one, nullptr, Properties{CL_MUTABLE_DISPATCH_ASSERTS_KHR, 1, 0}),
            CL_INVALID_VALUE);
  EXPECT_EQ(record(kernel_, 1, &one, nullptr, Properties{CL_MUTABLE_DISPATCH_ASSERTS_KHR, 2, 0}),
            CL_INVALID_VALUE);
  EXPECT_EQ(record(kernel_, 1, &one, &one, Properties{CL_MUTABLE_DISPATCH_ASSERTS_KHR, 1, 0}),
            CL_SUCCESS);
}

TEST_F(CommandBufferErrors, Creation) {
  const cl_command_queue good = queue, gone = stale(make_queue());
  const auto create = [](cl_uint count, const cl_command_queue* queues,
                         std::vector<cl_command_buffer_properties_khr> properties) {
    cl_int error = 1;
    const Owned<cl_command_buffer_khr> made =
        khr().clCreateCommandBufferKHR(count, queues, properties.data(), &error);
    EXPECT_EQ(bool(made), error == CL_SUCCESS);
    return error;
  };
  constexpr auto flags = CL_COMMAND_BUFFER_FLAGS_KHR;
  constexpr auto asserts = CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR;
  EXPECT_EQ(create(1, &good, {flags, 3, asserts, 1, 0}), CL_SUCCESS);
  EXPECT_EQ(create(0, &good, {0}), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, nullptr, {0}), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, &gone, {0}), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(create(1, &good, {flags, 1 << 10, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, &good, {asserts, 2, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, &good, {flags, 1, flags, 1, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, &good, {0x4242, 1, 0}), CL_INVALID_VALUE);
}

TEST_F(CommandBufferErrors, LifeAndState) {
  const cl_command_buffer_khr gone = stale(make(queue));
  cl_uint value = 0;
  for (const cl_command_buffer_khr wrong : {cl_command_buffer_khr(), gone}) {
    EXPECT_EQ(khr().clRetainCommandBufferKHR(wrong), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(khr().clReleaseCommandBufferKHR(wrong), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(finalize(wrong), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(enqueue(wrong), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(khr().clGetCommandBufferInfoKHR(wrong, CL_COMMAND_BUFFER_STATE_KHR, sizeof value,
                                              &value, nullptr),
              CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(khr().clUpdateMutableCommandsKHR(wrong, 0, nullptr, nullptr),
              CL_INVALID_COMMAND_BUFFER_KHR);
  }
  EXPECT_EQ(enqueue(recorded), CL_INVALID_OPERATION) << "not finalized";
  EXPECT_EQ(finalize(recorded), CL_SUCCESS);
  EXPECT_EQ(finalize(recorded), CL_INVALID_OPERATION) << "twice";
}

TEST_F(CommandBufferErrors, Enqueueing) {
  ASSERT_EQ(finalize(recorded), CL_SUCCESS);
  const Owned<cl_context> elsewhere = make_context();
  const Owned<cl_command_queue> foreign = clCreateCommandQueue(elsewhere, device, 0, nullptr);
  const Owned<cl_event> foreign_event = clCreateUserEvent(elsewhere, nullptr);
  cl_command_queue two[] = {queue, queue};
  const auto call = [&](cl_uint queues, cl_command_queue* list, cl_uint count,
                        const cl_event* events) {
    return khr().clEnqueueCommandBufferKHR(queues, list, recorded, count, events, nullptr);
  };
  EXPECT_EQ(call(0, nullptr, 0, nullptr), CL_SUCCESS);
  EXPECT_EQ(call(1, two, 0, nullptr), CL_SUCCESS);
  EXPECT_EQ(call(1, nullptr, 0, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(0, two, 0, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(2, two, 0, nullptr), CL_INVALID_VALUE);
  two[0] = nullptr;
  EXPECT_EQ(call(1, two, 0, nullptr), CL_INVALID_COMMAND_QUEUE);
  two[0] = foreign;
  EXPECT_EQ(call(1, two, 0, nullptr), CL_INVALID_CONTEXT);
  const cl_event none = nullptr;
  EXPECT_EQ(call(0, nullptr, 1, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(call(0, nullptr, 0, &none), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(call(0, nullptr, 1, &none), CL_INVALID_EVENT_WAIT_LIST);
  const cl_event foreign_handle = foreign_event;
  EXPECT_EQ(call(0, nullptr, 1, &foreign_handle), CL_INVALID_CONTEXT);
}

TEST_F(CommandBufferErrors, AnotherDevicesQueue) {
  const cl_device_partition_property by_one[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id parts[64] = {};
  cl_uint count = 0;
  if (clCreateSubDevices(device, by_one, 64, parts, &count) != CL_SUCCESS) {
    GTEST_SKIP() << "one compute unit";
  }
  {
    const cl_device_id both[] = {device, parts[0]};
    cl_int error = 1;
    const Owned<cl_context> wide = clCreateContext(nullptr, 2, both, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    const Owned<cl_command_queue> whole = clCreateCommandQueue(wide, device, 0, nullptr),
                                  part = clCreateCommandQueue(wide, parts[0], 0, nullptr);
    const Recorded made = make(whole);
    ASSERT_EQ(finalize(made), CL_SUCCESS);
    EXPECT_EQ(enqueue(made, {}, nullptr, part), CL_INVALID_DEVICE);
    EXPECT_EQ(enqueue(made, {}, nullptr, whole), CL_SUCCESS);
  }
  for (cl_uint i = 0; i < count; ++i) {
    EXPECT_EQ(clReleaseDevice(parts[i]), CL_SUCCESS);
  }
}
