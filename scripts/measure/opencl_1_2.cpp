// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Preloaded into a program of OpenCL-CTS (scripts/measure/conformance, mode `1.2`): platform and
// device say that they are of OpenCL 1.2, and programs are built as OpenCL C 1.2 where the suite
// names no version.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <cstring>
#include <dlfcn.h>
#include <string>

namespace {

/// The function of that name which the loader has.
template <typename Function> Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

cl_int give(const void* data, size_t length, size_t size, void* value, size_t* size_ret) {
  if (size_ret) {
    *size_ret = length;
  }
  if (value) {
    if (size < length) {
      return CL_INVALID_VALUE;
    }
    std::memcpy(value, data, length);
  }
  return CL_SUCCESS;
}
cl_int give(const std::string& text, size_t size, void* value, size_t* size_ret) {
  return give(text.c_str(), text.size() + 1, size, value, size_ret);
}
cl_int give_number(size_t size, void* value, size_t* size_ret) {
  constexpr cl_version number = CL_MAKE_VERSION(1, 2, 0);
  return give(&number, sizeof number, size, value, size_ret);
}

std::string as_1_2(const char* options) {
  const std::string given = options ? options : "";
  return given.find("-cl-std=") == std::string::npos ? given + " -cl-std=CL1.2" : given;
}

} // namespace

extern "C" {

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info name, size_t size, void* value,
                         size_t* size_ret) {
  static const auto real = next<decltype(clGetPlatformInfo)>("clGetPlatformInfo");
  return name == CL_PLATFORM_VERSION           ? give("OpenCL 1.2 Lanewise", size, value, size_ret)
         : name == CL_PLATFORM_NUMERIC_VERSION ? give_number(size, value, size_ret)
                                               : real(platform, name, size, value, size_ret);
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t size, void* value,
                       size_t* size_ret) {
  static const auto real = next<decltype(clGetDeviceInfo)>("clGetDeviceInfo");
  switch (name) {
  case CL_DEVICE_VERSION:
    return give("OpenCL 1.2 Lanewise", size, value, size_ret);
  case CL_DEVICE_OPENCL_C_VERSION:
    return give("OpenCL C 1.2 Lanewise", size, value, size_ret);
  case CL_DEVICE_NUMERIC_VERSION:
  case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR:
    return give_number(size, value, size_ret);
  case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
  case CL_DEVICE_OPENCL_C_FEATURES:
    return CL_INVALID_VALUE;
  default:
    return real(device, name, size, value, size_ret);
  }
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                      const char* options, void(CL_CALLBACK* notify)(cl_program, void*),
                      void* data) {
  static const auto real = next<decltype(clBuildProgram)>("clBuildProgram");
  return real(program, count, devices, as_1_2(options).c_str(), notify, data);
}

cl_int clCompileProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                        const char* options, cl_uint header_count, const cl_program* headers,
                        const char** names, void(CL_CALLBACK* notify)(cl_program, void*),
                        void* data) {
  static const auto real = next<decltype(clCompileProgram)>("clCompileProgram");
  return real(program, count, devices, as_1_2(options).c_str(), header_count, headers, names,
              notify, data);
}

} // extern "C"
