// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers that kernels are given by their address (cl_ext_buffer_device_address).
#include "binary_fixture.h"
#include "query.h"
#include "sub_device_fixture.h"

#include <numeric>

namespace {

constexpr size_t count = 64;
constexpr cl_mem_properties with_address[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};
constexpr cl_mem_properties without[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_FALSE, 0};

class DeviceAddresses : public ClBinaryTest {
protected:
  void SetUp() override {
    ClBinaryTest::SetUp();
    set_address = reinterpret_cast<clSetKernelArgDevicePointerEXT_fn>(
        clGetExtensionFunctionAddressForPlatform(platform, "clSetKernelArgDevicePointerEXT"));
    ASSERT_TRUE(set_address);
    std::iota(values, values + count, 0);
  }
  Owned<cl_mem> make(const cl_mem_properties* list, cl_mem_flags flags = 0, void* host = nullptr,
                     cl_context in = nullptr) {
    cl_int error = 1;
    Owned<cl_mem> made = clCreateBufferWithProperties(in ? in : cl_context(context), list, flags,
                                                      sizeof values, host, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  static cl_int ask(cl_mem buffer) {
    cl_mem_device_address_ext address = 0;
    return clGetMemObjectInfo(buffer, CL_MEM_DEVICE_ADDRESS_EXT, sizeof address, &address, nullptr);
  }
  static cl_mem_device_address_ext address_of(cl_mem buffer) {
    return query_as<cl_mem_device_address_ext>(
        [&](auto... args) { return clGetMemObjectInfo(buffer, args...); },
        CL_MEM_DEVICE_ADDRESS_EXT);
  }
  clSetKernelArgDevicePointerEXT_fn set_address = nullptr;
  cl_int values[count] = {};
};

TEST_F(DeviceAddresses, AreReported) {
  const auto query = [&](auto... args) { return clGetDeviceInfo(device, args...); };
  EXPECT_NE(query_text(query, CL_DEVICE_EXTENSIONS).find("cl_ext_buffer_device_address"),
            std::string::npos);
}

TEST_F(DeviceAddresses, Properties) {
  const Owned<cl_mem> made = make(with_address);
  const auto query = [&](auto... args) { return clGetMemObjectInfo(made, args...); };
  std::vector<cl_mem_properties> list(3);
  size_t size = 0;
  EXPECT_EQ(query(CL_MEM_PROPERTIES, sizeof with_address, list.data(), &size), CL_SUCCESS);
  EXPECT_EQ(size, sizeof with_address);
  EXPECT_TRUE(std::equal(list.begin(), list.end(), with_address));

  constexpr cl_mem_properties name = CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT;
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE1D;
  description.image_width = 4;
  cl_int error = 1;
  for (const std::vector<cl_mem_properties>& wrong : {std::vector<cl_mem_properties>{name, 2, 0},
                                                      {name, 1, name, 1, 0},
                                                      {name, 1, 0xBAD, 1, 0}}) {
    EXPECT_FALSE(clCreateBufferWithProperties(context, wrong.data(), 0, 64, nullptr, &error));
    EXPECT_EQ(error, CL_INVALID_PROPERTY);
  }
  EXPECT_FALSE(clCreateImageWithProperties(context, with_address, 0, &format, &description, nullptr,
                                           &error));
  EXPECT_EQ(error, CL_INVALID_PROPERTY) << "of buffers alone";
  EXPECT_FALSE(clCreateBufferWithProperties(nullptr, with_address, 0, 64, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(DeviceAddresses, OfBuffersThatWereCreatedForIt) {
  const Owned<cl_mem> made = make(with_address);
  EXPECT_NE(address_of(made), 0u);
  EXPECT_EQ(ask(make(without)), CL_INVALID_OPERATION);
  EXPECT_EQ(ask(make(nullptr)), CL_INVALID_OPERATION);
  EXPECT_EQ(ask(make_buffer()), CL_INVALID_OPERATION);
  const Owned<cl_mem> large = clCreateBufferWithProperties(context, with_address, 0,
                                                           2 * base_alignment(), nullptr, nullptr);
  const cl_buffer_region region = {base_alignment(), 64};
  const Owned<cl_mem> part =
      clCreateSubBuffer(large, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  ASSERT_TRUE(part);
  EXPECT_EQ(ask(part), CL_INVALID_OPERATION);
}

TEST_F(DeviceAddresses, OfTheHostsMemory) {
  void* shared = clSVMAlloc(context, CL_MEM_READ_WRITE, sizeof values, 0);
  ASSERT_TRUE(shared);
  for (void* host : {shared, static_cast<void*>(values)}) {
    const bool is_same = host == shared || shares_memory();
    EXPECT_EQ(address_of(make(with_address, CL_MEM_USE_HOST_PTR, host)) ==
                  reinterpret_cast<uintptr_t>(host),
              is_same);
  }
  clSVMFree(context, shared);
}

TEST_F(DeviceAddresses, Arguments) {
  const Owned<cl_mem> to = make(with_address);
  const Owned<cl_mem> from = make(with_address, CL_MEM_COPY_HOST_PTR, values);
  const Owned<cl_kernel> add = kernel("add");
  EXPECT_EQ(set_address(add, 3, address_of(to)), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(set_address(add, 2, address_of(to)), CL_INVALID_ARG_INDEX) << "a number";
  ASSERT_EQ(set_address(add, 0, address_of(to)), CL_SUCCESS);
  ASSERT_EQ(set_address(add, 1, 1), CL_SUCCESS) << "any address will do until it is used";
  ASSERT_EQ(set_address(add, 1, address_of(from) + 16 * sizeof(cl_int)), CL_SUCCESS);
  set(add, 2, cl_int(1000));
  const size_t items = count - 16;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(contents<cl_int>(to, items).back(), 1000 + 63);
}

/// As long as the kernel does not use it.
TEST_F(DeviceAddresses, AnyAddressIsAnArgument) {
  const Owned<cl_kernel> add = kernel("add");
  const auto launch = [&] {
    const size_t items = 0;
    return clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  };
  set(add, 2, cl_int(1000));
  void* const shared = clSVMAlloc(context, 0, 4096, 0);
  void* const gone = clSVMAlloc(context, 0, 4096, 0);
  ASSERT_TRUE(shared && gone);
  clSVMFree(context, gone);
  const auto address = [](void* of) {
    return static_cast<cl_mem_device_address_ext>(reinterpret_cast<uintptr_t>(of)) + 64;
  };
  EXPECT_EQ(set_address(add, 0, address(gone)), CL_SUCCESS);
  EXPECT_EQ(set_address(add, 1, address(shared)), CL_SUCCESS);
  EXPECT_EQ(launch(), CL_SUCCESS);
  clSVMFree(context, shared);
  EXPECT_EQ(launch(), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(DeviceAddresses, ArgumentsThatDoNotPointToGlobalMemory) {
  binary::Program contents = test_kernels::program();
  for (binary::Kernel& each : contents.kernels) {
    if (each.name == "add") {
      each.arguments[1].address_space = binary::AddressSpace::constant;
    }
  }
  const Owned<cl_kernel> kernel = kernel_of(build(contents), "add");
  EXPECT_EQ(set_address(kernel, 0, 0), CL_SUCCESS);
  EXPECT_EQ(set_address(kernel, 1, 0), CL_INVALID_ARG_INDEX);
}

TEST_F(DeviceAddresses, OfBuffersThatKernelsReachThroughOthers) {
  const Owned<cl_mem> made = make(with_address);
  const Owned<cl_kernel> add = kernel("add");
  const cl_mem_device_address_ext addresses[] = {address_of(made), address_of(made) + 4};
  const auto tell = [&](size_t size, const void* list) {
    return clSetKernelExecInfo(add, CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT, size, list);
  };
  EXPECT_EQ(tell(sizeof addresses, addresses), CL_SUCCESS);
  EXPECT_EQ(tell(0, nullptr), CL_SUCCESS);
  EXPECT_EQ(tell(sizeof addresses - 1, addresses), CL_INVALID_VALUE);
  EXPECT_EQ(tell(sizeof addresses, nullptr), CL_INVALID_VALUE);
}

using DeviceAddressesOfSubDevices = WithSubDevices<DeviceAddresses>;

TEST_F(DeviceAddressesOfSubDevices, OneForEachDevice) {
  const auto parts = sub_devices(device, {CL_DEVICE_PARTITION_EQUALLY, cl_int(units / 2), 0});
  ASSERT_GE(parts.size(), 2u);
  const cl_device_id devices[] = {parts[0], parts[1]};
  const Owned<cl_context> both = clCreateContext(nullptr, 2, devices, nullptr, nullptr, nullptr);
  ASSERT_TRUE(both);
  const Owned<cl_mem> made = make(with_address, 0, nullptr, both);
  std::vector<cl_mem_device_address_ext> addresses(2);
  size_t size = 0;
  EXPECT_EQ(clGetMemObjectInfo(made, CL_MEM_DEVICE_ADDRESS_EXT, sizeof addresses[0],
                               addresses.data(), nullptr),
            CL_INVALID_VALUE);
  ASSERT_EQ(clGetMemObjectInfo(made, CL_MEM_DEVICE_ADDRESS_EXT, sizeof addresses[0] * 2,
                               addresses.data(), &size),
            CL_SUCCESS);
  EXPECT_EQ(size, sizeof addresses[0] * 2);
  EXPECT_NE(addresses[0], 0u);
  EXPECT_EQ(addresses[0], addresses[1]);
}

} // namespace
