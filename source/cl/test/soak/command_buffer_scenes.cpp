// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scenes.h"

namespace {

constexpr size_t cells = 64;

} // namespace

/// A command buffer that sets a buffer and adds to it, launch by launch: enqueued on its own queue
/// and on another, updated between and before the end of what is enqueued, and released, perhaps
/// while it is pending.
void Actor::command_buffers() {
  const Owned<cl_command_queue> queues[] = {make_queue(), make_queue()};
  const Owned<cl_mem> buffer = make_buffer(cells * 4);
  const Owned<cl_kernel> add = make_kernel("add");
  const cl_command_queue own = queues[0];
  const cl_command_buffer_properties_khr properties[] = {
      CL_COMMAND_BUFFER_FLAGS_KHR,
      CL_COMMAND_BUFFER_MUTABLE_KHR | CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  Owned<cl_command_buffer_khr> recorded =
      made(khr().clCreateCommandBufferKHR(1, &own, properties, &error));
  const cl_mem memory = buffer;
  for (const cl_uint index : {0, 1}) {
    EXPECT_EQ(call(clSetKernelArg(add, index, sizeof memory, &memory)), CL_SUCCESS);
  }
  const cl_uint zero = 0;
  cl_sync_point_khr last = 0;
  EXPECT_EQ(call(khr().clCommandFillBufferKHR(recorded, nullptr, nullptr, buffer, &zero, 4, 0,
                                              cells * 4, 0, nullptr, &last, nullptr)),
            CL_SUCCESS);
  std::vector<cl_mutable_command_khr> launches(1 + below(20));
  std::vector<cl_uint> values(launches.size());
  for (size_t i = 0; i < launches.size(); ++i) {
    values[i] = static_cast<cl_uint>(random());
    EXPECT_EQ(call(clSetKernelArg(add, 2, 4, &values[i])), CL_SUCCESS);
    EXPECT_EQ(call(khr().clCommandNDRangeKernelKHR(recorded, nullptr, nullptr, add, 1, nullptr,
                                                   &cells, nullptr, 1, &last, &last, &launches[i])),
              CL_SUCCESS);
  }
  EXPECT_EQ(call(khr().clFinalizeCommandBufferKHR(recorded)), CL_SUCCESS);
  Owned<cl_event> ran;
  for (size_t count = 1 + below(8); count > 0; --count) {
    if (below(2)) {
      const size_t changed = below(launches.size());
      values[changed] = static_cast<cl_uint>(random());
      const cl_khr::cl_mutable_dispatch_arg_khr argument = {2, 4, &values[changed]};
      cl_khr::cl_mutable_dispatch_config_khr config = {};
      config.command = launches[changed];
      config.num_args = 1;
      config.arg_list = &argument;
      const void* configs[] = {&config};
      constexpr cl_command_buffer_update_type_khr type =
          CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR;
      EXPECT_EQ(call(khr().clUpdateMutableCommandsKHR(recorded, 1, &type, configs)), CL_SUCCESS);
    }
    cl_command_queue on = queues[below(2)];
    const cl_event wait = ran;
    Owned<cl_event> next;
    ASSERT_EQ(call(khr().clEnqueueCommandBufferKHR(1, &on, recorded, wait ? 1 : 0,
                                                   wait ? &wait : nullptr, &next)),
              CL_SUCCESS);
    ran = std::move(next);
  }
  if (below(2)) {
    EXPECT_EQ(call(release(recorded.take())), CL_SUCCESS);
  }
  cl_uint expected = 0;
  for (const cl_uint value : values) {
    expected += value;
  }
  std::vector<cl_uint> found(cells);
  const cl_event wait = ran;
  EXPECT_EQ(call(clEnqueueReadBuffer(queues[0], buffer, CL_TRUE, 0, cells * 4, found.data(), 1,
                                     &wait, nullptr)),
            CL_SUCCESS);
  EXPECT_EQ(found, std::vector<cl_uint>(cells, expected));
}
