// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared virtual memory (OpenCL 3.1, section 5.6) that is used wrongly.
#include "binary_fixture.h"

namespace {

class SvmErrors : public ClBinaryTest {
protected:
  void SetUp() override {
    ClBinaryTest::SetUp();
    values = clSVMAlloc(context, CL_MEM_READ_WRITE, bytes, 0);
    ASSERT_TRUE(values);
  }
  void TearDown() override {
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    clSVMFree(context, values);
  }
  cl_int migrate(const void* pointer, size_t size) {
    return clEnqueueSVMMigrateMem(queue, 1, &pointer, &size, 0, 0, nullptr, nullptr);
  }
  cl_int free_in_queue(std::vector<void*> pointers) {
    const cl_int error = clEnqueueSVMFree(queue, cl_uint(pointers.size()), pointers.data(), nullptr,
                                          nullptr, 0, nullptr, nullptr);
    return error ? error : clFinish(queue);
  }
  static constexpr size_t bytes = 8192;
  void* values = nullptr;
};

TEST_F(SvmErrors, FlagsAndSizesThatCannotBe) {
  for (const cl_svm_mem_flags flags :
       {CL_MEM_IMMUTABLE_EXT, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_HOST_READ_ONLY,
        CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS, CL_MEM_KERNEL_READ_AND_WRITE,
        CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY}) {
    EXPECT_FALSE(clSVMAlloc(context, cl_svm_mem_flags(flags), 64, 0)) << flags;
  }
  EXPECT_FALSE(clSVMAlloc(context, CL_MEM_READ_WRITE, ~size_t(0), 0));
  EXPECT_FALSE(clSVMAlloc(context, CL_MEM_READ_WRITE, ~size_t(0), 4096));
  EXPECT_FALSE(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 48));
}

/// Whatever it may be, it is either aligned or not there.
TEST_F(SvmErrors, LargeAlignments) {
  for (cl_uint alignment = 1u << 20; alignment != 0; alignment <<= 1) {
    void* made = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, alignment);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(made) % alignment, 0u) << alignment;
    clSVMFree(context, made);
  }
}

/// Only what clSVMAlloc has made in this context migrates.
TEST_F(SvmErrors, MigrationOfOtherMemory) {
  EXPECT_EQ(migrate(values, bytes), CL_SUCCESS);
  EXPECT_EQ(migrate(static_cast<std::byte*>(values) + 1, bytes - 1), CL_SUCCESS);
  EXPECT_EQ(migrate(static_cast<std::byte*>(values) + 1, bytes), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(values, ~size_t(0)), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(nullptr, 4), CL_INVALID_VALUE);
  const Owned<cl_context> other = make_context();
  void* of_other = clSVMAlloc(other, CL_MEM_READ_WRITE, bytes, 0);
  EXPECT_EQ(migrate(of_other, bytes), CL_INVALID_VALUE);
  clSVMFree(other, of_other);
  void* usm = clSharedMemAllocINTEL(context, device, nullptr, bytes, 0, nullptr);
  ASSERT_TRUE(usm);
  EXPECT_EQ(migrate(usm, bytes), CL_INVALID_VALUE);
  EXPECT_EQ(clMemFreeINTEL(context, usm), CL_SUCCESS);
  void* freed = clSVMAlloc(context, CL_MEM_READ_WRITE, bytes, 0);
  clSVMFree(context, freed);
  EXPECT_EQ(migrate(freed, bytes), CL_INVALID_VALUE);
}

TEST_F(SvmErrors, BuffersThatAreLargerThanTheirAllocation) {
  for (const cl_mem_flags flags :
       {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR}) {
    cl_int error = 1;
    EXPECT_FALSE(clCreateBuffer(context, flags, bytes + 1, values, &error)) << flags;
    EXPECT_EQ(error, CL_INVALID_BUFFER_SIZE) << flags;
    EXPECT_FALSE(clCreateBufferWithProperties(context, nullptr, flags, bytes + 1, values, &error));
    EXPECT_EQ(error, CL_INVALID_BUFFER_SIZE) << flags;
    const Owned<cl_mem> fits = clCreateBuffer(context, flags, bytes, values, &error);
    EXPECT_EQ(error, CL_SUCCESS) << flags;
    cl_bool uses = 2;
    EXPECT_EQ(clGetMemObjectInfo(fits, CL_MEM_USES_SVM_POINTER, sizeof uses, &uses, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(uses, cl_bool(flags == CL_MEM_USE_HOST_PTR));
  }
}

/// Null, an address twice, addresses of the host, of another context and inside an allocation:
/// nothing else is freed.
TEST_F(SvmErrors, FreesOfWhatIsNoAllocation) {
  int of_host = 0;
  const Owned<cl_context> other = make_context();
  void* of_other = clSVMAlloc(other, CL_MEM_READ_WRITE, bytes, 0);
  void* twice = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
  EXPECT_EQ(free_in_queue({nullptr}), CL_SUCCESS);
  EXPECT_EQ(free_in_queue({twice, twice}), CL_SUCCESS);
  EXPECT_EQ(free_in_queue({&of_host, of_other, static_cast<std::byte*>(values) + 128}), CL_SUCCESS);
  clSVMFree(context, &of_host);
  clSVMFree(context, of_other);
  clSVMFree(context, static_cast<std::byte*>(values) + 128);
  EXPECT_EQ(migrate(values, bytes), CL_SUCCESS);
  const Owned<cl_command_queue> of_it = clCreateCommandQueue(other, device, 0, nullptr);
  const void* still_there = of_other;
  EXPECT_EQ(clEnqueueSVMMigrateMem(of_it, 1, &still_there, nullptr, 0, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(of_it), CL_SUCCESS);
  clSVMFree(other, of_other);
}

} // namespace
