// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_initialize_memory: the context's property, and every way in which programs come to such a
// context. What kernels then find in their memory is in
// source/kernel_test/memory/zeroed_memory.cpp.
#include "kernel_fixture.h"
#include "query.h"

#include <cstdlib>

namespace {

constexpr cl_context_properties both =
    CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR | CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR;

/// Groups of 4: what each finds in local and private memory, which it leaves full.
constexpr char source[] = R"(
  uint use(uint* p, int n);
  #ifndef WITHOUT_BODY
  __attribute__((noinline)) uint use(uint* p, int n) {
    uint s = 0;
    for (int i = 0; i < n; ++i) { s |= p[i]; p[i] = ~0u; }
    return s;
  }
  #endif
  #ifndef WITHOUT_KERNEL
  kernel void k(global uint* out, local uint* dynamic, int n) {
    local uint fixed[16];
    uint in_private = 0, in_local = 0;
    for (int round = 0; round < 2; ++round) { uint own[16]; in_private |= use(own, n); }
    for (int i = 0; i < n; ++i) in_local |= fixed[i] | dynamic[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < n; ++i) fixed[i] = dynamic[i] = ~0u;
    out[get_global_id(0)] = (in_private ? 1 : 0) + (in_local ? 2 : 0);
  }
  #endif
)";

} // namespace

class InitializeMemory : public ClKernelTest {
protected:
  cl_int create(std::vector<cl_context_properties> properties) {
    properties.push_back(0);
    cl_int error = 1;
    context =
        Owned<cl_context>(clCreateContext(properties.data(), 1, &device, nullptr, nullptr, &error));
    if (context) {
      queue = make_queue();
    }
    return error;
  }
  void use_context_with(cl_context_properties kinds) {
    ASSERT_EQ(create({CL_CONTEXT_MEMORY_INITIALIZE_KHR, kinds}), CL_SUCCESS);
  }
  /// The kinds of memory in which any work-item of two launches found something: 1 private, 2
  /// local.
  cl_uint found(cl_program program) {
    const Owned<cl_kernel> k = kernel_of(program);
    cl_uint all = 0;
    for (int i = 0; i < 2; ++i) {
      const Owned<cl_mem> out = make_buffer_of(std::vector<cl_uint>(64, 0));
      set(k, 0, out);
      EXPECT_EQ(clSetKernelArg(k, 1, 16 * sizeof(cl_uint), nullptr), CL_SUCCESS);
      set(k, 2, cl_int(16));
      EXPECT_EQ(launch(k, 64, 4), CL_SUCCESS);
      for (const cl_uint each : contents<cl_uint>(out, 64)) {
        all |= each;
      }
    }
    return all;
  }
  Owned<cl_program> object(const char* options) {
    Owned<cl_program> program = make_program(source);
    EXPECT_EQ(clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS)
        << log(program);
    return program;
  }
  Owned<cl_program> link(std::vector<cl_program> inputs, const char* options = "") {
    cl_int error = 1;
    Owned<cl_program> program = clLinkProgram(context, 1, &device, options, cl_uint(inputs.size()),
                                              inputs.data(), nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return program;
  }
};

TEST_F(InitializeMemory, isReported) {
  const auto query = [&](auto... args) { return clGetDeviceInfo(device, args...); };
  const std::string extensions = " " + query_text(query, CL_DEVICE_EXTENSIONS) + " ";
  EXPECT_NE(extensions.find(" cl_khr_initialize_memory "), std::string::npos);
}

TEST_F(InitializeMemory, PropertyErrors) {
  for (const cl_context_properties kinds : {cl_context_properties(4), cl_context_properties(-1)}) {
    EXPECT_EQ(create({CL_CONTEXT_MEMORY_INITIALIZE_KHR, kinds}), CL_INVALID_PROPERTY);
  }
  EXPECT_EQ(
      create({CL_CONTEXT_MEMORY_INITIALIZE_KHR, both, CL_CONTEXT_MEMORY_INITIALIZE_KHR, both}),
      CL_INVALID_PROPERTY);
}

TEST_F(InitializeMemory, PropertyIsReturned) {
  use_context_with(both);
  const auto query = [&](auto... args) { return clGetContextInfo(context, args...); };
  const auto value = check_query(query, CL_CONTEXT_PROPERTIES);
  const std::vector<cl_context_properties> expected = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, both, 0};
  ASSERT_EQ(value.size(), expected.size() * sizeof(cl_context_properties));
  EXPECT_EQ(std::memcmp(value.data(), expected.data(), value.size()), 0);
}

TEST_F(InitializeMemory, withoutItKernelsFindWhatOthersLeft) {
  // Not promised, but it shows that these tests look in the right places.
  EXPECT_EQ(found(build(source)), 3u);
  use_context_with(0);
  EXPECT_EQ(found(build(source)), 3u);
}

TEST_F(InitializeMemory, concernsTheKindsThatAreNamed) {
  use_context_with(CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR);
  EXPECT_EQ(found(build(source)), 2u);
  use_context_with(CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR);
  EXPECT_EQ(found(build(source)), 1u);
  use_context_with(both);
  EXPECT_EQ(found(build(source)), 0u);
  EXPECT_EQ(found(build(source, "-cl-opt-disable")), 0u);
}

TEST_F(InitializeMemory, doesNotShowInBuildOptions) {
  use_context_with(both);
  const Owned<cl_program> program = build(source, "-w");
  const auto query = [&](auto... args) { return clGetProgramBuildInfo(program, device, args...); };
  EXPECT_EQ(query_text(query, CL_PROGRAM_BUILD_OPTIONS), "-w");
}

TEST_F(InitializeMemory, linkedPrograms) {
  use_context_with(both);
  const Owned<cl_program> kernel_part = object("-DWITHOUT_BODY"), body = object("-DWITHOUT_KERNEL");
  EXPECT_EQ(found(link({kernel_part, body})), 0u);
  const Owned<cl_program> library = link({body}, "-create-library");
  EXPECT_EQ(found(link({kernel_part, library})), 0u);
}

TEST_F(InitializeMemory, binariesOfOtherContexts) {
  const auto binary = binary_of(build(source));
  use_context_with(both);
  const Owned<cl_program> program = from_binary(binary);
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateKernel(program, "k", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS) << log(program);
  EXPECT_EQ(found(program), 0u);
  // And that program's, in a context of the same kind: as it is.
  const Owned<cl_program> again = from_binary(binary_of(program));
  ASSERT_EQ(clBuildProgram(again, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS) << log(again);
  EXPECT_EQ(found(again), 0u);
}

TEST_F(InitializeMemory, objectsOfOtherContexts) {
  const auto binary = binary_of(object(""));
  use_context_with(both);
  const Owned<cl_program> program = from_binary(binary);
  EXPECT_EQ(found(link({program})), 0u);
}

TEST_F(InitializeMemory, variants) {
  setenv("LANEWISE_SPECIALIZE", "wait", 1);
  use_context_with(both);
  const Owned<cl_program> program = build(source);
  unsetenv("LANEWISE_SPECIALIZE");
  EXPECT_EQ(found(program), 0u);
}

TEST_F(InitializeMemory, manyKernelsCompiledInParts) {
  use_context_with(both);
  std::string many = source;
  for (int i = 0; i < 12; ++i) {
    many += "kernel void k" + std::to_string(i) +
            "(global uint* out) { uint own[16]; *out = use(own, 16); }\n";
  }
  EXPECT_EQ(found(build(many)), 0u);
}

TEST_F(InitializeMemory, launchesByKernels) {
  use_context_with(both);
  const Owned<cl_command_queue> on_device = default_queue_on_device();
  ASSERT_TRUE(on_device);
  const Owned<cl_kernel> k = kernel(R"(
    kernel void k(global uint* out, int n) {
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(64, 4),
                     ^(local void* given) {
        local uint* shared = given;
        uint found = 0;
        for (int i = 0; i < n; ++i) found |= shared[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < n; ++i) shared[i] = 1;
        if (found) out[get_global_id(0)] = found;
      }, (uint)(16 * sizeof(uint)));
    })",
                                    "-cl-std=CL3.0");
  for (int i = 0; i < 2; ++i) {
    const Owned<cl_mem> out = make_buffer_of(std::vector<cl_uint>(64, 0));
    set(k, 0, out);
    set(k, 1, cl_int(16));
    EXPECT_EQ(launch(k, 1), CL_SUCCESS);
    EXPECT_EQ(contents<cl_uint>(out, 64), std::vector<cl_uint>(64, 0));
  }
}
