// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>

namespace {

[[noreturn]] void fail(const std::string& message) {
  std::fprintf(stderr, "%s: error: %s\n", program_invocation_short_name, message.c_str());
  std::exit(2);
}

void require(cl_int error, const char* what) {
  if (error != CL_SUCCESS) {
    fail(std::string(what) + " gave " + std::to_string(error) + ", expected CL_SUCCESS");
  }
}

std::string library_of(const std::string& path) {
  if (!path.ends_with(".icd")) {
    return path;
  }
  std::string library;
  std::ifstream file(path);
  std::getline(file, library);
  return library;
}

} // namespace

Driver::Driver(const std::string& path) {
  const std::string library = library_of(path);
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
  name_ = text;
  require(cl_->clGetDeviceInfo(device_, CL_DRIVER_VERSION, sizeof text, text, nullptr),
          "clGetDeviceInfo");
  version_ = text;
  size_t size = 0;
  require(cl_->clGetDeviceInfo(device_, CL_DEVICE_EXTENSIONS, 0, nullptr, &size),
          "clGetDeviceInfo");
  std::string extensions(size, '\0');
  require(cl_->clGetDeviceInfo(device_, CL_DEVICE_EXTENSIONS, size, extensions.data(), nullptr),
          "clGetDeviceInfo");
  extensions_ = extensions.c_str(); // without the zero at the end
  cl_uint units = 1;
  require(cl_->clGetDeviceInfo(device_, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
          "clGetDeviceInfo");
  threads_ = units;
  cl_int error = CL_SUCCESS;
  context_ = cl_->clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error);
  require(error, "clCreateContext");
  queue_ = cl_->clCreateCommandQueue(context_, device_, 0, &error);
  require(error, "clCreateCommandQueue");
}

Driver::~Driver() {
  cl_->clReleaseCommandQueue(queue_);
  cl_->clReleaseContext(context_);
}

Job::Job(const Driver& driver, const Workload& load) : driver_(driver), load_(load) {
  const cl_icd_dispatch& cl = *driver.cl_;
  cl_int error = CL_SUCCESS;
  cl_program program = cl.clCreateProgramWithSource(
      driver.context_, 1, const_cast<const char**>(&load.source), nullptr, &error);
  require(error, "clCreateProgramWithSource");
  if (cl.clBuildProgram(program, 0, nullptr, load.options.c_str(), nullptr, nullptr) !=
      CL_SUCCESS) {
    std::string log(1 << 16, '\0');
    cl.clGetProgramBuildInfo(program, driver.device_, CL_PROGRAM_BUILD_LOG, log.size(), log.data(),
                             nullptr);
    fail(std::string(load.name) + " does not build: " + log.c_str());
  }
  for (const Launch& launch : load.launches) {
    cl_kernel& kernel = kernels_[launch.kernel];
    if (!kernel) {
      kernel = cl.clCreateKernel(program, launch.kernel, &error);
      require(error, "clCreateKernel");
    }
  }
  cl.clReleaseProgram(program);
  for (const Words& words : load.buffers) {
    make_buffer(words);
  }
  if (load.launches.size() == 1) {
    set_arguments(kernels_.begin()->second, load.launches.front());
  }
}

void Job::make_buffer(const Words& words) {
  const cl_icd_dispatch& cl = *driver_.cl_;
  const size_t size = words.size() * sizeof(uint32_t);
  if (load_.svm) {
    constexpr cl_svm_mem_flags flags =
        CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
    void* memory = cl.clSVMAlloc(driver_.context_, flags, size, 0);
    if (!memory) {
      fail("clSVMAlloc gave no memory for atomics");
    }
    std::memcpy(memory, words.data(), size);
    shared_.push_back(memory);
    return;
  }
  cl_int error = CL_SUCCESS;
  buffers_.push_back(cl.clCreateBuffer(driver_.context_, CL_MEM_READ_WRITE, size, nullptr, &error));
  require(error, "clCreateBuffer");
  require(cl.clEnqueueWriteBuffer(driver_.queue_, buffers_.back(), CL_TRUE, 0, size, words.data(),
                                  0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
}

Job::~Job() {
  for (const auto& [name, kernel] : kernels_) {
    driver_.cl_->clReleaseKernel(kernel);
  }
  for (cl_mem buffer : buffers_) {
    driver_.cl_->clReleaseMemObject(buffer);
  }
  for (void* memory : shared_) {
    driver_.cl_->clSVMFree(driver_.context_, memory);
  }
}

void Job::set_arguments(cl_kernel kernel, const Launch& launch) const {
  cl_uint index = 0;
  for (const Argument& argument : launch.arguments) {
    const void* value = nullptr;
    size_t size = 4;
    const auto* buffer = std::get_if<Buffer>(&argument);
    if (buffer && load_.svm) {
      require(driver_.cl_->clSetKernelArgSVMPointer(kernel, index++, shared_[buffer->index]),
              "clSetKernelArgSVMPointer");
      continue;
    }
    if (buffer) {
      value = &buffers_[buffer->index];
      size = sizeof(cl_mem);
    } else if (const auto* local = std::get_if<Local>(&argument)) {
      size = local->bytes;
    } else {
      std::visit([&](const auto& number) { value = &number; }, argument);
    }
    require(driver_.cl_->clSetKernelArg(kernel, index++, size, value), "clSetKernelArg");
  }
}

void Job::run() {
  for (const Launch& launch : load_.launches) {
    cl_kernel kernel = kernels_.find(launch.kernel)->second;
    if (load_.launches.size() > 1) {
      set_arguments(kernel, launch); // as programs do that launch in a loop
    }
    require(driver_.cl_->clEnqueueNDRangeKernel(
                driver_.queue_, kernel, cl_uint(launch.global.size()), nullptr,
                launch.global.data(), launch.local.empty() ? nullptr : launch.local.data(), 0,
                nullptr, nullptr),
            "clEnqueueNDRangeKernel");
  }
  require(driver_.cl_->clFinish(driver_.queue_), "clFinish");
}

Words Job::output() const {
  Words words(load_.buffers[0].size());
  if (load_.svm) {
    std::memcpy(words.data(), shared_[0], words.size() * sizeof(uint32_t));
    return words;
  }
  require(driver_.cl_->clEnqueueReadBuffer(driver_.queue_, buffers_[0], CL_TRUE, 0,
                                           words.size() * sizeof(uint32_t), words.data(), 0,
                                           nullptr, nullptr),
          "clEnqueueReadBuffer");
  return words;
}
