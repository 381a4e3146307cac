// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests of programs without compiling anything.
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include "query.h"

#include "binary/container.h"

class Program : public ClTest {
protected:
  Owned<cl_program> from_source(const char* source = "kernel void k() {}") {
    cl_int error = 1;
    Owned<cl_program> made = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  cl_int from_binary(const std::vector<unsigned char>& data, cl_int* status = nullptr) {
    const unsigned char* place = data.data();
    const size_t size = data.size();
    cl_int error = 1;
    Owned<cl_program> made =
        clCreateProgramWithBinary(context, 1, &device, &size, &place, status, &error);
    EXPECT_EQ(bool(cl_program(made)), error == CL_SUCCESS);
    return error;
  }
};

TEST_F(Program, FromSource) {
  const char* strings[] = {"kernel void a() {}", "/* cut here", "kernel void b() {}"};
  const size_t lengths[] = {0, 2, 6};
  cl_int error = 1;
  const Owned<cl_program> program = clCreateProgramWithSource(context, 3, strings, lengths, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const auto query = [&](auto... args) { return clGetProgramInfo(program, args...); };
  EXPECT_EQ(query_text(query, CL_PROGRAM_SOURCE), "kernel void a() {}/*kernel");
  EXPECT_EQ(query_as<cl_uint>(query, CL_PROGRAM_REFERENCE_COUNT), 1u);
  EXPECT_EQ(query_as<cl_context>(query, CL_PROGRAM_CONTEXT), cl_context(context));
  EXPECT_EQ(query_as<cl_uint>(query, CL_PROGRAM_NUM_DEVICES), 1u);
  EXPECT_EQ(query_as<cl_device_id>(query, CL_PROGRAM_DEVICES), device);
  EXPECT_EQ(query_as<size_t>(query, CL_PROGRAM_BINARY_SIZES), 0u);
  size_t size = 0;
  for (const cl_program_info of_executables :
       {CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT,
        CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT}) {
    EXPECT_EQ(query(of_executables, size_t(0), nullptr, &size), CL_INVALID_PROGRAM_EXECUTABLE);
  }
  check_unknown_name(query);
}

TEST_F(Program, FromSourceErrors) {
  const char* strings[] = {"a", nullptr};
  const auto create = [&](cl_uint count, const char** list) {
    cl_int error = 1;
    EXPECT_FALSE(clCreateProgramWithSource(context, count, list, nullptr, &error));
    return error;
  };
  EXPECT_EQ(create(0, strings), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(create(2, strings), CL_INVALID_VALUE);
}

TEST_F(Program, ReleaseCallbacksAreOfDestructorsThatNoDeviceHas) {
  const auto notify = [](cl_program, void*) { ADD_FAILURE() << "it was refused"; };
  const Owned<cl_program> program = from_source();
  EXPECT_EQ(clSetProgramReleaseCallback(program, notify, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(clSetProgramReleaseCallback(program, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clSetProgramReleaseCallback(nullptr, notify, nullptr), CL_INVALID_PROGRAM);
}

TEST_F(Program, BuildInfoBeforeBuilding) {
  const Owned<cl_program> program = from_source();
  const auto query = [&](auto... args) { return clGetProgramBuildInfo(program, device, args...); };
  EXPECT_EQ(query_as<cl_build_status>(query, CL_PROGRAM_BUILD_STATUS), CL_BUILD_NONE);
  EXPECT_EQ(query_text(query, CL_PROGRAM_BUILD_OPTIONS), "");
  EXPECT_EQ(query_text(query, CL_PROGRAM_BUILD_LOG), "");
  EXPECT_EQ(query_as<cl_program_binary_type>(query, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_NONE));
  check_unknown_name(query);
  EXPECT_EQ(clGetProgramBuildInfo(program, nullptr, CL_PROGRAM_BUILD_LOG, 0, nullptr, nullptr),
            CL_INVALID_DEVICE);
}

TEST_F(Program, BuildErrors) {
  const Owned<cl_program> program = from_source();
  const auto build = [&](cl_uint count, const cl_device_id* list, void* user_data) {
    return clBuildProgram(program, count, list, "", nullptr, user_data);
  };
  const cl_device_id bad = nullptr;
  EXPECT_EQ(build(0, &device, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(build(1, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(build(1, &bad, nullptr), CL_INVALID_DEVICE);
  EXPECT_EQ(build(0, nullptr, this), CL_INVALID_VALUE);
  const auto compile = [&](cl_uint count, const cl_program* headers, const char** names,
                           void* user_data) {
    return clCompileProgram(program, 0, nullptr, "", count, headers, names, nullptr, user_data);
  };
  const cl_program header = program;
  const cl_program null = nullptr;
  const char* name = "x.h";
  EXPECT_EQ(compile(0, nullptr, nullptr, this), CL_INVALID_VALUE);
  EXPECT_EQ(compile(1, nullptr, &name, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(compile(1, &header, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(compile(0, &header, &name, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(compile(1, &null, &name, nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(clCompileProgram(program, 1, &bad, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_DEVICE);
  EXPECT_EQ(clCompileProgram(program, 0, &device, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clCompileProgram(program, 1, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_VALUE);
  const char* no_name = nullptr;
  EXPECT_EQ(compile(1, &header, &no_name, nullptr), CL_INVALID_VALUE);
  const Owned<cl_context> other = make_context();
  const char* source = "";
  const Owned<cl_program> foreign = clCreateProgramWithSource(other, 1, &source, nullptr, nullptr);
  const cl_program other_header = foreign;
  EXPECT_EQ(compile(1, &other_header, &name, nullptr), CL_INVALID_CONTEXT);
}

TEST_F(Program, WithoutACompiler) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe"; // in a process that has loaded none
  const auto statuses = [&] {
    setenv("LANEWISE_COMPILER_LIBRARY", "/no/such/library.so", 1);
    for (const cl_device_info name : {CL_DEVICE_COMPILER_AVAILABLE, CL_DEVICE_LINKER_AVAILABLE}) {
      cl_bool available = CL_TRUE;
      if (clGetDeviceInfo(device, name, sizeof available, &available, nullptr) || available) {
        std::exit(1);
      }
    }
    const Owned<cl_program> program = from_source();
    if (clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) != CL_COMPILER_NOT_AVAILABLE) {
      std::exit(2);
    }
    if (clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr) !=
        CL_COMPILER_NOT_AVAILABLE) {
      std::exit(3);
    }
    binary::Program contents;
    contents.kind = binary::Kind::object;
    contents.device = "host";
    contents.ir = {1, 2, 3, 4};
    const auto data = binary::write(contents);
    const unsigned char* place = data.data();
    const size_t size = data.size();
    const Owned<cl_program> object =
        clCreateProgramWithBinary(context, 1, &device, &size, &place, nullptr, nullptr);
    const cl_program input = object;
    cl_int error = 1;
    if (clLinkProgram(context, 0, nullptr, "", 1, &input, nullptr, nullptr, &error) ||
        error != CL_LINKER_NOT_AVAILABLE) {
      std::exit(4);
    }
    std::exit(7);
  };
  EXPECT_EXIT(statuses(), ::testing::ExitedWithCode(7), "");
}

TEST_F(Program, LinkErrors) {
  const Owned<cl_program> program = from_source();
  const cl_program input = program;
  const auto link = [&](cl_uint num_devices, const cl_device_id* devices, cl_uint count,
                        const cl_program* inputs, void* user_data) {
    cl_int error = 1;
    EXPECT_FALSE(clLinkProgram(context, num_devices, devices, "", count, inputs, nullptr, user_data,
                               &error));
    return error;
  };
  const cl_device_id bad = nullptr;
  EXPECT_EQ(link(0, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(link(0, nullptr, 1, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(link(0, nullptr, 0, &input, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(link(1, nullptr, 1, &input, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(link(1, &bad, 1, &input, nullptr), CL_INVALID_DEVICE);
  EXPECT_EQ(link(0, nullptr, 1, &input, this), CL_INVALID_VALUE);
  EXPECT_EQ(link(0, nullptr, 1, &input, nullptr), CL_INVALID_OPERATION); // nothing compiled
  const Owned<cl_context> other = make_context();
  const char* source = "";
  const Owned<cl_program> foreign = clCreateProgramWithSource(other, 1, &source, nullptr, nullptr);
  const cl_program wrong = foreign;
  EXPECT_EQ(link(0, nullptr, 1, &wrong, nullptr), CL_INVALID_CONTEXT);
}

TEST_F(Program, KernelErrorsBeforeBuilding) {
  const Owned<cl_program> program = from_source();
  cl_int error = 1;
  EXPECT_FALSE(clCreateKernel(program, "k", &error));
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_FALSE(clCreateKernel(program, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateKernelsInProgram(program, 0, nullptr, nullptr), CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(Program, FromBinaryErrors) {
  const std::vector<unsigned char> data(100, 'x');
  const unsigned char* place = data.data();
  const unsigned char* no_place = nullptr;
  const size_t size = data.size();
  const size_t no_size = 0;
  const cl_device_id bad = nullptr;
  const auto create = [&](cl_uint count, const cl_device_id* devices, const size_t* sizes,
                          const unsigned char** places, cl_int* status) {
    cl_int error = 1;
    EXPECT_FALSE(clCreateProgramWithBinary(context, count, devices, sizes, places, status, &error));
    return error;
  };
  cl_int status = 1;
  EXPECT_EQ(create(0, &device, &size, &place, &status), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, nullptr, &size, &place, &status), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, &device, nullptr, &place, &status), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, &device, &size, nullptr, &status), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, &bad, &size, &place, &status), CL_INVALID_DEVICE);
  EXPECT_EQ(create(1, &device, &no_size, &place, &status), CL_INVALID_VALUE);
  EXPECT_EQ(status, CL_INVALID_VALUE);
  EXPECT_EQ(create(1, &device, &size, &no_place, &status), CL_INVALID_VALUE);
  EXPECT_EQ(status, CL_INVALID_VALUE);
  EXPECT_EQ(create(1, &device, &size, &place, &status), CL_INVALID_BINARY);
  EXPECT_EQ(status, CL_INVALID_BINARY);
  EXPECT_EQ(create(1, &device, &size, &place, nullptr), CL_INVALID_BINARY);
}

TEST_F(Program, SpirIsRefusedWithAMessage) {
  std::string message;
  const auto note = [](const char* text, const void*, size_t, void* user_data) {
    *static_cast<std::string*>(user_data) = text;
  };
  const Owned<cl_context> noted = clCreateContext(nullptr, 1, &device, note, &message, nullptr);
  const unsigned char data[] = {'B', 'C', 0xC0, 0xDE, 0, 0, 0, 0};
  const unsigned char* place = data;
  const size_t size = sizeof data;
  cl_int error = 1;
  EXPECT_FALSE(clCreateProgramWithBinary(noted, 1, &device, &size, &place, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_BINARY);
  EXPECT_NE(message.find("SPIR"), std::string::npos);
}

TEST_F(Program, ContainersThatDoNotFit) {
  binary::Program contents;
  contents.kind = binary::Kind::executable;
  contents.device = "another-device";
  EXPECT_EQ(from_binary(binary::write(contents)), CL_INVALID_BINARY);
  contents.device = "host";
  EXPECT_EQ(from_binary(binary::write(contents)), CL_INVALID_BINARY); // neither code nor IR
  contents.payloads.push_back({"elf", "sparc-unknown-none", "v9", "", {1, 2, 3}});
  EXPECT_EQ(from_binary(binary::write(contents)), CL_INVALID_BINARY); // another CPU's code, no IR
  contents.payloads.clear();
  contents.ir = {1, 2, 3};
  EXPECT_EQ(from_binary(binary::write(contents)), CL_SUCCESS); // clBuildProgram will see
}

TEST_F(Program, ObjectsAreTakenWithoutTheCompiler) {
  binary::Program contents;
  contents.kind = binary::Kind::library;
  contents.device = "host";
  contents.ir = {1, 2, 3, 4};
  const auto data = binary::write(contents);
  const unsigned char* place = data.data();
  const size_t size = data.size();
  cl_int status = 1;
  cl_int error = 1;
  const Owned<cl_program> program =
      clCreateProgramWithBinary(context, 1, &device, &size, &place, &status, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(status, CL_SUCCESS);
  const auto query = [&](auto... args) { return clGetProgramBuildInfo(program, device, args...); };
  EXPECT_EQ(query_as<cl_program_binary_type>(query, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_LIBRARY));
  size_t stored = 0;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof stored, &stored, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(stored, size);
  std::vector<unsigned char> copy(size);
  unsigned char* to = copy.data();
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof to, &to, nullptr), CL_SUCCESS);
  EXPECT_EQ(copy, data);
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, 1, &to, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION); // no source
}

TEST_F(Program, EveryCutAndEveryFlippedByteIsRefused) {
  binary::Program contents;
  contents.kind = binary::Kind::object;
  contents.device = "host";
  contents.options = "-cl-std=CL1.2";
  contents.ir = {9, 8, 7};
  const auto good = binary::write(contents);
  ASSERT_EQ(from_binary(good), CL_SUCCESS);
  for (size_t i = 0; i < good.size(); ++i) {
    if (i > 0) {
      ASSERT_EQ(from_binary({good.begin(), good.begin() + long(i)}), CL_INVALID_BINARY) << i;
    }
    auto flipped = good;
    flipped[i] ^= 0x10;
    ASSERT_EQ(from_binary(flipped), CL_INVALID_BINARY) << i;
  }
}

TEST_F(Program, BuiltInKernels) {
  const auto create = [&](cl_uint count, const cl_device_id* devices, const char* names) {
    cl_int error = 1;
    EXPECT_FALSE(clCreateProgramWithBuiltInKernels(context, count, devices, names, &error));
    return error;
  };
  const cl_device_id bad = nullptr;
  EXPECT_EQ(create(0, &device, "k"), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, nullptr, "k"), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, &device, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, &device, "k"), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, &bad, "k"), CL_INVALID_DEVICE);
}
