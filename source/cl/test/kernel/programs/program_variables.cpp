// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables at program scope: one instance for each build of a program, which all of its kernels
// share, compiled in parallel parts or not; and what queries say of them.
#include "kernel_fixture.h"
#include "query.h"

namespace {

constexpr char version[] = "-cl-std=CL3.0";

class ProgramScope : public ClKernelTest {
protected:
  cl_int result(cl_kernel kernel) {
    const Owned<cl_mem> buffer = make_buffer(sizeof(cl_int));
    set(kernel, 0, buffer);
    EXPECT_EQ(launch(kernel, 1), CL_SUCCESS);
    return contents<cl_int>(buffer, 1)[0];
  }
  size_t total_size(cl_program program) {
    size_t size = 1;
    EXPECT_EQ(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
                                    sizeof size, &size, nullptr),
              CL_SUCCESS);
    return size;
  }
};

/// One variable that the host asks for by name, and a kernel that counts it up.
constexpr char named[] = "global int room[4] = {1, 2, 3, 4};\n"
                         "kernel void k(global int* out) { *out = ++room[2]; }";

} // namespace

TEST_F(ProgramScope, variablesAreSharedByKernelsOfAllParts) {
  // As many kernels as make several parts of a program.
  std::string source = "global int steps = 1;\nglobal int* global where = &steps;\n";
  constexpr int kernels = 20;
  for (int i = 0; i < kernels; ++i) {
    source += "kernel void k" + std::to_string(i) + "(global int* out) {\n" +
              (i % 2 ? "  steps += 1;\n" : "  *where += 1;\n") + "  *out = steps;\n}\n";
  }
  const Owned<cl_program> program = build(source, version);
  for (int i = 0; i < 2 * kernels; ++i) {
    const Owned<cl_kernel> kernel = kernel_of(program, ("k" + std::to_string(i % kernels)).c_str());
    ASSERT_EQ(result(kernel), i + 2);
  }
}

TEST_F(ProgramScope, eachProgramHasItsOwn) {
  const std::string source = "global int n;\nkernel void k(global int* out) { *out = ++n; }";
  const Owned<cl_program> one = build(source, version), other = build(source, version);
  const Owned<cl_kernel> first = kernel_of(one, "k"), same = kernel_of(one, "k"),
                         second = kernel_of(other, "k");
  EXPECT_EQ(result(first), 1);
  EXPECT_EQ(result(same), 2);
  EXPECT_EQ(result(second), 1);
  EXPECT_EQ(result(first), 3);
}

TEST_F(ProgramScope, aBuildStartsAnew) {
  const std::string source = "global int n = 4;\nkernel void k(global int* out) { *out = ++n; }";
  const Owned<cl_program> program = build(source, version);
  {
    const Owned<cl_kernel> kernel = kernel_of(program, "k");
    EXPECT_EQ(result(kernel), 5);
    EXPECT_EQ(result(kernel), 6);
  }
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, version, nullptr, nullptr), CL_SUCCESS);
  const Owned<cl_kernel> kernel = kernel_of(program, "k");
  EXPECT_EQ(result(kernel), 5);
}

TEST_F(ProgramScope, totalSize) {
  EXPECT_EQ(total_size(build("kernel void k(global int* out) { *out = 1; }", version)), 0u);
  const size_t size = total_size(build("global char room[1000];\nglobal int n;\n"
                                       "kernel void k(global int* out) { *out = n + room[n]; }",
                                       version));
  EXPECT_GE(size, 1004u);
  EXPECT_LT(size, 1100u);
}

TEST_F(ProgramScope, theLargestVariable) {
  size_t largest = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, sizeof largest, &largest,
                            nullptr),
            CL_SUCCESS);
  EXPECT_GE(largest, 65536u);
  const std::string size = std::to_string(largest);
  const Owned<cl_program> program =
      build("global uchar room[" + size + "];\nkernel void k(global int* out) {\n  room[" + size +
                " - 1] += 3;\n  *out = room[" + size + " - 1] + room[0];\n}",
            version);
  const Owned<cl_kernel> kernel = kernel_of(program, "k");
  EXPECT_EQ(result(kernel), 3);
  EXPECT_EQ(result(kernel), 6);
}

TEST_F(ProgramScope, aConstantOf256MiB) {
  const Owned<cl_program> program =
      build("constant int sparse[1 << 26] = {40, 2};\n"
            "kernel void k(global int* out) {\n"
            "  const size_t i = get_global_id(0);\n"
            "  *out = sparse[i] + sparse[i + 1] + sparse[(1 << 26) - 1 - i];\n}");
  const Owned<cl_kernel> kernel = kernel_of(program, "k");
  EXPECT_EQ(result(kernel), 42);
}

TEST_F(ProgramScope, isReadAndWrittenByName) {
  Owned<cl_program> program = build(named, version);
  const Owned<cl_kernel> kernel = kernel_of(program, "k");
  cl_int values[4] = {};
  ASSERT_EQ(clEnqueueReadGlobalVariableINTEL(queue, program, "room", CL_TRUE, sizeof values, 0,
                                             values, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(std::vector<cl_int>(values, values + 4), (std::vector<cl_int>{1, 2, 3, 4}));
  const cl_int hundred = 100;
  cl_event written = nullptr;
  ASSERT_EQ(clEnqueueWriteGlobalVariableINTEL(queue, program, "room", CL_FALSE, 4, 8, &hundred, 0,
                                              nullptr, &written),
            CL_SUCCESS);
  const Owned<cl_event> event = written;
  EXPECT_EQ(result(kernel), 101);
  size_t size = 0;
  void* pointer = nullptr;
  ASSERT_EQ(clGetDeviceGlobalVariablePointerINTEL(device, program, "room", &size, &pointer),
            CL_SUCCESS);
  EXPECT_EQ(size, sizeof values);
  if (shares_memory()) {
    EXPECT_EQ(static_cast<const cl_int*>(pointer)[2], 101);
  }
  ASSERT_EQ(clEnqueueMemFillINTEL(queue, pointer, &hundred, 4, 16, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(result(kernel), 101);
}

/// Commands keep the variable, whatever becomes of the program.
TEST_F(ProgramScope, isThereUntilCommandsHaveEnded) {
  Owned<cl_program> program = build(named, version);
  const Owned<cl_event> gate = make_user_event();
  const cl_event list = gate;
  cl_int value = 0;
  ASSERT_EQ(clEnqueueReadGlobalVariableINTEL(queue, program, "room", CL_FALSE, 4, 12, &value, 1,
                                             &list, nullptr),
            CL_SUCCESS);
  program = nullptr;
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(value, 4);
}

TEST_F(ProgramScope, errorsOfNames) {
  const Owned<cl_program> program = build(named, version);
  const Owned<cl_program> not_built = make_program(named);
  cl_int value = 0;
  const auto read = [&](cl_program of, const char* name, size_t size, size_t offset, void* to) {
    return clEnqueueReadGlobalVariableINTEL(queue, of, name, CL_TRUE, size, offset, to, 0, nullptr,
                                            nullptr);
  };
  EXPECT_EQ(read(program, "room", 4, 12, &value), CL_SUCCESS);
  EXPECT_EQ(read(nullptr, "room", 4, 0, &value), CL_INVALID_PROGRAM);
  EXPECT_EQ(read(not_built, "room", 4, 0, &value), CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(read(program, nullptr, 4, 0, &value), CL_INVALID_VALUE);
  EXPECT_EQ(read(program, "", 4, 0, &value), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(read(program, "roo", 4, 0, &value), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(read(program, "room", 0, 0, &value), CL_INVALID_VALUE);
  EXPECT_EQ(read(program, "room", 4, 13, &value), CL_INVALID_VALUE);
  EXPECT_EQ(read(program, "room", SIZE_MAX, 4, &value), CL_INVALID_VALUE);
  EXPECT_EQ(read(program, "room", 4, 0, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueWriteGlobalVariableINTEL(nullptr, program, "room", CL_TRUE, 4, 0, &value, 0,
                                              nullptr, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueWriteGlobalVariableINTEL(queue, program, "room", CL_TRUE, 4, 0, &value, 1,
                                              nullptr, nullptr),
            CL_INVALID_EVENT_WAIT_LIST);
  const Owned<cl_context> other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  const Owned<cl_command_queue> elsewhere =
      clCreateCommandQueueWithProperties(other, device, nullptr, nullptr);
  EXPECT_EQ(clEnqueueWriteGlobalVariableINTEL(elsewhere, program, "room", CL_TRUE, 4, 0, &value, 0,
                                              nullptr, nullptr),
            CL_INVALID_CONTEXT);
  void* pointer = nullptr;
  EXPECT_EQ(clGetDeviceGlobalVariablePointerINTEL(device, nullptr, "room", nullptr, &pointer),
            CL_INVALID_PROGRAM);
  EXPECT_EQ(clGetDeviceGlobalVariablePointerINTEL(nullptr, program, "room", nullptr, &pointer),
            CL_INVALID_DEVICE);
  EXPECT_EQ(clGetDeviceGlobalVariablePointerINTEL(device, program, "room", nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceGlobalVariablePointerINTEL(device, program, "none", nullptr, &pointer),
            CL_INVALID_ARG_VALUE);
}

TEST_F(ProgramScope, functionsForNamesAreFound) {
  for (const char* name :
       {"clGetDeviceGlobalVariablePointerINTEL", "clEnqueueReadGlobalVariableINTEL",
        "clEnqueueWriteGlobalVariableINTEL"}) {
    EXPECT_NE(clGetExtensionFunctionAddressForPlatform(platform, name), nullptr) << name;
  }
}
