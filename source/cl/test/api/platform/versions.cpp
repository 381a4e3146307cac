// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Versions as numbers (cl_khr_extended_versioning): they say what the texts say.
#include "query.h"

#include <sstream>

namespace {

class Versions : public ClTest {
protected:
  static cl_version_khr expected(const std::string& name) {
    return name == "cl_intel_unified_shared_memory"           ? CL_MAKE_VERSION_KHR(1, 1, 0)
           : name == "cl_intel_subgroups_short"               ? CL_MAKE_VERSION_KHR(1, 1, 0)
           : name == "cl_khr_integer_dot_product"             ? CL_MAKE_VERSION_KHR(2, 0, 0)
           : name == "cl_ext_buffer_device_address"           ? CL_MAKE_VERSION_KHR(1, 0, 2)
           : name == "cl_intel_concurrent_dispatch"           ? CL_MAKE_VERSION_KHR(0, 9, 0)
           : name == "cl_khr_semaphore"                       ? CL_MAKE_VERSION_KHR(1, 0, 1)
           : name == "cl_khr_icd"                             ? CL_MAKE_VERSION_KHR(2, 0, 1)
           : name == "cl_khr_external_memory"                 ? CL_MAKE_VERSION_KHR(1, 0, 1)
           : name == "cl_khr_external_semaphore"              ? CL_MAKE_VERSION_KHR(1, 0, 1)
           : name == "cl_khr_external_semaphore_sync_fd"      ? CL_MAKE_VERSION_KHR(1, 0, 1)
           : name == "cl_ext_image_requirements_info"         ? CL_MAKE_VERSION_KHR(0, 5, 0)
           : name == "cl_khr_command_buffer"                  ? CL_MAKE_VERSION_KHR(0, 9, 8)
           : name == "cl_khr_command_buffer_mutable_dispatch" ? CL_MAKE_VERSION_KHR(0, 9, 5)
           : name == "cl_khr_command_buffer_multi_device"     ? CL_MAKE_VERSION_KHR(0, 9, 2)
                                                              : CL_MAKE_VERSION_KHR(1, 0, 0);
  }
  /// Names of a list of names and versions, separated by spaces.
  template <typename Query> static std::string names(Query&& query, cl_uint which) {
    const auto value = check_query(query, which);
    EXPECT_EQ(value.size() % sizeof(cl_name_version_khr), 0u);
    std::string result;
    for (size_t at = 0; at < value.size(); at += sizeof(cl_name_version_khr)) {
      cl_name_version_khr entry;
      std::memcpy(&entry, value.data() + at, sizeof entry);
      EXPECT_EQ(entry.version, expected(entry.name)) << entry.name;
      EXPECT_EQ(entry.name[sizeof entry.name - 1], 0);
      result += std::string(result.empty() ? "" : " ") + entry.name;
    }
    return result;
  }

  /// "OpenCL C 1.2 Lanewise 0.1.0" as a number.
  static cl_version_khr number_in(const std::string& text) {
    std::istringstream words(text);
    std::string word;
    while (words >> word && !std::isdigit(static_cast<unsigned char>(word[0]))) {
    }
    const size_t dot = word.find('.');
    return CL_MAKE_VERSION_KHR(cl_version_khr(std::stoul(word.substr(0, dot))),
                               cl_version_khr(std::stoul(word.substr(dot + 1))), 0);
  }
};

} // namespace

TEST_F(Versions, Platform) {
  const auto query = [&](auto... args) { return clGetPlatformInfo(platform, args...); };
  EXPECT_EQ(query_as<cl_version_khr>(query, CL_PLATFORM_NUMERIC_VERSION_KHR),
            number_in(query_text(query, CL_PLATFORM_VERSION)));
  EXPECT_EQ(names(query, CL_PLATFORM_EXTENSIONS_WITH_VERSION_KHR),
            query_text(query, CL_PLATFORM_EXTENSIONS));
}

TEST_F(Versions, Device) {
  const auto query = [&](auto... args) { return clGetDeviceInfo(device, args...); };
  EXPECT_EQ(query_as<cl_version_khr>(query, CL_DEVICE_NUMERIC_VERSION_KHR),
            number_in(query_text(query, CL_DEVICE_VERSION)));
  EXPECT_EQ(query_as<cl_version_khr>(query, CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR),
            number_in(query_text(query, CL_DEVICE_OPENCL_C_VERSION)));
  const std::string extensions = names(query, CL_DEVICE_EXTENSIONS_WITH_VERSION_KHR);
  EXPECT_EQ(extensions, query_text(query, CL_DEVICE_EXTENSIONS));
  EXPECT_NE((" " + extensions + " ").find(" cl_khr_device_uuid "), std::string::npos);
  EXPECT_EQ(names(query, CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION_KHR),
            query_text(query, CL_DEVICE_BUILT_IN_KERNELS));
}
