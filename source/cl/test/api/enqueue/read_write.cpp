// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueReadBuffer, clEnqueueWriteBuffer and their Rect forms.
#include "fixture.h"

#include <numeric>

class ReadWrite : public ClTest {
protected:
  cl_int read(cl_mem from, size_t offset, size_t size, void* to) {
    return clEnqueueReadBuffer(queue, from, CL_TRUE, offset, size, to, 0, nullptr, nullptr);
  }
  cl_int write(cl_mem to, size_t offset, size_t size, const void* from) {
    return clEnqueueWriteBuffer(queue, to, CL_TRUE, offset, size, from, 0, nullptr, nullptr);
  }
  struct Rect {
    size_t buffer_origin[3], host_origin[3], region[3];
    size_t buffer_row = 0, buffer_slice = 0, host_row = 0, host_slice = 0;
  };
  cl_int read(cl_mem from, const Rect& r, void* to) {
    return clEnqueueReadBufferRect(queue, from, CL_TRUE, r.buffer_origin, r.host_origin, r.region,
                                   r.buffer_row, r.buffer_slice, r.host_row, r.host_slice, to, 0,
                                   nullptr, nullptr);
  }
  cl_int write(cl_mem to, const Rect& r, const void* from) {
    return clEnqueueWriteBufferRect(queue, to, CL_TRUE, r.buffer_origin, r.host_origin, r.region,
                                    r.buffer_row, r.buffer_slice, r.host_row, r.host_slice, from, 0,
                                    nullptr, nullptr);
  }
  char bytes[64] = {};
};

TEST_F(ReadWrite, RoundTripOfAllSizes) {
  for (const size_t size :
       {size_t(1), size_t(3), size_t(4096), size_t(262144), size_t(262145), size_t(5 << 20)}) {
    std::vector<unsigned char> out(size);
    for (size_t i = 0; i < size; ++i) {
      out[i] = static_cast<unsigned char>(i * 7 + i / 255);
    }
    const Owned<cl_mem> buffer = make_buffer(size);
    ASSERT_EQ(write(buffer, 0, size, out.data()), CL_SUCCESS);
    EXPECT_EQ(contents<unsigned char>(buffer, size), out);
    std::vector<unsigned char> in(size);
    Owned<cl_event> event;
    ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, size, in.data(), 0, nullptr, &event),
              CL_SUCCESS);
    const cl_event wait = event;
    ASSERT_EQ(clWaitForEvents(1, &wait), CL_SUCCESS);
    EXPECT_EQ(in, out);
  }
}

TEST_F(ReadWrite, Errors) {
  const Owned<cl_mem> buffer = make_buffer(64);
  for (const auto& [offset, size] : {std::pair<size_t, size_t>{0, 65},
                                     {64, 1},
                                     {1, 64},
                                     {65, 0},
                                     {~size_t(0), 2},
                                     {2, ~size_t(0)}}) {
    EXPECT_EQ(read(buffer, offset, size, bytes), CL_INVALID_VALUE) << offset << " " << size;
    EXPECT_EQ(write(buffer, offset, size, bytes), CL_INVALID_VALUE) << offset << " " << size;
  }
  EXPECT_EQ(read(buffer, 0, 4, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(write(buffer, 0, 4, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(read(buffer, 0, 0, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(write(buffer, 0, 0, nullptr), CL_INVALID_VALUE);
  const Owned<cl_context> other = make_context();
  const Owned<cl_mem> foreign = clCreateBuffer(other, 0, 4, nullptr, nullptr);
  EXPECT_EQ(read(foreign, 0, 4, bytes), CL_INVALID_CONTEXT);
  EXPECT_EQ(write(foreign, 0, 4, bytes), CL_INVALID_CONTEXT);
}

/// Such a transfer is a command like others, since OpenCL 2.1.
TEST_F(ReadWrite, NoBytes) {
  const Owned<cl_mem> buffer = make_buffer(64);
  for (const size_t offset : {0, 64}) {
    EXPECT_EQ(read(buffer, offset, 0, bytes), CL_SUCCESS);
    EXPECT_EQ(write(buffer, offset, 0, bytes), CL_SUCCESS);
  }
  const Owned<cl_event> gate = make_user_event();
  const cl_event list = gate;
  Owned<cl_event> reading, writing;
  ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 0, bytes, 1, &list, &reading),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 0, bytes, 0, nullptr, &writing),
            CL_SUCCESS);
  const auto type = [](cl_event event) {
    cl_command_type found = 0;
    EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof found, &found, nullptr),
              CL_SUCCESS);
    return found;
  };
  EXPECT_EQ(type(reading), cl_command_type(CL_COMMAND_READ_BUFFER));
  EXPECT_EQ(type(writing), cl_command_type(CL_COMMAND_WRITE_BUFFER));
  EXPECT_GT(status(writing), CL_COMPLETE);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(status(writing), CL_COMPLETE);
}

TEST_F(ReadWrite, NoBytesAfterAFailure) {
  const Owned<cl_mem> buffer = make_buffer(64);
  const Owned<cl_event> failed = make_user_event();
  ASSERT_EQ(clSetUserEventStatus(failed, -5), CL_SUCCESS);
  const cl_event list = failed;
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 0, bytes, 1, &list, nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(ReadWrite, HostAccess) {
  const Owned<cl_mem> read_only = make_buffer(4, CL_MEM_HOST_READ_ONLY);
  const Owned<cl_mem> write_only = make_buffer(4, CL_MEM_HOST_WRITE_ONLY);
  const Owned<cl_mem> none = make_buffer(4, CL_MEM_HOST_NO_ACCESS);
  const Rect rect = {{0, 0, 0}, {0, 0, 0}, {1, 1, 1}};
  EXPECT_EQ(read(read_only, 0, 4, bytes), CL_SUCCESS);
  EXPECT_EQ(read(read_only, rect, bytes), CL_SUCCESS);
  EXPECT_EQ(write(write_only, 0, 4, bytes), CL_SUCCESS);
  EXPECT_EQ(write(write_only, rect, bytes), CL_SUCCESS);
  for (const cl_mem buffer : {cl_mem(write_only), cl_mem(none)}) {
    EXPECT_EQ(read(buffer, 0, 4, bytes), CL_INVALID_OPERATION);
    EXPECT_EQ(read(buffer, rect, bytes), CL_INVALID_OPERATION);
  }
  for (const cl_mem buffer : {cl_mem(read_only), cl_mem(none)}) {
    EXPECT_EQ(write(buffer, 0, 4, bytes), CL_INVALID_OPERATION);
    EXPECT_EQ(write(buffer, rect, bytes), CL_INVALID_OPERATION);
  }
}

TEST_F(ReadWrite, Rect) {
  // A box of 3 bytes x 2 rows x 2 slices, at different places of differently pitched memory.
  const Rect rect = {{2, 1, 1}, {1, 0, 0}, {3, 2, 2}, 8, 32, 5, 20};
  std::vector<unsigned char> all(96);
  std::iota(all.begin(), all.end(), static_cast<unsigned char>(0));
  const Owned<cl_mem> buffer = make_buffer_of(all);
  std::vector<unsigned char> host(40, 0xEE);
  ASSERT_EQ(read(buffer, rect, host.data()), CL_SUCCESS);
  for (size_t i = 0; i < host.size(); ++i) {
    const size_t x = i % 20 % 5;
    const size_t y = i % 20 / 5;
    const size_t z = i / 20;
    const bool inside = x >= 1 && x < 4 && y < 2;
    EXPECT_EQ(host[i], inside ? (z + 1) * 32 + (y + 1) * 8 + x - 1 + 2 : 0xEE) << i;
  }
  std::vector<unsigned char> source(40, 200);
  ASSERT_EQ(write(buffer, rect, source.data()), CL_SUCCESS);
  const auto after = contents<unsigned char>(buffer, 96);
  for (size_t i = 0; i < after.size(); ++i) {
    const size_t x = i % 8;
    const size_t y = i % 32 / 8;
    const size_t z = i / 32;
    const bool inside = x >= 2 && x < 5 && y >= 1 && y < 3 && z >= 1;
    EXPECT_EQ(after[i], inside ? 200 : i) << i;
  }
}

TEST_F(ReadWrite, RectErrors) {
  const Owned<cl_mem> buffer = make_buffer(64);
  const Rect good = {{0, 0, 0}, {0, 0, 0}, {4, 4, 4}};
  EXPECT_EQ(read(buffer, good, bytes), CL_SUCCESS);
  const auto refused = [&](auto change) {
    Rect rect = good;
    change(rect);
    EXPECT_EQ(read(buffer, rect, bytes), CL_INVALID_VALUE);
    EXPECT_EQ(write(buffer, rect, bytes), CL_INVALID_VALUE);
  };
  refused([](Rect& r) { r.region[0] = 0; });
  refused([](Rect& r) { r.region[1] = 0; });
  refused([](Rect& r) { r.region[2] = 0; });
  refused([](Rect& r) { r.region[2] = 5; });
  refused([](Rect& r) { r.buffer_origin[0] = 1; });
  refused([](Rect& r) { r.buffer_origin[2] = 1; });
  refused([](Rect& r) { r.buffer_origin[1] = ~size_t(0) / 2; });
  refused([](Rect& r) { r.buffer_row = 3; });
  refused([](Rect& r) { r.host_row = 3; });
  refused([](Rect& r) { r.buffer_slice = 15; });
  refused([](Rect& r) { r.host_slice = 15; });
  refused([](Rect& r) { r.host_slice = 18; }); // no multiple of the row pitch
  EXPECT_EQ(read(buffer, good, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(write(buffer, good, nullptr), CL_INVALID_VALUE);
  const size_t* three = good.region;
  const size_t* const none = nullptr;
  for (int which = 0; which < 3; ++which) {
    EXPECT_EQ(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, which == 0 ? none : three,
                                      which == 1 ? none : three, which == 2 ? none : three, 0, 0, 0,
                                      0, bytes, 0, nullptr, nullptr),
              CL_INVALID_VALUE);
  }
}
