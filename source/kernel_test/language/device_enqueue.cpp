// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that enqueue kernels (OpenCL C 3.0, section 6.15.15).
#include "harness.h"

#include <algorithm>
#include <numeric>

namespace {

constexpr int enqueue_failure = -101, invalid_queue = -102;

class DeviceEnqueue : public KernelTest {
protected:
  void SetUp() override {
    KernelTest::SetUp();
    constexpr cl_device_info enqueue_capabilities = 0x1070;
    cl_bitfield has = 0;
    clGetDeviceInfo(device, enqueue_capabilities, sizeof has, &has, nullptr);
    if (!has) {
      GTEST_SKIP() << "kernels of the device cannot enqueue others";
    }
    on_device = make_queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  }
  void TearDown() override {
    if (on_device) {
      clReleaseCommandQueue(on_device);
    }
    KernelTest::TearDown();
  }
  cl_command_queue make_queue(cl_command_queue_properties more, cl_uint size = 0) {
    const cl_queue_properties list[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | more,
        cl_queue_properties(size != 0 ? CL_QUEUE_SIZE : 0), size, 0};
    cl_int error = 1;
    cl_command_queue made = clCreateCommandQueueWithProperties(context, device, list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  void build_text(const std::string& text) { build(text, "-cl-std=CL3.0"); }
  void build_kernel(const std::string& parameters, const std::string& body) {
    build_text("kernel void k(" + parameters + ") {\n" + body + "\n}\n");
  }

  cl_command_queue on_device = nullptr; ///< the default queue
};
SOURCE_VARIANTS(DeviceEnqueue);

TEST_P(DeviceEnqueue, blocksHaveWhatTheyCaptured) {
  build_kernel(
      "global int* a, int b, char c, double d",
      "if (get_global_id(0) == 0) {\n"
      "  int4 v = (int4)(1, 2, 3, 4) * b;\n"
      "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(40),\n"
      "                 ^{ int i = get_global_id(0); a[i] = b * i + c + (int)d + v.w; });\n"
      "}");
  std::vector<int> a(40, -1);
  run({{16}, {}, {}}, a, 7, char(3), 5.5);
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(a[i], 7 * i + 3 + 5 + 28) << i;
  }
}

TEST_P(DeviceEnqueue, everyWorkItemMayEnqueue) {
  build_kernel("queue_t q, global int* a, global int* said",
               "int i = get_global_id(0);\n"
               "said[i] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(5),\n"
               "                         ^{ a[i * 5 + get_global_id(0)] += i; });");
  std::vector<int> a(1000 * 5, 1), said(1000, 9);
  run({{1000}, {}, {}}, on_device, a, said);
  for (int i = 0; i < 5000; ++i) {
    ASSERT_EQ(a[i], 1 + i / 5) << i;
  }
  EXPECT_EQ(said, std::vector<int>(1000, 0));
}

TEST_P(DeviceEnqueue, onlyWorkItemsThatGetThereEnqueue) {
  build_kernel("queue_t q, global int* a, global const int* how_many",
               "int i = get_global_id(0);\n"
               "for (int n = 0; n < how_many[i]; ++n) {\n"
               "  if (n & 1) continue;\n"
               "  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(3),\n"
               "                 ^{ atomic_add(&a[i], n + (int)get_global_id(0)); });\n"
               "}");
  std::vector<int> a(200), how_many(200);
  for (int i = 0; i < 200; ++i) {
    how_many[i] = i * 7 % 6;
  }
  run({{200}, {}, {}}, on_device, a, how_many);
  for (int i = 0; i < 200; ++i) {
    int expected = 0;
    for (int n = 0; n < how_many[i]; n += 2) {
      expected += 3 * n + 3;
    }
    EXPECT_EQ(a[i], expected) << i;
  }
}

TEST_P(DeviceEnqueue, rangesAreAsTheySay) {
  build_kernel(
      "queue_t q, global long* a",
      "size_t offset[3] = {3, 5, 7}, global_size[3] = {4, 6, 2}, group[3] = {2, 3, 1};\n"
      "ndrange_t one = ndrange_1D(10, 20, 4), two = ndrange_2D(offset, global_size, group),\n"
      "          three = ndrange_3D(offset, global_size, group);\n"
      "void (^note)(void) = ^{\n"
      "  long item = get_global_linear_id();\n"
      "  global long* place = a + (get_work_dim() - 1) * 64 + item;\n"
      "  *place = get_global_id(0) + 100 * get_global_id(1) + 10000 * get_global_id(2) +\n"
      "           1000000 * get_local_size(0) + 10000000 * get_local_size(1) +\n"
      "           100000000 * get_num_groups(0);\n"
      "};\n"
      "enqueue_kernel(q, 0, one, note);\n"
      "enqueue_kernel(q, 0, two, note);\n"
      "enqueue_kernel(q, 0, three, note);");
  std::vector<cl_long> a(192, -1);
  run({{1}, {}, {}}, on_device, a);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(a[i], 10 + i + 4000000 + 10000000 + 500000000) << i;
  }
  for (int y = 0; y < 6; ++y) {
    for (int x = 0; x < 4; ++x) {
      EXPECT_EQ(a[64 + y * 4 + x], 3 + x + 100 * (5 + y) + 2000000 + 30000000 + 200000000);
      for (int z = 0; z < 2; ++z) {
        EXPECT_EQ(a[128 + (z * 6 + y) * 4 + x],
                  3 + x + 100 * (5 + y) + 10000 * (7 + z) + 2000000 + 30000000 + 200000000);
      }
    }
  }
}

TEST_P(DeviceEnqueue, smallerGroupsAtTheEnd) {
  build_kernel("queue_t q, global int* a",
               "enqueue_kernel(q, 0, ndrange_1D(50, 16),\n"
               "               ^{ a[get_global_id(0)] = get_local_size(0); });");
  std::vector<int> a(50);
  run({{1}, {}, {}}, on_device, a);
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(a[i], i < 48 ? 16 : 2) << i;
  }
}

TEST_P(DeviceEnqueue, localMemoryComesWithTheLaunch) {
  build_kernel("queue_t q, global int* a, int n",
               "enqueue_kernel(q, 0, ndrange_1D(64, 16), ^(local void* x, local void* y) {\n"
               "  local int* left = x; local long* right = y;\n"
               "  int i = get_local_id(0);\n"
               "  left[i] = i * n; right[15 - i] = i;\n"
               "  barrier(CLK_LOCAL_MEM_FENCE);\n"
               "  a[get_global_id(0)] = left[(i + 1) % 16] + (int)right[i];\n"
               "}, (uint)(16 * sizeof(int)), (uint)(16 * sizeof(long)));");
  std::vector<int> a(64);
  run({{1}, {}, {}}, on_device, a, 3);
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(a[i], (i + 1) % 16 * 3 + 15 - i % 16) << i;
  }
}

TEST_P(DeviceEnqueue, blocksEnqueueBlocks) {
  build_text("void leaf(queue_t q, global int* a, int at) {\n"
             "  enqueue_kernel(q, 0, ndrange_1D(2), ^{\n"
             "    atomic_inc(&a[at + get_global_id(0)]);\n"
             "  });\n"
             "}\n"
             "kernel void k(queue_t q, global int* a) {\n"
             "  int i = get_global_id(0);\n"
             "  enqueue_kernel(q, 0, ndrange_1D(3), ^{\n"
             "    int j = get_global_id(0);\n"
             "    enqueue_kernel(q, 0, ndrange_1D(1), ^{ leaf(q, a, (i * 3 + j) * 2); });\n"
             "  });\n"
             "}\n");
  std::vector<int> a(20 * 6);
  run({{20}, {}, {}}, on_device, a);
  EXPECT_EQ(a, std::vector<int>(120, 1));
}

TEST_P(DeviceEnqueue, aLaunchSeesWhatTheKernelWrote) {
  for (const char* flags : {"CLK_ENQUEUE_FLAGS_WAIT_KERNEL", "CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP"}) {
    build_kernel("queue_t q, global int* a, global int* sums",
                 "int i = get_global_id(0), g = get_group_id(0);\n"
                 "if (get_local_id(0) == 0) {\n"
                 "  enqueue_kernel(q, " +
                     std::string(flags) +
                     ", ndrange_1D(1), ^{\n"
                     "    int sum = 0;\n"
                     "    for (int n = 0; n < 32; ++n) sum += a[g * 32 + n];\n"
                     "    sums[g] = sum;\n"
                     "  });\n"
                     "}\n"
                     "a[i] = i;");
    std::vector<int> a(320), sums(10);
    run({{320}, {32}, {}}, on_device, a, sums);
    for (int g = 0; g < 10; ++g) {
      EXPECT_EQ(sums[g], g * 32 * 32 + 31 * 16) << flags << g;
    }
  }
}

TEST_P(DeviceEnqueue, eventsOrderLaunches) {
  build_kernel("queue_t q, global int* a, global int* said",
               "clk_event_t first, second, both, gate = create_user_event();\n"
               "said[0] = enqueue_kernel(q, 0, ndrange_1D(8), 1, &gate, &first,\n"
               "                         ^{ a[get_global_id(0)] += 1; });\n"
               "said[1] = enqueue_kernel(q, 0, ndrange_1D(8), 1, &first, &second,\n"
               "                         ^{ a[get_global_id(0)] *= 10; });\n"
               "clk_event_t list[2] = {first, second};\n"
               "said[2] = enqueue_marker(q, 2, list, &both);\n"
               "said[3] = enqueue_kernel(q, 0, ndrange_1D(8), 1, &both, 0,\n"
               "                         ^{ a[get_global_id(0)] += 3; });\n"
               "said[4] = is_valid_event(both) && is_valid_event(gate);\n"
               "said[5] = is_valid_event(CLK_NULL_EVENT);\n"
               "set_user_event_status(gate, CL_COMPLETE);\n"
               "retain_event(first); release_event(first);\n"
               "release_event(first); release_event(second); release_event(both);\n"
               "release_event(gate);\n");
  std::vector<int> a(8, 1), said(6, 9);
  run({{1}, {}, {}}, on_device, a, said);
  EXPECT_EQ(a, std::vector<int>(8, 23));
  EXPECT_EQ(said, (std::vector<int>{0, 0, 0, 0, 1, 0}));
}

TEST_P(DeviceEnqueue, queuesAndEventsAreComparedWithTheNullOnes) {
  build_kernel("queue_t q, global int* said", "queue_t none = CLK_NULL_QUEUE;\n"
                                              "said[0] = q == CLK_NULL_QUEUE;\n"
                                              "said[1] = CLK_NULL_QUEUE != q;\n"
                                              "said[2] = none == CLK_NULL_QUEUE;\n"
                                              "clk_event_t event = create_user_event();\n"
                                              "said[3] = event == CLK_NULL_EVENT;\n"
                                              "release_event(event);\n"
                                              "event = CLK_NULL_EVENT;\n"
                                              "said[4] = event == CLK_NULL_EVENT;\n");
  std::vector<int> said(5, 9);
  run({{1}, {}, {}}, on_device, said);
  EXPECT_EQ(said, (std::vector<int>{0, 1, 1, 0, 1}));
}

TEST_P(DeviceEnqueue, aLaterKernelSetsAnEvent) {
  build_kernel("queue_t q, global int* a",
               "clk_event_t gate = create_user_event();\n"
               "enqueue_kernel(q, 0, ndrange_1D(1), 1, &gate, 0, ^{ a[0] = a[1] + 1; });\n"
               "enqueue_kernel(q, 0, ndrange_1D(1), ^{\n"
               "  a[1] = 5;\n"
               "  enqueue_kernel(q, 0, ndrange_1D(1), ^{\n"
               "    a[1] = 8; set_user_event_status(gate, CL_COMPLETE); release_event(gate);\n"
               "  });\n"
               "});");
  std::vector<int> a(2);
  run({{1}, {}, {}}, on_device, a);
  EXPECT_EQ(a, (std::vector<int>{9, 8}));
}

TEST_P(DeviceEnqueue, aFailedEventFailsWhatWaits) {
  build_kernel("queue_t q, global int* a",
               "clk_event_t gate = create_user_event(), failed;\n"
               "enqueue_kernel(q, 0, ndrange_1D(1), 1, &gate, &failed, ^{ a[0] = 1; });\n"
               "enqueue_kernel(q, 0, ndrange_1D(1), 1, &failed, 0, ^{ a[1] = 1; });\n"
               "enqueue_kernel(q, 0, ndrange_1D(1), ^{ a[2] = 1; });\n"
               "set_user_event_status(gate, -1);\n"
               "release_event(gate); release_event(failed);");
  std::vector<int> a(3);
  run({{1}, {}, {}}, on_device, a);
  EXPECT_EQ(a, (std::vector<int>{0, 0, 1}));
}

TEST_P(DeviceEnqueue, timesAreCaptured) {
  build_kernel("queue_t q, global ulong* times, global int* a",
               "clk_event_t event;\n"
               "times[0] = times[1] = 0;\n"
               "enqueue_kernel(q, 0, ndrange_1D(1000), 0, 0, &event,\n"
               "               ^{ a[get_global_id(0)] = 1; });\n"
               "capture_event_profiling_info(event, CLK_PROFILING_COMMAND_EXEC_TIME, times);\n"
               "release_event(event);");
  std::vector<cl_ulong> times(2);
  std::vector<int> a(1000);
  run({{1}, {}, {}}, on_device, times, a);
  EXPECT_EQ(a, std::vector<int>(1000, 1));
  EXPECT_GT(times[0], 0u);
  EXPECT_GE(times[1], times[0]);
  EXPECT_LT(times[1], 60'000'000'000u);
}

TEST_P(DeviceEnqueue, launchesTellOfThemselves) {
  build_kernel("queue_t q, global uint* a",
               "void (^block)(void) = ^{ a[5] += get_local_size(0); };\n"
               "a[0] = get_kernel_work_group_size(block);\n"
               "a[1] = get_kernel_preferred_work_group_size_multiple(block);\n"
               "a[2] = get_kernel_max_sub_group_size_for_ndrange(ndrange_1D(64, 32), block);\n"
               "a[3] = get_kernel_sub_group_count_for_ndrange(ndrange_1D(64, 32), block);\n"
               "a[4] = enqueue_kernel(q, 0, ndrange_1D(a[0], a[0]), block);\n"
               "uint (^twice)(uint) = ^(uint x) { return x * 2; };\n"
               "a[6] = twice(21);");
  std::vector<cl_uint> a(7);
  run({{1}, {}, {}}, on_device, a);
  EXPECT_GE(a[0], 256u);
  EXPECT_EQ(a[0] % a[1], 0u);
  EXPECT_GE(a[2], 1u);
  EXPECT_EQ(a[3], (32 + a[2] - 1) / a[2]);
  EXPECT_EQ(a[4], 0u);
  EXPECT_EQ(a[6], 42u);
}

TEST_P(DeviceEnqueue, blocksOfTheProgramAndCollectives) {
  build_text("global int counter = 40;\n"
             "void (^const count)(void) = ^{ atomic_inc(&counter); };\n"
             "kernel void k(queue_t q, global int* a) {\n"
             "  clk_event_t counted;\n"
             "  enqueue_kernel(q, 0, ndrange_1D(100), 0, 0, &counted, count);\n"
             "  enqueue_kernel(q, 0, ndrange_1D(32, 32), 1, &counted, 0, ^{\n"
             "    int sum = work_group_reduce_add((int)get_local_id(0));\n"
             "    a[get_local_id(0)] = sum + counter;\n"
             "  });\n"
             "  release_event(counted);\n"
             "}\n");
  std::vector<int> a(32);
  run({{1}, {}, {}}, on_device, a);
  EXPECT_EQ(a, std::vector<int>(32, 31 * 16 + 140));
}

TEST_P(DeviceEnqueue, chainsAreAsLongAsTheyLike) {
  build_text("typedef struct { global int* a; int rest; } state;\n"
             "kernel void k(queue_t q, global int* a, int rest) {\n"
             "  void (^last)(void) = ^{ a[0] += 1; };\n"
             "  for (int i = 0; i < rest; ++i) {\n"
             "    clk_event_t gate = create_user_event();\n"
             "    enqueue_kernel(q, 0, ndrange_1D(1), 1, &gate, 0, last);\n"
             "    enqueue_kernel(q, 0, ndrange_1D(1), ^{\n"
             "      set_user_event_status(gate, CL_COMPLETE); release_event(gate);\n"
             "    });\n"
             "  }\n"
             "}\n");
  std::vector<int> a(1);
  run({{1}, {}, {}}, on_device, a, 2000);
  EXPECT_EQ(a[0], 2000);
}

/// Each launch makes two, until the queue is full; those that are refused are told so.
TEST_P(DeviceEnqueue, recursionEndsWhereTheQueueIsFull) {
  cl_command_queue small = make_queue(0, 65536);
  build_text("void grow(queue_t q, global int* a, int depth) {\n"
             "  atomic_inc(&a[0]);\n"
             "  for (int i = 0; i < 2 && depth < 40; ++i) {\n"
             "    int said = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),\n"
             "                              ^{ grow(q, a, depth + 1); });\n"
             "    atomic_inc(&a[said == CLK_SUCCESS ? 1 : said == CLK_ENQUEUE_FAILURE ? 2 : 3]);\n"
             "    if (a[1] > 20000) depth = 40;\n"
             "  }\n"
             "}\n"
             "kernel void k(queue_t q, global int* a) { grow(q, a, 0); }\n");
  std::vector<int> a(4);
  run({{1}, {}, {}}, small, a);
  EXPECT_EQ(a[0], a[1] + 1) << "what was enqueued has run, and nothing else";
  EXPECT_GT(a[1], 200);
  EXPECT_GT(a[2], 0) << "the queue was never full";
  EXPECT_EQ(a[3], 0);
  clReleaseCommandQueue(small);
}

/// Each launch makes the next one.
TEST_P(DeviceEnqueue, recursionIsAsDeepAsItLikes) {
  build_text("void down(queue_t q, global int* a, int rest) {\n"
             "  a[0] += 1;\n"
             "  if (rest > 1)\n"
             "    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1),\n"
             "                   ^{ down(q, a, rest - 1); });\n"
             "}\n"
             "kernel void k(queue_t q, global int* a, int rest) { down(q, a, rest); }\n");
  std::vector<int> a(1);
  run({{1}, {}, {}}, on_device, a, 100000);
  EXPECT_EQ(a[0], 100000);
}

/// An event that is not there or over, and a launch's event where only the user's can be set.
TEST_P(DeviceEnqueue, eventsThatAreUsedWrongly) {
  build_kernel("queue_t q, global int* said, global int* a",
               "clk_event_t none = CLK_NULL_EVENT, gate = create_user_event(), launched;\n"
               "clk_event_t gone = create_user_event();\n"
               "said[0] = is_valid_event(none);\n"
               "retain_event(none);\n"
               "release_event(none);\n"
               "set_user_event_status(none, CL_COMPLETE);\n"
               "said[1] = enqueue_kernel(q, 0, ndrange_1D(1), 1, &gate, &launched,\n"
               "                         ^{ atomic_inc(&a[0]); });\n"
               "set_user_event_status(launched, CL_COMPLETE);\n" // it is not the user's
               "set_user_event_status(gate, CL_COMPLETE);\n"
               "set_user_event_status(gate, -1);\n" // it is set
               "said[2] = enqueue_kernel(q, 0, ndrange_1D(1), 1, &launched, 0,\n"
               "                         ^{ atomic_inc(&a[0]); });\n"
               "release_event(gate);\n"
               "release_event(launched);\n"
               "release_event(gone);\n"
               "release_event(gone);\n"
               "said[5] = is_valid_event(gone);\n"
               "said[3] = enqueue_marker(q, 1, &none, &launched) == CLK_ENQUEUE_FAILURE;\n"
               "said[4] = enqueue_kernel(q, 0, ndrange_1D(1), ^{ atomic_inc(&a[0]); });");
  std::vector<int> said(6, 9), a(1);
  run({{1}, {}, {}}, on_device, said, a);
  EXPECT_EQ(said, (std::vector<int>{0, 0, 0, 1, 0, 0}));
  EXPECT_EQ(a[0], 3);
}

TEST_P(DeviceEnqueue, whatCannotBeEnqueuedIsRefused) {
  cl_command_queue small = make_queue(0, 4096);
  build_kernel("queue_t q, global int* said, global int* a",
               "clk_event_t none = CLK_NULL_EVENT;\n"
               "queue_t no_queue = 0;\n"
               "said[0] = enqueue_kernel(no_queue, 0, ndrange_1D(1), ^{ a[0] = 1; });\n"
               "said[1] = enqueue_kernel(q, 0, ndrange_1D(1, 1000000), ^{ a[0] = 1; });\n"
               "said[2] = enqueue_kernel(q, 0, ndrange_1D(1), 1, &none, 0, ^{ a[0] = 1; });\n"
               "said[3] = enqueue_kernel(q, 0, ndrange_1D(1),\n"
               "                         ^(local void* p) { a[0] = 1; }, 1u << 31);\n"
               "said[5] = enqueue_kernel(q, 0, ndrange_1D(1),\n"
               "                         ^(local void* p) { a[0] = 1; }, 0u);\n"
               "clk_event_t gate = create_user_event(), marked;\n"
               "said[6] = enqueue_marker(q, 0, 0, &marked);\n"
               "said[7] = enqueue_marker(q, 1, 0, &marked);\n"
               "said[8] = enqueue_marker(q, 0, &gate, &marked);\n"
               "said[9] = enqueue_marker(no_queue, 1, &gate, &marked);\n"
               "said[10] = enqueue_kernel(q, 0, ndrange_1D(1), 1, 0, 0, ^{ a[0] = 1; });\n"
               "said[11] = enqueue_kernel(q, 0, ndrange_1D(1), 0, &gate, 0, ^{ a[0] = 1; });\n"
               "said[12] = enqueue_marker(q, ~0u, &gate, &marked);\n"
               "release_event(gate);\n"
               "int enqueued = 0;\n"
               "while (enqueued < 10000) {\n"
               "  said[4] = enqueue_kernel(q, 0, ndrange_1D(1), ^{ atomic_inc(&a[1]); });\n"
               "  if (said[4]) break;\n"
               "  ++enqueued;\n"
               "}\n"
               "a[2] = enqueued;");
  std::vector<int> said(13), a(3);
  run({{1}, {}, {}}, small, said, a);
  EXPECT_EQ(said, std::vector<int>(13, enqueue_failure));
  EXPECT_EQ(a[0], 0);
  EXPECT_EQ(a[1], a[2]);
  EXPECT_GT(a[2], 4);
  EXPECT_LT(a[2], 200);
  clReleaseCommandQueue(small);
}

TEST_P(DeviceEnqueue, withDebugInformationErrorsHaveNames) {
  build("kernel void k(queue_t q, global int* said) {\n"
        "  clk_event_t none = CLK_NULL_EVENT;\n"
        "  queue_t no_queue = 0;\n"
        "  said[0] = enqueue_kernel(no_queue, 0, ndrange_1D(1), ^{ said[5] = 1; });\n"
        "  said[1] = enqueue_kernel(q, 0, ndrange_1D(1, 1000000), ^{ said[5] = 1; });\n"
        "  said[2] = enqueue_kernel(q, 0, ndrange_1D(1), 1, &none, 0, ^{ said[5] = 1; });\n"
        "  said[3] = enqueue_kernel(q, 0, ndrange_1D(1),\n"
        "                           ^(local void* p) { said[5] = 1; }, 1u << 31);\n"
        "  said[6] = enqueue_kernel(q, 0, ndrange_1D(1),\n"
        "                           ^(local void* p) { said[5] = 1; }, 0u);\n"
        "  clk_event_t gate = create_user_event(), marked;\n"
        "  said[7] = enqueue_marker(q, 0, 0, &marked);\n"
        "  said[8] = enqueue_marker(q, 1, 0, &marked);\n"
        "  said[9] = enqueue_marker(q, 0, &gate, &marked);\n"
        "  said[10] = enqueue_marker(no_queue, 1, &gate, &marked);\n"
        "  said[11] = enqueue_kernel(q, 0, ndrange_1D(1), 1, 0, 0, ^{ said[5] = 1; });\n"
        "  said[12] = enqueue_kernel(q, 0, ndrange_1D(1), 0, &gate, 0, ^{ said[5] = 1; });\n"
        "  said[13] = enqueue_marker(q, ~0u, &gate, &marked);\n"
        "  release_event(gate);\n"
        "  while (is_valid_event(gate = create_user_event())) {}\n"
        "  said[14] = enqueue_kernel(q, 0, ndrange_1D(1), 0, 0, &marked, ^{ said[5] = 1; });\n"
        "  do said[4] = enqueue_kernel(q, 0, ndrange_1D(1), ^{ });\n"
        "  while (said[4] == 0);\n"
        "}\n",
        "-cl-std=CL3.0 -g");
  cl_command_queue small = make_queue(0, 4096);
  std::vector<int> said(15);
  run({{1}, {}, {}}, small, said);
  EXPECT_EQ(said, (std::vector<int>{invalid_queue, -160, -57, -5, -161, 0, -51, -57, -57, -57,
                                    invalid_queue, -57, -57, -161, -100}));
  clReleaseCommandQueue(small);
}

TEST_P(DeviceEnqueue, fromSpirv) {
  build_assembly(R"(
    OpCapability Addresses
    OpCapability Linkage
    OpCapability Kernel
    OpCapability Int64
    OpCapability Int8
    OpCapability GenericPointer
    OpCapability DeviceEnqueue
    OpMemoryModel Physical64 OpenCL
    OpEntryPoint Kernel %k "k" %id
    OpSource OpenCL_C 200000
    OpDecorate %id BuiltIn GlobalInvocationId
    OpDecorate %id Constant
    %void = OpTypeVoid
    %bool = OpTypeBool
    %uint = OpTypeInt 32 0
    %ulong = OpTypeInt 64 0
    %uchar = OpTypeInt 8 0
    %v3ulong = OpTypeVector %ulong 3
    %input = OpTypePointer Input %v3ulong
    %id = OpVariable %input Input
    %queue = OpTypeQueue
    %event = OpTypeDeviceEvent
    %global = OpTypePointer CrossWorkgroup %uint
    %local = OpTypePointer Workgroup %uchar
    %localuint = OpTypePointer Workgroup %uint
    %bytes = OpTypePointer Generic %uchar
    %generic_global = OpTypePointer Generic %global
    %events = OpTypePointer Generic %event
    %own_event = OpTypePointer Function %event
    %own_global = OpTypePointer Function %global
    %own_bytes = OpTypePointer Function %uchar
    %three = OpConstant %ulong 3
    %extents = OpTypeArray %ulong %three
    %ndrange = OpTypeStruct %uint %extents %extents %extents
    %own_range = OpTypePointer Function %ndrange
    %zero = OpConstant %uint 0
    %one = OpConstant %uint 1
    %two = OpConstant %uint 2
    %eight = OpConstant %uint 8
    %sixteen = OpConstant %uint 16
    %none = OpConstant %ulong 0
    %four = OpConstant %ulong 4
    %single = OpConstant %ulong 1
    %no_events = OpConstantNull %events
    %ktype = OpTypeFunction %void %queue %global
    %btype = OpTypeFunction %void %bytes
    %ltype = OpTypeFunction %void %bytes %local
    %add = OpFunction %void None %btype
    %block = OpFunctionParameter %bytes
    %add_entry = OpLabel
    %pp = OpBitcast %generic_global %block
    %p = OpLoad %global %pp Aligned 8
    %ids = OpLoad %v3ulong %id Aligned 32
    %x = OpCompositeExtract %ulong %ids 0
    %at = OpInBoundsPtrAccessChain %global %p %x
    %before = OpLoad %uint %at Aligned 4
    %after = OpIAdd %uint %before %one
    OpStore %at %after Aligned 4
    OpReturn
    OpFunctionEnd
    %twice = OpFunction %void None %ltype
    %block2 = OpFunctionParameter %bytes
    %scratch = OpFunctionParameter %local
    %twice_entry = OpLabel
    %pp2 = OpBitcast %generic_global %block2
    %p2 = OpLoad %global %pp2 Aligned 8
    %word = OpBitcast %localuint %scratch
    %old = OpLoad %uint %p2 Aligned 4
    OpStore %word %old Aligned 4
    %same = OpLoad %uint %word Aligned 4
    %doubled = OpIMul %uint %same %two
    OpStore %p2 %doubled Aligned 4
    OpReturn
    OpFunctionEnd
    %k = OpFunction %void None %ktype
    %q = OpFunctionParameter %queue
    %out = OpFunctionParameter %global
    %entry = OpLabel
    %literal = OpVariable %own_global Function
    %range = OpVariable %own_range Function
    %gate = OpVariable %own_event Function
    %done = OpVariable %own_event Function
    OpStore %literal %out Aligned 8
    %raw = OpBitcast %own_bytes %literal
    %param = OpPtrCastToGeneric %bytes %raw
    %user = OpCreateUserEvent %event
    OpStore %gate %user Aligned 8
    %gates = OpPtrCastToGeneric %events %gate
    %dones = OpPtrCastToGeneric %events %done
    %r1 = OpBuildNDRange %ndrange %four %none %none
    OpStore %range %r1
    %s1 = OpEnqueueKernel %uint %q %zero %range %one %gates %dones %add %param %eight %eight
    %default = OpGetDefaultQueue %queue
    %r2 = OpBuildNDRange %ndrange %single %single %none
    OpStore %range %r2
    %s2 = OpEnqueueKernel %uint %default %zero %range %one %dones %no_events %twice %param %eight %eight %sixteen
    OpSetUserEventStatus %user %zero
    OpReleaseEvent %user
    %finished = OpLoad %event %done Aligned 8
    %valid = OpIsValidEvent %bool %finished
    OpReleaseEvent %finished
    %size = OpGetKernelWorkGroupSize %uint %add %param %eight %eight
    %is_valid = OpSelect %uint %valid %two %zero
    %fourth = OpInBoundsPtrAccessChain %global %out %four
    %sum = OpIAdd %uint %s1 %s2
    %sum2 = OpIAdd %uint %sum %is_valid
    %big = OpUGreaterThan %bool %size %eight
    %is_big = OpSelect %uint %big %eight %zero
    %sum3 = OpIAdd %uint %sum2 %is_big
    OpStore %fourth %sum3 Aligned 4
    OpReturn
    OpFunctionEnd
  )");
  std::vector<int> a(5, 6);
  run({{1}, {}, {}}, on_device, a);
  EXPECT_EQ(a, (std::vector<int>{14, 7, 7, 7, 10}));
}

/// A kernel that asks how many sub-groups a group of the function `f` has, and may have.
std::string sub_group_queries(const std::string& modes) {
  return R"(
    OpCapability Addresses
    OpCapability Linkage
    OpCapability Kernel
    OpCapability Int64
    OpCapability Int8
    OpCapability GenericPointer
    OpCapability DeviceEnqueue
    OpCapability SubgroupDispatch
    OpMemoryModel Physical64 OpenCL
    OpEntryPoint Kernel %k "k"
    )" + modes +
         R"(
    %void = OpTypeVoid
    %uint = OpTypeInt 32 0
    %ulong = OpTypeInt 64 0
    %uchar = OpTypeInt 8 0
    %queue = OpTypeQueue
    %global = OpTypePointer CrossWorkgroup %uint
    %bytes = OpTypePointer Generic %uchar
    %zero = OpConstant %uint 0
    %one = OpConstant %uint 1
    %two = OpConstant %uint 2
    %eight = OpConstant %uint 8
    %many = OpConstant %uint 4294967295
    %at1 = OpConstant %ulong 1
    %at2 = OpConstant %ulong 2
    %at3 = OpConstant %ulong 3
    %at4 = OpConstant %ulong 4
    %at5 = OpConstant %ulong 5
    %at6 = OpConstant %ulong 6
    %block = OpConstantNull %bytes
    %ktype = OpTypeFunction %void %queue %global
    %ftype = OpTypeFunction %void %bytes
    %f = OpFunction %void None %ftype
    %b = OpFunctionParameter %bytes
    %f_entry = OpLabel
    OpReturn
    OpFunctionEnd
    %k = OpFunction %void None %ktype
    %q = OpFunctionParameter %queue
    %out = OpFunctionParameter %global
    %entry = OpLabel
    %items = OpGetKernelWorkGroupSize %uint %f %block %eight %eight
    OpStore %out %items Aligned 4
    %most = OpGetKernelMaxNumSubgroups %uint %f %block %eight %eight
    %p1 = OpInBoundsPtrAccessChain %global %out %at1
    OpStore %p1 %most Aligned 4
    %single = OpGetKernelLocalSizeForSubgroupCount %uint %one %f %block %eight %eight
    %p2 = OpInBoundsPtrAccessChain %global %out %at2
    OpStore %p2 %single Aligned 4
    %double = OpGetKernelLocalSizeForSubgroupCount %uint %two %f %block %eight %eight
    %p3 = OpInBoundsPtrAccessChain %global %out %at3
    OpStore %p3 %double Aligned 4
    %none = OpGetKernelLocalSizeForSubgroupCount %uint %many %f %block %eight %eight
    %p4 = OpInBoundsPtrAccessChain %global %out %at4
    OpStore %p4 %none Aligned 4
    %nothing = OpGetKernelLocalSizeForSubgroupCount %uint %zero %f %block %eight %eight
    %p6 = OpInBoundsPtrAccessChain %global %out %at6
    OpStore %p6 %nothing Aligned 4
    %size = OpSizeOf %uint %out
    %p5 = OpInBoundsPtrAccessChain %global %out %at5
    OpStore %p5 %size Aligned 4
    OpReturn
    OpFunctionEnd
  )";
}

TEST_P(DeviceEnqueue, subGroupCountsFromSpirv) {
  build_assembly(sub_group_queries(""));
  std::vector<cl_uint> a(7, 77);
  run({{1}, {}, {}}, on_device, a);
  ASSERT_GE(a[2], 1u);
  EXPECT_EQ(a[1], (a[0] + a[2] - 1) / a[2]);
  EXPECT_EQ(a[3], 2 * a[2]);
  EXPECT_EQ(a[4], 0u);
  EXPECT_EQ(a[5], 4u);
  EXPECT_EQ(a[6], 0u);
}

/// Of a kernel that requires a local size, no other groups are counted.
TEST_P(DeviceEnqueue, subGroupCountsOfARequiredSizeFromSpirv) {
  build_assembly(
      sub_group_queries("OpEntryPoint Kernel %f \"f\"\nOpExecutionMode %f LocalSize 2 1 1"));
  std::vector<cl_uint> a(7, 77);
  run({{1}, {}, {}}, on_device, a);
  ASSERT_EQ(a[1], 2u) << "sub-groups of one work-item";
  EXPECT_EQ(a[2], 0u);
  EXPECT_EQ(a[3], 2u);
  EXPECT_EQ(a[4], 0u);
}

TEST_P(DeviceEnqueue, blocksPrint) {
  build_kernel("queue_t q, global int* a",
               "enqueue_kernel(q, 0, ndrange_1D(2), ^{ printf(\"%d of two\\n\", a[0]); });");
  std::vector<int> a(1, 17);
  EXPECT_EQ(run_and_print({{1}, {}, {}}, on_device, a), "17 of two\n17 of two\n");
}

} // namespace
