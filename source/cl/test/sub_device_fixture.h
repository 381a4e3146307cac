// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sub-devices of the device, for tests of any base.
#ifndef CL_TEST_SUB_DEVICE_FIXTURE_H
#define CL_TEST_SUB_DEVICE_FIXTURE_H

#include "query.h"

using Properties = std::vector<cl_device_partition_property>;

inline std::vector<Owned<cl_device_id>> sub_devices(cl_device_id of, const Properties& how) {
  cl_uint count = 0;
  EXPECT_EQ(clCreateSubDevices(of, how.data(), 0, nullptr, &count), CL_SUCCESS);
  std::vector<cl_device_id> handles(count);
  EXPECT_EQ(clCreateSubDevices(of, how.data(), count, handles.data(), nullptr), CL_SUCCESS);
  return {handles.begin(), handles.end()};
}

inline auto query_of(cl_device_id device) {
  return [device](auto... args) { return clGetDeviceInfo(device, args...); };
}

inline cl_uint units_of(cl_device_id device) {
  return query_as<cl_uint>(query_of(device), CL_DEVICE_MAX_COMPUTE_UNITS);
}

template <typename T> std::vector<T> query_list(cl_device_id device, cl_device_info name) {
  const auto bytes = check_query(query_of(device), name);
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) {
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  }
  return values;
}

/// A test that needs a device of two compute units at least.
template <typename Base> class WithSubDevices : public Base {
protected:
  void SetUp() override {
    Base::SetUp();
    units = units_of(Base::device);
    if (units < 2) {
      GTEST_SKIP() << "one compute unit cannot be parted";
    }
  }
  cl_uint units = 0;
};

#endif
