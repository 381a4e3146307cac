// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "query.h"

TEST(Platform, Ids) {
  cl_uint count = 0;
  ASSERT_EQ(clGetPlatformIDs(0, nullptr, &count), CL_SUCCESS);
  ASSERT_GE(count, 1u);
  std::vector<cl_platform_id> platforms(count);
  ASSERT_EQ(clGetPlatformIDs(count, platforms.data(), nullptr), CL_SUCCESS);
  for (cl_platform_id platform : platforms) {
    EXPECT_TRUE(platform);
  }
  EXPECT_EQ(clGetPlatformIDs(0, platforms.data(), nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetPlatformIDs(0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetPlatformIDs(1, nullptr, nullptr), CL_INVALID_VALUE);
}

class PlatformInfo : public ClTest {};

TEST_F(PlatformInfo, Rows) {
  const auto query = [&](auto... args) { return clGetPlatformInfo(platform, args...); };
  EXPECT_EQ(query_text(query, CL_PLATFORM_PROFILE), "FULL_PROFILE");
  EXPECT_EQ(query_text(query, CL_PLATFORM_VERSION).rfind("OpenCL 3.1 ", 0), 0u);
  EXPECT_EQ(query_text(query, CL_PLATFORM_NAME), "Lanewise");
  EXPECT_EQ(query_text(query, CL_PLATFORM_VENDOR), "Lanewise");
  EXPECT_EQ(query_text(query, CL_PLATFORM_ICD_SUFFIX_KHR), "LANEWISE");
  EXPECT_NE(query_text(query, CL_PLATFORM_EXTENSIONS).find("cl_khr_icd"), std::string::npos);
  check_unknown_name(query);
}

TEST_F(PlatformInfo, Handles) {
  size_t size = 0;
  EXPECT_EQ(clGetPlatformInfo(nullptr, CL_PLATFORM_NAME, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(clGetPlatformInfo(reinterpret_cast<cl_platform_id>(device), CL_PLATFORM_NAME, 0,
                              nullptr, &size),
            CL_INVALID_PLATFORM);
  EXPECT_EQ(clUnloadPlatformCompiler(platform), CL_SUCCESS);
  EXPECT_EQ(clUnloadPlatformCompiler(nullptr), CL_INVALID_PLATFORM);
  EXPECT_EQ(clUnloadCompiler(), CL_SUCCESS);
}

TEST_F(PlatformInfo, ExtensionFunctions) {
  const auto ids = reinterpret_cast<clIcdGetPlatformIDsKHR_fn>(
      clGetExtensionFunctionAddress("clIcdGetPlatformIDsKHR"));
  ASSERT_TRUE(ids);
  cl_platform_id first = nullptr;
  EXPECT_EQ(ids(1, &first, nullptr), CL_SUCCESS);
  EXPECT_EQ(first, platform);
  for (const char* name : {"clIcdGetPlatformIDsKHR", "clCreateCommandQueueWithPropertiesKHR",
                           "clGetKernelSuggestedLocalWorkSizeKHR", "clGetKernelSubGroupInfoKHR",
                           "clGetImageRequirementsInfoEXT"}) {
    EXPECT_TRUE(clGetExtensionFunctionAddressForPlatform(platform, name)) << name;
    EXPECT_EQ(clGetExtensionFunctionAddress(name),
              clGetExtensionFunctionAddressForPlatform(platform, name));
  }
  EXPECT_FALSE(clGetExtensionFunctionAddressForPlatform(nullptr, "clIcdGetPlatformIDsKHR"));
  EXPECT_FALSE(clGetExtensionFunctionAddress("clNoSuchFunctionKHR"));
  EXPECT_FALSE(clGetExtensionFunctionAddress(nullptr));
}
