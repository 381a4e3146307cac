// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: split_devices
//
// One range of work-items over all devices in one context. Each device works on a share of it that
// is as large as the device is fast: a trial with equal shares says how fast. All read one buffer,
// and each writes a sub-buffer of another: no device uses what another one writes, so nothing
// orders their queues. At the end one command reads the whole, wherever its parts are.
//
// Notice: no buffer is copied by the program. Devices with memory of their own get the contents
// that their commands use, when they use them.
#include "../common/arguments.h"
#include "../common/compare.h"
#include "../common/session.h"

#include <cstdint>
#include <cstdio>
#include <numeric>
#include <string>

namespace {

constexpr size_t items = size_t(1) << 20;

constexpr const char* source = R"(
kernel void count_steps(global const uint* numbers, global uint* steps, uint begin) {
  ulong n = numbers[get_global_id(0)];
  uint count = 0;
  while (n > 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    ++count;
  }
  steps[get_global_id(0) - begin] = count;
}
)";

/// The kernel's computation for one number, in C++.
uint32_t count_steps(uint64_t n) {
  uint32_t count = 0;
  for (; n > 1; ++count) {
    n = n % 2 ? 3 * n + 1 : n / 2;
  }
  return count;
}

std::string text(cl_platform_id platform, cl_platform_info name) {
  char found[256] = {};
  check(clGetPlatformInfo(platform, name, sizeof found, found, nullptr), "clGetPlatformInfo");
  return found;
}

/// The devices of all platforms of the first one's vendor: others cannot be in one context.
std::vector<cl_device_id> find_devices() {
  cl_uint count = 0;
  check(clGetPlatformIDs(0, nullptr, &count), "clGetPlatformIDs");
  std::vector<cl_platform_id> platforms(count);
  check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  const std::string vendor = text(platforms.front(), CL_PLATFORM_VENDOR);
  std::vector<cl_device_id> devices;
  for (cl_platform_id platform : platforms) {
    cl_device_id found[16] = {};
    cl_uint number = 0;
    if (text(platform, CL_PLATFORM_VENDOR) == vendor &&
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 16, found, &number) == CL_SUCCESS) {
      devices.insert(devices.end(), found, found + std::min<cl_uint>(number, 16));
    }
  }
  return devices;
}

/// A device in two halves; the device itself if it has none.
std::vector<cl_device_id> divide(cl_device_id device) {
  cl_uint units = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
        "clGetDeviceInfo");
  if (units < 2 || !can_be_divided(device)) {
    std::puts("there is one device, which cannot be divided: it does all");
    return {device};
  }
  std::puts("there is one device: its halves share the work");
  const cl_device_partition_property how[] = {
      CL_DEVICE_PARTITION_BY_COUNTS, cl_device_partition_property(units / 2),
      cl_device_partition_property(units - units / 2), CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  std::vector<cl_device_id> halves(2);
  check(clCreateSubDevices(device, how, 2, halves.data(), nullptr), "clCreateSubDevices");
  return halves;
}

/// A device and its part of the range.
struct Share {
  Owned<cl_device_id, clReleaseDevice> device; ///< which does nothing but to sub-devices
  Queue queue;
  Kernel kernel;
  size_t begin = 0, size = 0; ///< items
  Buffer output;
  double milliseconds = 0;
};

/// One range of work-items, divided among devices.
class Range {
public:
  explicit Range(const std::vector<cl_device_id>& devices) {
    cl_int error = CL_SUCCESS;
    context.reset(clCreateContext(nullptr, cl_uint(devices.size()), devices.data(), nullptr,
                                  nullptr, &error));
    check(error, "clCreateContext");
    program.reset(clCreateProgramWithSource(context.get(), 1, const_cast<const char**>(&source),
                                            nullptr, &error));
    check(error, "clCreateProgramWithSource");
    check(clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr), "clBuildProgram");
    for (cl_device_id device : devices) {
      add(device);
    }
    std::vector<cl_uint> values(items);
    std::iota(values.begin(), values.end(), 1);
    numbers.reset(clCreateBuffer(context.get(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                 items * sizeof(cl_uint), values.data(), &error));
    check(error, "clCreateBuffer");
    steps.reset(
        clCreateBuffer(context.get(), CL_MEM_READ_WRITE, items * sizeof(cl_uint), nullptr, &error));
    check(error, "clCreateBuffer");
  }

  /// Gives each device a share of `weights`, by its number.
  void divide_by(const std::vector<double>& weights) {
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    double sum = 0;
    size_t begin = 0;
    for (size_t i = 0; i < shares.size(); ++i) {
      sum += weights[i];
      const bool is_last = i + 1 == shares.size();
      // Sub-buffers begin where all devices can have them.
      const size_t end =
          is_last ? items : size_t(sum / all * double(items)) / alignment * alignment;
      shares[i].begin = begin;
      shares[i].size = end - begin;
      begin = end;
      make_output(shares[i]);
    }
  }

  /// Runs all shares at the same time; the milliseconds until the last has ended.
  double run() {
    return best_milliseconds(1, [&] {
      for (Share& share : shares) {
        if (share.size != 0) {
          check(clEnqueueNDRangeKernel(share.queue.get(), share.kernel.get(), 1, &share.begin,
                                       &share.size, nullptr, 0, nullptr, nullptr),
                "clEnqueueNDRangeKernel");
          check(clFlush(share.queue.get()), "clFlush");
        }
      }
      for (Share& share : shares) {
        check(clFinish(share.queue.get()), "clFinish");
      }
    });
  }
  /// The same one after the other, which says how fast each is alone.
  void measure() {
    for (Share& share : shares) {
      share.milliseconds = best_milliseconds(3, [&] {
        check(clEnqueueNDRangeKernel(share.queue.get(), share.kernel.get(), 1, &share.begin,
                                     &share.size, nullptr, 0, nullptr, nullptr),
              "clEnqueueNDRangeKernel");
        check(clFinish(share.queue.get()), "clFinish");
      });
    }
  }

  std::vector<cl_uint> results() {
    std::vector<cl_uint> found(items);
    check(clEnqueueReadBuffer(shares.front().queue.get(), steps.get(), CL_TRUE, 0,
                              items * sizeof(cl_uint), found.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    return found;
  }

  std::vector<Share> shares;

private:
  void add(cl_device_id device) {
    cl_int error = CL_SUCCESS;
    Share share;
    share.device.reset(device);
    share.queue.reset(clCreateCommandQueueWithProperties(context.get(), device, nullptr, &error));
    check(error, "clCreateCommandQueueWithProperties");
    share.kernel = Session::kernel(program, "count_steps");
    cl_uint bits = 0;
    check(clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, nullptr),
          "clGetDeviceInfo");
    alignment = std::max(alignment, bits / 8 / sizeof(cl_uint));
    shares.push_back(std::move(share));
  }
  void make_output(Share& share) {
    if (share.size == 0) {
      return;
    }
    const cl_buffer_region region = {share.begin * sizeof(cl_uint), share.size * sizeof(cl_uint)};
    cl_int error = CL_SUCCESS;
    share.output.reset(
        clCreateSubBuffer(steps.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
    check(error, "clCreateSubBuffer");
    Session::set_arguments(share.kernel, numbers.get(), share.output.get(), cl_uint(share.begin));
  }

  Context context;
  Program program;
  Buffer numbers, steps;
  size_t alignment = 64;
};

std::string name_of(cl_device_id device) {
  char name[128] = {};
  check(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, nullptr), "clGetDeviceInfo");
  return name;
}

} // namespace

int main(int argc, char** argv) {
  static_cast<void>(read_arguments(
      argc, argv,
      {.operands = "",
       .purpose =
           "Divides a range among all devices by their speed; a single device is divided into\n"
           "halves first."}));
  const auto found = find_devices();
  Range range(found.size() == 1 ? divide(found.front()) : found);
  std::vector<double> speeds(range.shares.size(), 1);
  range.divide_by(speeds);
  range.measure();
  for (size_t i = 0; i < speeds.size(); ++i) {
    const Share& share = range.shares[i];
    speeds[i] = double(share.size) / share.milliseconds;
  }
  range.divide_by(speeds);
  range.run(); // the contents of new shares come to their devices
  const double together = range.run();

  const auto results = range.results();
  size_t wrong = 0;
  for (size_t i = 0; i < items; ++i) {
    wrong += results[i] != count_steps(i + 1);
  }
  for (size_t i = 0; i < speeds.size(); ++i) {
    const Share& share = range.shares[i];
    std::printf("%5.1f %% of the range, alone %8.2f items a microsecond: %s\n",
                100.0 * double(share.size) / double(items), speeds[i] / 1000,
                name_of(share.device.get()).c_str());
  }
  std::printf("together %.2f items a microsecond, %zu differences\n",
              double(items) / together / 1000, wrong);
  return wrong ? 1 : 0;
}
