// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_BENCH_SCALE_ROWS_H
#define CL_BENCH_SCALE_ROWS_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl_icd.h>

#include <cstdio>
#include <string>
#include <vector>

/// Ends the program if an OpenCL call failed.
void require(cl_int error, const char* what);

/// A driver, loaded the way in which the ICD loader does it, and a program for it.
struct ScaleSession {
  /// The measurements with one thread, for the processes that follow.
  struct Base {
    double ns_per_round = 0;
    double seconds[3] = {};
    double ns_per_step = 0;
    double seconds_of_cpp[3] = {};
  };
  ScaleSession(const std::string& library, unsigned thread_count, Base& shared_base);
  ScaleSession(const ScaleSession&) = delete;
  ~ScaleSession();

  [[nodiscard]] cl_kernel kernel(const char* name) const;
  [[nodiscard]] cl_command_queue queue() const;
  /// One-dimensional.
  void launch(cl_command_queue to, cl_kernel kernel, size_t items, size_t group) const;

  unsigned threads;
  Base* base;
  const cl_icd_dispatch* cl = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_program program = nullptr;
};

/// Prints the rows whose names contain `filter`. False if a result is wrong.
[[nodiscard]] bool run_scale_rows(const ScaleSession& session, const std::string& filter);

#endif
