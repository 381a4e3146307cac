// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An OpenCL driver, reached the way in which the ICD loader does it: two can be in one process.
#ifndef CL_BENCH_DRIVER_H
#define CL_BENCH_DRIVER_H

#include "workload.h"

#define CL_TARGET_OPENCL_VERSION 200
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl_icd.h>

#include <map>
#include <string>

class Driver {
public:
  /// Opens a library, or an ICD file that names one; its first platform's first CPU. Ends the
  /// program if there is none.
  explicit Driver(const std::string& path);
  Driver(const Driver&) = delete;
  ~Driver();

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& version() const { return version_; }
  [[nodiscard]] unsigned threads() const { return threads_; }
  /// Whether the device has an extension, or none is asked for.
  [[nodiscard]] bool has(const std::string& extension) const {
    return (" " + extensions_ + " ").find(" " + extension + " ") != std::string::npos ||
           extension.empty();
  }

private:
  friend class Job;
  std::string name_, version_; ///< of the platform, of the driver
  std::string extensions_;     ///< with spaces between
  unsigned threads_ = 1;
  const cl_icd_dispatch* cl_ = nullptr; ///< the driver's entry points
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
};

/// A workload made ready for a driver: program built, buffers filled.
class Job {
public:
  Job(const Driver& driver, const Workload& load);
  Job(const Job&) = delete;
  ~Job();

  /// All launches, one after the other, until they have ended.
  void run();
  [[nodiscard]] Words output() const;

private:
  void make_buffer(const Words& words);
  void set_arguments(cl_kernel kernel, const Launch& launch) const;

  const Driver& driver_;
  const Workload& load_;
  std::map<std::string, cl_kernel> kernels_;
  std::vector<cl_mem> buffers_;
  std::vector<void*> shared_; ///< instead of those, where the workload asks for it
};

#endif
