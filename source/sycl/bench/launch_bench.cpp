// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cost of a launch in SYCL and in OpenCL below it: 16 work-items, the same device, the same
// process. Microseconds for each launch, the median of 21 runs in turn.
//
// usage: sycl_launch_bench [PART_OF_A_ROW]
#include <CL/cl.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <sycl/sycl.hpp>
#include <vector>

namespace {

constexpr size_t items = 16;
constexpr int runs = 21;

void check(cl_int status, const char* what) {
  if (status != CL_SUCCESS) {
    std::fprintf(stderr, "launch_bench: %s failed with %d\n", what, status);
    std::exit(1);
  }
}

/// The same kernel in OpenCL C, on the platform that SYCL chose.
class Raw {
public:
  explicit Raw(const std::string& platform_name) {
    cl_uint count = 0;
    check(clGetPlatformIDs(0, nullptr, &count), "clGetPlatformIDs");
    std::vector<cl_platform_id> platforms(count);
    check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
    for (const cl_platform_id one : platforms) {
      char name[256] = {};
      check(clGetPlatformInfo(one, CL_PLATFORM_NAME, sizeof(name), name, nullptr),
            "clGetPlatformInfo");
      if (platform_name == name) {
        check(clGetDeviceIDs(one, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
      }
    }
    cl_int status = CL_SUCCESS;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
    check(status, "clCreateCommandQueueWithProperties");
    const char* source = "kernel void add(global int* p) { p[get_global_id(0)] += 1; }";
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
    kernel = clCreateKernel(program, "add", &status);
    check(status, "clCreateKernel");
    memory = static_cast<int*>(clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER,
                                          items * sizeof(int), 0));
  }
  void launch() {
    check(clSetKernelArgSVMPointer(kernel, 0, memory), "clSetKernelArgSVMPointer");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  }
  void wait() { check(clFinish(queue), "clFinish"); }

private:
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_kernel kernel = nullptr;
  int* memory = nullptr;
};

struct row {
  const char* name;
  int launches;
  std::function<void(int)> run;
  std::vector<double> times = {};
};

double once(const row& one) {
  const auto start = std::chrono::steady_clock::now();
  one.run(one.launches);
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
  return took.count() / one.launches;
}

} // namespace

int main(int count, char** arguments) {
  sycl::queue queue{sycl::property::queue::in_order()};
  Raw raw(queue.get_device().get_platform().get_info<sycl::info::platform::name>());
  auto* memory = sycl::malloc_shared<int>(items, queue);
  std::fill(memory, memory + items, 0);
  sycl::buffer<int> buffer{sycl::range<1>(items)};
  {
    const sycl::host_accessor start(buffer);
    std::fill(start.begin(), start.end(), 0);
  }
  long launched = 0;
  const auto add = [&] {
    ++launched;
    return queue.parallel_for(items, [=](sycl::id<1> i) { memory[i] += 1; });
  };
  int launched_by_accessor = 0;
  const auto add_by_accessor = [&] {
    ++launched_by_accessor;
    return queue.submit([&](sycl::handler& group) {
      sycl::accessor to(buffer, group);
      group.parallel_for(items, [=](sycl::id<1> i) { to[i] += 1; });
    });
  };
  namespace ext = sycl::ext::oneapi::experimental;
  ext::command_graph<> graph(queue);
  graph.begin_recording(queue);
  for (int i = 0; i < 100; ++i) {
    queue.parallel_for(items, [=](sycl::id<1> at) { memory[at] += 1; });
  }
  graph.end_recording();
  auto executable = graph.finalize();
  std::vector<row> rows = {
      {"OpenCL, launch and clFinish", 3000,
       [&](int n) {
         for (int i = 0; i < n; ++i) {
           raw.launch();
           raw.wait();
         }
       }},
      {"SYCL, USM, launch and wait", 3000,
       [&](int n) {
         for (int i = 0; i < n; ++i) {
           add();
           queue.wait();
         }
       }},
      {"SYCL, USM, launch and event.wait", 3000,
       [&](int n) {
         for (int i = 0; i < n; ++i) {
           add().wait();
         }
       }},
      {"SYCL, buffer accessor, launch and wait", 3000,
       [&](int n) {
         for (int i = 0; i < n; ++i) {
           add_by_accessor();
           queue.wait();
         }
       }},
      {"OpenCL, 100 launches, then clFinish", 3000,
       [&](int n) {
         for (int i = 0; i < n; ++i) {
           raw.launch();
           if (i % 100 == 99) {
             raw.wait();
           }
         }
       }},
      {"SYCL, USM, 100 launches, then wait", 3000,
       [&](int n) {
         for (int i = 0; i < n; ++i) {
           add();
           if (i % 100 == 99) {
             queue.wait();
           }
         }
       }},
      {"SYCL, USM, graph of 100 launches, then wait", 3000,
       [&](int n) {
         for (int i = 0; i < n; i += 100) {
           queue.ext_oneapi_graph(executable);
           launched += 100;
           queue.wait();
         }
       }},
  };
  if (count > 1) {
    const auto is_left_out = [&](const row& one) {
      return std::string(one.name).find(arguments[1]) == std::string::npos;
    };
    rows.erase(std::remove_if(rows.begin(), rows.end(), is_left_out), rows.end());
  }
  for (int i = 0; i < runs; ++i) {
    for (row& one : rows) {
      one.times.push_back(once(one));
    }
  }
  queue.wait();
  for (row& one : rows) {
    std::sort(one.times.begin(), one.times.end());
    std::printf("%-44s %6.2f us (least %.2f)\n", one.name, one.times[runs / 2], one.times[0]);
  }
  const bool right =
      memory[0] == launched && sycl::host_accessor(buffer)[0] == launched_by_accessor;
  std::printf("%s\n", right ? "all launches ran" : "launches are missing");
  sycl::free(memory, queue);
  return right ? 0 : 1;
}
