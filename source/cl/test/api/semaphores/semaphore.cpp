// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Semaphores (cl_khr_semaphore). Those that are shared with others: semaphore_sharing.cpp.
#include "sub_device_fixture.h"

#include <thread>

namespace {

using List = std::vector<cl_semaphore_properties_khr>;

class Semaphore : public ClTest {
protected:
  cl_int creation_error(const List& list) {
    cl_int error = 1;
    const cl_semaphore_khr made =
        clCreateSemaphoreWithPropertiesKHR(context, list.empty() ? nullptr : list.data(), &error);
    EXPECT_FALSE(made);
    return error;
  }
  static cl_semaphore_payload_khr payload(cl_semaphore_khr semaphore) {
    const auto query = [&](auto... args) { return clGetSemaphoreInfoKHR(semaphore, args...); };
    return query_as<cl_semaphore_payload_khr>(query, CL_SEMAPHORE_PAYLOAD_KHR);
  }
  static cl_int signal(cl_command_queue on, cl_semaphore_khr semaphore, cl_event* event = nullptr,
                       cl_event after = nullptr) {
    return clEnqueueSignalSemaphoresKHR(on, 1, &semaphore, nullptr, after ? 1 : 0,
                                        after ? &after : nullptr, event);
  }
  static cl_int wait(cl_command_queue on, cl_semaphore_khr semaphore, cl_event* event = nullptr,
                     cl_event after = nullptr) {
    return clEnqueueWaitSemaphoresKHR(on, 1, &semaphore, nullptr, after ? 1 : 0,
                                      after ? &after : nullptr, event);
  }
};

TEST_F(Semaphore, Queries) {
  const List list = {CL_SEMAPHORE_TYPE_KHR,
                     CL_SEMAPHORE_TYPE_BINARY_KHR,
                     CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                     cl_semaphore_properties_khr(device),
                     CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR,
                     0};
  cl_int error = 1;
  const Owned<cl_semaphore_khr> semaphore =
      clCreateSemaphoreWithPropertiesKHR(context, list.data(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const auto query = [&](auto... args) { return clGetSemaphoreInfoKHR(semaphore, args...); };
  EXPECT_EQ(query_as<cl_context>(query, CL_SEMAPHORE_CONTEXT_KHR), cl_context(context));
  EXPECT_EQ(query_as<cl_uint>(query, CL_SEMAPHORE_REFERENCE_COUNT_KHR), 1u);
  EXPECT_EQ(clRetainSemaphoreKHR(semaphore), CL_SUCCESS);
  EXPECT_EQ(query_as<cl_uint>(query, CL_SEMAPHORE_REFERENCE_COUNT_KHR), 2u);
  EXPECT_EQ(clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
  EXPECT_EQ(query_as<cl_semaphore_type_khr>(query, CL_SEMAPHORE_TYPE_KHR),
            cl_semaphore_type_khr(CL_SEMAPHORE_TYPE_BINARY_KHR));
  EXPECT_EQ(payload(semaphore), 0u);
  EXPECT_EQ(query_as<cl_device_id>(query, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR), device);
  EXPECT_EQ(query_as<cl_bool>(query, CL_SEMAPHORE_EXPORTABLE_KHR), cl_bool(CL_FALSE));
  EXPECT_TRUE(check_query(query, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR).empty());
  const auto bytes = check_query(query, CL_SEMAPHORE_PROPERTIES_KHR);
  List kept(bytes.size() / sizeof(list[0]));
  std::memcpy(kept.data(), bytes.data(), bytes.size());
  EXPECT_EQ(kept, list);
  check_unknown_name(query);
}

TEST_F(Semaphore, TypesAreReported) {
  const cl_semaphore_type_khr binary = CL_SEMAPHORE_TYPE_BINARY_KHR;
  const auto of_platform = [&](auto... args) { return clGetPlatformInfo(platform, args...); };
  EXPECT_EQ(query_as<cl_semaphore_type_khr>(of_platform, CL_PLATFORM_SEMAPHORE_TYPES_KHR), binary);
  EXPECT_EQ(query_as<cl_semaphore_type_khr>(query_of(device), CL_DEVICE_SEMAPHORE_TYPES_KHR),
            binary);
  EXPECT_NE((query_text(query_of(device), CL_DEVICE_EXTENSIONS) + " ").find("cl_khr_semaphore "),
            std::string::npos);
}

TEST_F(Semaphore, FunctionsAreFoundByName) {
  for (const char* name : {"clCreateSemaphoreWithPropertiesKHR", "clEnqueueWaitSemaphoresKHR",
                           "clEnqueueSignalSemaphoresKHR", "clGetSemaphoreInfoKHR",
                           "clRetainSemaphoreKHR", "clReleaseSemaphoreKHR",
                           "clGetSemaphoreHandleForTypeKHR", "clReImportSemaphoreSyncFdKHR"}) {
    EXPECT_TRUE(clGetExtensionFunctionAddressForPlatform(platform, name)) << name;
  }
}

TEST_F(Semaphore, CreationErrors) {
  const List binary = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR};
  const auto with = [&](const List& more) {
    List list = binary;
    list.insert(list.end(), more.begin(), more.end());
    list.push_back(0);
    return creation_error(list);
  };
  const auto own = cl_semaphore_properties_khr(device);
  EXPECT_EQ(creation_error({}), CL_INVALID_VALUE);
  EXPECT_EQ(creation_error({0}), CL_INVALID_VALUE);
  EXPECT_EQ(creation_error({CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, own, 0, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(creation_error({CL_SEMAPHORE_TYPE_KHR, 77, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(with({0xBAD0, 1}), CL_INVALID_PROPERTY);
  EXPECT_EQ(with(binary), CL_INVALID_PROPERTY);
  EXPECT_EQ(with({CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, own, 0, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                  own, 0}),
            CL_INVALID_PROPERTY);
  EXPECT_EQ(with({CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, 0}), CL_INVALID_DEVICE);
  EXPECT_EQ(with({CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, own, own, 0}), CL_INVALID_DEVICE);
  const auto no_device = cl_semaphore_properties_khr(cl_context(context));
  EXPECT_EQ(with({CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, no_device, 0}), CL_INVALID_DEVICE);
}

TEST_F(Semaphore, EnqueueErrors) {
  const Owned<cl_semaphore_khr> semaphore = make_semaphore();
  const cl_semaphore_khr handle = semaphore;
  const Owned<cl_context> other = make_context();
  const Owned<cl_command_queue> foreign = clCreateCommandQueue(other, device, 0, nullptr);
  const Owned<cl_event> failed = make_user_event();
  ASSERT_EQ(clSetUserEventStatus(failed, -5), CL_SUCCESS);
  const cl_event list = failed;
  for (const auto enqueue : {clEnqueueWaitSemaphoresKHR, clEnqueueSignalSemaphoresKHR}) {
    EXPECT_EQ(enqueue(queue, 0, &handle, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(enqueue(queue, 1, nullptr, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(enqueue(foreign, 1, &handle, nullptr, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
    EXPECT_EQ(enqueue(queue, 1, &handle, nullptr, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(enqueue(queue, 1, &handle, nullptr, 0, &list, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(enqueue(queue, 1, &handle, nullptr, 1, &list, nullptr),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }
}

TEST_F(Semaphore, SignalThenWait) {
  const Owned<cl_semaphore_khr> semaphore = make_semaphore();
  const Owned<cl_command_queue> other = make_queue();
  for (int round = 0; round < 3; ++round) {
    Owned<cl_event> signalled, waited;
    ASSERT_EQ(signal(queue, semaphore, &signalled), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(payload(semaphore), 1u);
    ASSERT_EQ(wait(other, semaphore, &waited), CL_SUCCESS);
    ASSERT_EQ(clFinish(other), CL_SUCCESS);
    EXPECT_EQ(payload(semaphore), 0u);
    EXPECT_EQ(status(signalled), CL_COMPLETE);
    EXPECT_EQ(status(waited), CL_COMPLETE);
    const auto query = [&](auto... args) { return clGetEventInfo(waited, args...); };
    EXPECT_EQ(query_as<cl_command_type>(query, CL_EVENT_COMMAND_TYPE),
              cl_command_type(CL_COMMAND_SEMAPHORE_WAIT_KHR));
  }
}

/// A wait may come first; what follows it in its queue waits as well.
TEST_F(Semaphore, WaitThenSignal) {
  for (const cl_command_queue_properties kind : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    const Owned<cl_semaphore_khr> semaphore = make_semaphore();
    const Owned<cl_command_queue> waiting = make_queue(kind);
    Owned<cl_event> waited, after;
    ASSERT_EQ(wait(waiting, semaphore, &waited), CL_SUCCESS);
    ASSERT_EQ(clEnqueueBarrierWithWaitList(waiting, 0, nullptr, &after), CL_SUCCESS);
    ASSERT_EQ(clFlush(waiting), CL_SUCCESS);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_GT(status(after), CL_COMPLETE);
    ASSERT_EQ(signal(queue, semaphore), CL_SUCCESS);
    EXPECT_EQ(clFinish(waiting), CL_SUCCESS); // nobody has flushed `queue`
    EXPECT_EQ(status(after), CL_COMPLETE);
    EXPECT_EQ(payload(semaphore), 0u);
  }
}

TEST_F(Semaphore, SignalWaitsForItsList) {
  const Owned<cl_semaphore_khr> semaphore = make_semaphore();
  const Owned<cl_command_queue> other = make_queue();
  const Owned<cl_event> gate = make_user_event();
  Owned<cl_event> waited;
  ASSERT_EQ(signal(queue, semaphore, nullptr, gate), CL_SUCCESS);
  ASSERT_EQ(wait(other, semaphore, &waited), CL_SUCCESS);
  ASSERT_EQ(clFlush(other), CL_SUCCESS);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_GT(status(waited), CL_COMPLETE);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(other), CL_SUCCESS);
}

TEST_F(Semaphore, FailedSignalFailsItsWait) {
  for (const bool wait_first : {false, true}) {
    const Owned<cl_semaphore_khr> semaphore = make_semaphore();
    const Owned<cl_command_queue> other = make_queue();
    const Owned<cl_event> gate = make_user_event();
    Owned<cl_event> waited;
    if (wait_first) {
      ASSERT_EQ(wait(other, semaphore, &waited), CL_SUCCESS);
    }
    ASSERT_EQ(signal(queue, semaphore, nullptr, gate), CL_SUCCESS);
    if (!wait_first) {
      ASSERT_EQ(wait(other, semaphore, &waited), CL_SUCCESS);
    }
    ASSERT_EQ(clSetUserEventStatus(gate, -77), CL_SUCCESS);
    const cl_event event = waited;
    EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_LT(status(waited), 0);
    EXPECT_EQ(payload(semaphore), 0u);
  }
}

/// The wait that nobody can signal any more fails, and its queue can be finished.
TEST_F(Semaphore, ReleasedWhileWaitedFor) {
  Owned<cl_semaphore_khr> semaphore = make_semaphore();
  Owned<cl_event> waited;
  ASSERT_EQ(wait(queue, semaphore, &waited), CL_SUCCESS);
  EXPECT_EQ(clReleaseSemaphoreKHR(semaphore.take()), CL_SUCCESS);
  const cl_event event = waited;
  EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(status(waited), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(Semaphore, ReleasedAfterTheSignal) {
  const Owned<cl_event> gate = make_user_event();
  const Owned<cl_command_queue> other = make_queue();
  Owned<cl_semaphore_khr> semaphore = make_semaphore();
  Owned<cl_event> waited;
  ASSERT_EQ(wait(other, semaphore, &waited), CL_SUCCESS);
  ASSERT_EQ(signal(queue, semaphore, nullptr, gate), CL_SUCCESS);
  EXPECT_EQ(clReleaseSemaphoreKHR(semaphore.take()), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_EQ(status(waited), CL_COMPLETE);
}

TEST_F(Semaphore, SeveralAtOnce) {
  const Owned<cl_semaphore_khr> first = make_semaphore(), second = make_semaphore();
  const cl_semaphore_khr both[] = {first, second};
  const Owned<cl_command_queue> other = make_queue();
  Owned<cl_event> waited;
  ASSERT_EQ(clEnqueueWaitSemaphoresKHR(other, 2, both, nullptr, 0, nullptr, &waited), CL_SUCCESS);
  ASSERT_EQ(signal(queue, first), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  ASSERT_EQ(clFlush(other), CL_SUCCESS);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_GT(status(waited), CL_COMPLETE);
  ASSERT_EQ(signal(queue, second), CL_SUCCESS);
  EXPECT_EQ(clFinish(other), CL_SUCCESS);
  ASSERT_EQ(clEnqueueSignalSemaphoresKHR(queue, 2, both, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(payload(first) + payload(second), 2u);
}

/// Two queues take turns on one buffer, as two applications would.
TEST_F(Semaphore, PingPong) {
  const Owned<cl_semaphore_khr> to = make_semaphore(), from = make_semaphore();
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_uint>{0});
  const Owned<cl_command_queue> other = make_queue();
  constexpr cl_uint rounds = 200;
  static cl_uint seen[rounds];
  for (cl_uint i = 0; i < rounds; ++i) {
    const cl_uint value = i + 1;
    ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &value, 4, 0, 4, 0, nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(signal(queue, to), CL_SUCCESS);
    ASSERT_EQ(wait(other, to), CL_SUCCESS);
    ASSERT_EQ(clEnqueueReadBuffer(other, buffer, CL_FALSE, 0, 4, &seen[i], 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(signal(other, from), CL_SUCCESS);
    ASSERT_EQ(wait(queue, from), CL_SUCCESS);
  }
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  ASSERT_EQ(clFinish(other), CL_SUCCESS);
  for (cl_uint i = 0; i < rounds; ++i) {
    ASSERT_EQ(seen[i], i + 1);
  }
}

TEST_F(Semaphore, ThreadsTakeTurns) {
  const Owned<cl_semaphore_khr> to = make_semaphore(), from = make_semaphore();
  const Owned<cl_command_queue> other = make_queue();
  constexpr int rounds = 300;
  std::thread answering([&] {
    for (int i = 0; i < rounds; ++i) {
      EXPECT_EQ(wait(other, to), CL_SUCCESS);
      EXPECT_EQ(signal(other, from), CL_SUCCESS);
      EXPECT_EQ(clFinish(other), CL_SUCCESS);
    }
  });
  for (int i = 0; i < rounds; ++i) {
    EXPECT_EQ(signal(queue, to), CL_SUCCESS);
    EXPECT_EQ(wait(queue, from), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
  answering.join();
  EXPECT_EQ(payload(to) + payload(from), 0u);
}

class SemaphoreOfSubDevices : public WithSubDevices<Semaphore> {};

TEST_F(SemaphoreOfSubDevices, BelongsToOneDevice) {
  const auto parts = sub_devices(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  const cl_device_id devices[] = {parts[0], parts[1]};
  context = clCreateContext(nullptr, 2, devices, nullptr, nullptr, nullptr);
  ASSERT_TRUE(context);
  EXPECT_EQ(creation_error({CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0}),
            CL_INVALID_PROPERTY);
  EXPECT_EQ(creation_error({CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                            CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                            cl_semaphore_properties_khr(device), 0, 0}),
            CL_INVALID_DEVICE); // the context has not this one
  const Owned<cl_semaphore_khr> semaphore = make_semaphore(
      {CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, cl_semaphore_properties_khr(devices[0]), 0});
  const auto query = [&](auto... args) { return clGetSemaphoreInfoKHR(semaphore, args...); };
  EXPECT_EQ(query_as<cl_device_id>(query, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR), devices[0]);
  const Owned<cl_command_queue> right = clCreateCommandQueue(context, devices[0], 0, nullptr);
  const Owned<cl_command_queue> wrong = clCreateCommandQueue(context, devices[1], 0, nullptr);
  EXPECT_EQ(signal(wrong, semaphore), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(wait(wrong, semaphore), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(signal(queue, semaphore), CL_INVALID_COMMAND_QUEUE); // of another context and device
  EXPECT_EQ(signal(right, semaphore), CL_SUCCESS);
  EXPECT_EQ(wait(right, semaphore), CL_SUCCESS);
  EXPECT_EQ(clFinish(right), CL_SUCCESS);
}

} // namespace
