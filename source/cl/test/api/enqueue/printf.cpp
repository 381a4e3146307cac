// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The way of what kernels print, without a compiler: so with every sanitizer.
#include "binary/container.h"
#include "fixture.h"
#include "test_kernels.h"

#include <mutex>
#include <sstream>

namespace {

class PrintingKernels : public ClTest {
protected:
  /// The kernel that prints each group's index twice, in `context`.
  Owned<cl_kernel> printing_kernel() {
    const auto data = binary::write(test_kernels::program());
    const unsigned char* place = data.data();
    const size_t size = data.size();
    const Owned<cl_program> program =
        clCreateProgramWithBinary(context, 1, &device, &size, &place, nullptr, nullptr);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
    cl_int error = 1;
    Owned<cl_kernel> kernel = clCreateKernel(program, "print_groups", &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return kernel;
  }
  static cl_int launch(cl_kernel kernel, cl_command_queue on, size_t groups, size_t local) {
    const size_t global = groups * local;
    return clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr);
  }
};

TEST_F(PrintingKernels, GroupsInOrderWhateverTheirSize) {
  const Owned<cl_kernel> kernel = printing_kernel();
  for (const size_t local : {1, 50, 1000}) {
    constexpr unsigned groups = 3000;
    testing::internal::CaptureStdout();
    ASSERT_EQ(launch(kernel, queue, groups, local), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    std::istringstream text(testing::internal::GetCapturedStdout());
    unsigned count = 0;
    for (unsigned group = 0; text >> group; ++count) {
      ASSERT_EQ(group, count / 2);
    }
    EXPECT_EQ(count, 2 * groups);
  }
}

TEST_F(PrintingKernels, ManyQueuesIntoOneCallback) {
  struct Heard {
    std::mutex lock;
    std::string text;
    unsigned complete = 0;
  } heard;
  const auto hear = [](const char* text, size_t length, size_t complete, void* data) {
    auto& self = *static_cast<Heard*>(data);
    const std::lock_guard guard(self.lock);
    self.text.append(text, length);
    self.complete += complete != 0;
  };
  using Callback = void (*)(const char*, size_t, size_t, void*);
  const cl_context_properties properties[] = {
      CL_PRINTF_CALLBACK_ARM, reinterpret_cast<cl_context_properties>(Callback(hear)), 0};
  context = clCreateContext(properties, 1, &device, nullptr, &heard, nullptr);
  ASSERT_TRUE(context);
  queue = make_queue();
  const Owned<cl_kernel> kernel = printing_kernel();
  constexpr unsigned groups = 500, launches = 20;
  std::vector<Owned<cl_command_queue>> queues;
  for (unsigned i = 0; i < launches; ++i) {
    queues.push_back(i % 2 ? out_of_order_queue() : make_queue());
    ASSERT_EQ(launch(kernel, queues.back(), groups, 64), CL_SUCCESS);
    ASSERT_EQ(clFlush(queues.back()), CL_SUCCESS);
  }
  for (const auto& each : queues) {
    ASSERT_EQ(clFinish(each), CL_SUCCESS);
  }
  EXPECT_EQ(heard.complete, launches);
  std::istringstream text(heard.text);
  std::vector<unsigned> seen(groups);
  for (unsigned group = 0; text >> group;) {
    ASSERT_LT(group, groups);
    ++seen[group];
  }
  EXPECT_EQ(seen, std::vector<unsigned>(groups, 2 * launches));
}

} // namespace
