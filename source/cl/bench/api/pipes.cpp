// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packets through a pipe: a kernel writes one for each work-item, another one reads them. Items are
// packets that went through.
#include "bench.h"

#include <vector>

namespace {

/// A packet each, and one reservation for each work-group.
constexpr const char* one_by_one[] = {
    "kernel void k(write_only pipe int p) { int v = get_global_id(0); write_pipe(p, &v); }",
    "kernel void k(read_only pipe int p, global int* out) {\n"
    "  read_pipe(p, &out[get_global_id(0)]);\n"
    "}"};
constexpr const char* by_groups[] = {
    "kernel void k(write_only pipe int p) {\n"
    "  int v = get_global_id(0);\n"
    "  reserve_id_t r = work_group_reserve_write_pipe(p, get_local_size(0));\n"
    "  if (is_valid_reserve_id(r)) write_pipe(p, r, get_local_id(0), &v);\n"
    "  work_group_commit_write_pipe(p, r);\n"
    "}",
    "kernel void k(read_only pipe int p, global int* out) {\n"
    "  reserve_id_t r = work_group_reserve_read_pipe(p, get_local_size(0));\n"
    "  if (is_valid_reserve_id(r)) read_pipe(p, r, get_local_id(0), &out[get_global_id(0)]);\n"
    "  work_group_commit_read_pipe(p, r);\n"
    "}"};

void pipe(benchmark::State& state, const char* const (&sources)[2]) {
  constexpr size_t packets = size_t(1) << 20, local = 256;
  const Session session;
  cl_int error = CL_SUCCESS;
  cl_mem through = clCreatePipe(session.context, 0, 4, packets, nullptr, &error);
  require(error, "clCreatePipe");
  cl_mem out = session.buffer(packets * 4);
  cl_kernel writer = session.kernel(sources[0], "-cl-std=CL3.0"),
            reader = session.kernel(sources[1], "-cl-std=CL3.0");
  require(clSetKernelArg(writer, 0, sizeof through, &through), "clSetKernelArg");
  require(clSetKernelArg(reader, 0, sizeof through, &through), "clSetKernelArg");
  require(clSetKernelArg(reader, 1, sizeof out, &out), "clSetKernelArg");
  for (auto _ : state) {
    for (cl_kernel kernel : {writer, reader}) {
      require(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &packets, &local, 0,
                                     nullptr, nullptr),
              "clEnqueueNDRangeKernel");
    }
    require(clFinish(session.queue), "clFinish");
  }
  state.SetItemsProcessed(state.iterations() * int64_t(packets));
  std::vector<cl_int> values(packets);
  require(clEnqueueReadBuffer(session.queue, out, CL_TRUE, 0, packets * 4, values.data(), 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
  std::vector<bool> seen(packets);
  for (const cl_int value : values) {
    if (value < 0 || size_t(value) >= packets || seen[size_t(value)]) {
      state.SkipWithError("a packet is missing");
      break;
    }
    seen[size_t(value)] = true;
  }
  clReleaseKernel(writer);
  clReleaseKernel(reader);
  clReleaseMemObject(out);
  clReleaseMemObject(through);
}
BENCHMARK_CAPTURE(pipe, one_by_one, one_by_one)->UseRealTime();
BENCHMARK_CAPTURE(pipe, by_groups, by_groups)->UseRealTime();

} // namespace
