// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every allocation of a call fails once: the call says so, nothing crashes or leaks, and the same
// call succeeds afterwards.
#include "fixture.h"

#include <cstdlib>
#include <functional>
#include <new>

namespace {

/// The allocation of this thread that is to fail, counted down; 0: none.
thread_local int countdown = 0;
thread_local bool has_failed = false;

bool fails_now() {
  if (countdown > 0 && --countdown == 0) {
    has_failed = true;
    return true;
  }
  return false;
}

} // namespace

void* operator new(size_t size) {
  void* memory = fails_now() ? nullptr : std::malloc(size ? size : 1);
  return memory ? memory : throw std::bad_alloc();
}
void* operator new(size_t size, const std::nothrow_t&) noexcept {
  return fails_now() ? nullptr : std::malloc(size ? size : 1);
}
void* operator new(size_t size, std::align_val_t alignment) {
  void* memory = nullptr;
  const size_t least = std::max(size_t(alignment), sizeof(void*));
  if (fails_now() || posix_memalign(&memory, least, size) != 0) {
    throw std::bad_alloc();
  }
  return memory;
}
void* operator new(size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  void* memory = nullptr;
  const size_t least = std::max(size_t(alignment), sizeof(void*));
  return fails_now() || posix_memalign(&memory, least, size) != 0 ? nullptr : memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }

class OutOfMemory : public ClTest {
protected:
  /// `call` gives its status; it must undo what it did.
  void each_allocation_fails(const char* name, const std::function<cl_int()>& call) {
    int failures = 0;
    for (int i = 1; i < 1000; ++i) {
      has_failed = false;
      countdown = i;
      const cl_int result = call();
      countdown = 0;
      ASSERT_EQ(clFinish(queue), CL_SUCCESS);
      if (!has_failed) {
        EXPECT_EQ(result, CL_SUCCESS) << name;
        most = std::max(most, failures);
        return;
      }
      ++failures;
      // Some allocations can be done without; else the call says that memory ran out.
      EXPECT_TRUE(result == CL_SUCCESS || result == CL_OUT_OF_HOST_MEMORY ||
                  result == CL_OUT_OF_RESOURCES || result == CL_MEM_OBJECT_ALLOCATION_FAILURE)
          << name << " gave " << result << " when allocation " << i << " failed";
    }
    FAIL() << name << " never ends to allocate";
  }
  int most = 0; ///< allocations that failed in a call
};

TEST_F(OutOfMemory, Creation) {
  const auto creating = [](auto create) {
    return [create] {
      cl_int error = 1;
      if (auto handle = create(&error)) {
        EXPECT_EQ(error, CL_SUCCESS);
        EXPECT_EQ(release(handle), CL_SUCCESS);
      } else {
        EXPECT_NE(error, CL_SUCCESS);
      }
      return error;
    };
  };
  const Owned<cl_mem> parent = make_buffer(256);
  const cl_buffer_region region = {0, 4};
  const char* source = "kernel void k() {} // long enough not to fit into a small string";
  for (int round = 0; round < 70; ++round) { // so that slabs run out of slots, too
    each_allocation_fails("context", creating([&](cl_int* error) {
                            return clCreateContext(nullptr, 1, &device, nullptr, nullptr, error);
                          }));
    each_allocation_fails("queue", creating([&](cl_int* error) {
                            return clCreateCommandQueue(context, device, 0, error);
                          }));
    each_allocation_fails("buffer", creating([&](cl_int* error) {
                            return clCreateBuffer(context, 0, 64, nullptr, error);
                          }));
    each_allocation_fails("sub-buffer", creating([&](cl_int* error) {
                            return clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                                     &region, error);
                          }));
    each_allocation_fails(
        "user event", creating([&](cl_int* error) { return clCreateUserEvent(context, error); }));
    each_allocation_fails("program", creating([&](cl_int* error) {
                            return clCreateProgramWithSource(context, 1, &source, nullptr, error);
                          }));
  }
  EXPECT_GT(most, 0); // or the test saw none of the driver's allocations
}

TEST_F(OutOfMemory, Commands) {
  const Owned<cl_mem> buffer = make_buffer(256);
  const cl_mem memory = buffer;
  const cl_uint value = 4;
  std::vector<Owned<cl_event>> kept; // so that slots are not reused at once
  for (int round = 0; round < 70; ++round) {
    const Owned<cl_command_queue> other = out_of_order_queue();
    each_allocation_fails("fill", [&] {
      Owned<cl_event> event;
      return clEnqueueFillBuffer(queue, buffer, &value, 4, 0, 256, 0, nullptr, &event);
    });
    each_allocation_fails("fill out of order", [&] {
      const cl_int result =
          clEnqueueFillBuffer(other, buffer, &value, 4, 0, 256, 0, nullptr, nullptr);
      countdown = 0;
      EXPECT_EQ(clFinish(other), CL_SUCCESS);
      return result;
    });
    each_allocation_fails("map", [&] {
      cl_int error = 1;
      if (void* pointer = clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_WRITE, 0, 4, 0,
                                             nullptr, nullptr, &error)) {
        countdown = 0;
        EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, pointer, 0, nullptr, nullptr), CL_SUCCESS);
      }
      return error;
    });
    each_allocation_fails("migrate", [&] {
      return clEnqueueMigrateMemObjects(queue, 1, &memory, 0, 0, nullptr, nullptr);
    });
    each_allocation_fails("native kernel", [&] {
      char argument[100] = {};
      return clEnqueueNativeKernel(
          queue, [](void*) {}, argument, sizeof argument, 0, nullptr, nullptr, 0, nullptr, nullptr);
    });
    const Owned<cl_event> gate = make_user_event();
    const cl_event list = gate;
    each_allocation_fails("held marker", [&] {
      Owned<cl_event> event;
      const cl_int result = clEnqueueMarkerWithWaitList(other, 1, &list, &event);
      countdown = 0;
      if (event) {
        kept.push_back(std::move(event));
      }
      return result;
    });
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clFinish(other), CL_SUCCESS);
  }
  for (const auto& event : kept) {
    EXPECT_LE(status(event), CL_COMPLETE); // ended one way or the other
  }
  EXPECT_GT(most, 0);
}
