// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: command_buffer
//
// A frame of many short launches, as of a simulation: enqueued one by one each time, or recorded
// once in a command buffer (cl_khr_command_buffer) and replayed with one call. Between two replays
// one launch gets another argument and another size (cl_khr_command_buffer_mutable_dispatch). Every
// result is compared with C++.
//
// Notice: the kernels are the same and run as long; what differs is what the application pays for
// each launch.
#include "../common/arguments.h"
#include "../common/compare.h"
#include "../common/session.h"
// The newest revisions, which the system's headers may not know.
#include "CL/cl_command_buffer.h"

#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr size_t cells = 256;
constexpr unsigned steps = 64; // launches in a frame
constexpr unsigned frames = 200;

constexpr const char* source = R"(
kernel void diffuse(global const float* in, global float* out, float rate) {
  int i = get_global_id(0);
  int last = get_global_size(0) - 1;
  float left = in[max(i - 1, 0)], right = in[min(i + 1, last)];
  out[i] = in[i] + rate * (left - 2 * in[i] + right);
}
kernel void heat(global float* cells, float amount) { cells[get_global_id(0)] += amount; }
)";

/// The parameters of a frame, which warms the first `heated` cells and lets the warmth spread.
struct Frame {
  float amount = 1;
  size_t heated = 16;
};

std::vector<float> reference(std::vector<float> state, const Frame& frame) {
  for (size_t i = 0; i < frame.heated; ++i) {
    state[i] += frame.amount;
  }
  std::vector<float> next(cells);
  for (unsigned step = 0; step < steps; ++step) {
    for (size_t i = 0; i < cells; ++i) {
      const float left = state[i ? i - 1 : 0];
      const float right = state[i + 1 < cells ? i + 1 : i];
      next[i] = state[i] + 0.25F * (left - 2 * state[i] + right);
    }
    std::swap(state, next);
  }
  return state;
}

class Simulation {
public:
  explicit Simulation(const Session& owner)
      : session(owner), program(session.build(source)), heat(Session::kernel(program, "heat")),
        states{make_state(), make_state()} {
    for (int i = 0; i < 2; ++i) {
      diffuse[i] = Session::kernel(program, "diffuse");
      Session::set_arguments(diffuse[i], states[i].get(), states[1 - i].get(), 0.25F);
    }
  }

  void reset() const {
    const float zero = 0;
    check(clEnqueueFillBuffer(session.queue.get(), states[0].get(), &zero, sizeof zero, 0,
                              cells * sizeof(float), 0, nullptr, nullptr),
          "clEnqueueFillBuffer");
  }

  void enqueue(const Frame& frame) const {
    Session::set_arguments(heat, states[0].get(), frame.amount);
    launch(heat, frame.heated);
    for (unsigned step = 0; step < steps; ++step) {
      launch(diffuse[step % 2], cells);
    }
  }

  /// Records a frame. `mutable_heat`, the first launch, can be changed.
  cl_command_buffer_khr record(const cl_khr::functions& khr, const Frame& frame,
                               cl_mutable_command_khr& mutable_heat) const {
    const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                           CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
    const cl_command_properties_khr updatable[] = {
        CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
        CL_MUTABLE_DISPATCH_ARGUMENTS_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR, 0};
    cl_command_queue queue = session.queue.get();
    cl_int error = CL_SUCCESS;
    cl_command_buffer_khr buffer = khr.clCreateCommandBufferKHR(1, &queue, properties, &error);
    check(error, "clCreateCommandBufferKHR");
    Session::set_arguments(heat, states[0].get(), frame.amount);
    cl_sync_point_khr last = 0;
    check(khr.clCommandNDRangeKernelKHR(buffer, nullptr, updatable, heat.get(), 1, nullptr,
                                        &frame.heated, nullptr, 0, nullptr, &last, &mutable_heat),
          "clCommandNDRangeKernelKHR");
    for (unsigned step = 0; step < steps; ++step) {
      check(khr.clCommandNDRangeKernelKHR(buffer, nullptr, nullptr, diffuse[step % 2].get(), 1,
                                          nullptr, &cells, nullptr, 1, &last, &last, nullptr),
            "clCommandNDRangeKernelKHR");
    }
    check(khr.clFinalizeCommandBufferKHR(buffer), "clFinalizeCommandBufferKHR");
    return buffer;
  }

  std::vector<float> state() const {
    std::vector<float> values(cells);
    session.read(states[0], cells * sizeof(float), values.data());
    return values;
  }

private:
  Buffer make_state() const { return session.buffer(CL_MEM_READ_WRITE, cells * sizeof(float)); }
  void launch(const Kernel& kernel, size_t size) const {
    check(clEnqueueNDRangeKernel(session.queue.get(), kernel.get(), 1, nullptr, &size, nullptr, 0,
                                 nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  }

  const Session& session;
  Program program;
  Kernel heat;
  Kernel diffuse[2];
  Buffer states[2];
};

bool has_extension(cl_device_id device, const char* name) {
  size_t size = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &size), "clGetDeviceInfo");
  std::string names(size, 0);
  check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, names.data(), nullptr),
        "clGetDeviceInfo");
  return names.find(name) != std::string::npos;
}

/// Fused multiplications round once, so the last digits may differ from C++.
bool is_near(const std::vector<float>& found, const std::vector<float>& expected) {
  for (size_t i = 0; i < found.size(); ++i) {
    if (!(found[i] >= expected[i] - 1e-4F && found[i] <= expected[i] + 1e-4F)) {
      std::fprintf(stderr, "cell %zu is %g instead of %g\n", i, double(found[i]),
                   double(expected[i]));
      return false;
    }
  }
  return true;
}

double microseconds_per_launch(double milliseconds) {
  return milliseconds * 1000 / frames / (steps + 1);
}

} // namespace

int main(int argc, char** argv) {
  static_cast<void>(read_arguments(
      argc, argv,
      {.operands = "",
       .purpose =
           "Records launches once and replays them, changed between two replays, and compares\n"
           "their time with that of plain enqueues."}));
  const Session session;
  if (!has_extension(session.device, "cl_khr_command_buffer_mutable_dispatch")) {
    std::printf("this device has no cl_khr_command_buffer_mutable_dispatch\n");
    return 0;
  }
  const cl_khr::functions khr(Session::first_platform());
  const Simulation simulation(session);
  const Frame frame;
  cl_mutable_command_khr heat = nullptr;
  cl_command_buffer_khr recorded = simulation.record(khr, frame, heat);
  const auto replay = [&] {
    check(khr.clEnqueueCommandBufferKHR(0, nullptr, recorded, 0, nullptr, nullptr),
          "clEnqueueCommandBufferKHR");
  };

  const std::vector<float> cold(cells, 0.0F);
  const std::vector<float> warm = reference(cold, frame);
  simulation.reset();
  simulation.enqueue(frame);
  bool right = is_near(simulation.state(), warm);
  simulation.reset();
  replay();
  right &= is_near(simulation.state(), warm);

  // The recorded first launch warms more, and twice as many cells, from now on.
  const Frame changed{2.5F, 32};
  const cl_khr::cl_mutable_dispatch_arg_khr argument = {1, sizeof(float), &changed.amount};
  cl_khr::cl_mutable_dispatch_config_khr config = {};
  config.command = heat;
  config.num_args = 1;
  config.arg_list = &argument;
  config.work_dim = 1;
  config.global_work_size = &changed.heated;
  const cl_command_buffer_update_type_khr type = CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR;
  const void* configs[] = {&config};
  check(khr.clUpdateMutableCommandsKHR(recorded, 1, &type, configs), "clUpdateMutableCommandsKHR");
  replay();
  right &= is_near(simulation.state(), reference(warm, changed));

  const auto finish = [&] { check(clFinish(session.queue.get()), "clFinish"); };
  double enqueue_only = 0;
  const auto timed = [&](auto&& submit) {
    enqueue_only = std::numeric_limits<double>::infinity();
    return best_milliseconds(5, [&] {
      const double submitting = best_milliseconds(1, [&] {
        for (unsigned i = 0; i < frames; ++i) {
          submit();
        }
      });
      enqueue_only = std::min(enqueue_only, submitting);
      finish();
    });
  };
  simulation.reset();
  const double plain = timed([&] { simulation.enqueue(frame); });
  const double plain_call = enqueue_only;
  const double replayed = timed(replay);
  const double replay_call = enqueue_only;
  khr.clReleaseCommandBufferKHR(recorded);

  std::printf("%u launches a frame: enqueued, recorded and changed frames give %s results\n",
              steps + 1, right ? "the right" : "WRONG");
  std::printf("a launch: enqueued %.2f us, of which %.2f us in calls; recorded %.2f us, of which "
              "%.2f us in calls: %.1f times as fast\n",
              microseconds_per_launch(plain), microseconds_per_launch(plain_call),
              microseconds_per_launch(replayed), microseconds_per_launch(replay_call),
              plain / replayed);
  return right ? 0 : 1;
}
