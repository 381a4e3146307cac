// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "commands.h"

namespace {

constexpr size_t zero[3] = {0, 0, 0};
constexpr size_t one[3] = {1, 1, 1};
void CL_CALLBACK do_nothing(void*) {}

} // namespace

void CommandTest::SetUp() {
  ClBinaryTest::SetUp();
  good = make_buffer();
  second = make_buffer();
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 2;
  picture = clCreateImage(context, 0, &format, &description, nullptr, nullptr);
  second_picture = clCreateImage(context, 0, &format, &description, nullptr, nullptr);
  nothing = kernel("nothing");
}

std::vector<EnqueueRow> CommandTest::rows() const {
  std::vector<EnqueueRow> all;
  add_buffer_rows(all);
  add_image_rows(all);
  add_other_rows(all);
  add_address_rows(all);
  return all;
}

void CommandTest::add_buffer_rows(std::vector<EnqueueRow>& rows) const {
  constexpr auto memory = EnqueueRow::takes_memory;
  constexpr auto blocking = EnqueueRow::takes_memory | EnqueueRow::blocks;
  using Call = const EnqueueCall&;
  rows.push_back({"clEnqueueReadBuffer", blocking, CL_SUCCESS, [this](Call c) {
                    return clEnqueueReadBuffer(c.queue, c.memory, CL_TRUE, 0, 4, bytes, c.count,
                                               c.list, c.event);
                  }});
  rows.push_back({"clEnqueueWriteBuffer", blocking, CL_SUCCESS, [this](Call c) {
                    return clEnqueueWriteBuffer(c.queue, c.memory, CL_TRUE, 0, 4, bytes, c.count,
                                                c.list, c.event);
                  }});
  rows.push_back({"clEnqueueReadBufferRect", blocking, CL_SUCCESS, [this](Call c) {
                    return clEnqueueReadBufferRect(c.queue, c.memory, CL_TRUE, zero, zero, one, 0,
                                                   0, 0, 0, bytes, c.count, c.list, c.event);
                  }});
  rows.push_back({"clEnqueueWriteBufferRect", blocking, CL_SUCCESS, [this](Call c) {
                    return clEnqueueWriteBufferRect(c.queue, c.memory, CL_TRUE, zero, zero, one, 0,
                                                    0, 0, 0, bytes, c.count, c.list, c.event);
                  }});
  rows.push_back({"clEnqueueCopyBuffer, source", memory, CL_SUCCESS, [this](Call c) {
                    return clEnqueueCopyBuffer(c.queue, c.memory, second, 0, 0, 4, c.count, c.list,
                                               c.event);
                  }});
  rows.push_back({"clEnqueueCopyBuffer, destination", memory, CL_SUCCESS, [this](Call c) {
                    return clEnqueueCopyBuffer(c.queue, second, c.memory, 0, 0, 4, c.count, c.list,
                                               c.event);
                  }});
  rows.push_back({"clEnqueueCopyBufferRect, source", memory, CL_SUCCESS, [this](Call c) {
                    return clEnqueueCopyBufferRect(c.queue, c.memory, second, zero, zero, one, 0, 0,
                                                   0, 0, c.count, c.list, c.event);
                  }});
  rows.push_back({"clEnqueueCopyBufferRect, destination", memory, CL_SUCCESS, [this](Call c) {
                    return clEnqueueCopyBufferRect(c.queue, second, c.memory, zero, zero, one, 0, 0,
                                                   0, 0, c.count, c.list, c.event);
                  }});
  rows.push_back({"clEnqueueFillBuffer", memory, CL_SUCCESS, [this](Call c) {
                    return clEnqueueFillBuffer(c.queue, c.memory, bytes, 4, 0, 4, c.count, c.list,
                                               c.event);
                  }});
  rows.push_back({"clEnqueueMapBuffer", blocking, CL_SUCCESS, [this](Call c) {
                    cl_int error = 1;
                    void* mapped = clEnqueueMapBuffer(c.queue, c.memory, CL_TRUE, CL_MAP_READ, 0, 4,
                                                      c.count, c.list, c.event, &error);
                    EXPECT_EQ(mapped != nullptr, error == CL_SUCCESS);
                    if (mapped) {
                      EXPECT_EQ(
                          clEnqueueUnmapMemObject(queue, c.memory, mapped, 0, nullptr, nullptr),
                          CL_SUCCESS);
                    }
                    return error;
                  }});
  rows.push_back(
      {"clEnqueueUnmapMemObject", memory, CL_SUCCESS, [this](Call c) {
         cl_int error = 1;
         void* mapped = clEnqueueMapBuffer(queue, good, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr,
                                           nullptr, &error);
         EXPECT_EQ(error, CL_SUCCESS);
         const cl_int result =
             clEnqueueUnmapMemObject(c.queue, c.memory, mapped, c.count, c.list, c.event);
         if (result) {
           EXPECT_EQ(clEnqueueUnmapMemObject(queue, good, mapped, 0, nullptr, nullptr), CL_SUCCESS);
         }
         return result;
       }});
  rows.push_back({"clEnqueueMigrateMemObjects", memory, CL_SUCCESS, [this](Call c) {
                    const cl_mem list[] = {good, c.memory};
                    return clEnqueueMigrateMemObjects(c.queue, 2, list, CL_MIGRATE_MEM_OBJECT_HOST,
                                                      c.count, c.list, c.event);
                  }});
  rows.push_back({"clEnqueueNativeKernel", memory, CL_SUCCESS, [this](Call c) {
                    void* arguments[2] = {};
                    const cl_mem list[] = {good, c.memory};
                    const void* places[] = {&arguments[0], &arguments[1]};
                    return clEnqueueNativeKernel(c.queue, do_nothing, arguments, sizeof arguments,
                                                 2, list, places, c.count, c.list, c.event);
                  }});
}

void CommandTest::add_image_rows(std::vector<EnqueueRow>& rows) const {
  using Call = const EnqueueCall&;
  constexpr auto memory = EnqueueRow::takes_memory;
  constexpr auto blocking = EnqueueRow::takes_memory | EnqueueRow::blocks;
  // The memory object that is good everywhere is a buffer: here an image stands for it.
  const auto image = [this](Call c) { return c.memory == good ? cl_mem(picture) : c.memory; };
  rows.push_back({"clEnqueueReadImage", blocking, CL_SUCCESS, [=, this](Call c) {
                    return clEnqueueReadImage(c.queue, image(c), CL_TRUE, zero, one, 0, 0, bytes,
                                              c.count, c.list, c.event);
                  }});
  rows.push_back({"clEnqueueWriteImage", blocking, CL_SUCCESS, [=, this](Call c) {
                    return clEnqueueWriteImage(c.queue, image(c), CL_TRUE, zero, one, 0, 0, bytes,
                                               c.count, c.list, c.event);
                  }});
  rows.push_back({"clEnqueueFillImage", memory, CL_SUCCESS, [=, this](Call c) {
                    return clEnqueueFillImage(c.queue, image(c), bytes, zero, one, c.count, c.list,
                                              c.event);
                  }});
  rows.push_back({"clEnqueueCopyImage, source", memory, CL_SUCCESS, [=, this](Call c) {
                    return clEnqueueCopyImage(c.queue, image(c), second_picture, zero, zero, one,
                                              c.count, c.list, c.event);
                  }});
  rows.push_back({"clEnqueueCopyImage, destination", memory, CL_SUCCESS, [=, this](Call c) {
                    return clEnqueueCopyImage(c.queue, second_picture, image(c), zero, zero, one,
                                              c.count, c.list, c.event);
                  }});
  rows.push_back({"clEnqueueCopyImageToBuffer, source", memory, CL_SUCCESS, [=, this](Call c) {
                    return clEnqueueCopyImageToBuffer(c.queue, image(c), second, zero, one, 0,
                                                      c.count, c.list, c.event);
                  }});
  rows.push_back({"clEnqueueCopyImageToBuffer, destination", memory, CL_SUCCESS, [=, this](Call c) {
                    return clEnqueueCopyImageToBuffer(c.queue, second_picture, c.memory, zero, one,
                                                      0, c.count, c.list, c.event);
                  }});
  rows.push_back({"clEnqueueCopyBufferToImage, source", memory, CL_SUCCESS, [=, this](Call c) {
                    return clEnqueueCopyBufferToImage(c.queue, c.memory, second_picture, 0, zero,
                                                      one, c.count, c.list, c.event);
                  }});
  rows.push_back({"clEnqueueCopyBufferToImage, destination", memory, CL_SUCCESS, [=, this](Call c) {
                    return clEnqueueCopyBufferToImage(c.queue, second, image(c), 0, zero, one,
                                                      c.count, c.list, c.event);
                  }});
  rows.push_back(
      {"clEnqueueMapImage", blocking, CL_SUCCESS, [=, this](Call c) {
         cl_int error = 1;
         size_t row_pitch = 0;
         void* mapped = clEnqueueMapImage(c.queue, image(c), CL_TRUE, CL_MAP_READ, zero, one,
                                          &row_pitch, nullptr, c.count, c.list, c.event, &error);
         EXPECT_EQ(mapped != nullptr, error == CL_SUCCESS);
         if (mapped) {
           EXPECT_EQ(clEnqueueUnmapMemObject(queue, picture, mapped, 0, nullptr, nullptr),
                     CL_SUCCESS);
         }
         return error;
       }});
}

void CommandTest::add_other_rows(std::vector<EnqueueRow>& rows) const {
  constexpr auto no_event = EnqueueRow::no_event;
  using Call = const EnqueueCall&;
  rows.push_back({"clEnqueueNDRangeKernel", EnqueueRow::none, CL_SUCCESS, [this](Call c) {
                    return clEnqueueNDRangeKernel(c.queue, nothing, 1, nullptr, one, nullptr,
                                                  c.count, c.list, c.event);
                  }});
  rows.push_back({"clEnqueueTask", EnqueueRow::none, CL_SUCCESS, [this](Call c) {
                    return clEnqueueTask(c.queue, nothing, c.count, c.list, c.event);
                  }});
  rows.push_back({"clEnqueueMarkerWithWaitList", EnqueueRow::none, CL_SUCCESS, [](Call c) {
                    return clEnqueueMarkerWithWaitList(c.queue, c.count, c.list, c.event);
                  }});
  rows.push_back({"clEnqueueBarrierWithWaitList", EnqueueRow::none, CL_SUCCESS, [](Call c) {
                    return clEnqueueBarrierWithWaitList(c.queue, c.count, c.list, c.event);
                  }});
  rows.push_back({"clEnqueueMarker", no_event, CL_SUCCESS, [](Call c) {
                    Owned<cl_event> event;
                    return clEnqueueMarker(c.queue, &event);
                  }});
  rows.push_back(
      {"clEnqueueBarrier", no_event, CL_SUCCESS, [](Call c) { return clEnqueueBarrier(c.queue); }});
  rows.push_back({"clEnqueueWaitForEvents", no_event, CL_SUCCESS, [this](Call c) {
                    const Owned<cl_event> done = clCreateUserEvent(context, nullptr);
                    EXPECT_EQ(clSetUserEventStatus(done, CL_COMPLETE), CL_SUCCESS);
                    const cl_event list = done;
                    return clEnqueueWaitForEvents(c.queue, 1, &list);
                  }});
}

void CommandTest::add_address_rows(std::vector<EnqueueRow>& rows) const {
  const auto add = [&](const char* name, auto call, unsigned traits = EnqueueRow::none) {
    rows.push_back({name, traits, CL_SUCCESS, call});
  };
  using Call = const EnqueueCall&;
  add("clEnqueueSVMFree", [](Call c) {
    return clEnqueueSVMFree(c.queue, 0, nullptr, nullptr, nullptr, c.count, c.list, c.event);
  });
  add(
      "clEnqueueSVMMemcpy",
      [this](Call c) {
        return clEnqueueSVMMemcpy(c.queue, CL_TRUE, bytes, bytes + 4, 4, c.count, c.list, c.event);
      },
      EnqueueRow::blocks);
  add("clEnqueueSVMMemFill", [this](Call c) {
    return clEnqueueSVMMemFill(c.queue, bytes, "x", 1, 4, c.count, c.list, c.event);
  });
  add(
      "clEnqueueSVMMap",
      [this](Call c) {
        return clEnqueueSVMMap(c.queue, CL_TRUE, CL_MAP_READ, bytes, 4, c.count, c.list, c.event);
      },
      EnqueueRow::blocks);
  add("clEnqueueSVMUnmap",
      [this](Call c) { return clEnqueueSVMUnmap(c.queue, bytes, c.count, c.list, c.event); });
  add("clEnqueueSVMMigrateMem", [this](Call c) {
    void* allocated = clSVMAlloc(context, CL_MEM_READ_WRITE, 4, 0);
    const void* pointer = allocated;
    const cl_int status =
        clEnqueueSVMMigrateMem(c.queue, 1, &pointer, nullptr, 0, c.count, c.list, c.event);
    clSVMFree(context, allocated);
    return status;
  });
  add("clEnqueueMemFillINTEL", [this](Call c) {
    return clEnqueueMemFillINTEL(c.queue, bytes, "x", 1, 4, c.count, c.list, c.event);
  });
  add("clEnqueueMemsetINTEL", [this](Call c) {
    return clEnqueueMemsetINTEL(c.queue, bytes, 1, 4, c.count, c.list, c.event);
  });
  add(
      "clEnqueueMemcpyINTEL",
      [this](Call c) {
        return clEnqueueMemcpyINTEL(c.queue, CL_TRUE, bytes, bytes + 4, 4, c.count, c.list,
                                    c.event);
      },
      EnqueueRow::blocks);
  add("clEnqueueMigrateMemINTEL", [this](Call c) {
    return clEnqueueMigrateMemINTEL(c.queue, bytes, 4, 0, c.count, c.list, c.event);
  });
  add("clEnqueueMemAdviseINTEL", [this](Call c) {
    return clEnqueueMemAdviseINTEL(c.queue, bytes, 4, 0, c.count, c.list, c.event);
  });
}

// Tests of all commands.

TEST_F(CommandTest, GoodCalls) {
  const Owned<cl_event> done = make_user_event();
  EXPECT_EQ(clSetUserEventStatus(done, CL_COMPLETE), CL_SUCCESS);
  const cl_event list = done;
  for (const EnqueueRow& row : rows()) {
    EXPECT_EQ(row.call({queue, good}), row.expected) << row.name;
    if (row.traits & EnqueueRow::no_event) {
      continue;
    }
    Owned<cl_event> event;
    EXPECT_EQ(row.call({queue, good, 1, &list, &event}), row.expected) << row.name;
    ASSERT_EQ(bool(cl_event(event)), row.expected == CL_SUCCESS) << row.name;
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_TRUE(!event || status(event) == CL_COMPLETE) << row.name;
  }
}

TEST_F(CommandTest, WaitLists) {
  const Owned<cl_event> fine = make_user_event();
  EXPECT_EQ(clSetUserEventStatus(fine, CL_COMPLETE), CL_SUCCESS);
  const Owned<cl_context> other = make_context();
  const Owned<cl_event> foreign = clCreateUserEvent(other, nullptr);
  const cl_event gone = stale(make_user_event());
  const cl_event buffer = reinterpret_cast<cl_event>(cl_mem(good));
  const cl_event device_event = reinterpret_cast<cl_event>(device);
  struct Case {
    cl_int expected;
    cl_uint count;
    std::vector<cl_event> list;
  };
  for (const Case& c : {Case{CL_INVALID_EVENT_WAIT_LIST, 1, {}},
                        {CL_INVALID_EVENT_WAIT_LIST, 0, {fine}},
                        {CL_INVALID_EVENT_WAIT_LIST, 1, {nullptr}},
                        {CL_INVALID_EVENT_WAIT_LIST, 2, {fine, gone}},
                        {CL_INVALID_EVENT_WAIT_LIST, 2, {fine, buffer}},
                        {CL_INVALID_EVENT_WAIT_LIST, 2, {fine, device_event}},
                        {CL_INVALID_CONTEXT, 2, {fine, foreign}}}) {
    for (const EnqueueRow& row : rows()) {
      if (row.traits & EnqueueRow::no_event) {
        continue;
      }
      cl_event event = nullptr;
      EXPECT_EQ(row.call({queue, good, c.count, c.list.empty() ? nullptr : c.list.data(), &event}),
                c.expected)
          << row.name;
      EXPECT_FALSE(event) << row.name;
    }
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(CommandTest, MemoryOfAnotherContext) {
  const Owned<cl_context> other = make_context();
  const Owned<cl_mem> foreign = clCreateBuffer(other, 0, 64, nullptr, nullptr);
  for (const EnqueueRow& row : rows()) {
    if (row.traits & EnqueueRow::takes_memory) {
      cl_event event = nullptr;
      EXPECT_EQ(row.call({queue, foreign, 0, nullptr, &event}), CL_INVALID_CONTEXT) << row.name;
      EXPECT_FALSE(event) << row.name;
    }
  }
}

TEST_F(CommandTest, BlockingCallsTellOfFailedEvents) {
  const Owned<cl_event> failed = make_user_event();
  EXPECT_EQ(clSetUserEventStatus(failed, -9), CL_SUCCESS);
  const cl_event list = failed;
  int blocking = 0;
  for (const EnqueueRow& row : rows()) {
    if (row.traits & EnqueueRow::blocks) {
      ++blocking;
      EXPECT_EQ(row.call({queue, good, 1, &list}), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
          << row.name;
    }
  }
  EXPECT_EQ(blocking, 11);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(CommandTest, FailureOfTheWaitListIsTheCommands) {
  for (const bool in_order : {true, false}) {
    const Owned<cl_command_queue> on = in_order ? make_queue() : out_of_order_queue();
    for (const EnqueueRow& row : rows()) {
      if ((row.traits & (EnqueueRow::no_event | EnqueueRow::blocks)) || row.expected) {
        continue;
      }
      const Owned<cl_event> gate = make_user_event();
      const cl_event list = gate;
      Owned<cl_event> event;
      ASSERT_EQ(row.call({on, good, 1, &list, &event}), CL_SUCCESS) << row.name;
      EXPECT_GT(status(event), CL_COMPLETE) << row.name;
      EXPECT_EQ(clSetUserEventStatus(gate, -9), CL_SUCCESS);
      EXPECT_EQ(clFinish(on), CL_SUCCESS);
      EXPECT_LT(status(event), 0) << row.name;
    }
  }
}
