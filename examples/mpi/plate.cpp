// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plate.h"

#include <utility>

namespace {

constexpr const char* source = R"(
kernel void spread(global const float* now, global float* next, int width) {
  size_t i = get_global_id(1) * width + get_global_id(0);
  float around = now[i - 1] + now[i + 1] + now[i - width] + now[i + width];
  next[i] = now[i] + 0.2f * (around - 4 * now[i]);
}
)";

/// The first temperature at a place: hot at the top, with a few warm spots. It is the same on each
/// rank.
float first_value(int x, int y) {
  if (y < 0) {
    return 1;
  }
  return (x / 32 + y / 32) % 7 == 0 ? 0.5F : 0.0F;
}

} // namespace

Plate::Plate(const Session& owner, const Size& size, Rows rows, Neighbours others)
    : session(owner), edge_queue(owner.in_order_queue()), program(owner.build(source)),
      kernel(Session::kernel(program, "spread")), width(size.width), count(rows.end - rows.begin),
      neighbours(others) {
  std::vector<float> values;
  for (int y = rows.begin - 1; y <= rows.end; ++y) {
    for (int x = 0; x < width; ++x) {
      values.push_back(y == size.height ? 0.0F : first_value(x, y));
    }
  }
  for (std::vector<float>* row : {&edge.first, &edge.last, &edge.above, &edge.below}) {
    row->resize(size_t(width));
  }
  for (Buffer* buffer : {&now, &next}) { // what no step writes is the same in both
    *buffer = session.buffer(CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                             values.size() * sizeof(float), values.data());
  }
}

Event Plate::compute(const Queue& queue, int first, int rows_now, const Event& after) {
  Session::set_arguments(kernel, now.get(), next.get(), cl_int(width));
  const size_t offset[] = {1, size_t(first)};
  const size_t global[] = {size_t(width) - 2, size_t(rows_now)};
  const cl_event wait = after.get();
  cl_event done = nullptr;
  check(clEnqueueNDRangeKernel(queue.get(), kernel.get(), 2, offset, global, nullptr, wait ? 1 : 0,
                               wait ? &wait : nullptr, &done),
        "clEnqueueNDRangeKernel");
  return Event(done);
}

/// Begins to send the own first and last row, and to receive the neighbours'.
void Plate::begin_exchange() {
  const auto receive = [&](std::vector<float>& row, int from, int tag, MPI_Request& request) {
    MPI_Irecv(row.data(), width, MPI_FLOAT, from, tag, MPI_COMM_WORLD, &request);
  };
  const auto send = [&](const std::vector<float>& row, int to, int tag, MPI_Request& request) {
    MPI_Isend(row.data(), width, MPI_FLOAT, to, tag, MPI_COMM_WORLD, &request);
  };
  receive(edge.above, neighbours.above, 0, edge.requests[0]);
  receive(edge.below, neighbours.below, 1, edge.requests[1]);
  send(edge.first, neighbours.above, 1, edge.requests[2]);
  send(edge.last, neighbours.below, 0, edge.requests[3]);
}

void Plate::step(Times& times) {
  const size_t row = size_t(width) * sizeof(float);
  const size_t last = size_t(count);
  // Both wait for the rows between, which read the cells that these write.
  compute(edge_queue, 1, 1, inner);
  compute(edge_queue, count, 1, inner);
  const auto read = [&](size_t which, std::vector<float>& to, bool blocks) {
    check(clEnqueueReadBuffer(edge_queue.get(), next.get(), blocks, which * row, row, to.data(), 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
  };
  read(1, edge.first, false);
  read(last, edge.last, true);
  begin_exchange();
  // Rows are on their way while those between are computed. They need rows of the last step only.
  if (count > 2) {
    inner = compute(session.queue, 2, count - 2, {});
    const cl_event event = inner.get();
    check(clWaitForEvents(1, &event), "clWaitForEvents");
  }
  const double begin = MPI_Wtime();
  MPI_Waitall(4, edge.requests, MPI_STATUSES_IGNORE);
  times.waited += (MPI_Wtime() - begin) * 1000;
  const auto write = [&](size_t which, const std::vector<float>& from) {
    check(clEnqueueWriteBuffer(edge_queue.get(), next.get(), CL_FALSE, which * row, row,
                               from.data(), 0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
  };
  if (neighbours.above != MPI_PROC_NULL) {
    write(0, edge.above);
  }
  if (neighbours.below != MPI_PROC_NULL) {
    write(last + 1, edge.below);
  }
  std::swap(now, next);
}

Times Plate::run(int steps) {
  Times times;
  const double begin = MPI_Wtime();
  for (int i = 0; i < steps; ++i) {
    step(times);
  }
  check(clFinish(edge_queue.get()), "clFinish");
  check(clFinish(session.queue.get()), "clFinish");
  times.all = (MPI_Wtime() - begin) * 1000;
  return times;
}

std::vector<float> Plate::rows() const {
  std::vector<float> values(size_t(count + 2) * size_t(width));
  session.read(now, values.size() * sizeof(float), values.data());
  return {values.begin() + width, values.end() - width};
}
