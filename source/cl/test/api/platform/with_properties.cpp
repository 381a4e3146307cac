// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects that are created with a list of properties, and the list that they return.
#include "query.h"

namespace {

class WithProperties : public ClTest {};

/// The result of a query of a list: nothing, or the list with its closing 0.
template <typename Property, typename Query>
std::vector<Property> query_list(Query&& query, cl_uint name) {
  const auto value = check_query(query, name);
  std::vector<Property> list(value.size() / sizeof(Property));
  EXPECT_EQ(value.size(), list.size() * sizeof(Property));
  if (!value.empty()) { // whose data may be null
    std::memcpy(list.data(), value.data(), value.size());
  }
  return list;
}

} // namespace

TEST_F(WithProperties, Queues) {
  struct Case {
    std::vector<cl_queue_properties> list;
    cl_int expected;
    cl_command_queue_properties properties = 0;
  };
  constexpr cl_queue_properties both =
      CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  for (const Case& c :
       {Case{{}, CL_SUCCESS}, // a null list
        {{0}, CL_SUCCESS},
        {{CL_QUEUE_PROPERTIES, 0, 0}, CL_SUCCESS},
        {{CL_QUEUE_PROPERTIES, both, 0}, CL_SUCCESS, both},
        {{CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES, 0, 0}, CL_INVALID_VALUE},
        {{CL_QUEUE_PROPERTIES, 1 << 10, 0}, CL_INVALID_VALUE},
        {{0xBAD, 0, 0}, CL_INVALID_VALUE},
        {{CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0}, CL_INVALID_VALUE},
        {{CL_QUEUE_PROPERTIES, both | CL_QUEUE_ON_DEVICE_DEFAULT, 0}, CL_INVALID_VALUE},
        {{CL_QUEUE_SIZE, 1024, 0}, CL_INVALID_VALUE},
        {{CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_HIGH_KHR, 0}, CL_SUCCESS},
        {{CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_MED_KHR, 0}, CL_SUCCESS},
        {{CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_LOW_KHR, CL_QUEUE_PROPERTIES, both, 0},
         CL_SUCCESS,
         both},
        {{CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_HIGH_KHR, 0}, CL_SUCCESS},
        {{CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_MED_KHR, 0}, CL_SUCCESS},
        {{CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_LOW_KHR, CL_QUEUE_THROTTLE_KHR,
          CL_QUEUE_THROTTLE_LOW_KHR, CL_QUEUE_PROPERTIES, both, 0},
         CL_SUCCESS,
         both},
        {{CL_QUEUE_PRIORITY_KHR, 0, 0}, CL_INVALID_VALUE},
        {{CL_QUEUE_PRIORITY_KHR, 5, 0}, CL_INVALID_VALUE},
        {{CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_LOW_KHR, CL_QUEUE_PRIORITY_KHR,
          CL_QUEUE_PRIORITY_LOW_KHR, 0},
         CL_INVALID_VALUE},
        {{CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_LOW_KHR, CL_QUEUE_PROPERTIES,
          both | CL_QUEUE_ON_DEVICE, 0},
         CL_INVALID_QUEUE_PROPERTIES},
        {{CL_QUEUE_THROTTLE_KHR, 0, 0}, CL_INVALID_VALUE},
        {{CL_QUEUE_THROTTLE_KHR, 3, 0}, CL_INVALID_VALUE},
        {{CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_LOW_KHR | 1ull << 32, 0}, CL_INVALID_VALUE},
        {{CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_MED_KHR, CL_QUEUE_THROTTLE_KHR,
          CL_QUEUE_THROTTLE_MED_KHR, 0},
         CL_INVALID_VALUE},
        {{CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_LOW_KHR, CL_QUEUE_PROPERTIES,
          both | CL_QUEUE_ON_DEVICE, 0},
         CL_INVALID_QUEUE_PROPERTIES}}) {
    cl_int error = 1;
    const Owned<cl_command_queue> made = clCreateCommandQueueWithProperties(
        context, device, c.list.empty() ? nullptr : c.list.data(), &error);
    EXPECT_EQ(error, c.expected);
    ASSERT_EQ(cl_command_queue(made) != nullptr, c.expected == CL_SUCCESS);
    if (made) {
      const auto query = [&](auto... args) { return clGetCommandQueueInfo(made, args...); };
      EXPECT_EQ(query_as<cl_command_queue_properties>(query, CL_QUEUE_PROPERTIES), c.properties);
      EXPECT_EQ(query_list<cl_queue_properties>(query, CL_QUEUE_PROPERTIES_ARRAY), c.list);
      EXPECT_EQ(query_as<cl_command_queue>(query, CL_QUEUE_DEVICE_DEFAULT), nullptr);
      cl_uint size = 0;
      EXPECT_EQ(clGetCommandQueueInfo(made, CL_QUEUE_SIZE, sizeof size, &size, nullptr),
                CL_INVALID_COMMAND_QUEUE);
    }
  }
  const auto query = [&](auto... args) { return clGetCommandQueueInfo(queue, args...); };
  EXPECT_EQ(query_list<cl_queue_properties>(query, CL_QUEUE_PROPERTIES_ARRAY).size(), 0u);
}

TEST_F(WithProperties, Samplers) {
  struct Case {
    std::vector<cl_sampler_properties> list;
    cl_int expected;
    cl_bool normalized = CL_TRUE;
    cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
    cl_filter_mode filter = CL_FILTER_NEAREST;
  };
  for (const Case& c :
       {Case{{}, CL_SUCCESS}, // a null list
        {{0}, CL_SUCCESS},
        {{CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, 0}, CL_SUCCESS, CL_FALSE},
        {{CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_REPEAT,
          CL_SAMPLER_NORMALIZED_COORDS, CL_TRUE, 0},
         CL_SUCCESS,
         CL_TRUE,
         CL_ADDRESS_REPEAT,
         CL_FILTER_LINEAR},
        {{CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0},
         CL_INVALID_VALUE},
        {{0xBAD, 1, 0}, CL_INVALID_VALUE},
        {{CL_SAMPLER_FILTER_MODE, 7, 0}, CL_INVALID_VALUE},
        {{CL_SAMPLER_FILTER_MODE, cl_sampler_properties(CL_FILTER_LINEAR) | 1ull << 32, 0},
         CL_INVALID_VALUE},
        {{CL_SAMPLER_NORMALIZED_COORDS, 2, 0}, CL_INVALID_VALUE},
        {{CL_SAMPLER_ADDRESSING_MODE, 0, 0}, CL_INVALID_VALUE},
        {{CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_MIRRORED_REPEAT + 1, 0}, CL_INVALID_VALUE},
        {{CL_SAMPLER_CONTEXT, 0, 0}, CL_INVALID_VALUE},
        {{CL_SAMPLER_MIP_FILTER_MODE_KHR, 7, 0}, CL_INVALID_VALUE},
        {{CL_SAMPLER_LOD_MIN_KHR, 0, CL_SAMPLER_LOD_MIN_KHR, 0, 0}, CL_INVALID_VALUE},
        {{CL_SAMPLER_LOD_MIN_KHR, 0x7FC00000, 0}, CL_INVALID_VALUE}, // no number
        {{CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_REPEAT, 0},
         CL_INVALID_VALUE}}) {
    cl_int error = 1;
    const Owned<cl_sampler> made =
        clCreateSamplerWithProperties(context, c.list.empty() ? nullptr : c.list.data(), &error);
    EXPECT_EQ(error, c.expected);
    ASSERT_EQ(cl_sampler(made) != nullptr, c.expected == CL_SUCCESS);
    if (made) {
      const auto query = [&](auto... args) { return clGetSamplerInfo(made, args...); };
      EXPECT_EQ(query_as<cl_bool>(query, CL_SAMPLER_NORMALIZED_COORDS), c.normalized);
      EXPECT_EQ(query_as<cl_addressing_mode>(query, CL_SAMPLER_ADDRESSING_MODE), c.addressing);
      EXPECT_EQ(query_as<cl_filter_mode>(query, CL_SAMPLER_FILTER_MODE), c.filter);
      EXPECT_EQ(query_list<cl_sampler_properties>(query, CL_SAMPLER_PROPERTIES), c.list);
    }
  }
}

TEST_F(WithProperties, MemoryObjects) {
  const cl_mem_properties none[] = {0}, unknown[] = {0xBAD, 1, 0};
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  using Create = std::function<cl_mem(const cl_mem_properties*, cl_mem_flags, cl_int*)>;
  const Create creators[] = {[&](const cl_mem_properties* list, cl_mem_flags flags, cl_int* error) {
                               return clCreateBufferWithProperties(context, list, flags, 64,
                                                                   nullptr, error);
                             },
                             [&](const cl_mem_properties* list, cl_mem_flags flags, cl_int* error) {
                               return clCreateImageWithProperties(context, list, flags, &format,
                                                                  &description, nullptr, error);
                             }};
  for (const Create& create : creators) {
    cl_int error = 1;
    EXPECT_FALSE(create(unknown, CL_MEM_READ_WRITE, &error));
    EXPECT_EQ(error, CL_INVALID_PROPERTY);
    EXPECT_FALSE(create(none, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, &error));
    EXPECT_EQ(error, CL_INVALID_VALUE);
    for (const cl_mem_properties* list : {static_cast<const cl_mem_properties*>(nullptr), none}) {
      const Owned<cl_mem> made = create(list, CL_MEM_READ_ONLY, &error);
      ASSERT_EQ(error, CL_SUCCESS);
      const auto query = [&](auto... args) { return clGetMemObjectInfo(made, args...); };
      EXPECT_EQ(query_as<cl_mem_flags>(query, CL_MEM_FLAGS), cl_mem_flags(CL_MEM_READ_ONLY));
      EXPECT_EQ(query_list<cl_mem_properties>(query, CL_MEM_PROPERTIES),
                std::vector<cl_mem_properties>(list ? 1 : 0));
    }
  }
  const Owned<cl_mem> plain = make_buffer();
  const auto query = [&](auto... args) { return clGetMemObjectInfo(plain, args...); };
  EXPECT_TRUE(query_list<cl_mem_properties>(query, CL_MEM_PROPERTIES).empty());
}

/// cl_intel_create_buffer_with_properties: the same function, except for one error.
TEST_F(WithProperties, BuffersByIntelsFunction) {
  const auto create = reinterpret_cast<clCreateBufferWithPropertiesINTEL_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clCreateBufferWithPropertiesINTEL"));
  ASSERT_TRUE(create);
  const cl_mem_properties_intel none[] = {0}, unknown[] = {0xBAD, 1, 0};
  cl_int error = 1;
  EXPECT_FALSE(create(context, unknown, CL_MEM_READ_WRITE, 64, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_FALSE(create(context, none, CL_MEM_READ_WRITE, 0, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_BUFFER_SIZE);
  for (const cl_mem_properties_intel* list :
       {static_cast<const cl_mem_properties_intel*>(nullptr), none}) {
    const Owned<cl_mem> made = create(context, list, CL_MEM_READ_WRITE, 64, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    const auto query = [&](auto... args) { return clGetMemObjectInfo(made, args...); };
    EXPECT_EQ(query_as<size_t>(query, CL_MEM_SIZE), 64u);
  }
}

TEST_F(WithProperties, ContextsTellOfTheirEnd) {
  Owned<cl_context> made = make_context();
  EXPECT_EQ(clSetContextDestructorCallback(made, nullptr, nullptr), CL_INVALID_VALUE);
  static std::vector<std::pair<cl_context, int>> told;
  told.clear();
  const auto tell = [](cl_context which, void* data) {
    told.emplace_back(which, *static_cast<int*>(data));
  };
  int numbers[] = {1, 2};
  for (int& number : numbers) {
    ASSERT_EQ(clSetContextDestructorCallback(made, +tell, &number), CL_SUCCESS);
  }
  cl_int error = 1;
  Owned<cl_mem> keeps = clCreateBuffer(made, 0, 4, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_context handle = made.take();
  ASSERT_EQ(clReleaseContext(handle), CL_SUCCESS);
  EXPECT_TRUE(told.empty()) << "an object of it is still there";
  ASSERT_EQ(clReleaseMemObject(keeps.take()), CL_SUCCESS);
  EXPECT_EQ(told, (std::vector<std::pair<cl_context, int>>{{handle, 2}, {handle, 1}}));
}
