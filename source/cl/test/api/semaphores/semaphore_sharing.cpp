// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Semaphores that are shared by descriptors (cl_khr_external_semaphore, opaque_fd and sync_fd):
// between contexts, with other processes, and with whatever else signals a descriptor.
#include "process.h"
#include "sub_device_fixture.h"

#include "cargo/sanitizers.h"

#include <atomic>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <thread>

namespace {

constexpr cl_semaphore_properties_khr opaque = CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR,
                                      fence = CL_SEMAPHORE_HANDLE_SYNC_FD_KHR;
using Type = cl_external_semaphore_handle_type_khr;

class SemaphoreSharing : public ClTest {
protected:
  Owned<cl_semaphore_khr> exportable(cl_semaphore_properties_khr type) {
    return make_semaphore({CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, type, 0});
  }
  Owned<cl_semaphore_khr> import(cl_semaphore_properties_khr type, int descriptor) {
    return make_semaphore({type, cl_semaphore_properties_khr(descriptor)});
  }
  cl_int export_error(cl_semaphore_khr semaphore, Type type, int* descriptor,
                      size_t size = sizeof(int)) {
    size_t needed = 0;
    const cl_int error =
        clGetSemaphoreHandleForTypeKHR(semaphore, device, type, size, descriptor, &needed);
    if (error == CL_SUCCESS) {
      EXPECT_EQ(needed, sizeof(int));
    }
    return error;
  }
  int exported(cl_semaphore_khr semaphore, cl_semaphore_properties_khr type) {
    int descriptor = -2;
    EXPECT_EQ(export_error(semaphore, Type(type), &descriptor), CL_SUCCESS);
    return descriptor;
  }
  cl_int creation_error(std::vector<cl_semaphore_properties_khr> list) {
    list.insert(list.begin(), {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR});
    list.push_back(0);
    cl_int error = 1;
    EXPECT_FALSE(clCreateSemaphoreWithPropertiesKHR(context, list.data(), &error));
    return error;
  }
  static cl_int signal(cl_command_queue on, cl_semaphore_khr semaphore) {
    return clEnqueueSignalSemaphoresKHR(on, 1, &semaphore, nullptr, 0, nullptr, nullptr);
  }
  static cl_int wait(cl_command_queue on, cl_semaphore_khr semaphore, cl_event* event = nullptr) {
    return clEnqueueWaitSemaphoresKHR(on, 1, &semaphore, nullptr, 0, nullptr, event);
  }
  static cl_semaphore_payload_khr payload(cl_semaphore_khr semaphore) {
    const auto query = [&](auto... args) { return clGetSemaphoreInfoKHR(semaphore, args...); };
    return query_as<cl_semaphore_payload_khr>(query, CL_SEMAPHORE_PAYLOAD_KHR);
  }
  static bool readable(int descriptor, int milliseconds = 0) {
    pollfd one = {descriptor, POLLIN, 0};
    return poll(&one, 1, milliseconds) == 1 && (one.revents & POLLIN);
  }
};

TEST_F(SemaphoreSharing, IsReported) {
  const std::string extensions = query_text(query_of(device), CL_DEVICE_EXTENSIONS) + " ";
  for (const char* name : {"cl_khr_external_semaphore ", "cl_khr_external_semaphore_opaque_fd ",
                           "cl_khr_external_semaphore_sync_fd "}) {
    EXPECT_NE(extensions.find(name), std::string::npos) << name;
  }
  const std::vector<Type> both = {Type(opaque), Type(fence)};
  EXPECT_EQ(query_list<Type>(device, CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR), both);
  EXPECT_EQ(query_list<Type>(device, CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR), both);
  const auto of_platform = [&](auto... args) { return clGetPlatformInfo(platform, args...); };
  EXPECT_EQ(check_query(of_platform, CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR).size(), 8u);
  EXPECT_EQ(check_query(of_platform, CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR).size(), 8u);
}

TEST_F(SemaphoreSharing, Queries) {
  for (const auto type : {opaque, fence}) {
    const Owned<cl_semaphore_khr> semaphore = exportable(type);
    const auto query = [&](auto... args) { return clGetSemaphoreInfoKHR(semaphore, args...); };
    EXPECT_EQ(query_as<cl_bool>(query, CL_SEMAPHORE_EXPORTABLE_KHR), cl_bool(CL_TRUE));
    EXPECT_EQ(query_as<Type>(query, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR), Type(type));
  }
}

TEST_F(SemaphoreSharing, CreationErrors) {
  const int descriptor = eventfd(0, EFD_CLOEXEC);
  const auto given = cl_semaphore_properties_khr(descriptor);
  EXPECT_EQ(creation_error({CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, opaque, fence, 0}),
            CL_INVALID_VALUE);
  EXPECT_EQ(creation_error({CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, 0x2056, 0}),
            CL_INVALID_PROPERTY); // of another system
  EXPECT_EQ(creation_error({opaque, given, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, opaque, 0}),
            CL_INVALID_OPERATION);
  EXPECT_EQ(creation_error({opaque, given, fence, given}), CL_INVALID_PROPERTY);
  EXPECT_EQ(creation_error({fence, 987654}), CL_INVALID_PROPERTY);
  EXPECT_EQ(creation_error({opaque, cl_semaphore_properties_khr(-1)}), CL_INVALID_PROPERTY);
  const int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
  EXPECT_EQ(creation_error({opaque, cl_semaphore_properties_khr(file)}), CL_INVALID_PROPERTY);
  EXPECT_EQ(close(file), 0);
  EXPECT_EQ(close(descriptor), 0); // none of these has taken it
}

TEST_F(SemaphoreSharing, ExportErrors) {
  const Owned<cl_semaphore_khr> semaphore = exportable(opaque), private_one = make_semaphore();
  int descriptor = -2;
  EXPECT_EQ(export_error(semaphore, Type(fence), &descriptor), CL_INVALID_VALUE);
  EXPECT_EQ(export_error(semaphore, 0, &descriptor), CL_INVALID_VALUE);
  EXPECT_EQ(export_error(private_one, Type(opaque), &descriptor), CL_INVALID_VALUE);
  EXPECT_EQ(export_error(private_one, 0, &descriptor), CL_INVALID_VALUE);
  EXPECT_EQ(export_error(semaphore, Type(opaque), &descriptor, 1), CL_INVALID_VALUE);
  EXPECT_EQ(export_error(semaphore, Type(opaque), nullptr, 0), CL_SUCCESS);
  EXPECT_EQ(descriptor, -2);
}

/// One state, whichever of the semaphores is asked.
TEST_F(SemaphoreSharing, OpaqueIsOneSemaphore) {
  const Owned<cl_semaphore_khr> mine = exportable(opaque);
  const Owned<cl_context> other = make_context();
  const Owned<cl_command_queue> theirs_queue = clCreateCommandQueue(other, device, 0, nullptr);
  std::swap(context, const_cast<Owned<cl_context>&>(other));
  const Owned<cl_semaphore_khr> theirs = import(opaque, exported(mine, opaque));
  std::swap(context, const_cast<Owned<cl_context>&>(other));
  for (int round = 0; round < 20; ++round) {
    ASSERT_EQ(signal(queue, mine), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(payload(mine) + payload(theirs), 2u);
    ASSERT_EQ(wait(theirs_queue, theirs), CL_SUCCESS);
    ASSERT_EQ(clFinish(theirs_queue), CL_SUCCESS);
    EXPECT_EQ(payload(mine) + payload(theirs), 0u);
    Owned<cl_event> waited;
    ASSERT_EQ(wait(queue, mine, &waited), CL_SUCCESS);
    ASSERT_EQ(clFlush(queue), CL_SUCCESS);
    EXPECT_GT(status(waited), CL_COMPLETE);
    ASSERT_EQ(signal(theirs_queue, theirs), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(payload(mine), 0u);
  }
}

/// As daemons do. Files that get the numbers are not written to, read or closed; waits end, those
/// that had begun as well as later ones; and semaphores that are made then work.
TEST_F(SemaphoreSharing, ClosedByTheApplication) {
  if (with_thread_sanitizer) {
    GTEST_SKIP() << "it calls that a race, and so it is, of the application's making";
  }
  const auto close_and_work = [&] {
    Owned<cl_semaphore_khr> semaphore = exportable(opaque),
                            imported = import(opaque, exported(semaphore, opaque));
    Owned<cl_event> before, after;
    if (wait(queue, semaphore, &before) != CL_SUCCESS) {
      _exit(1);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10)); // until it is polled
    for (int i = 3; i < 256; ++i) {
      close(i);
    }
    char name[] = "/tmp/semaphores-XXXXXX";
    std::vector<int> own = {mkstemp(name)};
    unlink(name);
    while (own.back() < 255) {
      own.push_back(dup(own[0]));
    }
    const Owned<cl_command_queue> other = make_queue();
    if (signal(other, imported) != CL_SUCCESS || clFinish(other) != CL_SUCCESS ||
        wait(other, imported, &after) != CL_SUCCESS) {
      _exit(2);
    }
    clFlush(queue);
    clFlush(other);
    for (const cl_event event : {cl_event(before), cl_event(after)}) {
      if (clWaitForEvents(1, &event) != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
        _exit(3);
      }
    }
    semaphore = nullptr;
    imported = nullptr;
    const Owned<cl_command_queue> third = make_queue();
    const Owned<cl_semaphore_khr> fresh = exportable(opaque);
    if (signal(third, fresh) != CL_SUCCESS || wait(third, fresh) != CL_SUCCESS ||
        clFinish(third) != CL_SUCCESS) {
      _exit(4);
    }
    for (const int file : own) {
      if (lseek(file, 0, SEEK_END) != 0) { // it is open, and empty
        _exit(5);
      }
    }
    _exit(0);
  };
  testing::FLAGS_gtest_death_test_style = "threadsafe"; // a process that is not a child of fork
  EXPECT_EXIT(close_and_work(), testing::ExitedWithCode(0), "");
}

/// The waits of one semaphore take its signals in their order.
TEST_F(SemaphoreSharing, OpaqueWaitsInTheirOrder) {
  const Owned<cl_semaphore_khr> semaphore = exportable(opaque);
  const Owned<cl_command_queue> first = make_queue(), second = make_queue();
  Owned<cl_event> first_waited, second_waited;
  ASSERT_EQ(wait(first, semaphore, &first_waited), CL_SUCCESS);
  ASSERT_EQ(wait(second, semaphore, &second_waited), CL_SUCCESS);
  ASSERT_EQ(clFlush(second), CL_SUCCESS);
  ASSERT_EQ(signal(queue, semaphore), CL_SUCCESS);
  ASSERT_EQ(clFinish(first), CL_SUCCESS);
  EXPECT_GT(status(second_waited), CL_COMPLETE);
  ASSERT_EQ(signal(queue, semaphore), CL_SUCCESS);
  ASSERT_EQ(clFinish(second), CL_SUCCESS);
}

/// A child makes everything anew and answers through descriptors that it has inherited.
TEST_F(SemaphoreSharing, OpaqueAcrossProcesses) {
  if (with_thread_sanitizer) {
    GTEST_SKIP() << "it forbids threads after a fork";
  }
  const Owned<cl_semaphore_khr> to = exportable(opaque), from = exportable(opaque);
  const int to_child = exported(to, opaque), from_child = exported(from, opaque);
  constexpr int rounds = 50;
  std::atomic<bool> asked = false;
  std::thread asking([&] {
    for (int i = 0; i < rounds; ++i) {
      EXPECT_EQ(signal(queue, to), CL_SUCCESS);
      EXPECT_EQ(wait(queue, from), CL_SUCCESS);
      EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    }
    asked = true;
  });
  const int child = in_child([&] {
    context.take(); // the parent's
    context = make_context();
    const Owned<cl_command_queue> own = make_queue();
    const Owned<cl_semaphore_khr> request = import(opaque, to_child),
                                  answer = import(opaque, from_child);
    for (int i = 0; i < rounds; ++i) {
      if (wait(own, request) != CL_SUCCESS || signal(own, answer) != CL_SUCCESS ||
          clFinish(own) != CL_SUCCESS) {
        return 1;
      }
    }
    return HasFailure() ? 2 : 7;
  });
  EXPECT_EQ(child, 7);
  while (child != 7 && !asked) { // nobody else answers
    EXPECT_EQ(eventfd_write(from_child, 1), 0);
    std::this_thread::yield();
  }
  asking.join();
  EXPECT_EQ(close(to_child), 0);
  EXPECT_EQ(close(from_child), 0);
}

/// Whatever can be polled is a fence; -1 is one that is over.
TEST_F(SemaphoreSharing, FencesOfOthers) {
  const int descriptor = eventfd(0, EFD_CLOEXEC);
  const int ours = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  const Owned<cl_semaphore_khr> semaphore = import(fence, descriptor), over = import(fence, -1);
  Owned<cl_event> waited;
  ASSERT_EQ(wait(queue, over), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 0u);
  ASSERT_EQ(wait(queue, semaphore, &waited), CL_SUCCESS);
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_GT(status(waited), CL_COMPLETE);
  EXPECT_EQ(eventfd_write(ours, 1), 0);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_TRUE(readable(ours)); // a copy of the state: the fence stays as it is
  EXPECT_EQ(close(ours), 0);
  // Signals of our own are as those of any semaphore.
  ASSERT_EQ(signal(queue, semaphore), CL_SUCCESS);
  ASSERT_EQ(wait(queue, semaphore), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(SemaphoreSharing, Reimport) {
  const Owned<cl_semaphore_khr> semaphore = import(fence, -1), no_fence = make_semaphore();
  EXPECT_EQ(clReImportSemaphoreSyncFdKHR(no_fence, nullptr, -1), CL_INVALID_SEMAPHORE_KHR);
  EXPECT_EQ(clReImportSemaphoreSyncFdKHR(semaphore, nullptr, 987654), CL_INVALID_VALUE);
  cl_semaphore_reimport_properties_khr unknown[] = {1, 2, 0}, none[] = {0};
  EXPECT_EQ(clReImportSemaphoreSyncFdKHR(semaphore, unknown, -1), CL_INVALID_VALUE);
  ASSERT_EQ(wait(queue, semaphore), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 0u);
  EXPECT_EQ(clReImportSemaphoreSyncFdKHR(semaphore, none, -1), CL_SUCCESS);
  EXPECT_EQ(payload(semaphore), 1u);
  const int descriptor = eventfd(1, EFD_CLOEXEC);
  EXPECT_EQ(clReImportSemaphoreSyncFdKHR(semaphore, nullptr, descriptor), CL_SUCCESS);
  ASSERT_EQ(wait(queue, semaphore), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

/// An exported fence stands for the coming signal, or is -1 if that is over; exporting takes the
/// signal.
TEST_F(SemaphoreSharing, ExportedFence) {
  const Owned<cl_semaphore_khr> semaphore = exportable(fence);
  ASSERT_EQ(signal(queue, semaphore), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(exported(semaphore, fence), -1);
  EXPECT_EQ(payload(semaphore), 0u);

  const Owned<cl_event> gate = make_user_event();
  const cl_event list = gate;
  const cl_semaphore_khr handle = semaphore;
  ASSERT_EQ(clEnqueueSignalSemaphoresKHR(queue, 1, &handle, nullptr, 1, &list, nullptr),
            CL_SUCCESS);
  const int pending = exported(semaphore, fence);
  EXPECT_FALSE(readable(pending, 5));
  const int before = exported(semaphore, fence); // of a signal that is not enqueued yet
  ASSERT_EQ(signal(queue, semaphore), CL_SUCCESS);
  EXPECT_FALSE(readable(before, 5));
  const Owned<cl_semaphore_khr> imported = import(fence, fcntl(pending, F_DUPFD_CLOEXEC, 0));
  const Owned<cl_command_queue> other = make_queue();
  ASSERT_EQ(wait(other, imported), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_TRUE(readable(pending, 10'000));
  EXPECT_TRUE(readable(before, 10'000));
  EXPECT_EQ(close(pending), 0);
  EXPECT_EQ(close(before), 0);
}

/// No descriptor is left behind.
TEST_F(SemaphoreSharing, DescriptorsAreClosed) {
  const auto lowest_free = [] {
    const int free = dup(0);
    EXPECT_EQ(close(free), 0);
    return free;
  };
  const auto use_all = [&] {
    const Owned<cl_semaphore_khr> mine = exportable(opaque),
                                  theirs = import(opaque, exported(mine, opaque));
    EXPECT_EQ(wait(queue, mine), CL_SUCCESS);
    const Owned<cl_command_queue> other = make_queue();
    EXPECT_EQ(signal(other, theirs), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    const Owned<cl_semaphore_khr> fences = exportable(fence);
    const int pending = exported(fences, fence);
    const Owned<cl_semaphore_khr> imported = import(fence, pending);
    EXPECT_EQ(wait(queue, imported), CL_SUCCESS);
    EXPECT_EQ(signal(other, fences), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(clFinish(other), CL_SUCCESS);
  };
  use_all(); // the polling thread's own is there from now on
  const int before = lowest_free();
  for (int i = 0; i < 10; ++i) {
    use_all();
  }
  // The last callbacks may still be on their way.
  for (int i = 0; i < 1000 && lowest_free() != before; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(lowest_free(), before);
}

} // namespace
