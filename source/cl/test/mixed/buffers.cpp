// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers that the commands of two devices use, and where their newest contents are.
#include "fixture.h"

#include <random>

#include <sys/mman.h>
#include <unistd.h>

namespace {

class MixedBuffer : public MixedTest {
protected:
  /// The alignment of sub-buffers' origins on both devices.
  static constexpr size_t alignment = 4096;
};

TEST_F(MixedBuffer, AWriteIsSeenOnTheOtherDevice) {
  for (const size_t from : {cpu, twin}) {
    const Owned<cl_mem> buffer = make_buffer(400);
    const auto values = numbers(100);
    ASSERT_EQ(clEnqueueWriteBuffer(queues[from], buffer, CL_TRUE, 0, 400, values.data(), 0, nullptr,
                                   nullptr),
              CL_SUCCESS);
    EXPECT_EQ(contents<cl_int>(1 - from, buffer, 100), values);
    EXPECT_EQ(contents<cl_int>(from, buffer, 100), values);
  }
}

TEST_F(MixedBuffer, FirstContentsAreSeenOnBoth) {
  const Owned<cl_mem> buffer = make_buffer_of(numbers(100));
  EXPECT_EQ(contents<cl_int>(twin, buffer, 100), numbers(100));
  EXPECT_EQ(contents<cl_int>(cpu, buffer, 100), numbers(100));
}

TEST_F(MixedBuffer, EachDeviceOfExternalMemoryHasToImportIt) {
  const int descriptor = memfd_create("test", MFD_CLOEXEC);
  ASSERT_EQ(ftruncate(descriptor, 4096), 0);
  const auto given = cl_mem_properties(descriptor);
  for (const std::vector<cl_mem_properties>& list :
       {std::vector<cl_mem_properties>{CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, given, 0},
        {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, given, CL_MEM_DEVICE_HANDLE_LIST_KHR,
         cl_mem_properties(devices[twin]), 0, 0}}) {
    cl_int error = 1;
    EXPECT_FALSE(clCreateBufferWithProperties(context, list.data(), 0, 4096, nullptr, &error));
    EXPECT_EQ(error, CL_INVALID_DEVICE);
  }
  EXPECT_EQ(close(descriptor), 0); // not taken
}

TEST_F(MixedBuffer, EachPartIsNewestWhereItWasWritten) {
  const Owned<cl_mem> buffer = make_buffer_of(numbers(100));
  Owned<cl_event> event;
  ASSERT_EQ(fill(twin, buffer, -1, 10, 20), CL_SUCCESS);
  ASSERT_EQ(fill(cpu, buffer, -2, 50, 30), CL_SUCCESS);
  finish();
  auto expected = numbers(100);
  std::fill_n(expected.begin() + 10, 20, -1);
  std::fill_n(expected.begin() + 50, 30, -2);
  EXPECT_EQ(contents<cl_int>(twin, buffer, 100), expected);
  EXPECT_EQ(contents<cl_int>(cpu, buffer, 100), expected);
}

TEST_F(MixedBuffer, KernelsPassItToAndFro) {
  const Owned<cl_program> made = program();
  const Owned<cl_kernel> kernel = kernel_of(made, "count_visits");
  constexpr size_t items = 500;
  const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_ulong>(items));
  set(kernel, 0, buffer);
  Owned<cl_event> last;
  constexpr size_t rounds = 40;
  for (size_t i = 0; i < rounds; ++i) {
    Owned<cl_event> next;
    ASSERT_EQ(launch(queues[i % 2], kernel, items,
                     last ? std::vector<cl_event>{last} : std::vector<cl_event>(), &next),
              CL_SUCCESS);
    ASSERT_EQ(clFlush(queues[i % 2]), CL_SUCCESS);
    last = std::move(next);
  }
  const cl_event waited = last;
  ASSERT_EQ(clWaitForEvents(1, &waited), CL_SUCCESS);
  for (const size_t on : {cpu, twin}) {
    EXPECT_EQ(contents<cl_ulong>(on, buffer, items), std::vector<cl_ulong>(items, rounds));
  }
}

TEST_F(MixedBuffer, TwoDevicesReadOneAndWriteParts) {
  const Owned<cl_program> made = program();
  constexpr size_t items = 3 * alignment / sizeof(cl_int);
  for (const cl_mem_flags flags : {CL_MEM_READ_ONLY, CL_MEM_READ_WRITE}) {
    const Owned<cl_mem> input = make_buffer_of(numbers(items), flags);
    const Owned<cl_mem> output = make_buffer(2 * items * sizeof(cl_int));
    std::array<Owned<cl_mem>, 2> parts;
    std::array<Owned<cl_kernel>, 2> kernels;
    for (const size_t on : {cpu, twin}) {
      parts[on] = part_of(output, on * items * sizeof(cl_int), items * sizeof(cl_int));
      kernels[on] = kernel_of(made, "add");
      set(kernels[on], 0, parts[on]);
      set(kernels[on], 1, input);
    }
    for (cl_int round = 0; round < 10; ++round) {
      for (const size_t on : {cpu, twin}) {
        set(kernels[on], 2, cl_int(1000 * (on + 1)) + round);
        ASSERT_EQ(launch(queues[on], kernels[on], items), CL_SUCCESS);
        ASSERT_EQ(clFlush(queues[on]), CL_SUCCESS);
      }
      finish();
      std::vector<cl_int> expected(2 * items);
      for (size_t i = 0; i < items; ++i) {
        expected[i] = cl_int(i) + 1000 + round;
        expected[items + i] = cl_int(i) + 2000 + round;
      }
      EXPECT_EQ(contents<cl_int>(round % 2, output, 2 * items), expected);
      EXPECT_EQ(contents<cl_int>(twin, input, items), numbers(items));
    }
  }
}

TEST_F(MixedBuffer, SubBuffersAreAlignedAsADeviceNeeds) {
  const Owned<cl_mem> buffer = make_buffer_of(numbers(1000));
  const Owned<cl_mem> part = part_of(buffer, 128, 256); // which the CPU takes, and the twin not
  const auto all_numbers = numbers(1000);
  EXPECT_EQ(contents<cl_int>(cpu, part, 64),
            std::vector<cl_int>(all_numbers.begin() + 32, all_numbers.begin() + 96));
  EXPECT_EQ(fill(twin, part, 1, 0, 64), CL_MISALIGNED_SUB_BUFFER_OFFSET);
  const cl_buffer_region nowhere = {3, 64};
  cl_int error = 1;
  EXPECT_FALSE(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &nowhere, &error));
  EXPECT_EQ(error, CL_MISALIGNED_SUB_BUFFER_OFFSET);
}

TEST_F(MixedBuffer, SubBuffersShareTheirParentsBytes) {
  const Owned<cl_mem> buffer = make_buffer_of(numbers(4096));
  const Owned<cl_mem> part = part_of(buffer, alignment, alignment);
  ASSERT_EQ(fill(twin, part, -7, 0, 1024), CL_SUCCESS);
  finish();
  auto expected = numbers(4096);
  std::fill_n(expected.begin() + 1024, 1024, -7);
  EXPECT_EQ(contents<cl_int>(cpu, buffer, 4096), expected);
  ASSERT_EQ(fill(cpu, buffer, -8, 1000, 100), CL_SUCCESS);
  finish();
  std::fill_n(expected.begin() + 1000, 100, -8);
  EXPECT_EQ(contents<cl_int>(twin, part, 1024),
            std::vector<cl_int>(expected.begin() + 1024, expected.begin() + 2048));
}

TEST_F(MixedBuffer, RowsBetweenEachOthers) {
  constexpr size_t width = 64, height = 32;
  const Owned<cl_mem> buffer = make_buffer_of(all(0, width * height));
  const size_t zero[3] = {};
  std::array<std::vector<cl_int>, 2> halves;
  for (const size_t on : {cpu, twin}) {
    halves[on] = all(cl_int(on) + 1, width / 2 * height);
    const size_t origin[3] = {on * width / 2 * sizeof(cl_int), 0, 0};
    const size_t region[3] = {width / 2 * sizeof(cl_int), height, 1};
    ASSERT_EQ(clEnqueueWriteBufferRect(queues[on], buffer, CL_FALSE, origin, zero, region,
                                       width * sizeof(cl_int), 0, 0, 0, halves[on].data(), 0,
                                       nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clFlush(queues[on]), CL_SUCCESS);
  }
  finish();
  std::vector<cl_int> expected;
  for (size_t i = 0; i < width * height; ++i) {
    expected.push_back(i % width < width / 2 ? 1 : 2);
  }
  EXPECT_EQ(contents<cl_int>(twin, buffer, width * height), expected);
  EXPECT_EQ(contents<cl_int>(cpu, buffer, width * height), expected);
  // And a column back, which is elsewhere in part.
  ASSERT_EQ(fill(cpu, buffer, 9, 0, width), CL_SUCCESS);
  finish();
  const size_t origin[3] = {4, 0, 0};
  const size_t region[3] = {4, height, 1};
  std::vector<cl_int> column(height);
  ASSERT_EQ(clEnqueueReadBufferRect(queues[twin], buffer, CL_TRUE, origin, zero, region,
                                    width * sizeof(cl_int), 0, 0, 0, column.data(), 0, nullptr,
                                    nullptr),
            CL_SUCCESS);
  auto expected_column = all(1, height);
  expected_column[0] = 9;
  EXPECT_EQ(column, expected_column);
}

TEST_F(MixedBuffer, CopiesBetweenBuffersOfDifferentPlaces) {
  const Owned<cl_mem> from = make_buffer_of(all(1, 100));
  const Owned<cl_mem> to = make_buffer_of(all(2, 100));
  ASSERT_EQ(fill(cpu, from, 3, 0, 100), CL_SUCCESS);
  ASSERT_EQ(fill(twin, to, 4, 0, 100), CL_SUCCESS);
  finish();
  ASSERT_EQ(clEnqueueCopyBuffer(queues[twin], from, to, 0, 40, 80, 0, nullptr, nullptr),
            CL_SUCCESS);
  finish();
  auto expected = all(4, 100);
  std::fill_n(expected.begin() + 10, 20, 3);
  EXPECT_EQ(contents<cl_int>(cpu, to, 100), expected);
}

TEST_F(MixedBuffer, TheApplicationsMemory) {
  auto values = numbers(1024);
  const Owned<cl_mem> buffer = make_buffer(4096, CL_MEM_USE_HOST_PTR, values.data());
  EXPECT_EQ(contents<cl_int>(twin, buffer, 1024), numbers(1024));
  ASSERT_EQ(fill(twin, buffer, 5, 100, 10), CL_SUCCESS);
  finish();
  for (const size_t on : {twin, cpu}) {
    cl_int error = 1;
    void* place = clEnqueueMapBuffer(queues[on], buffer, CL_TRUE, CL_MAP_READ, 400, 40, 0, nullptr,
                                     nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(place, values.data() + 100);
    EXPECT_EQ(values[105], 5);
    EXPECT_EQ(clEnqueueUnmapMemObject(queues[on], buffer, place, 0, nullptr, nullptr), CL_SUCCESS);
  }
  finish();
}

TEST_F(MixedBuffer, WhatIsMappedForWritingIsNewestWithTheHost) {
  for (const size_t maps : {cpu, twin}) {
    for (const cl_map_flags flags :
         {cl_map_flags(CL_MAP_WRITE), cl_map_flags(CL_MAP_WRITE_INVALIDATE_REGION)}) {
      const Owned<cl_mem> buffer = make_buffer_of(numbers(1024));
      ASSERT_EQ(fill(twin, buffer, 5, 0, 1024), CL_SUCCESS);
      finish();
      cl_int error = 1;
      auto* place = static_cast<cl_int*>(clEnqueueMapBuffer(queues[maps], buffer, CL_TRUE, flags,
                                                            400, 400, 0, nullptr, nullptr, &error));
      ASSERT_EQ(error, CL_SUCCESS);
      std::fill_n(place, 100, 6);
      Owned<cl_event> unmapped;
      ASSERT_EQ(clEnqueueUnmapMemObject(queues[maps], buffer, place, 0, nullptr, &unmapped),
                CL_SUCCESS);
      const cl_event list[] = {unmapped};
      std::vector<cl_int> found(1024);
      ASSERT_EQ(clEnqueueReadBuffer(queues[1 - maps], buffer, CL_TRUE, 0, 4096, found.data(), 1,
                                    list, nullptr),
                CL_SUCCESS);
      auto expected = all(5, 1024);
      std::fill_n(expected.begin() + 100, 100, 6);
      EXPECT_EQ(found, expected);
      EXPECT_EQ(contents<cl_int>(maps, buffer, 1024), expected);
    }
  }
}

/// Whichever copy is newest, what the application wrote while nothing else could is not
/// overwritten.
TEST_F(MixedBuffer, UnmappedAndUsedAtOnce) {
  for (const size_t on : {cpu, twin}) {
    const Owned<cl_mem> buffer = make_buffer_of(numbers(1024));
    ASSERT_EQ(fill(twin, buffer, 5, 0, 1024), CL_SUCCESS);
    finish();
    cl_int error = 1;
    auto* place = static_cast<cl_int*>(clEnqueueMapBuffer(queues[on], buffer, CL_TRUE,
                                                          CL_MAP_WRITE_INVALIDATE_REGION, 0, 2048,
                                                          0, nullptr, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    std::fill_n(place, 512, 6);
    ASSERT_EQ(clEnqueueUnmapMemObject(queues[on], buffer, place, 0, nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(fill(on, buffer, 7, 0, 10), CL_SUCCESS);
    auto expected = all(5, 1024);
    std::fill_n(expected.begin(), 512, 6);
    std::fill_n(expected.begin(), 10, 7);
    EXPECT_EQ(contents<cl_int>(on, buffer, 1024), expected);
    EXPECT_EQ(contents<cl_int>(1 - on, buffer, 1024), expected);
  }
}

/// One queue's order is enough, although the map works on another copy than its device.
TEST_F(MixedBuffer, AMapInTheLineOfTheTwinsQueue) {
  const Owned<cl_mem> buffer = make_buffer_of(numbers(1024));
  ASSERT_EQ(fill(twin, buffer, 5, 0, 1024), CL_SUCCESS);
  cl_int error = 1;
  Owned<cl_event> mapped;
  auto* place = static_cast<cl_int*>(clEnqueueMapBuffer(queues[twin], buffer, CL_FALSE, CL_MAP_READ,
                                                        0, 4096, 0, nullptr, &mapped, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_event list[] = {mapped};
  ASSERT_EQ(clWaitForEvents(1, list), CL_SUCCESS);
  EXPECT_EQ(place[1023], 5);
  ASSERT_EQ(clEnqueueUnmapMemObject(queues[twin], buffer, place, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(fill(twin, buffer, 6, 0, 512), CL_SUCCESS);
  place = static_cast<cl_int*>(clEnqueueMapBuffer(queues[twin], buffer, CL_TRUE, CL_MAP_WRITE, 0,
                                                  4096, 0, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(place[511], 6);
  EXPECT_EQ(place[512], 5);
  place[512] = 7;
  ASSERT_EQ(clEnqueueUnmapMemObject(queues[twin], buffer, place, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(fill(twin, buffer, 8, 0, 10), CL_SUCCESS);
  auto expected = all(5, 1024);
  std::fill_n(expected.begin(), 512, 6);
  std::fill_n(expected.begin(), 10, 8);
  expected[512] = 7;
  EXPECT_EQ(contents<cl_int>(twin, buffer, 1024), expected);
}

TEST_F(MixedBuffer, MigrationKeepsContents) {
  const Owned<cl_mem> buffer = make_buffer_of(numbers(1024));
  const cl_mem handle = buffer;
  const auto migrate = [&](size_t on, cl_mem_migration_flags flags) {
    EXPECT_EQ(clEnqueueMigrateMemObjects(queues[on], 1, &handle, flags, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queues[on]), CL_SUCCESS);
  };
  migrate(twin, 0);
  ASSERT_EQ(fill(twin, buffer, 5, 0, 512), CL_SUCCESS);
  migrate(twin, CL_MIGRATE_MEM_OBJECT_HOST);
  migrate(cpu, 0);
  migrate(twin, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED);
  auto expected = numbers(1024);
  std::fill_n(expected.begin(), 512, 5);
  EXPECT_EQ(contents<cl_int>(cpu, buffer, 1024), expected);
  EXPECT_EQ(contents<cl_int>(twin, buffer, 1024), expected);
}

TEST_F(MixedBuffer, WhatFailsWritesNothing) {
  for (const size_t on : {cpu, twin}) {
    const Owned<cl_mem> buffer = make_buffer_of(numbers(100));
    const Owned<cl_event> gate = make_user_event();
    const cl_event list[] = {gate};
    const cl_int value = 5;
    Owned<cl_event> failed;
    ASSERT_EQ(
        clEnqueueFillBuffer(queues[on], buffer, &value, sizeof value, 0, 400, 1, list, &failed),
        CL_SUCCESS);
    ASSERT_EQ(clSetUserEventStatus(gate, -1), CL_SUCCESS);
    const cl_event waited = failed;
    EXPECT_EQ(clWaitForEvents(1, &waited), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(contents<cl_int>(cpu, buffer, 100), numbers(100));
    EXPECT_EQ(contents<cl_int>(twin, buffer, 100), numbers(100));
  }
}

TEST_F(MixedBuffer, MemoryOfOneDeviceIsExhausted) {
  cl_ulong memory = 0, largest = 0;
  ASSERT_EQ(
      clGetDeviceInfo(devices[twin], CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(clGetDeviceInfo(devices[twin], CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest, &largest,
                            nullptr),
            CL_SUCCESS);
  std::vector<Owned<cl_mem>> buffers;
  cl_int error = CL_SUCCESS;
  for (cl_ulong used = 0; used <= memory && !error; used += largest) {
    buffers.push_back(make_buffer(largest));
    ASSERT_EQ(fill(cpu, buffers.back(), 1, 0, 10), CL_SUCCESS); // which has more memory
    finish();
    error = fill(twin, buffers.back(), 2, 10, 10);
  }
  EXPECT_EQ(error, CL_MEM_OBJECT_ALLOCATION_FAILURE);
  finish();
  EXPECT_EQ(contents<cl_int>(cpu, buffers.back(), 10), all(1, 10));
  buffers.front() = {};
  EXPECT_EQ(fill(twin, buffers.back(), 2, 10, 10), CL_SUCCESS);
  auto expected = all(1, 20);
  std::fill_n(expected.begin() + 10, 10, 2);
  finish();
  EXPECT_EQ(contents<cl_int>(cpu, buffers.back(), 20), expected);
}

TEST_F(MixedBuffer, ReleasedWhileCommandsUseIt) {
  const Owned<cl_program> made = program();
  std::vector<cl_ulong> found(1000);
  for (const size_t on : {cpu, twin}) {
    const Owned<cl_event> gate = make_user_event();
    Owned<cl_event> last;
    {
      const Owned<cl_mem> buffer = make_buffer_of(std::vector<cl_ulong>(1000, 3));
      const Owned<cl_kernel> kernel = kernel_of(made, "count_visits");
      set(kernel, 0, buffer);
      Owned<cl_event> event;
      ASSERT_EQ(launch(queues[on], kernel, 1000, {gate}, &event), CL_SUCCESS);
      const cl_event list[] = {event};
      ASSERT_EQ(clEnqueueReadBuffer(queues[1 - on], buffer, CL_FALSE, 0, 8000, found.data(), 1,
                                    list, &last),
                CL_SUCCESS);
    }
    ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    const cl_event waited = last;
    ASSERT_EQ(clWaitForEvents(1, &waited), CL_SUCCESS);
    EXPECT_EQ(found, std::vector<cl_ulong>(1000, 4));
  }
}

TEST_F(MixedBuffer, AFunctionOfTheApplicationSeesWhatTheTwinWrote) {
  const Owned<cl_mem> buffer = make_buffer_of(numbers(100));
  ASSERT_EQ(fill(twin, buffer, 5, 0, 50), CL_SUCCESS);
  finish();
  struct Arguments {
    cl_int* data;
  } arguments = {};
  const auto add = [](void* given) {
    cl_int* data = static_cast<Arguments*>(given)->data;
    for (size_t i = 0; i < 100; ++i) {
      data[i] += 1;
    }
  };
  const cl_mem handle = buffer;
  const void* place = &arguments.data;
  ASSERT_EQ(clEnqueueNativeKernel(queues[cpu], add, &arguments, sizeof arguments, 1, &handle,
                                  &place, 0, nullptr, nullptr),
            CL_SUCCESS);
  finish();
  auto expected = numbers(100);
  std::fill_n(expected.begin(), 50, 5);
  for (cl_int& each : expected) {
    ++each;
  }
  EXPECT_EQ(contents<cl_int>(twin, buffer, 100), expected);
}

/// Random commands, one after the other by events, on queues of both devices, against plain memory.
TEST_F(MixedBuffer, RandomCommandsInTurn) {
  constexpr size_t count = 3000;
  for (const cl_command_queue_properties order :
       {cl_command_queue_properties(0),
        cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)}) {
    const std::array on = {make_queue(cpu, order), make_queue(twin, order)};
    std::array<std::vector<cl_int>, 2> model = {numbers(count), all(-1, count)};
    const std::array buffers = {make_buffer_of(model[0]), make_buffer_of(model[1])};
    std::minstd_rand random(order ? 7 : 8);
    Owned<cl_event> last;
    for (int round = 0; round < 600; ++round) {
      const size_t which = random() % 2, begin = random() % count,
                   size = 1 + random() % (count - begin);
      const cl_command_queue queue = on[random() % 2];
      const cl_mem buffer = buffers[which];
      auto& values = model[which];
      const cl_event waited = last;
      const cl_uint waits = waited ? 1 : 0;
      const cl_event* list = waited ? &waited : nullptr;
      const size_t offset = begin * sizeof(cl_int), bytes = size * sizeof(cl_int);
      Owned<cl_event> next;
      cl_int error = CL_SUCCESS;
      switch (random() % 5) {
      case 0: {
        error = clEnqueueFillBuffer(queue, buffer, &round, sizeof round, offset, bytes, waits, list,
                                    &next);
        std::fill_n(values.begin() + ptrdiff_t(begin), size, round);
        break;
      }
      case 1: {
        std::vector<cl_int> found(size);
        error = clEnqueueReadBuffer(queue, buffer, CL_TRUE, offset, bytes, found.data(), waits,
                                    list, &next);
        ASSERT_TRUE(std::equal(found.begin(), found.end(), values.begin() + ptrdiff_t(begin)))
            << round;
        break;
      }
      case 2: {
        const auto written = all(-round, size);
        error = clEnqueueWriteBuffer(queue, buffer, CL_TRUE, offset, bytes, written.data(), waits,
                                     list, &next);
        std::fill_n(values.begin() + ptrdiff_t(begin), size, -round);
        break;
      }
      case 3: {
        error = clEnqueueCopyBuffer(queue, buffer, buffers[1 - which], offset, offset, bytes, waits,
                                    list, &next);
        std::copy_n(values.begin() + ptrdiff_t(begin), size,
                    model[1 - which].begin() + ptrdiff_t(begin));
        break;
      }
      default: {
        auto* place = static_cast<cl_int*>(clEnqueueMapBuffer(queue, buffer, CL_TRUE,
                                                              CL_MAP_READ | CL_MAP_WRITE, offset,
                                                              bytes, waits, list, nullptr, &error));
        ASSERT_EQ(error, CL_SUCCESS);
        ASSERT_TRUE(std::equal(place, place + size, values.begin() + ptrdiff_t(begin))) << round;
        place[size / 2] = values[begin + size / 2] = 10000 + round;
        error = clEnqueueUnmapMemObject(on[random() % 2], buffer, place, 0, nullptr, &next);
        break;
      }
      }
      ASSERT_EQ(error, CL_SUCCESS);
      ASSERT_EQ(clFlush(on[0]), CL_SUCCESS);
      ASSERT_EQ(clFlush(on[1]), CL_SUCCESS);
      last = std::move(next);
    }
    const cl_event waited = last;
    ASSERT_EQ(clWaitForEvents(1, &waited), CL_SUCCESS);
    for (const size_t i : {0, 1}) {
      EXPECT_EQ(contents<cl_int>(cpu, buffers[i], count), model[i]);
      EXPECT_EQ(contents<cl_int>(twin, buffers[i], count), model[i]);
    }
  }
}

} // namespace
