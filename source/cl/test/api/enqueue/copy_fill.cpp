// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueCopyBuffer, clEnqueueCopyBufferRect and clEnqueueFillBuffer.
#include "fixture.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <string>

class CopyFill : public ClTest {
protected:
  cl_int copy(cl_mem from, cl_mem to, size_t from_offset, size_t to_offset, size_t size) {
    return clEnqueueCopyBuffer(queue, from, to, from_offset, to_offset, size, 0, nullptr, nullptr);
  }
  struct Rect {
    size_t from[3], to[3], region[3];
    size_t from_row = 0, from_slice = 0, to_row = 0, to_slice = 0;
  };
  cl_int copy(cl_mem from, cl_mem to, const Rect& r) {
    return clEnqueueCopyBufferRect(queue, from, to, r.from, r.to, r.region, r.from_row,
                                   r.from_slice, r.to_row, r.to_slice, 0, nullptr, nullptr);
  }
  cl_int fill(cl_mem buffer, const void* pattern, size_t pattern_size, size_t offset, size_t size) {
    return clEnqueueFillBuffer(queue, buffer, pattern, pattern_size, offset, size, 0, nullptr,
                               nullptr);
  }
  std::vector<unsigned char> counting(size_t size) {
    std::vector<unsigned char> values(size);
    std::iota(values.begin(), values.end(), static_cast<unsigned char>(0));
    return values;
  }
};

TEST_F(CopyFill, Copy) {
  const Owned<cl_mem> from = make_buffer_of(counting(64));
  const Owned<cl_mem> to = make_buffer_of(std::vector<unsigned char>(64, 255));
  ASSERT_EQ(copy(from, to, 3, 10, 20), CL_SUCCESS);
  const auto after = contents<unsigned char>(to, 64);
  for (size_t i = 0; i < 64; ++i) {
    EXPECT_EQ(after[i], i >= 10 && i < 30 ? i - 7 : 255);
  }
  ASSERT_EQ(copy(from, from, 0, 32, 32), CL_SUCCESS); // within one buffer
  EXPECT_EQ(contents<unsigned char>(from, 64)[33], 1);
}

/// Nanoseconds that each of this process's threads has run.
std::map<std::string, uint64_t> times_of_threads() {
  std::map<std::string, uint64_t> times;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream(thread.path() / "schedstat") >> times[thread.path().filename()];
  }
  return times;
}

TEST_F(CopyFill, LargeOnesUseAllThreads) {
  cl_uint units = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
            CL_SUCCESS);
  constexpr size_t size = 64 << 20;
  const Owned<cl_mem> from = make_buffer(size);
  const Owned<cl_mem> to = make_buffer(size);
  const cl_uint five = 5;
  const auto share_in = [&](const auto& enqueue) { // of the threads that do a tenth at least
    EXPECT_EQ(enqueue(), CL_SUCCESS);              // threads and pages are there
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    const auto before = times_of_threads();
    for (int i = 0; i < 30; ++i) {
      EXPECT_EQ(enqueue(), CL_SUCCESS);
      EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    }
    std::vector<uint64_t> times;
    for (const auto& [thread, time] : times_of_threads()) {
      times.push_back(time - (before.count(thread) ? before.at(thread) : 0));
    }
    const uint64_t all = std::accumulate(times.begin(), times.end(), uint64_t(0));
    return std::count_if(times.begin(), times.end(),
                         [&](uint64_t time) { return time * 10 * units >= all; });
  };
  EXPECT_GE(share_in([&] { return fill(from, &five, 4, 0, size); }), std::min(units, 2u));
  EXPECT_GE(share_in([&] { return copy(from, to, 0, 0, size); }), std::min(units, 2u));
}

/// Valid since OpenCL 2.1.
TEST_F(CopyFill, CopyOfNoBytes) {
  const Owned<cl_mem> from = make_buffer_of(counting(64)), to = make_buffer_of(counting(64));
  EXPECT_EQ(copy(from, to, 0, 64, 0), CL_SUCCESS);
  EXPECT_EQ(copy(from, from, 8, 8, 0), CL_SUCCESS);
  EXPECT_EQ(contents<unsigned char>(to, 64), counting(64));
}

TEST_F(CopyFill, CopyErrors) {
  const Owned<cl_mem> a = make_buffer(512);
  const Owned<cl_mem> b = make_buffer(512);
  EXPECT_EQ(copy(a, b, 513, 0, 0), CL_INVALID_VALUE);
  EXPECT_EQ(copy(a, b, 0, 513, 0), CL_INVALID_VALUE);
  EXPECT_EQ(copy(a, b, 0, 0, 513), CL_INVALID_VALUE);
  EXPECT_EQ(copy(a, b, 500, 0, 13), CL_INVALID_VALUE);
  EXPECT_EQ(copy(a, b, 0, 500, 13), CL_INVALID_VALUE);
  EXPECT_EQ(copy(a, b, ~size_t(0), 0, 2), CL_INVALID_VALUE);
  EXPECT_EQ(copy(a, a, 0, 31, 32), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(a, a, 31, 0, 32), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(a, nullptr, 0, 0, 4), CL_INVALID_MEM_OBJECT);
  const size_t step = base_alignment();
  const Owned<cl_mem> whole = make_buffer(4 * step);
  const cl_buffer_region first = {0, 2 * step};
  const cl_buffer_region second = {step, 2 * step};
  const Owned<cl_mem> x =
      clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &first, nullptr);
  const Owned<cl_mem> y =
      clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &second, nullptr);
  EXPECT_EQ(copy(x, y, 0, 0, 2 * step), CL_MEM_COPY_OVERLAP); // in their parent
  EXPECT_EQ(copy(x, y, 0, step, step), CL_SUCCESS);
  const Owned<cl_context> other = make_context();
  const Owned<cl_mem> foreign = clCreateBuffer(other, 0, 4, nullptr, nullptr);
  EXPECT_EQ(copy(a, foreign, 0, 0, 4), CL_INVALID_CONTEXT);
  EXPECT_EQ(copy(foreign, a, 0, 0, 4), CL_INVALID_CONTEXT);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(CopyFill, CopyRect) {
  const Owned<cl_mem> from = make_buffer_of(counting(128));
  const Owned<cl_mem> to = make_buffer_of(std::vector<unsigned char>(128, 255));
  const Rect rect = {{1, 1, 0}, {0, 2, 1}, {4, 2, 1}, 8, 32, 16, 64};
  ASSERT_EQ(copy(from, to, rect), CL_SUCCESS);
  const auto after = contents<unsigned char>(to, 128);
  for (size_t i = 0; i < 128; ++i) {
    const size_t x = i % 16;
    const size_t y = i % 64 / 16;
    const size_t z = i / 64;
    const bool inside = x < 4 && y >= 2 && z == 1;
    EXPECT_EQ(after[i], inside ? (y - 2 + 1) * 8 + x + 1 : 255) << i;
  }
}

TEST_F(CopyFill, CopyRectRefusesWhatDoesNotFit) {
  const Owned<cl_mem> a = make_buffer(64);
  const Owned<cl_mem> b = make_buffer(63);
  const Rect good = {{0, 0, 0}, {0, 0, 0}, {4, 4, 4}};
  EXPECT_EQ(copy(a, b, good), CL_INVALID_VALUE);
  EXPECT_EQ(copy(b, a, good), CL_INVALID_VALUE);
  const Owned<cl_mem> c = make_buffer(64);
  EXPECT_EQ(copy(a, c, good), CL_SUCCESS);
  const auto refused = [&](auto change) {
    Rect rect = good;
    change(rect);
    EXPECT_EQ(copy(a, c, rect), CL_INVALID_VALUE);
  };
  refused([](Rect& r) { r.region[0] = 0; });
  refused([](Rect& r) { r.region[1] = 0; });
  refused([](Rect& r) { r.region[2] = 0; });
  refused([](Rect& r) { r.from[0] = 1; });
  refused([](Rect& r) { r.to[2] = 1; });
  refused([](Rect& r) { r.from[1] = ~size_t(0) / 2; });
  refused([](Rect& r) { r.from_row = 3; });
  refused([](Rect& r) { r.to_row = 3; });
  refused([](Rect& r) { r.from_slice = 15; });
  refused([](Rect& r) { r.to_slice = 15; });
  refused([](Rect& r) { // no multiple of the row pitch
    r.region[2] = 1;
    r.from_slice = 18;
  });
  refused([](Rect& r) {
    r.region[2] = 1;
    r.to_slice = 18;
  });
  Rect rows = {{0, 0, 0}, {0, 4, 0}, {4, 2, 1}, 8, 0, 4, 0}; // one buffer, two layouts
  EXPECT_EQ(copy(a, a, rows), CL_INVALID_VALUE);
  Rect slices = {{0, 0, 0}, {0, 4, 0}, {4, 2, 1}, 4, 8, 4, 16};
  EXPECT_EQ(copy(a, a, slices), CL_INVALID_VALUE);
  const size_t* three = good.region;
  const size_t* const none = nullptr;
  for (int which = 0; which < 3; ++which) {
    EXPECT_EQ(clEnqueueCopyBufferRect(queue, a, c, which == 0 ? none : three,
                                      which == 1 ? none : three, which == 2 ? none : three, 0, 0, 0,
                                      0, 0, nullptr, nullptr),
              CL_INVALID_VALUE);
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

/// Overlap in one buffer, against a check byte by byte.
TEST_F(CopyFill, CopyRectOverlap) {
  const Owned<cl_mem> buffer = make_buffer(4 * 16);
  int overlapping = 0;
  int apart = 0;
  for (size_t from = 0; from < 16; ++from) {
    for (size_t to = 0; to < 16; ++to) {
      for (const size_t width : {1, 2, 3}) {
        const Rect rect = {{from % 4, from / 4 % 2, from / 8},
                           {to % 4, to / 4 % 2, to / 8},
                           {width, 2, 2},
                           6,
                           18,
                           6,
                           18};
        const auto places = [&](const size_t* origin) {
          std::vector<bool> used(64 + 64);
          for (size_t i = 0; i < width * 4; ++i) {
            used[origin[0] + i % width + (origin[1] + i / width % 2) * 6 +
                 (origin[2] + i / width / 2) * 18] = true;
          }
          return used;
        };
        const auto a = places(rect.from);
        const auto b = places(rect.to);
        bool meet = false;
        for (size_t i = 0; i < a.size(); ++i) {
          meet = meet || (a[i] && b[i]);
        }
        EXPECT_EQ(copy(buffer, buffer, rect), meet ? CL_MEM_COPY_OVERLAP : CL_SUCCESS)
            << from << " to " << to << " width " << width;
        ++(meet ? overlapping : apart);
      }
    }
  }
  EXPECT_GT(overlapping, 50);
  EXPECT_GT(apart, 50);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(CopyFill, FillOfAllPatternSizes) {
  for (const size_t size : {1, 2, 4, 8, 16, 32, 64, 128}) {
    const Owned<cl_mem> buffer = make_buffer_of(std::vector<unsigned char>(512, 255));
    const auto pattern = counting(size);
    ASSERT_EQ(fill(buffer, pattern.data(), size, 128, 256), CL_SUCCESS);
    const auto after = contents<unsigned char>(buffer, 512);
    for (size_t i = 0; i < 512; ++i) {
      EXPECT_EQ(after[i], i >= 128 && i < 384 ? i % size : 255) << size << " " << i;
    }
  }
}

TEST_F(CopyFill, FillErrors) {
  const Owned<cl_mem> buffer = make_buffer(64);
  const char pattern[256] = {};
  EXPECT_EQ(fill(buffer, nullptr, 4, 0, 4), CL_INVALID_VALUE);
  for (const size_t size : {0, 3, 5, 256}) {
    EXPECT_EQ(fill(buffer, pattern, size, 0, 0), CL_INVALID_VALUE) << size;
  }
  EXPECT_EQ(fill(buffer, pattern, 4, 2, 4), CL_INVALID_VALUE);
  EXPECT_EQ(fill(buffer, pattern, 4, 0, 6), CL_INVALID_VALUE);
  EXPECT_EQ(fill(buffer, pattern, 4, 64, 4), CL_INVALID_VALUE);
  EXPECT_EQ(fill(buffer, pattern, 4, 4, ~size_t(3)), CL_INVALID_VALUE);
  EXPECT_EQ(fill(buffer, pattern, 4, 0, 0), CL_SUCCESS); // fills nothing
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}
