// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels on images, beside the same on buffers. Each pair has to agree.
#include "bench.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace {

/// One way to do something to a picture of RGBA, floats or bytes.
struct Picture {
  size_t width, height;
  bool is_float;

  [[nodiscard]] size_t texel() const { return is_float ? 16 : 4; }
  [[nodiscard]] std::vector<uint8_t> make() const {
    std::vector<uint8_t> bytes(width * height * texel());
    uint32_t state = 1;
    for (size_t i = 0; i < bytes.size() / 4; ++i) {
      state = state * 1664525 + 1013904223;
      const float value = float(state >> 8) / float(1 << 24);
      if (is_float) {
        std::memcpy(&bytes[i * 4], &value, 4);
      } else {
        std::memcpy(&bytes[i * 4], &state, 4);
      }
    }
    return bytes;
  }
  cl_mem image(const Session& session, const void* contents) const {
    const cl_image_format format = {CL_RGBA, cl_channel_type(is_float ? CL_FLOAT : CL_UNORM_INT8)};
    cl_image_desc description = {};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = width;
    description.image_height = height;
    cl_int error = CL_SUCCESS;
    cl_mem made = clCreateImage(session.context, contents ? CL_MEM_COPY_HOST_PTR : 0, &format,
                                &description, const_cast<void*>(contents), &error);
    require(error, "clCreateImage");
    return made;
  }
};

constexpr char blur_image[] = R"(
  constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  kernel void k(read_only image2d_t from, write_only image2d_t to) {
    int x = get_global_id(0), y = get_global_id(1);
    float4 sum = 0;
    for (int j = -2; j <= 2; j++)
      for (int i = -2; i <= 2; i++)
        sum += read_imagef(from, s, (int2)(x + i, y + j));
    write_imagef(to, (int2)(x, y), sum / 25.0f);
  })";

constexpr char blur_buffer[] = R"(
  kernel void k(global const float4* from, global float4* to) {
    int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);
    float4 sum = 0;
    for (int j = -2; j <= 2; j++)
      for (int i = -2; i <= 2; i++)
        sum += from[clamp(y + j, 0, h - 1) * w + clamp(x + i, 0, w - 1)];
    to[y * w + x] = sum / 25.0f;
  })";

constexpr char blur_bytes[] = R"(
  kernel void k(global const uchar4* from, global uchar4* to) {
    int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);
    float4 sum = 0;
    for (int j = -2; j <= 2; j++)
      for (int i = -2; i <= 2; i++)
        sum += convert_float4(from[clamp(y + j, 0, h - 1) * w + clamp(x + i, 0, w - 1)]) / 255.0f;
    to[y * w + x] = convert_uchar4_sat_rte(sum / 25.0f * 255.0f);
  })";

constexpr char scale_image[] = R"(
  constant sampler_t s = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
  kernel void k(read_only image2d_t from, write_only image2d_t to) {
    int x = get_global_id(0), y = get_global_id(1);
    float2 c = (float2)((x + 0.5f) / get_global_size(0), (y + 0.5f) / get_global_size(1));
    write_imagef(to, (int2)(x, y), read_imagef(from, s, c));
  })";

/// The same with buffers, and the arithmetic written out.
constexpr char scale_bytes[] = R"(
  kernel void k(global const uchar4* from, global uchar4* to, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1), nw = get_global_size(0);
    float u = (x + 0.5f) / nw * w - 0.5f, v = (y + 0.5f) / get_global_size(1) * h - 0.5f;
    int x0 = floor(u), y0 = floor(v);
    float a = u - floor(u), b = v - floor(v);
    int xa = clamp(x0, 0, w - 1), xb = clamp(x0 + 1, 0, w - 1);
    int ya = clamp(y0, 0, h - 1), yb = clamp(y0 + 1, 0, h - 1);
    float4 sum = (1 - a) * (1 - b) * convert_float4(from[ya * w + xa]) +
                 a * (1 - b) * convert_float4(from[ya * w + xb]) +
                 (1 - a) * b * convert_float4(from[yb * w + xa]) +
                 a * b * convert_float4(from[yb * w + xb]);
    to[y * nw + x] = convert_uchar4_sat_rte(sum);
  })";

std::vector<uint8_t> read(const Session& session, const Picture& picture, cl_mem from,
                          bool is_image) {
  std::vector<uint8_t> bytes(picture.width * picture.height * picture.texel());
  const size_t origin[3] = {}, region[3] = {picture.width, picture.height, 1};
  require(is_image ? clEnqueueReadImage(session.queue, from, CL_TRUE, origin, region, 0, 0,
                                        bytes.data(), 0, nullptr, nullptr)
                   : clEnqueueReadBuffer(session.queue, from, CL_TRUE, 0, bytes.size(),
                                         bytes.data(), 0, nullptr, nullptr),
          "reading the result");
  return bytes;
}

bool agree(const Picture& picture, const std::vector<uint8_t>& a, const std::vector<uint8_t>& b) {
  for (size_t i = 0; i < a.size(); i += picture.is_float ? 4 : 1) {
    float x = a[i], y = b[i];
    if (picture.is_float) {
      std::memcpy(&x, &a[i], 4);
      std::memcpy(&y, &b[i], 4);
    }
    if (!(std::fabs(x - y) <= (picture.is_float ? 1e-5f : 1.0f))) {
      return false;
    }
  }
  return true;
}

/// Runs one of the two; the other's result is what it is checked against.
struct Job {
  Picture from, to;
  const char* image_source;
  const char* buffer_source;
  bool sizes; ///< the kernel on buffers takes the source's width and height
};

struct Run {
  Run(const Session& session, const Job& job, const std::vector<uint8_t>& texels, bool image)
      : queue(session.queue), global{job.to.width, job.to.height},
        kernel(session.kernel(image ? job.image_source : job.buffer_source)) {
    if (image) {
      from = job.from.image(session, texels.data());
      to = job.to.image(session, nullptr);
    } else {
      from = session.buffer(texels.size());
      to = session.buffer(job.to.width * job.to.height * job.to.texel());
      require(clEnqueueWriteBuffer(queue, from, CL_TRUE, 0, texels.size(), texels.data(), 0,
                                   nullptr, nullptr),
              "clEnqueueWriteBuffer");
    }
    require(clSetKernelArg(kernel, 0, sizeof from, &from), "clSetKernelArg");
    require(clSetKernelArg(kernel, 1, sizeof to, &to), "clSetKernelArg");
    const cl_int size[2] = {cl_int(job.from.width), cl_int(job.from.height)};
    for (cl_uint i = 0; job.sizes && !image && i < 2; ++i) {
      require(clSetKernelArg(kernel, 2 + i, sizeof size[i], &size[i]), "clSetKernelArg");
    }
  }
  Run(const Run&) = delete;
  ~Run() {
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    clReleaseKernel(kernel);
  }
  void once() const {
    require(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
    require(clFinish(queue), "clFinish");
  }

  cl_command_queue queue;
  size_t global[2];
  cl_kernel kernel;
  cl_mem from = nullptr, to = nullptr;
};

void measure(benchmark::State& state, const Job& job, bool image) {
  const Session session;
  const auto texels = job.from.make();
  const Run run(session, job, texels, image), other(session, job, texels, !image);
  // A variant for these images may be made while the first launches run.
  for (int i = 0; i < 20; ++i) {
    run.once();
  }
  other.once();
  if (!agree(job.to, read(session, job.to, run.to, image),
             read(session, job.to, other.to, !image))) {
    state.SkipWithError("the results are wrong");
  }
  for (auto _ : state) {
    run.once();
  }
  state.counters["texels"] = benchmark::Counter(double(job.to.width * job.to.height),
                                                benchmark::Counter::kIsIterationInvariantRate);
}

void add(const char* name, const Job& job) {
  for (const bool image : {true, false}) {
    benchmark::RegisterBenchmark((std::string(name) + (image ? "/image" : "/buffer")).c_str(),
                                 measure, job, image)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  }
}

[[maybe_unused]] const bool added = [] {
  const Picture floats = {1024, 1024, true}, bytes = {1024, 1024, false};
  add("blur_rgba32f", {floats, floats, blur_image, blur_buffer, false});
  add("blur_rgba8", {bytes, bytes, blur_image, blur_bytes, false});
  add("scale_rgba8_4k", {{1920, 1080, false}, {3840, 2160, false}, scale_image, scale_bytes, true});
  return true;
}();

} // namespace
