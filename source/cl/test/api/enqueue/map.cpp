// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueMapBuffer, clEnqueueUnmapMemObject and clEnqueueMigrateMemObjects.
#include "fixture.h"

#include <algorithm>

class Map : public ClTest {
protected:
  cl_int map(cl_mem buffer, cl_map_flags flags, size_t offset = 0, size_t size = 4) {
    cl_int error = 1;
    pointer = clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, offset, size, 0, nullptr, nullptr,
                                 &error);
    EXPECT_EQ(pointer != nullptr, error == CL_SUCCESS);
    return error;
  }
  cl_int unmap(cl_mem buffer, void* where) {
    return clEnqueueUnmapMemObject(queue, buffer, where, 0, nullptr, nullptr);
  }
  cl_uint map_count(cl_mem buffer) {
    cl_uint count = 99;
    EXPECT_EQ(clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof count, &count, nullptr),
              CL_SUCCESS);
    return count;
  }
  void* pointer = nullptr;
};

TEST_F(Map, ReadAndWrite) {
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_uint>{1, 2, 3, 4});
  ASSERT_EQ(map(buffer, CL_MAP_READ | CL_MAP_WRITE, 4, 8), CL_SUCCESS);
  auto* values = static_cast<cl_uint*>(pointer);
  EXPECT_EQ(values[0], 2u);
  values[1] = 30;
  EXPECT_EQ(map_count(buffer), 1u);
  Owned<cl_event> event;
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, pointer, 0, nullptr, &event), CL_SUCCESS);
  EXPECT_EQ(map_count(buffer), 0u);
  EXPECT_EQ(contents<cl_uint>(buffer, 4), (std::vector<cl_uint>{1, 2, 30, 4}));
  EXPECT_EQ(status(event), CL_COMPLETE);
}

TEST_F(Map, IsTheMemoryItself) {
  if (!shares_memory()) {
    GTEST_SKIP() << "it is a copy";
  }
  const Owned<cl_mem> buffer = make_buffer(1 << 20);
  ASSERT_EQ(map(buffer, CL_MAP_READ, 0, 1 << 20), CL_SUCCESS);
  auto* all = static_cast<cl_uint*>(pointer);
  ASSERT_EQ(map(buffer, CL_MAP_READ, 4096, 4), CL_SUCCESS);
  EXPECT_EQ(pointer, all + 1024);
  const cl_uint five = 5;
  ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &five, 4, 0, 1 << 20, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(all[1024], 5u) << "nothing is copied";
  EXPECT_EQ(unmap(buffer, pointer), CL_SUCCESS);
  EXPECT_EQ(unmap(buffer, all), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

/// A map reads only its part from the device, and an unmap writes only that back.
TEST_F(Map, TouchesOnlyItsPart) {
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_uint>(1024, 1));
  ASSERT_EQ(map(buffer, CL_MAP_WRITE, 512 * 4, 256 * 4), CL_SUCCESS);
  const cl_uint two = 2, three = 3;
  for (const size_t part : {size_t(0), size_t(768 * 4)}) { // by the device, beside what is mapped
    ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &two, 4, part, 256 * 4, 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  auto* values = static_cast<cl_uint*>(pointer);
  EXPECT_EQ(values[255], 1u) << "what is written only can be read all the same";
  values[0] = three;
  EXPECT_EQ(unmap(buffer, pointer), CL_SUCCESS);
  std::vector<cl_uint> expected(1024, 1);
  std::fill_n(expected.begin(), 256, two);
  std::fill_n(expected.begin() + 768, 256, two);
  expected[512] = three;
  EXPECT_EQ(contents<cl_uint>(buffer, 1024), expected);
}

TEST_F(Map, OfASubBufferIsThatOfItsParent) {
  const size_t unit = base_alignment();
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_uchar>(2 * unit, 1));
  const cl_buffer_region region = {unit, unit};
  const Owned<cl_mem> part =
      clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  ASSERT_EQ(map(part, CL_MAP_WRITE_INVALIDATE_REGION, 0, unit), CL_SUCCESS);
  auto* inside = static_cast<cl_uchar*>(pointer);
  std::fill_n(inside, unit, cl_uchar(9));
  EXPECT_EQ(unmap(part, inside), CL_SUCCESS);
  ASSERT_EQ(map(buffer, CL_MAP_READ, 0, 2 * unit), CL_SUCCESS);
  auto* whole = static_cast<cl_uchar*>(pointer);
  EXPECT_EQ(whole + unit, inside);
  EXPECT_EQ(whole[unit - 1], 1u);
  EXPECT_EQ(whole[unit], 9u);
  EXPECT_EQ(unmap(buffer, whole), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Map, WithoutWaitingFollowsAndPrecedes) {
  const Owned<cl_mem> buffer = make_buffer(4096);
  const cl_uint five = 5;
  ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &five, 4, 0, 4096, 0, nullptr, nullptr), CL_SUCCESS);
  Owned<cl_event> mapped;
  cl_int error = 1;
  auto* values = static_cast<cl_uint*>(clEnqueueMapBuffer(
      queue, buffer, CL_FALSE, CL_MAP_READ | CL_MAP_WRITE, 0, 4096, 0, nullptr, &mapped, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_event list = mapped;
  ASSERT_EQ(clWaitForEvents(1, &list), CL_SUCCESS);
  EXPECT_EQ(values[1023], 5u);
  values[1023] = 6;
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, values, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(contents<cl_uint>(buffer, 1024)[1023], 6u);
}

TEST_F(Map, SeesWhatWasEnqueuedBefore) {
  const Owned<cl_mem> buffer = make_buffer(1 << 20);
  const cl_uint five = 5;
  ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &five, 4, 0, 1 << 20, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(map(buffer, CL_MAP_READ, (1 << 20) - 4, 4), CL_SUCCESS);
  EXPECT_EQ(*static_cast<cl_uint*>(pointer), 5u);
  EXPECT_EQ(unmap(buffer, pointer), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Map, Errors) {
  const Owned<cl_mem> buffer = make_buffer(64);
  EXPECT_EQ(map(buffer, CL_MAP_READ, 0, 0), CL_INVALID_VALUE);
  EXPECT_EQ(map(buffer, CL_MAP_READ, 64, 1), CL_INVALID_VALUE);
  EXPECT_EQ(map(buffer, CL_MAP_READ, 1, ~size_t(0)), CL_INVALID_VALUE);
  EXPECT_EQ(map(buffer, 1 << 12), CL_INVALID_VALUE);
  EXPECT_EQ(map(buffer, CL_MAP_WRITE_INVALIDATE_REGION | CL_MAP_READ), CL_INVALID_VALUE);
  EXPECT_EQ(map(buffer, CL_MAP_WRITE_INVALIDATE_REGION | CL_MAP_WRITE), CL_INVALID_VALUE);
  char elsewhere = 0;
  EXPECT_EQ(unmap(buffer, &elsewhere), CL_INVALID_VALUE);
  EXPECT_EQ(unmap(buffer, nullptr), CL_INVALID_VALUE);
  ASSERT_EQ(map(buffer, CL_MAP_READ), CL_SUCCESS);
  EXPECT_EQ(unmap(buffer, pointer), CL_SUCCESS);
  EXPECT_EQ(unmap(buffer, pointer), CL_INVALID_VALUE); // not twice
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Map, Overlap) {
  const Owned<cl_mem> buffer = make_buffer(64);
  ASSERT_EQ(map(buffer, CL_MAP_WRITE, 0, 8), CL_SUCCESS);
  void* const first = pointer;
  EXPECT_EQ(map(buffer, CL_MAP_WRITE, 4, 8), CL_INVALID_OPERATION);
  EXPECT_EQ(map(buffer, CL_MAP_WRITE_INVALIDATE_REGION, 7, 1), CL_INVALID_OPERATION);
  ASSERT_EQ(map(buffer, CL_MAP_WRITE, 8, 8), CL_SUCCESS);
  EXPECT_EQ(unmap(buffer, pointer), CL_SUCCESS);
  ASSERT_EQ(map(buffer, CL_MAP_READ, 16, 8), CL_SUCCESS);
  void* const third = pointer;
  ASSERT_EQ(map(buffer, CL_MAP_READ, 16, 8), CL_SUCCESS); // reading twice is fine
  EXPECT_EQ(map_count(buffer), 3u);
  for (void* const where : {first, third, third}) {
    EXPECT_EQ(unmap(buffer, where), CL_SUCCESS);
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Map, HostAccess) {
  const Owned<cl_mem> read_only = make_buffer(4, CL_MEM_HOST_READ_ONLY);
  const Owned<cl_mem> write_only = make_buffer(4, CL_MEM_HOST_WRITE_ONLY);
  const Owned<cl_mem> none = make_buffer(4, CL_MEM_HOST_NO_ACCESS);
  for (const cl_map_flags flags : {CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION}) {
    EXPECT_EQ(map(read_only, flags), CL_INVALID_OPERATION);
    EXPECT_EQ(map(none, flags), CL_INVALID_OPERATION);
  }
  EXPECT_EQ(map(write_only, CL_MAP_READ), CL_INVALID_OPERATION);
  EXPECT_EQ(map(none, CL_MAP_READ), CL_INVALID_OPERATION);
  EXPECT_EQ(map(read_only, CL_MAP_READ), CL_SUCCESS);
  EXPECT_EQ(unmap(read_only, pointer), CL_SUCCESS);
  EXPECT_EQ(map(write_only, CL_MAP_WRITE), CL_SUCCESS);
  EXPECT_EQ(unmap(write_only, pointer), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Map, Migrate) {
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_uint>{3});
  const cl_mem list = buffer;
  const auto migrate = [&](cl_uint count, const cl_mem* objects, cl_mem_migration_flags flags) {
    return clEnqueueMigrateMemObjects(queue, count, objects, flags, 0, nullptr, nullptr);
  };
  EXPECT_EQ(migrate(1, &list, CL_MIGRATE_MEM_OBJECT_HOST), CL_SUCCESS);
  EXPECT_EQ(migrate(1, &list, 0), CL_SUCCESS);
  EXPECT_EQ(contents<cl_uint>(buffer, 1)[0], 3u);
  EXPECT_EQ(migrate(0, &list, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(1, nullptr, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(1, &list, 1 << 9), CL_INVALID_VALUE);
  const Owned<cl_context> other = make_context();
  const Owned<cl_mem> foreign = clCreateBuffer(other, 0, 4, nullptr, nullptr);
  const cl_mem wrong = foreign;
  EXPECT_EQ(migrate(1, &wrong, 0), CL_INVALID_CONTEXT);
}
