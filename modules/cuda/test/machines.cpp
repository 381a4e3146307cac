// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The target on machines of all kinds. The driver is opened once a process, so that each machine
// has a process of its own.
#include "cuda/kernel_abi.h"
#include "machine.h"
#include "mux/config.h"
#include "test_kernels.h"

#include <array>
#include <cstdlib>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace {

uint64_t count_devices() {
  uint64_t count = 99;
  const mux_result_t result =
      muxGetDeviceInfos(MUX_TARGET_CUDA, mux_device_type_gpu, 0, nullptr, &count);
  return result == mux_success ? count : 98;
}

mux_result_t allocate(mux_device_t device, uint64_t size, mux_memory_t& out) {
  return muxAllocateMemory(device, size, 1, mux_memory_property_device_local,
                           mux_allocation_type_alloc_device, 0, allocator, &out);
}

/// Runs a kernel without arguments, or the one that faults, so many times one after another.
mux_result_t run(mux_device_t device, mux_executable_t executable, const char* name,
                 unsigned times = 1) {
  mux_kernel_t kernel = nullptr;
  mux_command_buffer_t commands = nullptr;
  mux_fence_t fence = nullptr;
  mux_queue_t queue = nullptr;
  const uint32_t how = 1;
  const mux_descriptor_t argument = {.type = mux_descriptor_type_bytes,
                                     .bytes = {&how, sizeof how}};
  if (muxCreateKernel(device, executable, name, std::char_traits<char>::length(name), allocator,
                      &kernel) != mux_success ||
      muxCreateCommandBuffer(device, mux_command_order_in_order, allocator, &commands) !=
          mux_success ||
      muxCreateFence(device, allocator, &fence) != mux_success ||
      muxGetQueue(device, mux_queue_type_compute, 0, &queue) != mux_success) {
    return mux_error_internal;
  }
  mux_ndrange_t range = {};
  range.dimensions = 1;
  range.global_size[0] = range.local_size[0] = 1;
  range.descriptors = &argument;
  range.descriptors_length = kernel->arguments_length;
  mux_result_t result = mux_success;
  for (unsigned i = 0; i < times && result == mux_success; ++i) {
    result = muxCommandNDRange(commands, kernel, &range, nullptr, nullptr);
  }
  if (result == mux_success) {
    result = muxFinalizeCommandBuffer(commands);
  }
  if (result == mux_success) {
    result = muxDispatch(queue, commands, fence, nullptr, 0, nullptr, 0, nullptr, nullptr);
  }
  return result == mux_success ? muxTryWait(queue, mux_wait_forever, fence) : result;
}

mux_executable_t load(mux_device_t device, const binary::Program& program, mux_result_t& result) {
  const auto bytes = binary::write(program);
  mux_executable_t executable = nullptr;
  result = muxCreateExecutable(device, bytes.data(), bytes.size(), allocator, &executable);
  return executable;
}

TEST_F(MachinesDeathTest, WithoutADriverThereAreNoDevices) {
  on_machine({{"LANEWISE_CUDA_DRIVER", "/nowhere/libcuda.so.1"}},
             [] { return count_devices() == 0; });
}

TEST_F(MachinesDeathTest, ADriverThatLacksFunctionsIsNone) {
  on_machine({{"LANEWISE_CUDA_DRIVER", "libm.so.6"}}, [] { return count_devices() == 0; });
}

TEST_F(MachinesDeathTest, OldGpusAndNoneAreNoDevices) {
  on_machine({{"FAKE_CUDA_DEVICES", "0"}}, [] { return count_devices() == 0; });
  on_machine({{"FAKE_CUDA_CAPABILITY", "61"}}, [] { return count_devices() == 0; });
  on_machine({{"FAKE_CUDA_CAPABILITY", "70"}}, [] { return count_devices() == 1; });
}

TEST_F(MachinesDeathTest, EachGpuIsADevice) {
  on_machine({{"FAKE_CUDA_DEVICES", "3"}}, [] {
    std::array<mux_device_info_t, 3> infos = {};
    return count_devices() == 3 &&
           muxGetDeviceInfos(MUX_TARGET_CUDA, mux_device_type_gpu, 3, infos.data(), nullptr) ==
               mux_success &&
           infos[2]->index == 2 && infos[0] != infos[1];
  });
}

TEST_F(MachinesDeathTest, NewerGpusRunTheNewestCodeThereIs) {
  on_machine({{"FAKE_CUDA_CAPABILITY", "120"}}, [] {
    mux_device_info_t info = nullptr;
    return muxGetDeviceInfos(MUX_TARGET_CUDA, mux_device_type_gpu, 1, &info, nullptr) ==
               mux_success &&
           std::string(info->architecture) == "sm_90" &&
           std::string(info->compiler_options) == "-lanewise-gpu sm_90";
  });
}

TEST_F(MachinesDeathTest, WhatThereIsNoMemoryForIsRefused) {
  on_machine({{"FAKE_CUDA_MEMORY", "1000000"}}, [] {
    mux_device_t device = first_device();
    mux_memory_t first = nullptr, second = nullptr;
    return device != nullptr && allocate(device, 600'000, first) == mux_success &&
           allocate(device, 600'000, second) == mux_error_out_of_memory &&
           muxFreeMemory(device, first, allocator) == mux_success;
  });
}

TEST_F(MachinesDeathTest, RefusedCodeIsAnError) {
  on_machine({}, [] {
    binary::Program program = test_kernels::program_for_fake_cuda();
    program.payloads[0].code = {'n', 'o'};
    mux_device_t device = first_device();
    mux_result_t result = mux_success;
    return device != nullptr && load(device, program, result) == nullptr &&
           result == mux_error_invalid_binary;
  });
}

/// Code of a program that is not to be optimised says so in its first line.
TEST_F(MachinesDeathTest, TheDriverOptimisesNeither) {
  for (const bool optimised : {true, false}) {
    on_machine({{"FAKE_CUDA_LEVEL", optimised ? "4" : "0"}}, [optimised] {
      binary::Program program = test_kernels::program_for_fake_cuda();
      binary::bytes& code = program.payloads[0].code;
      mux_device_t device = first_device();
      mux_result_t result = mux_success;
      const bool plain = load(device, program, result) != nullptr;
      code.insert(code.begin(), std::begin(cuda::not_optimised_line),
                  std::end(cuda::not_optimised_line) - 1);
      const bool marked = load(device, program, result) != nullptr;
      return plain == optimised && marked != optimised;
    });
  }
}

TEST_F(MachinesDeathTest, LaunchesAreGraphs) {
  on_machine({{"FAKE_CUDA_LAUNCHES", "0"}}, [] {
    mux_device_t device = first_device();
    mux_result_t result = mux_success;
    mux_executable_t executable = load(device, test_kernels::program_for_fake_cuda(), result);
    return run(device, executable, "nothing", 1) == mux_success &&
           run(device, executable, "nothing", 101) == mux_success &&
           run(device, executable, "fails", 101) == mux_error_out_of_memory;
  });
}

/// 101 launches are those of graphs of three lengths, which one after another are on one stream.
TEST_F(MachinesDeathTest, AStreamHasAGraphOfEachLength) {
  on_machine({{"FAKE_CUDA_LAUNCHES", "0"}, {"FAKE_CUDA_GRAPHS", "3"}}, [] {
    mux_device_t device = first_device();
    mux_result_t result = mux_success;
    mux_executable_t executable = load(device, test_kernels::program_for_fake_cuda(), result);
    bool good = true;
    for (int i = 0; i < 20; ++i) {
      good = good && run(device, executable, "nothing", 101) == mux_success;
    }
    return good;
  });
}

/// The graph of the first launch is set to it once more, and to the other one; the latter is then
/// refused, and there are no single launches.
TEST_F(MachinesDeathTest, NodesAreSetToOtherLaunchesOnly) {
  on_machine({{"FAKE_CUDA_LAUNCHES", "0"}, {"FAKE_CUDA_SETTINGS", "1"}}, [] {
    mux_device_t device = first_device();
    mux_result_t result = mux_success;
    mux_executable_t executable = load(device, test_kernels::program_for_fake_cuda(), result);
    bool good = true;
    for (int i = 0; i < 20; ++i) {
      good = good && run(device, executable, "nothing") == mux_success;
    }
    return good && run(device, executable, "turns") == mux_error_out_of_memory;
  });
}

TEST_F(MachinesDeathTest, WithoutGraphsLaunchesAreSingle) {
  on_machine({{"FAKE_CUDA_GRAPHS", "0"}}, [] {
    mux_device_t device = first_device();
    mux_result_t result = mux_success;
    mux_executable_t executable = load(device, test_kernels::program_for_fake_cuda(), result);
    return run(device, executable, "nothing", 100) == mux_success;
  });
}

TEST_F(MachinesDeathTest, GraphsGoWithTheProgramAndTheContext) {
  on_machine({}, [] {
    mux_device_t device = first_device();
    mux_result_t result = mux_success;
    const binary::Program program = test_kernels::program_for_fake_cuda();
    mux_executable_t first = load(device, program, result), second = load(device, program, result);
    bool good = run(device, first, "nothing", 100) == mux_success;
    muxDestroyExecutable(device, first, allocator);
    good = good && run(device, second, "nothing", 100) == mux_success;
    good = good && run(device, second, "faults", 100) == mux_error_fault;
    return good && run(device, second, "nothing", 100) == mux_success;
  });
}

TEST_F(MachinesDeathTest, AfterAFaultWhatIsNewWorks) {
  on_machine({}, [] {
    mux_device_t device = first_device();
    mux_result_t result = mux_success;
    const binary::Program program = test_kernels::program_for_fake_cuda();
    mux_executable_t executable = device != nullptr ? load(device, program, result) : nullptr;
    mux_memory_t memory = nullptr;
    return executable != nullptr && run(device, executable, "nothing") == mux_success &&
           run(device, executable, "faults") == mux_error_fault &&
           run(device, executable, "nothing") == mux_success && // its code is loaded anew
           allocate(device, 4096, memory) == mux_success;
  });
}

/// What the recording of each kind of command on memory objects gives, in one command buffer.
std::vector<mux_result_t> record_all(mux_device_t device, mux_buffer_t buffer, mux_image_t image) {
  mux_command_buffer_t commands = nullptr;
  if (muxCreateCommandBuffer(device, mux_command_order_in_order, allocator, &commands) !=
      mux_success) {
    return {};
  }
  static std::array<uint32_t, 4> host = {};
  const mux_extent_3d_t none = {0, 0, 0}, one = {1, 1, 1};
  const mux_buffer_layout_t layout = {16, 16};
  const mux_buffer_region_t region = {one, none, none, layout, layout};
  void* bytes = host.data();
  return {
      muxCommandWriteBuffer(commands, buffer, 0, bytes, 16, nullptr, nullptr),
      muxCommandReadBuffer(commands, buffer, 0, bytes, 16, nullptr, nullptr),
      muxCommandReadBufferRegions(commands, buffer, bytes, &region, 1, nullptr, nullptr),
      muxCommandCopyBuffer(commands, buffer, 0, buffer, 32, 16, nullptr, nullptr),
      muxCommandFillBuffer(commands, buffer, 0, 16, bytes, 4, nullptr, nullptr),
      muxCommandWriteImage(commands, image, none, one, layout, bytes, nullptr, nullptr),
      muxCommandReadImage(commands, image, none, one, layout, bytes, nullptr, nullptr),
      muxCommandFillImage(commands, image, none, one, bytes, nullptr, nullptr),
      muxCommandCopyImage(commands, image, image, none, {1, 0, 0}, one, nullptr, nullptr),
      muxCommandCopyImageToBuffer(commands, image, buffer, none, 0, one, layout, nullptr, nullptr),
      muxCommandCopyBufferToImage(commands, buffer, image, 0, none, one, layout, nullptr, nullptr)};
}

TEST_F(MachinesDeathTest, AfterAFaultWhatIsOldIsRefused) {
  on_machine({}, [] {
    mux_device_t device = first_device();
    mux_result_t result = mux_success;
    mux_executable_t executable = load(device, test_kernels::program_for_fake_cuda(), result);
    const mux_image_info_t about = {
        .type = mux_image_type_2d,
        .format = {mux_image_channel_order_rgba, mux_image_channel_type_unsigned_int32},
        .size = {4, 4, 1},
        .array_layers = 0,
        .layout = {},
        .mip_levels = 0};
    const auto make = [&](mux_buffer_t& buffer, mux_image_t& image) {
      mux_memory_t memory = nullptr;
      return allocate(device, 4096, memory) == mux_success &&
             muxCreateBuffer(device, 64, allocator, &buffer) == mux_success &&
             muxBindBufferMemory(device, memory, buffer, 0) == mux_success &&
             muxCreateImage(device, &about, allocator, &image) == mux_success &&
             muxBindImageMemory(device, memory, image, 1024) == mux_success;
    };
    mux_buffer_t old_buffer = nullptr, buffer = nullptr;
    mux_image_t old_image = nullptr, image = nullptr;
    bool good = make(old_buffer, old_image) &&
                run(device, executable, "faults") == mux_error_fault && make(buffer, image);
    for (const mux_result_t one : record_all(device, old_buffer, old_image)) {
      good = good && one == mux_error_fault;
    }
    for (const mux_result_t one : record_all(device, buffer, image)) {
      good = good && one == mux_success;
    }
    return good;
  });
}

TEST_F(MachinesDeathTest, NothingHangsIfThereIsNoContextAfterAFault) {
  on_machine({{"FAKE_CUDA_CONTEXTS", "1"}}, [] {
    mux_device_t device = first_device();
    mux_result_t result = mux_success;
    const binary::Program program = test_kernels::program_for_fake_cuda();
    mux_executable_t executable = device != nullptr ? load(device, program, result) : nullptr;
    return executable != nullptr && run(device, executable, "faults") == mux_error_fault &&
           load(device, program, result) == nullptr && result != mux_success;
  });
}

/// The device has four units.
TEST_F(MachinesDeathTest, GroupsAreLargeUnlessUnitsWouldHaveNone) {
  on_machine({}, [] {
    mux_device_t device = first_device();
    mux_result_t result = mux_success;
    mux_executable_t executable = load(device, test_kernels::program_for_fake_cuda(), result);
    mux_kernel_t kernel = nullptr;
    constexpr std::string_view name = "any_size";
    const auto size_for = [&](uint64_t items) {
      const uint64_t global[3] = {items, 1, 1};
      uint64_t local[3] = {};
      return muxQuerySuggestedLocalSize(kernel, 1, global, nullptr, local) == mux_success ? local[0]
                                                                                          : 0;
    };
    return muxCreateKernel(device, executable, name.data(), name.size(), allocator, &kernel) ==
               mux_success &&
           size_for(4096) == 256 && size_for(1024) == 256 && size_for(512) == 128 &&
           size_for(64) == 64;
  });
}

/// What a program does, until something fails; whether nothing has, or no value if what it has been
/// told makes no sense.
std::optional<bool> use_all() {
  mux_device_t device = first_device();
  mux_result_t result = mux_success;
  mux_executable_t executable =
      device != nullptr ? load(device, test_kernels::program_for_fake_cuda(), result) : nullptr;
  mux_kernel_t kernel = nullptr;
  constexpr std::string_view name = "any_size";
  if (executable == nullptr || muxCreateKernel(device, executable, name.data(), name.size(),
                                               allocator, &kernel) != mux_success) {
    return false;
  }
  const uint64_t prime[3] = {104729, 1, 1};
  uint64_t local[3] = {};
  if (muxQuerySuggestedLocalSize(kernel, 1, prime, nullptr, local) != mux_success ||
      local[0] == 0 || local[0] > kernel->max_work_group_size) {
    return std::nullopt;
  }
  mux_memory_t memory = nullptr;
  const bool has_run = run(device, executable, "nothing", 3) == mux_success;
  const bool has_memory = allocate(device, 4096, memory) == mux_success;
  muxDestroyExecutable(device, executable, allocator);
  muxDestroyDevice(device, allocator);
  return has_run && has_memory;
}

TEST(Machines, AnyCallMayTellOfAFault) {
  enum class Outcome { failed, worked, makes_no_sense };
  constexpr int most_calls = 1000;
  for (int call = 1; call <= most_calls; ++call) {
    const pid_t child = fork();
    if (child == 0) {
      setenv("FAKE_CUDA_FAULT_AT", std::to_string(call).c_str(), 1);
      setenv("FAKE_CUDA_CONTEXTS", "1", 1);
      alarm(60);
      const std::optional<bool> all = use_all();
      std::_Exit(int(all ? (*all ? Outcome::worked : Outcome::failed) : Outcome::makes_no_sense));
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status)) << "call " << call << ": signal " << WTERMSIG(status);
    ASSERT_NE(Outcome(WEXITSTATUS(status)), Outcome::makes_no_sense) << "call " << call;
    if (Outcome(WEXITSTATUS(status)) == Outcome::worked) {
      EXPECT_GT(call, 10);
      return; // there were fewer calls
    }
  }
  FAIL() << "it made more than " << most_calls << " calls";
}

TEST_F(MachinesDeathTest, DispatchesInAChildFail) {
  on_machine({}, [] {
    mux_device_t device = first_device();
    mux_result_t result = mux_success;
    mux_executable_t executable = load(device, test_kernels::program_for_fake_cuda(), result);
    if (const pid_t child = fork(); child == 0) {
      std::_Exit(run(device, executable, "nothing") == mux_error_internal ? 0 : 1);
    } else {
      int status = 1;
      return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
             run(device, executable, "nothing") == mux_success;
    }
  });
}

} // namespace
