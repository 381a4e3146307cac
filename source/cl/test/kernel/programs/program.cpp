// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clBuildProgram, clCompileProgram, clLinkProgram and binaries.
#include "kernel_fixture.h"
#include "query.h"

#include "binary/container.h"
#include "testing_support/threads.h"

#include <CL/cl_lanewise.h>
#include <atomic>
#include <numeric>
#include <thread>

namespace {

constexpr const char* answer = "kernel void k(global int *p) { p[0] = 42; }";

std::atomic<int> calls = 0;
void CL_CALLBACK note(cl_program, void* user_data) {
  *static_cast<std::thread::id*>(user_data) = std::this_thread::get_id();
  ++calls;
}

} // namespace

class Program : public ClKernelTest {
protected:
  template <typename T> T build_info(cl_program program, cl_program_build_info name) {
    return query_as<T>(
        [&](auto... args) { return clGetProgramBuildInfo(program, device, args...); }, name);
  }
  void expect_answer(cl_program program) {
    const Owned<cl_kernel> k = kernel_of(program);
    const Owned<cl_mem> buffer = make_buffer(4);
    set(k, 0, buffer);
    ASSERT_EQ(launch(k, 1), CL_SUCCESS);
    EXPECT_EQ(contents<cl_int>(buffer, 1)[0], 42);
  }
  void wait_for_call(int count) {
    while (calls < count) {
      std::this_thread::yield();
    }
  }
  Owned<cl_program> link(std::vector<cl_program> inputs, const char* options, cl_int expected) {
    cl_int error = 1;
    Owned<cl_program> program = clLinkProgram(context, 0, nullptr, options, cl_uint(inputs.size()),
                                              inputs.data(), nullptr, nullptr, &error);
    EXPECT_EQ(error, expected) << (cl_program(program) ? log(program) : "");
    return program;
  }
  Owned<cl_program> compile(const char* source, const char* options = "") {
    Owned<cl_program> program = make_program(source);
    EXPECT_EQ(clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS)
        << log(program);
    return program;
  }
};

TEST_F(Program, FortyKernelsFromSourceAndFromTheBinary) {
  constexpr int count = 40;
  std::string source = "float twice(float x) { return 2 * x; }\n"
                       "constant float table[] = {1, 2, 3, 5};\n";
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    source += "kernel void k" + n + "(global float *p, local float *l) { size_t i = " +
              "get_global_id(0); l[get_local_id(0)] = p[i]; barrier(CLK_LOCAL_MEM_FENCE);\n" +
              "p[i] = twice(l[get_local_size(0) - 1 - get_local_id(0)]) + table[i & 3] + " + n +
              "; }\n";
  }
  const Owned<cl_program> built = build(source);
  const Owned<cl_program> loaded = from_binary(binary_of(built));
  ASSERT_EQ(clBuildProgram(loaded, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS) << log(loaded);
  constexpr size_t items = 64, group = 16;
  constexpr float table[] = {1, 2, 3, 5};
  for (cl_program program : {cl_program(built), cl_program(loaded)}) {
    for (int i = 0; i < count; ++i) {
      const Owned<cl_kernel> k = kernel_of(program, ("k" + std::to_string(i)).c_str());
      std::vector<float> data(items);
      std::iota(data.begin(), data.end(), 0.F);
      const Owned<cl_mem> buffer = make_buffer(items * sizeof(float));
      EXPECT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, items * sizeof(float), data.data(),
                                     0, nullptr, nullptr),
                CL_SUCCESS);
      set(k, 0, buffer);
      EXPECT_EQ(clSetKernelArg(k, 1, group * sizeof(float), nullptr), CL_SUCCESS);
      ASSERT_EQ(launch(k, items, group), CL_SUCCESS);
      const auto result = contents<float>(buffer, items);
      for (size_t at = 0; at < items; ++at) {
        const size_t mirrored = at - at % group + group - 1 - at % group;
        ASSERT_EQ(result[at], 2 * float(mirrored) + table[at & 3] + float(i)) << i << " " << at;
      }
    }
  }
}

TEST_F(Program, Build) {
  const Owned<cl_program> program = build(answer, "-cl-mad-enable");
  EXPECT_EQ(build_info<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(build_info<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  EXPECT_EQ(
      query_text([&](auto... args) { return clGetProgramBuildInfo(program, device, args...); },
                 CL_PROGRAM_BUILD_OPTIONS),
      "-cl-mad-enable");
  expect_answer(program);
}

TEST_F(Program, BuildFailure) {
  const Owned<cl_program> program = make_program("kernel void k() { no_such_thing = 1; }");
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(build_info<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
  EXPECT_NE(log(program).find("no_such_thing"), std::string::npos) << log(program);
  cl_int error = 0;
  EXPECT_FALSE(clCreateKernel(program, "k", &error));
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-Dno_such_thing=\"int x\"", nullptr, nullptr),
            CL_SUCCESS) // everything is usable afterwards
      << log(program);
}

TEST_F(Program, InvalidOptions) {
  const Owned<cl_program> program = make_program(answer);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-no-such-option", nullptr, nullptr),
            CL_INVALID_BUILD_OPTIONS);
  EXPECT_EQ(clCompileProgram(program, 0, nullptr, "-no-such-option", 0, nullptr, nullptr, nullptr,
                             nullptr),
            CL_INVALID_COMPILER_OPTIONS);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  expect_answer(program);
}

TEST_F(Program, BuildWithCallback) {
  const Owned<cl_program> program = make_program(answer);
  std::thread::id thread = std::this_thread::get_id();
  calls = 0;
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", note, &thread), CL_SUCCESS);
  wait_for_call(1);
  EXPECT_NE(thread, std::this_thread::get_id());
  EXPECT_EQ(build_info<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  expect_answer(program);
}

TEST_F(Program, CallbackOfFailure) {
  const Owned<cl_program> program = make_program("this is no OpenCL C");
  std::thread::id thread;
  calls = 0;
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", note, &thread), CL_SUCCESS);
  wait_for_call(1);
  EXPECT_EQ(build_info<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
}

TEST_F(Program, NotBuiltWhileKernelsAreAttached) {
  const Owned<cl_program> program = build(answer);
  Owned<cl_kernel> k = kernel_of(program);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clReleaseKernel(k.take()), CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
}

TEST_F(Program, NotBuiltIfLinked) {
  const Owned<cl_program> linked = link({compile(answer)}, "", CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(linked, 0, nullptr, "", nullptr, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(clCompileProgram(linked, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  expect_answer(linked);
}

TEST_F(Program, NothingElseWhileBuilding) {
  // Whatever is asked for, it is asked while the first request is under way: compiling this takes
  // a hundred times as long.
  std::string source = answer;
  for (int i = 0; i < 100; ++i) {
    source += "kernel void k" + std::to_string(i) + "(global int *p) { p[0] = 1; }\n";
  }
  std::thread::id thread;
  for (const bool build : {true, false}) {
    const Owned<cl_program> program = make_program(source);
    const cl_program input = program;
    calls = 0;
    ASSERT_EQ(build ? clBuildProgram(program, 0, nullptr, "", note, &thread)
                    : clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, note, &thread),
              CL_SUCCESS);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_INVALID_OPERATION);
    EXPECT_EQ(clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_INVALID_OPERATION);
    cl_int error = 1;
    EXPECT_FALSE(clLinkProgram(context, 0, nullptr, "", 1, &input, nullptr, nullptr, &error));
    EXPECT_EQ(error, CL_INVALID_OPERATION);
    EXPECT_EQ(build_info<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_IN_PROGRESS);
    EXPECT_EQ(calls, 0) << "the test's program is too small";
    wait_for_call(1);
  }
}

TEST_F(Program, BinaryRoundTrip) {
  const auto data = binary_of(build(answer));
  ASSERT_FALSE(data.empty());
  const Owned<cl_program> program = from_binary(data);
  cl_int error = 0;
  EXPECT_FALSE(clCreateKernel(program, "k", &error)); // not built yet
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  expect_answer(program);
  EXPECT_EQ(binary_of(program), data);
}

TEST_F(Program, ChangedBinariesAreRefused) {
  const auto good = binary_of(build(answer));
  for (size_t i = 0; i < good.size(); i += good.size() / 200 + 1) {
    auto flipped = good;
    flipped[i] ^= 0x40;
    from_binary(flipped, CL_INVALID_BINARY);
    if (i > 0) {
      from_binary({good.begin(), good.begin() + long(i)}, CL_INVALID_BINARY);
    }
  }
}

TEST_F(Program, BinariesWithoutAnythingUseful) {
  binary::Program contents;
  contents.kind = binary::Kind::executable;
  contents.device = "host";
  contents.ir = {1, 2, 3}; // neither IR nor, in another form, code
  const Owned<cl_program> program = from_binary(binary::write(contents));
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_INVALID_BINARY);
  contents.kind = binary::Kind::object;
  const Owned<cl_program> object = from_binary(binary::write(contents));
  EXPECT_EQ(clBuildProgram(object, 0, nullptr, "", nullptr, nullptr), CL_INVALID_BINARY);
}

TEST_F(Program, CompileAndLink) {
  const Owned<cl_program> header = make_program("int twice(int x);");
  const Owned<cl_program> user =
      make_program("#include \"twice.h\"\nkernel void k(global int *p) { p[0] = twice(21); }");
  const cl_program headers[] = {header};
  const char* names[] = {"twice.h"};
  ASSERT_EQ(clCompileProgram(user, 0, nullptr, "", 1, headers, names, nullptr, nullptr), CL_SUCCESS)
      << log(user);
  EXPECT_EQ(build_info<cl_program_binary_type>(user, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
  const Owned<cl_program> definition = compile("int twice(int x) { return 2 * x; }");
  const Owned<cl_program> executable = link({user, definition}, "", CL_SUCCESS);
  ASSERT_TRUE(cl_program(executable));
  expect_answer(executable);

  const Owned<cl_program> library = link({definition}, "-create-library", CL_SUCCESS);
  ASSERT_TRUE(cl_program(library));
  EXPECT_EQ(build_info<cl_program_binary_type>(library, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_LIBRARY));
  const Owned<cl_program> with_library = link({user, library}, "", CL_SUCCESS);
  ASSERT_TRUE(cl_program(with_library));
  expect_answer(with_library);

  const Owned<cl_program> again = from_binary(binary_of(user)); // objects come back as binaries
  const Owned<cl_program> relinked = link({again, library}, "", CL_SUCCESS);
  ASSERT_TRUE(cl_program(relinked));
  expect_answer(relinked);
}

TEST_F(Program, LinkFailure) {
  const Owned<cl_program> user =
      compile("int missing(int x); kernel void k(global int *p) { p[0] = missing(1); }");
  const Owned<cl_program> failed = link({user}, "", CL_LINK_PROGRAM_FAILURE);
  ASSERT_TRUE(cl_program(failed));
  EXPECT_NE(log(failed).find("missing"), std::string::npos) << log(failed);
  const Owned<cl_program> refused = link({user}, "-no-such-option", CL_INVALID_LINKER_OPTIONS);
  EXPECT_FALSE(cl_program(refused));
  const Owned<cl_program> not_compiled = make_program(answer);
  const Owned<cl_program> mixed = link({user, not_compiled}, "", CL_INVALID_OPERATION);
  EXPECT_FALSE(cl_program(mixed));
}

TEST_F(Program, CompileFailure) {
  const Owned<cl_program> program = make_program("#include \"nowhere.h\"\n");
  EXPECT_EQ(clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_COMPILE_PROGRAM_FAILURE);
  EXPECT_NE(log(program).find("nowhere.h"), std::string::npos) << log(program);
}

TEST_F(Program, LinkWithCallback) {
  const Owned<cl_program> user = compile(answer);
  const cl_program inputs[] = {user};
  std::thread::id thread = std::this_thread::get_id();
  calls = 0;
  cl_int error = 1;
  const Owned<cl_program> program =
      clLinkProgram(context, 0, nullptr, "", 1, inputs, note, &thread, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  wait_for_call(1);
  expect_answer(program);
}

TEST_F(Program, ManyKernels) { // passes see each function as it is, wherever it is in memory
  constexpr cl_uint count = 60;
  std::string source;
  for (cl_uint i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    source += "kernel void k" + n + "(global int *p) { p[" + n + "] = " + n + "; }\n";
  }
  const Owned<cl_program> program = build(source);
  const Owned<cl_mem> buffer = make_buffer(count * 4);
  for (cl_uint i = 0; i < count; ++i) {
    const Owned<cl_kernel> k = kernel_of(program, ("k" + std::to_string(i)).c_str());
    set(k, 0, buffer);
    ASSERT_EQ(launch(k, 1), CL_SUCCESS);
  }
  const auto values = contents<cl_uint>(buffer, count);
  for (cl_uint i = 0; i < count; ++i) {
    EXPECT_EQ(values[i], i);
  }
}

TEST_F(Program, BuildsInParallel) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      const Owned<cl_program> program = build(answer);
      const Owned<cl_kernel> k = kernel_of(program);
      EXPECT_TRUE(cl_kernel(k));
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

/// Builds with a callback are worked off by about as many threads as there are CPUs.
TEST_F(Program, ManyBuildsWithCallbacksTakeFewThreads) {
  const auto threads = [] { return testing_support::threads_of_this_process().size(); };
  calls = 0;
  expect_answer(build(answer)); // starts what the driver keeps in any case
  const size_t before = threads();
  constexpr int count = 64;
  std::vector<Owned<cl_program>> programs;
  std::vector<std::thread::id> callers(count);
  for (int i = 0; i < count; ++i) {
    programs.push_back(make_program("kernel void k(global int *p) { p[0] = 42; }"
                                    "kernel void n(global float *p) { p[0] = pow(p[0], " +
                                    std::to_string(i) + ".5f); }"));
    ASSERT_EQ(clBuildProgram(programs.back(), 0, nullptr, "", note, &callers[size_t(i)]),
              CL_SUCCESS);
  }
  size_t largest = 0;
  while (calls < count) {
    largest = std::max(largest, threads());
    std::this_thread::yield();
  }
  EXPECT_LE(largest, before + 4 * std::thread::hardware_concurrency() + 8);
  for (const Owned<cl_program>& program : programs) {
    expect_answer(program);
  }
}

TEST_F(Program, DeviceReportsBuildOptions) {
  const auto query = [&](auto... args) { return clGetDeviceInfo(device, args...); };
  EXPECT_EQ(query_as<cl_bool>(query, CL_DEVICE_COMPILER_AVAILABLE), cl_bool(CL_TRUE));
  EXPECT_EQ(query_as<cl_bool>(query, CL_DEVICE_LINKER_AVAILABLE), cl_bool(CL_TRUE));
  const std::string text = query_text(query, CL_DEVICE_BUILD_OPTIONS_LANEWISE);
  size_t begin = 0;
  size_t lines = 0;
  for (size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string line = text.substr(begin, end - begin);
    EXPECT_EQ(line[0], '-') << line;
    EXPECT_EQ(std::count(line.begin(), line.end(), '\t'), 2) << line;
    ++lines;
  }
  EXPECT_EQ(begin, text.size());
  EXPECT_EQ(lines, 2u) << text;
  EXPECT_NE(text.find("-lanewise-cpu\tvalue\t"), std::string::npos) << text;
  EXPECT_NE(text.find("-lanewise-vec-report\t\t"), std::string::npos) << text;
  build(answer, "-lanewise-vec-report -lanewise-cpu=native");
}

TEST_F(Program, TheBestCodeThatRunsHereIsTaken) {
  const int best = __builtin_cpu_supports("x86-64-v4")   ? 4
                   : __builtin_cpu_supports("x86-64-v3") ? 3
                   : __builtin_cpu_supports("x86-64-v2") ? 2
                                                         : 1;
  // The kernel of each CPU stores another number.
  binary::Program together;
  for (const auto& [cpu, number] : {std::pair("x86-64-v3", 3), std::pair("x86-64-v4", 4),
                                    std::pair("x86-64", 1), std::pair("x86-64-v2", 2)}) {
    const std::string options =
        "-DNUMBER=" + std::to_string(number) + " -lanewise-cpu=native," + cpu;
    auto one = binary::read(
        binary_of(build("kernel void k(global int* p) { p[0] = NUMBER; }", options.c_str())));
    ASSERT_TRUE(one);
    auto payloads = std::move(together.payloads);
    payloads.push_back(one->payloads.back());
    EXPECT_EQ(payloads.back().cpu, cpu);
    together = std::move(*one);
    together.payloads = std::move(payloads);
  }
  together.ir.clear(); // nothing to build it from anew
  const Owned<cl_program> program = from_binary(binary::write(together));
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS) << log(program);
  const Owned<cl_kernel> k = kernel_of(program);
  const Owned<cl_mem> buffer = make_buffer(4);
  set(k, 0, buffer);
  ASSERT_EQ(launch(k, 1), CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(buffer, 1)[0], best);
}
