// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scale/scale_rows.h"

#include "scale/machine.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <functional>
#include <memory>
#include <thread>

namespace {

constexpr const char* source = R"(
kernel void empty() {}
kernel void compute(global float *out, int rounds) {
  const int id = get_global_id(0);
  float a = id * 1e-9f, b = 1.0f;
  for (int i = 0; i < rounds; ++i) {
    a = fma(a, 0.999f, b);
    b = fma(b, 0.999f, a * 1e-6f);
  }
  out[id] = a + b;
}
kernel void triad(global float *a, global const float *b, global const float *c) {
  const size_t id = get_global_id(0);
  a[id] = b[id] + 3.0f * c[id];
})";

constexpr size_t group_size = 64;

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double median(std::vector<double> times) {
  std::nth_element(times.begin(), times.begin() + long(times.size() / 2), times.end());
  return times[times.size() / 2];
}

/// The median of the seconds of `count` calls, after `count` calls to warm up.
double time_of(int count, const std::function<void()>& call) {
  std::vector<double> times;
  for (int i = 0; i < count + count / 4 + 2; ++i) {
    const double begin = seconds();
    call();
    if (i >= count / 4 + 2) {
      times.push_back(seconds() - begin);
    }
  }
  return median(times);
}

class Rows {
public:
  Rows(const ScaleSession& given, std::string wanted)
      : session(given), filter(std::move(wanted)), queue(given.queue()) {}
  ~Rows() { session.cl->clReleaseCommandQueue(queue); }

  bool run() {
    launches();
    computing();
    const bool right = bandwidth();
    chain();
    application_threads(false);
    application_threads(true);
    polling();
    return right;
  }

private:
  bool wanted(const std::string& name) const { return name.find(filter) != std::string::npos; }
  void print(const std::string& name, double value, const char* unit, const std::string& mark) {
    std::printf("%-28s %7u %12.3f %-22s %s\n", name.c_str(), session.threads, value, unit,
                mark.c_str());
    std::fflush(stdout);
  }
  void finish() { require(session.cl->clFinish(queue), "clFinish"); }

  /// A kernel that computes for about `ns` nanoseconds of one thread in each group.
  cl_kernel computing_for(double ns) {
    if (output == nullptr) {
      cl_int error = CL_SUCCESS;
      output =
          session.cl->clCreateBuffer(session.context, CL_MEM_READ_WRITE, 4 << 20, nullptr, &error);
      require(error, "clCreateBuffer");
      const cl_kernel probe = compute(100'000);
      const double time = time_of(20, [&] { // one group is one thread's
        session.launch(queue, probe, group_size, group_size);
        finish();
      });
      double& known = session.base->ns_per_round;
      known = known == 0 ? time * 1e9 / 100'000 : known;
      session.cl->clReleaseKernel(probe);
    }
    return compute(int(std::max(ns / session.base->ns_per_round, 1.0)));
  }
  cl_kernel compute(cl_int rounds) {
    const cl_kernel kernel = session.kernel("compute");
    require(session.cl->clSetKernelArg(kernel, 0, sizeof output, &output), "clSetKernelArg");
    require(session.cl->clSetKernelArg(kernel, 1, sizeof rounds, &rounds), "clSetKernelArg");
    return kernel;
  }

  /// One group for each thread, at least 64, each of 8 us: what the launch takes beside them.
  void launches() {
    if (wanted("empty launch")) {
      const cl_kernel kernel = session.kernel("empty");
      const double time = time_of(2000, [&] {
        session.launch(queue, kernel, 64 * group_size, group_size);
        finish();
      });
      print("empty launch", time * 1e6, "us", "");
      session.cl->clReleaseKernel(kernel);
    }
    if (!wanted("launch of all threads")) {
      return;
    }
    const size_t groups = std::max(64u, session.threads);
    const cl_kernel kernel = computing_for(8000);
    const double time = time_of(1000, [&] {
      session.launch(queue, kernel, groups * group_size, group_size);
      finish();
    });
    const size_t of_each = (groups + session.threads - 1) / session.threads;
    const double work = 8e-6 * double(of_each);
    print("launch of all threads", (time - work) * 1e6, "us beside its work", "20 on 64");
    session.cl->clReleaseKernel(kernel);
  }

  void computing() {
    struct Size {
      double ms;
      int row;
      const char* mark;
    };
    for (const Size size : {Size{1, 0, "20 on 64"}, {10, 1, "45 on 64"}, {100, 2, "58 on 64"}}) {
      const std::string name = "compute " + std::to_string(int(size.ms)) + " ms";
      if (!wanted(name)) {
        continue;
      }
      const size_t groups = 4096;
      const cl_kernel kernel = computing_for(size.ms * 1e6 / double(groups));
      const auto run = [&] {
        session.launch(queue, kernel, groups * group_size, group_size);
        finish();
      };
      const double time = time_of(size.ms > 50 ? 10 : 100, run);
      double& alone = session.base->seconds[size.row];
      alone = session.threads == 1 ? time : alone;
      print(name, alone / time, "times as fast", size.mark);
      session.cl->clReleaseKernel(kernel);
      computing_alone(name, size.ms, size.row);
    }
  }
  /// Threads of C++ with as much work.
  void computing_alone(const std::string& name, double ms, int row) {
    constexpr size_t steps = 1'000'000;
    double& known = session.base->ns_per_step;
    known = known == 0 ? median(compute_rounds(1, 20, steps)) * 1e9 / steps : known;
    const size_t work = size_t(ms * 1e6 / known);
    const double time = median(compute_rounds(session.threads, ms > 50 ? 10 : 100, work));
    double& alone = session.base->seconds_of_cpp[row];
    alone = session.threads == 1 ? time : alone;
    print(name + ", C++ awake", alone / time, "times as fast", "");
  }

  /// Both on the same memory, in turns.
  bool bandwidth() {
    if (!wanted("triad")) {
      return true;
    }
    constexpr size_t words = size_t(1) << 25;
    const auto make = [] {
      return std::unique_ptr<float, decltype(&std::free)>(
          static_cast<float*>(std::aligned_alloc(1 << 21, words * sizeof(float))), &std::free);
    };
    const auto a = make(), b = make(), c = make();
    const auto each_thread = [&](auto&& part) {
      std::vector<std::thread> team;
      for (unsigned i = 0; i < session.threads; ++i) {
        team.emplace_back([&, i] {
          part(words / session.threads * i,
               i + 1 == session.threads ? words : words / session.threads * (i + 1));
        });
      }
      for (std::thread& thread : team) {
        thread.join();
      }
    };
    each_thread([&](size_t first, size_t last) {
      std::fill(a.get() + first, a.get() + last, 0.f);
      std::fill(b.get() + first, b.get() + last, 1.f);
      std::fill(c.get() + first, c.get() + last, 2.f);
    });
    const cl_kernel kernel = session.kernel("triad");
    std::vector<cl_mem> buffers;
    for (float* memory : {a.get(), b.get(), c.get()}) {
      cl_int error = CL_SUCCESS;
      buffers.push_back(session.cl->clCreateBuffer(session.context,
                                                   CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                                   words * sizeof(float), memory, &error));
      require(error, "clCreateBuffer");
      require(session.cl->clSetKernelArg(kernel, cl_uint(buffers.size() - 1), sizeof(cl_mem),
                                         &buffers.back()),
              "clSetKernelArg");
    }
    constexpr int rounds = 12;
    std::vector<double> ours;
    for (int round = 0; round < rounds; ++round) {
      const double begin = seconds();
      session.launch(queue, kernel, words, 256);
      finish();
      ours.push_back(seconds() - begin);
    }
    const std::vector<double> stream =
        stream_rounds(session.threads, rounds, a.get(), b.get(), c.get(), words);
    for (int round = 0; round < rounds; ++round) {
      const double begin = seconds();
      session.launch(queue, kernel, words, 256);
      finish();
      ours.push_back(seconds() - begin);
    }
    const double best_ours = *std::min_element(ours.begin() + 2, ours.end());
    const double best_stream = *std::min_element(stream.begin() + 1, stream.end());
    print("triad", 12.0 * words / best_ours * 1e-9, "GB/s", "");
    print("STREAM triad", 12.0 * words / best_stream * 1e-9, "GB/s", "");
    print("triad of STREAM", best_stream / best_ours, "", "0.95 from 4 up");
    for (cl_mem buffer : buffers) {
      session.cl->clReleaseMemObject(buffer);
    }
    session.cl->clReleaseKernel(kernel);
    return a.get()[0] == 7.f && a.get()[words - 1] == 7.f;
  }

  /// Launches of 100 us of one core's work, one behind another.
  void chain() {
    constexpr int length = 200;
    const size_t groups = 256;
    for (const bool at_once : {true, false}) {
      const std::string name = at_once ? "chain, one clFinish" : "chain, clFinish each";
      if (!wanted(name)) {
        continue;
      }
      const cl_kernel kernel = computing_for(100'000.0 / double(groups));
      const double time = time_of(10, [&] {
        for (int i = 0; i < length; ++i) {
          session.launch(queue, kernel, groups * group_size, group_size);
          if (!at_once) {
            finish();
          }
        }
        finish();
      });
      print(name, time * 1e6 / length, "us each, of 100", "");
      session.cl->clReleaseKernel(kernel);
    }
  }

  /// Launches a second of application threads with a queue each, which wait for them by clFinish or
  /// by events.
  void application_threads(bool with_events) {
    const std::string name = with_events ? "threads with events" : "application threads";
    if (!wanted(name)) {
      return;
    }
    double alone = 0;
    for (unsigned count = 1; count <= std::min(session.threads, 16u); count *= 2) {
      std::atomic<uint64_t> launches = 0;
      std::atomic<bool> stop = false;
      std::vector<std::thread> threads;
      for (unsigned i = 0; i < count; ++i) {
        threads.emplace_back([&] {
          const cl_command_queue mine = session.queue();
          const cl_kernel kernel = session.kernel("empty");
          uint64_t own = 0;
          while (!stop) {
            launch_and_wait(mine, kernel, with_events);
            ++own;
          }
          launches += own;
          session.cl->clReleaseKernel(kernel);
          session.cl->clReleaseCommandQueue(mine);
        });
      }
      const double begin = seconds();
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      stop = true;
      for (std::thread& thread : threads) {
        thread.join();
      }
      const double rate = double(launches) / (seconds() - begin);
      alone = count == 1 ? rate : alone;
      print(name + ": " + std::to_string(count), rate / alone, "times the launches",
            count == 16 ? "10" : "");
    }
  }

  void launch_and_wait(cl_command_queue on, cl_kernel kernel, bool with_event) const {
    if (!with_event) {
      session.launch(on, kernel, 1, 1);
      require(session.cl->clFinish(on), "clFinish");
      return;
    }
    const size_t one = 1;
    cl_event event = nullptr;
    require(
        session.cl->clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &one, &one, 0, nullptr, &event),
        "clEnqueueNDRangeKernel");
    require(session.cl->clWaitForEvents(1, &event), "clWaitForEvents");
    session.cl->clReleaseEvent(event);
  }

  /// clGetEventInfo while a kernel runs.
  void polling() {
    if (!wanted("polling")) {
      return;
    }
    const cl_kernel kernel = computing_for(2e6);
    cl_event event = nullptr;
    const size_t items = 64 * group_size, local = group_size;
    require(session.cl->clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &local, 0,
                                               nullptr, &event),
            "clEnqueueNDRangeKernel");
    require(session.cl->clFlush(queue), "clFlush");
    uint64_t polls = 0;
    cl_int status = CL_QUEUED;
    const double begin = seconds();
    while (status > CL_COMPLETE) {
      require(session.cl->clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
                                         &status, nullptr),
              "clGetEventInfo");
      ++polls;
    }
    print("polling", (seconds() - begin) / double(polls) * 1e9, "ns a call", "");
    session.cl->clReleaseEvent(event);
    session.cl->clReleaseKernel(kernel);
  }

  const ScaleSession& session;
  const std::string filter;
  cl_command_queue queue;
  cl_mem output = nullptr;
};

} // namespace

void require(cl_int error, const char* what) {
  if (error != CL_SUCCESS) {
    std::fprintf(stderr, "scale_bench: error: %s gave %d, expected CL_SUCCESS\n", what, error);
    std::exit(1);
  }
}

ScaleSession::ScaleSession(const std::string& library, unsigned thread_count, Base& shared_base)
    : threads(thread_count), base(&shared_base) {
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    std::fprintf(stderr, "scale_bench: error: %s\n", dlerror());
    std::exit(2);
  }
  using GetAddress = void* (*)(const char*);
  using GetPlatforms = cl_int (*)(cl_uint, cl_platform_id*, cl_uint*);
  const auto address = GetAddress(dlsym(handle, "clGetExtensionFunctionAddress"));
  const auto platforms = address ? GetPlatforms(address("clIcdGetPlatformIDsKHR")) : nullptr;
  cl_platform_id platform = nullptr;
  require(platforms ? platforms(1, &platform, nullptr) : CL_INVALID_PLATFORM,
          "clIcdGetPlatformIDsKHR");
  // cl_khr_icd: every object begins with the address of the table of entry points.
  cl = *reinterpret_cast<const cl_icd_dispatch* const*>(platform);
  cl_int error = CL_SUCCESS;
  require(cl->clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, nullptr), "clGetDeviceIDs");
  context = cl->clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  require(error, "clCreateContext");
  const char* text = source;
  program = cl->clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  require(error, "clCreateProgramWithSource");
  require(cl->clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), "clBuildProgram");
}

ScaleSession::~ScaleSession() {
  cl->clReleaseProgram(program);
  cl->clReleaseContext(context);
}

cl_kernel ScaleSession::kernel(const char* name) const {
  cl_int error = CL_SUCCESS;
  cl_kernel made = cl->clCreateKernel(program, name, &error);
  require(error, "clCreateKernel");
  return made;
}

cl_command_queue ScaleSession::queue() const {
  cl_int error = CL_SUCCESS;
  cl_command_queue made = cl->clCreateCommandQueue(context, device, 0, &error);
  require(error, "clCreateCommandQueue");
  return made;
}

void ScaleSession::launch(cl_command_queue to, cl_kernel kernel, size_t items, size_t group) const {
  require(cl->clEnqueueNDRangeKernel(to, kernel, 1, nullptr, &items, &group, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
}

bool run_scale_rows(const ScaleSession& session, const std::string& filter) {
  return Rows(session, filter).run();
}
