// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with generic pointers beside the same with named address spaces.
#include "features/feature.h"

namespace {

constexpr int n = 1 << 18, taps = 32, group = 256;

/// A filter whose weights a group keeps in local memory. The pointers' spaces follow from the
/// calls.
constexpr char inferred[] = R"(
float weigh(WHERE_X const float* x, WHERE_W const float* w) {
  float sum = 0;
  for (int i = 0; i < 32; ++i) sum += x[i] * w[i];
  return sum;
}
void put(WHERE_X float* to, float value) { *to = value; }
kernel void k(global float* out, global const float* in, global const float* weights, int where) {
  local float w[32];
  int l = get_local_id(0);
  if (l < 32) w[l] = weights[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  put(out + get_global_id(0), weigh(in + get_global_id(0), w));
})";

/// An argument says which weights to take: with one loop, or one for each space.
constexpr char selected[] = R"(
#define WEIGH(w) for (int i = 0; i < 32; ++i) sum += x[i] * (w)[i]
kernel void k(global float* out, global const float* in, global const float* weights, int where) {
  local float copy[32];
  int l = get_local_id(0);
  if (l < 32) copy[l] = weights[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  global const float* x = in + get_global_id(0);
  float sum = 0;
#ifdef GENERIC
  const float* w = where ? (const float*)weights : (const float*)copy;
  WEIGH(w);
#else
  if (where) WEIGH(weights);
  else WEIGH(copy);
#endif
  out[get_global_id(0)] = sum;
})";

/// Work-items that take turns in what they read.
constexpr char mixed[] = R"(
kernel void k(global float* out, global const float* in, global const float* weights, int where) {
  local float copy[256];
  int g = get_global_id(0), l = get_local_id(0);
  copy[l] = in[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int i = 0; i < 32; ++i) {
#ifdef GENERIC
    const float* x = (l + i & 32) ? (const float*)(copy + (l ^ i)) : (const float*)(in + g + i);
    sum += *x * weights[i];
#else
    float x = (l + i & 32) ? copy[l ^ i] : in[g + i];
    sum += x * weights[i];
#endif
  }
  out[g] = sum;
})";

Workload workload(const char* name, const char* source, const char* options) {
  Workload load{name,
                source,
                {Words(n), random_floats(n + group), random_floats(taps)},
                {{"k", {n}, {group}, {Buffer{0}, Buffer{1}, Buffer{2}, 1}}},
                nullptr,
                1e-9 * n * taps,
                "G/s",
                2.0 * n * taps,
                8.0 * n};
  load.options = std::string("-cl-std=CL3.0 ") + options;
  load.element = Element::float32;
  load.tolerance = 1e-5;
  return load;
}

constexpr char generic[] = "-DGENERIC -DWHERE_X=generic -DWHERE_W=generic";
constexpr char named[] = "-DWHERE_X=global -DWHERE_W=local";

const RegisteredFeature features[] = {
    {"generic pointers, inferred",
     [](Level) {
       return Feature{workload("generic pointers, inferred", inferred, generic),
                      {workload("named", inferred, named)},
                      1.0};
     }},
    {"generic pointers, selected",
     [](Level) {
       return Feature{workload("generic pointers, selected", selected, generic),
                      {workload("named", selected, named)},
                      0.9};
     }},
    {"generic pointers, mixed",
     [](Level) {
       return Feature{workload("generic pointers, mixed", mixed, generic),
                      {workload("named", mixed, named)},
                      0.9};
     }},
};

} // namespace
