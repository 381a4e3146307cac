// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of one info query: its size, that a place one byte too small is refused, that a place
// larger than needed will do, and that unknown names are refused.
#ifndef CL_TEST_QUERY_H
#define CL_TEST_QUERY_H

#include "fixture.h"

#include <cstring>

/// `query(name, size, value, size_ret)` is the entry point with its handle bound.
template <typename Query> std::vector<unsigned char> check_query(Query&& query, cl_uint name) {
  size_t size = ~size_t(0);
  EXPECT_EQ(query(name, 0, nullptr, &size), CL_SUCCESS) << std::hex << name;
  std::vector<unsigned char> value(size + 8, 0xA5);
  EXPECT_EQ(query(name, value.size(), value.data(), nullptr), CL_SUCCESS) << std::hex << name;
  EXPECT_EQ(std::vector<unsigned char>(value.begin() + long(size), value.end()),
            std::vector<unsigned char>(8, 0xA5))
      << "writes beyond its size: " << std::hex << name;
  if (size > 0) {
    EXPECT_EQ(query(name, size - 1, value.data(), nullptr), CL_INVALID_VALUE) << std::hex << name;
  }
  value.resize(size);
  size_t again = 0;
  EXPECT_EQ(query(name, size, value.data(), &again), CL_SUCCESS) << std::hex << name;
  EXPECT_EQ(again, size);
  return value;
}

/// As above; the value must have exactly the type that the specification names.
template <typename T, typename Query> T query_as(Query&& query, cl_uint name) {
  const auto value = check_query(query, name);
  EXPECT_EQ(value.size(), sizeof(T)) << std::hex << name;
  T result = {};
  std::memcpy(&result, value.data(), std::min(value.size(), sizeof(T)));
  return result;
}

template <typename Query> std::string query_text(Query&& query, cl_uint name) {
  const auto value = check_query(query, name);
  EXPECT_FALSE(value.empty());
  EXPECT_EQ(value.empty() ? 1 : value.back(), 0) << "must end in 0: " << std::hex << name;
  return value.empty() ? "" : std::string(value.begin(), value.end() - 1);
}

template <typename Query> void check_unknown_name(Query&& query) {
  size_t size = 0;
  EXPECT_EQ(query(0xBAD0, 0, nullptr, &size), CL_INVALID_VALUE);
}

#endif
