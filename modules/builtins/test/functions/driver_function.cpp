// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "functions/driver_function.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

namespace {

[[noreturn]] void fail(const std::string& message) {
  std::fprintf(stderr, "accuracy: error: %s\n", message.c_str());
  std::exit(2);
}

void require(cl_int error, const char* what) {
  if (error != CL_SUCCESS) {
    fail(std::string(what) + " gave " + std::to_string(error) + ", expected CL_SUCCESS");
  }
}

size_t size_of(const std::string& type) {
  return type == "half" ? 2 : type == "double" ? 8 : 4; // float, int
}

/// kernel void k(global const <parameter>* a0, ..., global <result>* out), an element a work-item.
std::string source_of(const std::string& name, const std::string& result,
                      const std::vector<std::string>& parameters) {
  std::string declared, arguments;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const std::string number = std::to_string(i);
    declared += "global const " + parameters[i] + "* a" + number + ", ";
    arguments += (i ? ", a" : "a") + number + "[i]";
  }
  const std::string extension = result == "half"     ? "cl_khr_fp16"
                                : result == "double" ? "cl_khr_fp64"
                                                     : "";
  return (extension.empty() ? "" : "#pragma OPENCL EXTENSION " + extension + " : enable\n") +
         "kernel void k(" + declared + "global " + result +
         "* out) {\n  size_t i = get_global_id(0);\n  out[i] = " + name + "(" + arguments +
         ");\n}\n";
}

} // namespace

class DriverFunction : public Evaluation {
public:
  DriverFunction(const LoadedDriver& driver, const std::string& name, const std::string& result,
                 const std::vector<std::string>& parameters)
      : driver_(driver), cl_(*driver.cl_), result_(result), parameters_(parameters) {
    const std::string text = source_of(name, result, parameters);
    const char* source = text.c_str();
    cl_int error = CL_SUCCESS;
    cl_program program =
        cl_.clCreateProgramWithSource(driver.context_, 1, &source, nullptr, &error);
    require(error, "clCreateProgramWithSource");
    const char* options = std::getenv("ACCURACY_OPTIONS");
    if (cl_.clBuildProgram(program, 0, nullptr, options ? options : "", nullptr, nullptr) !=
        CL_SUCCESS) {
      std::string log(1 << 16, '\0');
      cl_.clGetProgramBuildInfo(program, driver.device_, CL_PROGRAM_BUILD_LOG, log.size(),
                                log.data(), nullptr);
      fail(name + " of " + result + " does not build: " + log.c_str());
    }
    kernel_ = cl_.clCreateKernel(program, "k", &error);
    require(error, "clCreateKernel");
    cl_.clReleaseProgram(program);
  }
  ~DriverFunction() override { cl_.clReleaseKernel(kernel_); }

  void operator()(size_t count, void* out, const std::vector<const void*>& in) const override {
    std::vector<cl_mem> buffers;
    for (size_t i = 0; i < in.size(); ++i) {
      buffers.push_back(buffer(count, size_of(parameters_[i])));
      require(cl_.clEnqueueWriteBuffer(driver_.queue_, buffers.back(), CL_TRUE, 0,
                                       count * size_of(parameters_[i]), in[i], 0, nullptr, nullptr),
              "clEnqueueWriteBuffer");
    }
    buffers.push_back(buffer(count, size_of(result_)));
    for (size_t i = 0; i < buffers.size(); ++i) {
      require(cl_.clSetKernelArg(kernel_, cl_uint(i), sizeof(cl_mem), &buffers[i]),
              "clSetKernelArg");
    }
    const size_t global = padded(count);
    require(cl_.clEnqueueNDRangeKernel(driver_.queue_, kernel_, 1, nullptr, &global, nullptr, 0,
                                       nullptr, nullptr),
            "clEnqueueNDRangeKernel");
    require(cl_.clEnqueueReadBuffer(driver_.queue_, buffers.back(), CL_TRUE, 0,
                                    count * size_of(result_), out, 0, nullptr, nullptr),
            "clEnqueueReadBuffer");
    for (cl_mem each : buffers) {
      cl_.clReleaseMemObject(each);
    }
  }

private:
  /// A size of which drivers make whole groups, so that all elements go the way of vectors.
  static size_t padded(size_t count) { return (count + 1023) / 1024 * 1024; }

  [[nodiscard]] cl_mem buffer(size_t count, size_t size) const {
    cl_int error = CL_SUCCESS;
    cl_mem made = cl_.clCreateBuffer(driver_.context_, CL_MEM_READ_WRITE, padded(count) * size,
                                     nullptr, &error);
    require(error, "clCreateBuffer");
    return made;
  }

  const LoadedDriver& driver_;
  const cl_icd_dispatch& cl_;
  std::string result_;
  std::vector<std::string> parameters_;
  cl_kernel kernel_ = nullptr;
};

LoadedDriver::LoadedDriver(const std::string& library) {
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    fail("'" + library + "' cannot be loaded: " + dlerror());
  }
  using GetAddress = void* (*)(const char*);
  using GetPlatforms = cl_int (*)(cl_uint, cl_platform_id*, cl_uint*);
  const auto address = GetAddress(dlsym(handle, "clGetExtensionFunctionAddress"));
  const auto platforms = address ? GetPlatforms(address("clIcdGetPlatformIDsKHR")) : nullptr;
  cl_platform_id platform = nullptr;
  if (!platforms || platforms(1, &platform, nullptr) != CL_SUCCESS) {
    fail("'" + library + "' has no platform for the ICD loader");
  }
  // cl_khr_icd: every object begins with the address of the table of entry points.
  cl_ = *reinterpret_cast<const cl_icd_dispatch* const*>(platform);
  require(cl_->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr),
          "clGetDeviceIDs");
  char text[256] = {};
  require(cl_->clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof text, text, nullptr),
          "clGetPlatformInfo");
  std::printf("driver: %s\n", text);
  require(cl_->clGetDeviceInfo(device_, CL_DRIVER_VERSION, sizeof text, text, nullptr),
          "clGetDeviceInfo");
  std::printf("driver version: %s\n", text);
  size_t size = 0;
  require(cl_->clGetDeviceInfo(device_, CL_DEVICE_EXTENSIONS, 0, nullptr, &size),
          "clGetDeviceInfo");
  extensions_.resize(size);
  require(cl_->clGetDeviceInfo(device_, CL_DEVICE_EXTENSIONS, size, extensions_.data(), nullptr),
          "clGetDeviceInfo");
  cl_int error = CL_SUCCESS;
  context_ = cl_->clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error);
  require(error, "clCreateContext");
  queue_ = cl_->clCreateCommandQueue(context_, device_, 0, &error);
  require(error, "clCreateCommandQueue");
}

LoadedDriver::~LoadedDriver() {
  cl_->clReleaseCommandQueue(queue_);
  cl_->clReleaseContext(context_);
}

std::unique_ptr<Evaluation>
LoadedDriver::function(const std::string& name, const std::string& result,
                       const std::vector<std::string>& parameters) const {
  if ((result == "half" && extensions_.find("cl_khr_fp16") == std::string::npos) ||
      (result == "double" && extensions_.find("cl_khr_fp64") == std::string::npos)) {
    return nullptr;
  }
  return std::make_unique<DriverFunction>(*this, name, result, parameters);
}
