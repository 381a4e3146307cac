// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateSubDevices, and sub-devices as devices.
#include "sub_device_fixture.h"

#include <numeric>

namespace {

class SubDevice : public WithSubDevices<ClTest> {
protected:
  cl_int create(const Properties& how, cl_uint* count = nullptr) {
    return clCreateSubDevices(device, how.data(), 0, nullptr, count);
  }
  std::vector<Owned<cl_device_id>> single_units() {
    return sub_devices(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  }
  Owned<cl_context> context_of(const std::vector<cl_device_id>& devices) {
    cl_int error = -1;
    Owned<cl_context> made =
        clCreateContext(nullptr, cl_uint(devices.size()), devices.data(), nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
};

TEST_F(SubDevice, Equally) {
  for (cl_uint each = 1; each < units; ++each) {
    const Properties how = {CL_DEVICE_PARTITION_EQUALLY, each, 0};
    const auto parts = sub_devices(device, how);
    EXPECT_EQ(parts.size(), units / each);
    for (const auto& part : parts) {
      EXPECT_EQ(units_of(part), each);
      EXPECT_EQ(query_as<cl_device_id>(query_of(part), CL_DEVICE_PARENT_DEVICE), device);
      EXPECT_EQ(query_list<cl_device_partition_property>(part, CL_DEVICE_PARTITION_TYPE), how);
      EXPECT_EQ(query_as<cl_device_type>(query_of(part), CL_DEVICE_TYPE), cl_ulong(2));
    }
  }
}

TEST_F(SubDevice, ByCounts) {
  const Properties how = {CL_DEVICE_PARTITION_BY_COUNTS, 1, units - 1,
                          CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  const auto parts = sub_devices(device, how);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(units_of(parts[0]), 1u);
  EXPECT_EQ(units_of(parts[1]), units - 1);
  EXPECT_EQ(query_list<cl_device_partition_property>(parts[0], CL_DEVICE_PARTITION_TYPE), how);
}

/// Anything but another scheme may follow the end of the counts.
TEST_F(SubDevice, ByCountsWithoutTheLastZero) {
  const auto parts = sub_devices(device, {CL_DEVICE_PARTITION_BY_COUNTS, 1, units - 1,
                                          CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 77});
  EXPECT_EQ(parts.size(), 2u);
}

TEST_F(SubDevice, ByAffinityDomain) {
  const auto domains =
      query_as<cl_device_affinity_domain>(query_of(device), CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
  cl_device_affinity_domain first = 0; // the outermost one
  for (const cl_device_affinity_domain domain :
       {CL_DEVICE_AFFINITY_DOMAIN_NUMA, CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE,
        CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE,
        CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE}) {
    const Properties how = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                            cl_device_partition_property(domain), 0};
    if (!(domains & domain)) {
      EXPECT_EQ(create(how), CL_INVALID_VALUE);
      continue;
    }
    first = first ? first : domain;
    const auto parts = sub_devices(device, how);
    EXPECT_GE(parts.size(), 2u);
    cl_uint sum = 0;
    for (const auto& part : parts) {
      sum += units_of(part);
      const auto still =
          query_as<cl_device_affinity_domain>(query_of(part), CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
      EXPECT_FALSE(still & domain) << "it cannot be parted along it again";
      EXPECT_EQ(clCreateSubDevices(part, how.data(), 0, nullptr, nullptr),
                CL_DEVICE_PARTITION_FAILED);
    }
    EXPECT_EQ(sum, units);
  }
  const Properties next = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                           CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0};
  if (first == 0) {
    EXPECT_EQ(create(next), CL_INVALID_VALUE);
    return;
  }
  EXPECT_TRUE(domains & CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE);
  const auto parts = sub_devices(device, next);
  const Properties used = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                           cl_device_partition_property(first), 0};
  EXPECT_EQ(query_list<cl_device_partition_property>(parts.at(0), CL_DEVICE_PARTITION_TYPE), used);
}

TEST_F(SubDevice, RootReportsWhatItOffers) {
  const auto kinds =
      query_list<cl_device_partition_property>(device, CL_DEVICE_PARTITION_PROPERTIES);
  ASSERT_GE(kinds.size(), 2u);
  EXPECT_EQ(kinds[0], CL_DEVICE_PARTITION_EQUALLY);
  EXPECT_EQ(kinds[1], CL_DEVICE_PARTITION_BY_COUNTS);
  EXPECT_EQ(query_as<cl_uint>(query_of(device), CL_DEVICE_PARTITION_MAX_SUB_DEVICES), units);
  EXPECT_TRUE(check_query(query_of(device), CL_DEVICE_PARTITION_TYPE).empty());
}

TEST_F(SubDevice, OneUnitCannotBeParted) {
  const auto parts = single_units();
  const cl_device_id one = parts[0];
  EXPECT_EQ(query_list<cl_device_partition_property>(one, CL_DEVICE_PARTITION_PROPERTIES),
            Properties{0});
  EXPECT_EQ(query_as<cl_uint>(query_of(one), CL_DEVICE_PARTITION_MAX_SUB_DEVICES), 0u);
  const Properties equally = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  EXPECT_EQ(clCreateSubDevices(one, equally.data(), 0, nullptr, nullptr),
            CL_DEVICE_PARTITION_FAILED);
}

TEST_F(SubDevice, WrongProperties) {
  const cl_device_partition_property all = units;
  struct Case {
    Properties how;
    cl_int error;
  };
  for (const Case& c :
       {Case{{0}, CL_INVALID_VALUE}, Case{{0x7777, 1, 0}, CL_INVALID_VALUE},
        Case{{CL_DEVICE_PARTITION_EQUALLY, 0, 0}, CL_INVALID_VALUE},
        Case{{CL_DEVICE_PARTITION_EQUALLY, -1, 0}, CL_INVALID_VALUE},
        Case{{CL_DEVICE_PARTITION_EQUALLY, 1, CL_DEVICE_PARTITION_EQUALLY, 1, 0}, CL_INVALID_VALUE},
        Case{{CL_DEVICE_PARTITION_EQUALLY, all, 0}, CL_DEVICE_PARTITION_FAILED},
        Case{{CL_DEVICE_PARTITION_EQUALLY, all + 1, 0}, CL_INVALID_DEVICE_PARTITION_COUNT},
        Case{{CL_DEVICE_PARTITION_BY_COUNTS, 0, 0}, CL_INVALID_VALUE},
        Case{{CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, CL_DEVICE_PARTITION_EQUALLY, 1, 0},
             CL_INVALID_VALUE},
        Case{{CL_DEVICE_PARTITION_BY_COUNTS, -1, 0, 0}, CL_INVALID_DEVICE_PARTITION_COUNT},
        Case{{CL_DEVICE_PARTITION_BY_COUNTS, all + 1, 0, 0}, CL_INVALID_DEVICE_PARTITION_COUNT},
        Case{{CL_DEVICE_PARTITION_BY_COUNTS, all, 1, 0, 0}, CL_INVALID_DEVICE_PARTITION_COUNT},
        Case{{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 0, 0}, CL_INVALID_VALUE},
        Case{{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 1 << 20, 0}, CL_INVALID_VALUE}}) {
    EXPECT_EQ(create(c.how), c.error) << testing::PrintToString(c.how);
  }
  EXPECT_EQ(clCreateSubDevices(device, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(SubDevice, RoomForTheHandles) {
  const Properties how = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  std::vector<cl_device_id> handles(units + 1);
  cl_uint count = 0;
  EXPECT_EQ(clCreateSubDevices(device, how.data(), units - 1, handles.data(), &count),
            CL_INVALID_VALUE);
  EXPECT_EQ(clCreateSubDevices(device, how.data(), 0, handles.data(), &count), CL_INVALID_VALUE);
  EXPECT_EQ(handles[0], nullptr);
  ASSERT_EQ(clCreateSubDevices(device, how.data(), units + 1, handles.data(), &count), CL_SUCCESS);
  EXPECT_EQ(count, units);
  EXPECT_EQ(handles[units], nullptr);
  handles.pop_back();
  const std::vector<Owned<cl_device_id>> owned(handles.begin(), handles.end());
}

TEST_F(SubDevice, ReferenceCounts) {
  auto parts = single_units();
  const cl_device_id one = parts[0];
  EXPECT_EQ(query_as<cl_uint>(query_of(one), CL_DEVICE_REFERENCE_COUNT), 1u);
  EXPECT_EQ(clRetainDevice(one), CL_SUCCESS);
  EXPECT_EQ(query_as<cl_uint>(query_of(one), CL_DEVICE_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseDevice(one), CL_SUCCESS);
  const cl_device_id gone = stale(std::move(parts[0]));
  EXPECT_EQ(clRetainDevice(gone), CL_INVALID_DEVICE);
  EXPECT_EQ(clReleaseDevice(gone), CL_INVALID_DEVICE);
  EXPECT_EQ(clGetDeviceInfo(gone, CL_DEVICE_NAME, 0, nullptr, nullptr), CL_INVALID_DEVICE);
}

TEST_F(SubDevice, StaysAsLongAsItIsUsed) {
  auto parts = single_units();
  const cl_device_id one = parts[0];
  Owned<cl_context> small = context_of({one});
  cl_int error = -1;
  Owned<cl_command_queue> on = clCreateCommandQueue(small, one, 0, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(release(parts[0].take()), CL_SUCCESS);
  small = Owned<cl_context>();
  EXPECT_EQ(units_of(one), 1u) << "the queue still needs it";
  EXPECT_EQ(clFinish(on), CL_SUCCESS);
}

TEST_F(SubDevice, PartsOfParts) {
  const Properties pairs = {CL_DEVICE_PARTITION_BY_COUNTS, 2, 0, 0};
  const auto outer = sub_devices(device, pairs);
  auto inner = sub_devices(outer[0], {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  ASSERT_EQ(inner.size(), 2u);
  EXPECT_EQ(query_as<cl_device_id>(query_of(inner[1]), CL_DEVICE_PARENT_DEVICE), outer[0]);
}

TEST_F(SubDevice, ShareAContext) {
  const auto parts = single_units();
  std::vector<cl_device_id> all = {device};
  all.insert(all.end(), parts.begin(), parts.end());
  const Owned<cl_context> shared = context_of(all);
  cl_int error = -1;
  const Owned<cl_mem> buffer = clCreateBuffer(shared, CL_MEM_READ_WRITE, 1 << 20, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  // Each device adds its part, and each waits for the one before it.
  Owned<cl_event> before;
  std::vector<Owned<cl_command_queue>> queues;
  const size_t share = (1 << 20) / all.size();
  for (size_t i = 0; i < all.size(); ++i) {
    queues.emplace_back(clCreateCommandQueue(shared, all[i], 0, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    const auto value = cl_uchar(i + 1);
    const cl_event wait = before;
    Owned<cl_event> after;
    ASSERT_EQ(clEnqueueFillBuffer(queues[i], buffer, &value, 1, i * share, share, wait ? 1 : 0,
                                  wait ? &wait : nullptr, &after),
              CL_SUCCESS);
    before = std::move(after);
  }
  std::vector<cl_uchar> values(share * all.size());
  const cl_event last = before;
  ASSERT_EQ(clEnqueueReadBuffer(queues[0], buffer, CL_TRUE, 0, values.size(), values.data(), 1,
                                &last, nullptr),
            CL_SUCCESS);
  for (size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(values[i * share], i + 1);
    EXPECT_EQ(values[(i + 1) * share - 1], i + 1);
  }
}

TEST_F(SubDevice, NeedsItsContext) {
  const auto parts = single_units();
  cl_int error = 0;
  EXPECT_FALSE(clCreateCommandQueue(context, parts[0], 0, &error));
  EXPECT_EQ(error, CL_INVALID_DEVICE) << "the context has the root device only";
}

} // namespace
