// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scenes.h"

#include <algorithm>
#include <thread>

namespace {

constexpr size_t cells = 256;

} // namespace

Owned<cl_command_queue> Actor::make_queue() {
  const cl_command_queue_properties properties =
      (below(2) ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0) |
      (below(3) ? 0 : CL_QUEUE_PROFILING_ENABLE);
  return made(clCreateCommandQueue(stage.context, stage.device, properties, &error));
}

Owned<cl_mem> Actor::make_buffer(size_t size) {
  return made(clCreateBuffer(stage.context, CL_MEM_READ_WRITE, size, nullptr, &error));
}

Owned<cl_kernel> Actor::make_kernel(const char* name) {
  return made(clCreateKernel(stage.program, name, &error));
}

/// A chain of commands over one buffer on two queues, compared with a model.
void Actor::commands() {
  const Owned<cl_command_queue> queues[] = {make_queue(), make_queue()};
  Owned<cl_mem> buffer = make_buffer(cells * 4);
  const Owned<cl_kernel> add = make_kernel("add");
  std::vector<cl_uint> model(cells, 0);
  Owned<cl_event> last;
  const cl_uint zero = 0;
  EXPECT_EQ(call(clEnqueueFillBuffer(queues[0], buffer, &zero, 4, 0, cells * 4, 0, nullptr, &last)),
            CL_SUCCESS);
  std::vector<std::vector<cl_uint>> written;
  written.reserve(64);
  for (size_t count = 1 + below(40); count > 0; --count) {
    const cl_command_queue queue = queues[below(2)];
    const cl_event wait = last;
    const size_t at = below(cells / 2), size = 1 + below(cells / 2);
    const auto value = static_cast<cl_uint>(random());
    Owned<cl_event> next;
    cl_int status = CL_SUCCESS;
    switch (below(6)) {
    case 0:
      status = clEnqueueFillBuffer(queue, buffer, &value, 4, at * 4, size * 4, 1, &wait, &next);
      std::fill_n(model.begin() + long(at), size, value);
      break;
    case 1:
      written.emplace_back(size, value);
      status = clEnqueueWriteBuffer(queue, buffer, cl_bool(below(2)), at * 4, size * 4,
                                    written.back().data(), 1, &wait, &next);
      std::fill_n(model.begin() + long(at), size, value);
      break;
    case 2: {
      const Owned<cl_kernel> own = made(clCloneKernel(add, &error));
      const cl_mem memory = buffer;
      EXPECT_EQ(call(clSetKernelArg(own, 0, sizeof memory, &memory)), CL_SUCCESS);
      EXPECT_EQ(call(clSetKernelArg(own, 1, sizeof memory, &memory)), CL_SUCCESS);
      EXPECT_EQ(call(clSetKernelArg(own, 2, sizeof value, &value)), CL_SUCCESS);
      status = clEnqueueNDRangeKernel(queue, own, 1, nullptr, &size, nullptr, 1, &wait, &next);
      std::for_each_n(model.begin(), size, [&](cl_uint& cell) { cell += value; });
      break;
    }
    case 3: {
      Owned<cl_mem> fresh = make_buffer(cells * 4);
      status = clEnqueueCopyBuffer(queue, buffer, fresh, 0, 0, cells * 4, 1, &wait, &next);
      buffer = std::move(fresh);
      break;
    }
    case 4: {
      Owned<cl_event> mapped;
      auto* values = static_cast<cl_uint*>(clEnqueueMapBuffer(
          queue, buffer, CL_TRUE, CL_MAP_WRITE, at * 4, 4, 1, &wait, nullptr, &error));
      ++calls;
      ASSERT_EQ(error, CL_SUCCESS);
      EXPECT_EQ(values[0], model[at]);
      values[0] = model[at] = value;
      status = clEnqueueUnmapMemObject(queue, buffer, values, 0, nullptr, &next);
      break;
    }
    default: {
      const cl_buffer_region half = {0, cells * 2};
      const Owned<cl_mem> part =
          made(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &error));
      status = clEnqueueFillBuffer(queue, part, &value, 4, 0, cells * 2, 1, &wait, &next);
      std::fill_n(model.begin(), cells / 2, value);
      break;
    }
    }
    ASSERT_EQ(call(status), CL_SUCCESS);
    if (below(4) == 0) {
      EXPECT_EQ(call(clFlush(queue)), CL_SUCCESS);
    }
    last = std::move(next);
  }
  EXPECT_EQ(call(clFlush(queues[0])), CL_SUCCESS);
  EXPECT_EQ(call(clFlush(queues[1])), CL_SUCCESS);
  std::vector<cl_uint> found(cells);
  const cl_event wait = last;
  EXPECT_EQ(call(clEnqueueReadBuffer(queues[0], buffer, CL_TRUE, 0, cells * 4, found.data(), 1,
                                     &wait, nullptr)),
            CL_SUCCESS);
  EXPECT_EQ(found, model);
}

/// Allocations known by their address, of all kinds and sizes: filled, copied, given to a kernel,
/// and freed at once or in their turn.
void Actor::addresses() {
  const Owned<cl_command_queue> queue = make_queue();
  const size_t count = cells + (below(4) ? below(cells) : below(1 << 16));
  const auto by_kind = [&](size_t kind) {
    ++calls;
    void* pointer =
        kind == 0   ? clSVMAlloc(stage.context, CL_MEM_READ_WRITE, count * 4, 0)
        : kind == 1 ? clHostMemAllocINTEL(stage.context, nullptr, count * 4, 0, &error)
        : kind == 2
            ? clDeviceMemAllocINTEL(stage.context, stage.device, nullptr, count * 4, 0, &error)
            : clSharedMemAllocINTEL(stage.context, nullptr, nullptr, count * 4, 0, &error);
    EXPECT_TRUE(pointer);
    return static_cast<cl_uint*>(pointer);
  };
  cl_uint* const source = by_kind(0);
  cl_uint* const target = by_kind(1 + below(3));
  const auto value = static_cast<cl_uint>(random());
  Owned<cl_event> filled, added;
  EXPECT_EQ(call(clEnqueueSVMMemFill(queue, source, &value, 4, count * 4, 0, nullptr, &filled)),
            CL_SUCCESS);
  const Owned<cl_kernel> add = make_kernel("add");
  EXPECT_EQ(call(clSetKernelArgMemPointerINTEL(add, 0, target)), CL_SUCCESS);
  EXPECT_EQ(call(clSetKernelArgSVMPointer(add, 1, source)), CL_SUCCESS);
  EXPECT_EQ(call(clSetKernelArg(add, 2, sizeof value, &value)), CL_SUCCESS);
  const cl_event first = filled;
  EXPECT_EQ(
      call(clEnqueueNDRangeKernel(queue, add, 1, nullptr, &count, nullptr, 1, &first, &added)),
      CL_SUCCESS);
  const cl_event second = added;
  void* freed[] = {source};
  EXPECT_EQ(call(clEnqueueSVMFree(queue, 1, freed, nullptr, nullptr, 1, &second, nullptr)),
            CL_SUCCESS);
  std::vector<cl_uint> found(count);
  EXPECT_EQ(call(clEnqueueMemcpyINTEL(queue, cl_bool(below(2)), found.data(), target, count * 4, 1,
                                      &second, nullptr)),
            CL_SUCCESS);
  EXPECT_EQ(call(clMemBlockingFreeINTEL(stage.context, target)), CL_SUCCESS);
  EXPECT_EQ(found, std::vector<cl_uint>(count, 2 * value));
}

void Actor::images() {
  const size_t width = 1 + below(64), height = 1 + below(16);
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = width;
  description.image_height = height;
  const Owned<cl_mem> image =
      made(clCreateImage(stage.context, CL_MEM_READ_WRITE, &format, &description, nullptr, &error));
  const Owned<cl_sampler> sampler =
      made(clCreateSampler(stage.context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error));
  const Owned<cl_mem> buffer = make_buffer(width * height * 4);
  const Owned<cl_command_queue> queue = make_queue();
  const cl_uint color[4] = {cl_uint(below(256)), 1, 2, 3};
  const size_t origin[3] = {}, region[3] = {width, height, 1};
  Owned<cl_event> filled, copied;
  EXPECT_EQ(call(clEnqueueFillImage(queue, image, color, origin, region, 0, nullptr, &filled)),
            CL_SUCCESS);
  const cl_event first = filled;
  EXPECT_EQ(
      call(clEnqueueCopyImageToBuffer(queue, image, buffer, origin, region, 0, 1, &first, &copied)),
      CL_SUCCESS);
  const cl_event second = copied;
  std::vector<cl_uint> found(width * height);
  EXPECT_EQ(call(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, found.size() * 4, found.data(), 1,
                                     &second, nullptr)),
            CL_SUCCESS);
  EXPECT_EQ(found, std::vector<cl_uint>(width * height, color[0] | 0x03020100u));
}

/// Commands that wait for a user event that fails never run; others do.
void Actor::failures() {
  const Owned<cl_command_queue> queue = made(clCreateCommandQueue(
      stage.context, stage.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error));
  const Owned<cl_mem> buffer = make_buffer(8);
  const cl_uint one = 1, two = 2, nothing[2] = {};
  const Owned<cl_event> gate = made(clCreateUserEvent(stage.context, &error));
  const cl_event gated = gate;
  Owned<cl_event> begun, failed, fine;
  EXPECT_EQ(call(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 8, nothing, 0, nullptr, &begun)),
            CL_SUCCESS);
  EXPECT_EQ(call(clEnqueueFillBuffer(queue, buffer, &one, 4, 0, 4, 1, &gated, &failed)),
            CL_SUCCESS);
  EXPECT_EQ(call(clEnqueueFillBuffer(queue, buffer, &two, 4, 4, 4, 0, nullptr, &fine)), CL_SUCCESS);
  EXPECT_EQ(call(clFlush(queue)), CL_SUCCESS);
  EXPECT_EQ(call(clSetUserEventStatus(gate, -7)), CL_SUCCESS);
  EXPECT_EQ(call(clWaitForEvents(1, &failed)), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(call(clWaitForEvents(1, &fine)), CL_SUCCESS);
  cl_uint found[2] = {};
  EXPECT_EQ(call(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 8, found, 0, nullptr, nullptr)),
            CL_SUCCESS);
  EXPECT_EQ(found[0], 0u);
  EXPECT_EQ(found[1], 2u);
}

void Actor::wrong_arguments() {
  const Owned<cl_command_queue> queue = make_queue();
  const Owned<cl_mem> buffer = make_buffer(16);
  cl_uint place = 0;
  EXPECT_EQ(call(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 16, 4, &place, 0, nullptr, nullptr)),
            CL_INVALID_VALUE);
  EXPECT_EQ(call(clEnqueueFillBuffer(queue, nullptr, &place, 4, 0, 4, 0, nullptr, nullptr)),
            CL_INVALID_MEM_OBJECT);
  clCreateBuffer(stage.context, 0, 0, nullptr, &error);
  EXPECT_EQ(call(error), CL_INVALID_BUFFER_SIZE);
}

/// The callback comes once, and when the last command that uses the object has ended.
void Actor::destructors() {
  struct State {
    std::atomic<bool> written = false, called = false, too_early = false;
  } state;
  const Owned<cl_command_queue> queue = make_queue();
  {
    const Owned<cl_mem> buffer = make_buffer(64);
    const auto gone = [](cl_mem, void* raw) {
      auto& seen = *static_cast<State*>(raw);
      seen.too_early = !seen.written;
      seen.called = true;
    };
    EXPECT_EQ(call(clSetMemObjectDestructorCallback(buffer, gone, &state)), CL_SUCCESS);
    struct Write {
      cl_uint* data;
      State* state;
      static void CL_CALLBACK run(void* raw) {
        const auto& write = *static_cast<Write*>(raw);
        write.data[0] = 1;
        write.state->written = true;
      }
    } write = {nullptr, &state};
    const void* place = &write.data;
    const cl_mem memory = buffer;
    EXPECT_EQ(call(clEnqueueNativeKernel(queue, Write::run, &write, sizeof write, 1, &memory,
                                         &place, 0, nullptr, nullptr)),
              CL_SUCCESS);
  }
  EXPECT_EQ(call(clFinish(queue)), CL_SUCCESS);
  while (!state.called) { // a thread of the driver's may be on its way
    std::this_thread::yield();
  }
  EXPECT_FALSE(state.too_early);
}

void Actor::play() {
  using Scene = void (Actor::*)();
  constexpr Scene often[] = {
      &Actor::commands,    &Actor::commands,        &Actor::images,           &Actor::failures,
      &Actor::programs,    &Actor::wrong_arguments, &Actor::damaged_binaries, &Actor::contexts,
      &Actor::destructors, &Actor::addresses,       &Actor::command_buffers,  &Actor::sub_devices};
  const size_t choice = below(64);
  if (choice == 0) {
    faults();
  } else if (choice == 1 && stage.has_compiler) {
    builds();
  } else if (choice < 6 && stage.allocations_fail) {
    without_memory();
  } else {
    (this->*often[below(std::size(often))])();
  }
  stage.calls += std::exchange(calls, 0);
}
