// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_command_buffer_mutable_dispatch: updates, queries and every error.
#include "command_buffer_fixture.h"
#include "query.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace {

using Config = cl_khr::cl_mutable_dispatch_config_khr;
using Argument = cl_khr::cl_mutable_dispatch_arg_khr;

class MutableCommands : public CommandBufferTest {
protected:
  void SetUp() override {
    CommandBufferTest::SetUp();
    a = numbers(1);
    b = numbers(0);
    c = numbers(0);
    recorded = make(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
    ASSERT_EQ(launch(recorded, adding(b, a, 1), 16, &command), CL_SUCCESS);
  }
  void ready() { ASSERT_EQ(finalize(recorded), CL_SUCCESS); }
  void run() {
    ASSERT_EQ(enqueue(recorded), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }
  [[nodiscard]] Config config() const {
    Config made = {};
    made.command = command;
    return made;
  }
  [[nodiscard]] Config sizes(const size_t* offset, const size_t* global,
                             const size_t* local) const {
    Config made = config();
    made.global_work_offset = offset;
    made.global_work_size = global;
    made.local_work_size = local;
    return made;
  }

  Owned<cl_mem> a, b, c;
  Recorded recorded;
  cl_mutable_command_khr command = nullptr;
};

} // namespace

TEST_F(MutableCommands, Arguments) {
  ready();
  run();
  EXPECT_EQ(read(b), all(2));
  ASSERT_EQ(update(recorded, command, 2, cl_int(30)), CL_SUCCESS);
  run();
  EXPECT_EQ(read(b), all(31));
  ASSERT_EQ(update(recorded, command, 0, cl_mem(c)), CL_SUCCESS);
  ASSERT_EQ(update(recorded, command, 2, cl_int(40)), CL_SUCCESS);
  run();
  EXPECT_EQ(read(b), all(31));
  EXPECT_EQ(read(c), all(41));
}

TEST_F(MutableCommands, Addresses) {
  ready();
  auto* shared = static_cast<cl_int*>(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0));
  auto* host = static_cast<cl_int*>(clHostMemAllocINTEL(context, nullptr, 64, 0, nullptr));
  ASSERT_TRUE(shared && host);
  {
    const MappedSvm mapped(queue, shared, 64);
    std::fill_n(shared, 16, 100);
  }
  const Argument arguments[] = {{1, 0, shared}, {0, 0, host}};
  Config changed = config();
  changed.num_svm_args = 2;
  changed.arg_svm_list = arguments;
  ASSERT_EQ(update(recorded, changed), CL_SUCCESS);
  run();
  EXPECT_EQ(std::vector<cl_int>(host, host + 16), all(101));
  clSVMFree(context, shared);
  EXPECT_EQ(clMemFreeINTEL(context, host), CL_SUCCESS);
}

/// An allocation may go before the command buffer whose launch has its address.
TEST_F(MutableCommands, AddressesThatAreFreed) {
  const auto allocate = [&] {
    void* made = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
    EXPECT_TRUE(made);
    return made;
  };
  for (const cl_command_buffer_flags_khr flags : {0, CL_COMMAND_BUFFER_MUTABLE_KHR}) {
    void* gone = allocate();
    const Recorded made = make(queue, flags);
    const Owned<cl_kernel> kernel = adding(b, a, 1);
    ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 1, gone), CL_SUCCESS);
    ASSERT_EQ(launch(made, kernel), CL_SUCCESS);
    clSVMFree(context, gone);
    EXPECT_EQ(finalize(made), CL_SUCCESS);
  }
  void *from = allocate(), *to = allocate();
  ready();
  const Owned<cl_event> gate = make_user_event();
  ASSERT_EQ(enqueue(recorded, {gate}), CL_SUCCESS); // its instance is updated when it has ended
  const Argument arguments[] = {{1, 0, from}, {0, 0, to}};
  Config changed = config();
  changed.num_svm_args = 2;
  changed.arg_svm_list = arguments;
  ASSERT_EQ(update(recorded, changed), CL_SUCCESS);
  clSVMFree(context, from);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(read(b), all(2));
  EXPECT_EQ(update(recorded, command, 2, cl_int(1)), CL_INVALID_KERNEL_ARGS);
  ASSERT_EQ(update(recorded, command, 1, cl_mem(a)), CL_SUCCESS);
  ASSERT_EQ(update(recorded, command, 0, cl_mem(b)), CL_SUCCESS);
  clSVMFree(context, to);
  run();
  EXPECT_EQ(read(b), all(2));
}

TEST_F(MutableCommands, Sizes) {
  ready();
  const size_t two = 2, eight = 8;
  ASSERT_EQ(update(recorded, sizes(nullptr, &eight, &two)), CL_SUCCESS);
  run();
  const auto after = read(b);
  for (size_t i = 0; i < 16; ++i) {
    EXPECT_EQ(after[i], i < 8 ? 2 : 0) << i;
  }
}

TEST_F(MutableCommands, PendingEnqueuesKeepTheirState) {
  for (const bool in_order : {true, false}) {
    const Owned<cl_command_queue> on = in_order ? make_queue() : out_of_order_queue();
    const Recorded pending =
        make(on, CL_COMMAND_BUFFER_MUTABLE_KHR | CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
    const Owned<cl_kernel> kernel = adding(b, a, 0);
    cl_mutable_command_khr launched = nullptr;
    ASSERT_EQ(launch(pending, kernel, 16, &launched), CL_SUCCESS);
    ASSERT_EQ(finalize(pending), CL_SUCCESS);
    const Owned<cl_event> gate = make_user_event();
    std::vector<Owned<cl_mem>> results;
    for (cl_int i = 0; i < 12; ++i) {
      results.push_back(numbers(0));
      ASSERT_EQ(update(pending, launched, 0, cl_mem(results.back())), CL_SUCCESS);
      ASSERT_EQ(update(pending, launched, 2, i), CL_SUCCESS);
      ASSERT_EQ(enqueue(pending, {gate}), CL_SUCCESS);
    }
    ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    ASSERT_EQ(clFinish(on), CL_SUCCESS);
    for (cl_int i = 0; i < 12; ++i) {
      EXPECT_EQ(read(results[size_t(i)]), all(1 + i));
    }
  }
}

TEST_F(MutableCommands, ReplacedObjectsGo) {
  static int destroyed = 0;
  destroyed = 0;
  const Recorded other = make(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
  cl_mutable_command_khr launched = nullptr;
  {
    const Owned<cl_mem> old = numbers(0);
    ASSERT_EQ(clSetMemObjectDestructorCallback(
                  old, [](cl_mem, void*) { ++destroyed; }, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(launch(other, adding(old, a, 1), 16, &launched), CL_SUCCESS);
    ASSERT_EQ(finalize(other), CL_SUCCESS);
  }
  EXPECT_EQ(destroyed, 0);
  ASSERT_EQ(update(other, launched, 0, cl_mem(b)), CL_SUCCESS);
  EXPECT_EQ(destroyed, 1);
  ASSERT_EQ(enqueue(other), CL_SUCCESS);
  EXPECT_EQ(read(b), all(2));
}

TEST_F(MutableCommands, ArgumentsCanComeLater) {
  const Recorded other = make(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
  const Owned<cl_kernel> kernel = this->kernel("add");
  set(kernel, 0, b);
  set(kernel, 1, a);
  cl_mutable_command_khr launched = nullptr;
  EXPECT_EQ(launch(other, kernel, 16, &launched), CL_INVALID_KERNEL_ARGS);
  const cl_command_properties_khr properties[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                                  CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0};
  ASSERT_EQ(launch(other, kernel, 16, &launched, properties), CL_SUCCESS);
  ASSERT_EQ(finalize(other), CL_SUCCESS);
  EXPECT_EQ(state(other), cl_uint(CL_COMMAND_BUFFER_STATE_FINALIZED_KHR));
  EXPECT_EQ(enqueue(other), CL_INVALID_OPERATION);
  ASSERT_EQ(update(other, launched, 2, cl_int(5)), CL_SUCCESS);
  EXPECT_EQ(state(other), cl_uint(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR));
  ASSERT_EQ(enqueue(other), CL_SUCCESS);
  EXPECT_EQ(read(b), all(6));
}

TEST_F(MutableCommands, Queries) {
  const cl_command_properties_khr properties[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 8, 0};
  const Owned<cl_kernel> kernel = adding(b, a, 1);
  const size_t offset[] = {1, 2}, global[] = {4, 2};
  cl_mutable_command_khr launched = nullptr;
  ASSERT_EQ(khr().clCommandNDRangeKernelKHR(recorded, nullptr, properties, kernel, 2, offset,
                                            global, nullptr, 0, nullptr, nullptr, &launched),
            CL_SUCCESS);
  const auto query = [&](auto... args) {
    return khr().clGetMutableCommandInfoKHR(launched, args...);
  };
  EXPECT_EQ(query_as<cl_command_queue>(query, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR),
            cl_command_queue(queue));
  EXPECT_EQ(query_as<cl_command_buffer_khr>(query, CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR),
            cl_command_buffer_khr(recorded));
  EXPECT_EQ(query_as<cl_command_type>(query, CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR),
            cl_command_type(CL_COMMAND_NDRANGE_KERNEL));
  EXPECT_EQ(query_as<cl_kernel>(query, CL_MUTABLE_DISPATCH_KERNEL_KHR), cl_kernel(kernel));
  EXPECT_EQ(query_as<cl_uint>(query, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR), 2u);
  const auto pair = [&](cl_uint name) {
    std::vector<size_t> values(2);
    size_t size = 0;
    EXPECT_EQ(query(name, 2 * sizeof(size_t), values.data(), &size), CL_SUCCESS);
    EXPECT_EQ(size, 2 * sizeof(size_t));
    EXPECT_EQ(query(name, sizeof(size_t), values.data(), nullptr), CL_INVALID_VALUE);
    return values;
  };
  EXPECT_EQ(pair(CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR), (std::vector<size_t>{1, 2}));
  EXPECT_EQ(pair(CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR), (std::vector<size_t>{4, 2}));
  EXPECT_EQ(pair(CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR), (std::vector<size_t>{0, 0}));
  size_t size = 99;
  EXPECT_EQ(query(CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, sizeof properties);
  EXPECT_EQ(khr().clGetMutableCommandInfoKHR(command, CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR, 0,
                                             nullptr, &size),
            CL_SUCCESS);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(query(0x4242, 0, nullptr, &size), CL_INVALID_VALUE);
  EXPECT_EQ(
      khr().clGetMutableCommandInfoKHR(nullptr, CL_MUTABLE_DISPATCH_KERNEL_KHR, 0, nullptr, &size),
      CL_INVALID_MUTABLE_COMMAND_KHR);
  ready();
  const size_t three = 3;
  ASSERT_EQ(update(recorded, sizes(nullptr, nullptr, nullptr)), CL_SUCCESS);
  ASSERT_EQ(update(recorded, sizes(&three, nullptr, nullptr)), CL_SUCCESS);
  size_t value = 0;
  EXPECT_EQ(khr().clGetMutableCommandInfoKHR(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR,
                                             sizeof value, &value, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(value, three);
}

TEST_F(MutableCommands, HandlesGoWithTheCommandBuffer) {
  ready();
  const cl_mutable_command_khr gone = command;
  ASSERT_EQ(release(recorded.take()), CL_SUCCESS);
  size_t size = 0;
  EXPECT_EQ(
      khr().clGetMutableCommandInfoKHR(gone, CL_MUTABLE_DISPATCH_KERNEL_KHR, 0, nullptr, &size),
      CL_INVALID_MUTABLE_COMMAND_KHR);
}

TEST_F(MutableCommands, ErrorsOfTheCall) {
  const Config good = config();
  constexpr cl_command_buffer_update_type_khr type = CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR,
                                              unknown = 77;
  const void *configs[] = {&good}, *nulls[] = {nullptr};
  const auto call = [&](cl_command_buffer_khr buffer, cl_uint count,
                        const cl_command_buffer_update_type_khr* types, const void** list) {
    return khr().clUpdateMutableCommandsKHR(buffer, count, types, list);
  };
  EXPECT_EQ(call(recorded, 1, &type, configs), CL_INVALID_OPERATION) << "not finalized";
  ready();
  const Recorded constant = make(queue);
  ASSERT_EQ(finalize(constant), CL_SUCCESS);
  EXPECT_EQ(call(constant, 1, &type, configs), CL_INVALID_OPERATION) << "not mutable";
  EXPECT_EQ(call(recorded, 1, nullptr, configs), CL_INVALID_VALUE);
  EXPECT_EQ(call(recorded, 0, &type, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(recorded, 1, &type, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(recorded, 0, nullptr, configs), CL_INVALID_VALUE);
  EXPECT_EQ(call(recorded, 1, &unknown, configs), CL_INVALID_VALUE);
  EXPECT_EQ(call(recorded, 1, &type, nulls), CL_INVALID_VALUE);
  EXPECT_EQ(call(recorded, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(call(recorded, 1, &type, configs), CL_SUCCESS);
}

TEST_F(MutableCommands, ErrorsOfConfigs) {
  ready();
  const Recorded other = make(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
  cl_mutable_command_khr fixed = nullptr, foreign = nullptr;
  const cl_command_properties_khr none[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 0, 0};
  ASSERT_EQ(launch(other, adding(b, a, 1), 16, &fixed, none), CL_SUCCESS);
  foreign = fixed;
  ASSERT_EQ(finalize(other), CL_SUCCESS);
  const auto with = [&](auto change) {
    Config changed = config();
    change(changed);
    return update(recorded, changed);
  };
  EXPECT_EQ(with([](Config& x) { x.command = nullptr; }), CL_INVALID_MUTABLE_COMMAND_KHR);
  EXPECT_EQ(with([&](Config& x) { x.command = foreign; }), CL_INVALID_MUTABLE_COMMAND_KHR);
  EXPECT_EQ(with([](Config& x) { x.work_dim = 2; }), CL_INVALID_OPERATION);
  EXPECT_EQ(with([](Config& x) { x.work_dim = 1; }), CL_SUCCESS);
  const cl_int value = 3;
  const Argument argument = {2, sizeof value, &value}, far = {9, sizeof value, &value},
                 small = {2, 1, &value}, empty = {2, sizeof value, nullptr};
  EXPECT_EQ(with([](Config& x) { x.num_args = 1; }), CL_INVALID_VALUE);
  EXPECT_EQ(with([&](Config& x) { x.arg_list = &argument; }), CL_INVALID_VALUE);
  EXPECT_EQ(with([](Config& x) { x.num_svm_args = 1; }), CL_INVALID_VALUE);
  EXPECT_EQ(with([&](Config& x) { x.arg_svm_list = &argument; }), CL_INVALID_VALUE);
  EXPECT_EQ(with([](Config& x) { x.num_exec_infos = 1; }), CL_INVALID_VALUE);
  const cl_khr::cl_mutable_dispatch_exec_info_khr unknown = {0x4242, 0, nullptr},
                                                  pointers = {CL_KERNEL_EXEC_INFO_SVM_PTRS, 0,
                                                              nullptr};
  EXPECT_EQ(with([&](Config& x) { x.exec_info_list = &unknown; }), CL_INVALID_VALUE);
  const auto with_info = [&](const cl_khr::cl_mutable_dispatch_exec_info_khr& info) {
    return with([&](Config& x) {
      x.num_exec_infos = 1;
      x.exec_info_list = &info;
    });
  };
  EXPECT_EQ(with_info(unknown), CL_INVALID_VALUE);
  EXPECT_EQ(with_info(pointers), CL_SUCCESS);
  const auto with_argument = [&](const Argument& given) {
    return with([&](Config& x) {
      x.num_args = 1;
      x.arg_list = &given;
    });
  };
  EXPECT_EQ(with_argument(far), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(with_argument(small), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(with_argument(empty), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(with([&](Config& x) {
              x.num_svm_args = 1;
              x.arg_svm_list = &argument;
            }),
            CL_INVALID_ARG_VALUE)
      << "not a pointer";
  const size_t three = 3, huge = SIZE_MAX;
  EXPECT_EQ(update(recorded, sizes(nullptr, nullptr, &three)), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(update(recorded, sizes(&huge, nullptr, nullptr)), CL_INVALID_GLOBAL_OFFSET);
  run(); // nothing of all that has been kept
  EXPECT_EQ(read(b), all(2));
}

TEST_F(MutableCommands, FieldsThatCannotBeUpdated) {
  cl_mutable_command_khr fixed = nullptr;
  const cl_command_properties_khr none[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 0, 0};
  ASSERT_EQ(launch(recorded, adding(c, a, 1), 16, &fixed, none), CL_SUCCESS);
  ready();
  command = fixed;
  const size_t two = 2;
  EXPECT_EQ(update(recorded, sizes(&two, nullptr, nullptr)), CL_INVALID_OPERATION);
  EXPECT_EQ(update(recorded, sizes(nullptr, &two, nullptr)), CL_INVALID_OPERATION);
  EXPECT_EQ(update(recorded, sizes(nullptr, nullptr, &two)), CL_INVALID_OPERATION);
  EXPECT_EQ(update(recorded, fixed, 2, cl_int(1)), CL_INVALID_OPERATION);
  const Argument pointer = {0, 0, nullptr};
  Config changed = config();
  changed.num_svm_args = 1;
  changed.arg_svm_list = &pointer;
  EXPECT_EQ(update(recorded, changed), CL_INVALID_OPERATION);
  const cl_khr::cl_mutable_dispatch_exec_info_khr pointers = {CL_KERNEL_EXEC_INFO_SVM_PTRS, 0,
                                                              nullptr};
  changed = config();
  changed.num_exec_infos = 1;
  changed.exec_info_list = &pointers;
  EXPECT_EQ(update(recorded, changed), CL_INVALID_OPERATION);
}

/// All of several configs, or none.
TEST_F(MutableCommands, AFailedUpdateChangesNothing) {
  ready();
  const cl_int value = 50;
  const Argument good = {2, sizeof value, &value}, bad = {9, sizeof value, &value};
  Config first = config(), second = config();
  first.num_args = second.num_args = 1;
  first.arg_list = &good;
  second.arg_list = &bad;
  const void* configs[] = {&first, &second};
  constexpr cl_command_buffer_update_type_khr types[2] = {};
  EXPECT_EQ(khr().clUpdateMutableCommandsKHR(recorded, 2, types, configs), CL_INVALID_ARG_INDEX);
  run();
  EXPECT_EQ(read(b), all(2));
}

/// Enqueues of several threads, each of some state between two updates.
TEST_F(MutableCommands, ThreadsEnqueueWhileOneUpdates) {
  const Recorded shared =
      make(queue, CL_COMMAND_BUFFER_MUTABLE_KHR | CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
  cl_mutable_command_khr launched = nullptr;
  ASSERT_EQ(launch(shared, adding(b, a, 0), 16, &launched), CL_SUCCESS);
  ASSERT_EQ(finalize(shared), CL_SUCCESS);
  std::atomic<bool> over = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      const Owned<cl_command_queue> on = out_of_order_queue();
      while (!over) {
        for (int k = 0; k < 10; ++k) {
          EXPECT_EQ(enqueue(shared, {}, nullptr, on), CL_SUCCESS);
        }
        EXPECT_EQ(clFinish(on), CL_SUCCESS);
      }
    });
  }
  for (cl_int i = 0; i < 200; ++i) {
    const Owned<cl_mem> fresh = numbers(0);
    EXPECT_EQ(update(shared, launched, 0, cl_mem(fresh)), CL_SUCCESS);
    EXPECT_EQ(update(shared, launched, 2, i), CL_SUCCESS);
  }
  over = true;
  for (std::thread& thread : threads) {
    thread.join();
  }
  ASSERT_EQ(update(shared, launched, 0, cl_mem(b)), CL_SUCCESS);
  ASSERT_EQ(enqueue(shared), CL_SUCCESS);
  EXPECT_EQ(read(b), all(200));
}
