// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "query.h"

#include <algorithm>

namespace {
void CL_CALLBACK ignore(const char*, const void*, size_t, void*) {}
} // namespace

class Context : public ClTest {
protected:
  cl_int create(const cl_context_properties* properties, cl_uint count,
                const cl_device_id* devices) {
    cl_int error = 1;
    Owned<cl_context> made = clCreateContext(properties, count, devices, nullptr, nullptr, &error);
    EXPECT_EQ(bool(made), error == CL_SUCCESS);
    return error;
  }
  cl_int create_from_type(const cl_context_properties* properties, cl_device_type type) {
    cl_int error = 1;
    Owned<cl_context> made = clCreateContextFromType(properties, type, nullptr, nullptr, &error);
    EXPECT_EQ(bool(made), error == CL_SUCCESS);
    return error;
  }
  cl_context_properties on(cl_platform_id id) { return cl_context_properties(id); }
};

TEST_F(Context, Create) {
  const cl_context_properties good[] = {CL_CONTEXT_PLATFORM, on(platform), 0};
  const cl_context_properties sync[] = {CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0};
  EXPECT_EQ(create(good, 1, &device), CL_SUCCESS);
  EXPECT_EQ(create(sync, 1, &device), CL_SUCCESS);
  const cl_device_id twice[] = {device, device};
  EXPECT_EQ(create(nullptr, 2, twice), CL_SUCCESS);
  cl_int error = 1;
  Owned<cl_context> notified = clCreateContext(nullptr, 1, &device, ignore, this, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  Owned<cl_context> quiet = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  EXPECT_TRUE(quiet);
}

TEST_F(Context, CreateErrors) {
  const cl_context_properties no_platform[] = {CL_CONTEXT_PLATFORM, 0, 0};
  const cl_context_properties bad_platform[] = {CL_CONTEXT_PLATFORM, cl_context_properties(device),
                                                0};
  const cl_context_properties unknown[] = {0xBAD, 1, 0};
  const cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, on(platform), CL_CONTEXT_PLATFORM,
                                         on(platform), 0};
  const cl_context_properties bad_value[] = {CL_CONTEXT_INTEROP_USER_SYNC, 7, 0};
  EXPECT_EQ(create(no_platform, 1, &device), CL_INVALID_PLATFORM);
  EXPECT_EQ(create(bad_platform, 1, &device), CL_INVALID_PLATFORM);
  EXPECT_EQ(create(unknown, 1, &device), CL_INVALID_PROPERTY);
  EXPECT_EQ(create(twice, 1, &device), CL_INVALID_PROPERTY);
  EXPECT_EQ(create(bad_value, 1, &device), CL_INVALID_PROPERTY);
  EXPECT_EQ(create(nullptr, 0, &device), CL_INVALID_VALUE);
  EXPECT_EQ(create(nullptr, 1, nullptr), CL_INVALID_VALUE);
  const cl_device_id bad = reinterpret_cast<cl_device_id>(platform);
  EXPECT_EQ(create(nullptr, 1, &bad), CL_INVALID_DEVICE);
  const cl_device_id with_null[] = {device, nullptr};
  EXPECT_EQ(create(nullptr, 2, with_null), CL_INVALID_DEVICE);
  cl_int error = 1;
  EXPECT_FALSE(clCreateContext(nullptr, 1, &device, nullptr, this, &error));
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

TEST_F(Context, PropertiesOfPrintf) { // cl_arm_printf
  constexpr auto callback = [](const char*, size_t, size_t, void*) {};
  const auto value =
      cl_context_properties(static_cast<void (*)(const char*, size_t, size_t, void*)>(callback));
  const cl_context_properties good[] = {CL_PRINTF_CALLBACK_ARM, value, CL_PRINTF_BUFFERSIZE_ARM,
                                        0x100000, 0};
  const cl_context_properties no_size[] = {CL_PRINTF_BUFFERSIZE_ARM, 0, 0};
  const cl_context_properties null[] = {CL_PRINTF_CALLBACK_ARM, 0, 0};
  const cl_context_properties twice[] = {CL_PRINTF_CALLBACK_ARM, value, CL_PRINTF_CALLBACK_ARM,
                                         value, 0};
  const cl_context_properties sizes[] = {CL_PRINTF_BUFFERSIZE_ARM, 1, CL_PRINTF_BUFFERSIZE_ARM, 1,
                                         0};
  EXPECT_EQ(create(good, 1, &device), CL_SUCCESS);
  EXPECT_EQ(create(no_size, 1, &device), CL_SUCCESS);
  EXPECT_EQ(create_from_type(good, CL_DEVICE_TYPE_ALL), CL_SUCCESS);
  EXPECT_EQ(create(null, 1, &device), CL_INVALID_PROPERTY);
  EXPECT_EQ(create(twice, 1, &device), CL_INVALID_PROPERTY);
  EXPECT_EQ(create(sizes, 1, &device), CL_INVALID_PROPERTY);
  cl_int error = 1;
  const Owned<cl_context> with_data = clCreateContext(good, 1, &device, nullptr, this, &error);
  EXPECT_EQ(error, CL_SUCCESS) << "the callback's data";
  EXPECT_FALSE(clCreateContext(no_size, 1, &device, nullptr, this, &error));
  EXPECT_EQ(error, CL_INVALID_VALUE);
  cl_context_properties list[5] = {};
  size_t size = 0;
  EXPECT_EQ(clGetContextInfo(with_data, CL_CONTEXT_PROPERTIES, sizeof list, list, &size),
            CL_SUCCESS);
  EXPECT_EQ(size, sizeof good);
  EXPECT_TRUE(std::equal(list, list + 5, good));
}

TEST_F(Context, CreateFromType) {
  const cl_context_properties good[] = {CL_CONTEXT_PLATFORM, on(platform), 0};
  const cl_context_properties bad_platform[] = {CL_CONTEXT_PLATFORM, cl_context_properties(device),
                                                0};
  const cl_context_properties unknown[] = {0xBAD, 1, 0};
  EXPECT_EQ(create_from_type(good, CL_DEVICE_TYPE_CPU), CL_SUCCESS);
  EXPECT_EQ(create_from_type(nullptr, CL_DEVICE_TYPE_ALL), CL_SUCCESS);
  EXPECT_EQ(create_from_type(nullptr, CL_DEVICE_TYPE_DEFAULT), CL_SUCCESS);
  EXPECT_EQ(create_from_type(bad_platform, CL_DEVICE_TYPE_CPU), CL_INVALID_PLATFORM);
  EXPECT_EQ(create_from_type(unknown, CL_DEVICE_TYPE_CPU), CL_INVALID_PROPERTY);
  EXPECT_EQ(create_from_type(nullptr, 0), CL_INVALID_DEVICE_TYPE);
  EXPECT_EQ(create_from_type(nullptr, 1 << 20), CL_INVALID_DEVICE_TYPE);
  EXPECT_EQ(create_from_type(nullptr, CL_DEVICE_TYPE_ACCELERATOR), CL_DEVICE_NOT_FOUND);
  cl_int error = 1;
  EXPECT_FALSE(clCreateContextFromType(nullptr, CL_DEVICE_TYPE_ALL, nullptr, this, &error));
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

TEST_F(Context, Info) {
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, on(platform), 0};
  Owned<cl_context> made = clCreateContext(properties, 1, &device, nullptr, nullptr, nullptr);
  const auto query = [&](auto... args) { return clGetContextInfo(made, args...); };
  EXPECT_EQ(query_as<cl_uint>(query, CL_CONTEXT_REFERENCE_COUNT), 1u);
  EXPECT_EQ(query_as<cl_uint>(query, CL_CONTEXT_NUM_DEVICES), 1u);
  EXPECT_EQ(query_as<cl_device_id>(query, CL_CONTEXT_DEVICES), device);
  const auto list = check_query(query, CL_CONTEXT_PROPERTIES);
  ASSERT_EQ(list.size(), sizeof properties);
  EXPECT_EQ(std::memcmp(list.data(), properties, sizeof properties), 0);
  check_unknown_name(query);
  const auto plain = [&](auto... args) { return clGetContextInfo(context, args...); };
  EXPECT_TRUE(check_query(plain, CL_CONTEXT_PROPERTIES).empty());
}

TEST_F(Context, ReferenceCount) {
  Owned<cl_context> made = make_context();
  const auto query = [&](auto... args) { return clGetContextInfo(made, args...); };
  EXPECT_EQ(clRetainContext(made), CL_SUCCESS);
  EXPECT_EQ(query_as<cl_uint>(query, CL_CONTEXT_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseContext(made), CL_SUCCESS);
  EXPECT_EQ(query_as<cl_uint>(query, CL_CONTEXT_REFERENCE_COUNT), 1u);
}

TEST_F(Context, LivesAsLongAsWhatIsAttached) {
  Owned<cl_context> made = make_context();
  Owned<cl_mem> buffer = clCreateBuffer(made, 0, 16, nullptr, nullptr);
  ASSERT_TRUE(buffer);
  const cl_context handle = made.take();
  EXPECT_EQ(clReleaseContext(handle), CL_SUCCESS);
  cl_context found = nullptr;
  EXPECT_EQ(clGetMemObjectInfo(buffer, CL_MEM_CONTEXT, sizeof found, &found, nullptr), CL_SUCCESS);
  EXPECT_EQ(found, handle);
  Owned<cl_event> usable = clCreateUserEvent(found, nullptr);
  EXPECT_TRUE(usable);
  EXPECT_EQ(clReleaseContext(handle), CL_INVALID_CONTEXT); // it has no reference of ours any more
}
