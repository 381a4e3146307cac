// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of work-groups, beside several ways of doing the same with local memory.
#include "features/feature.h"

namespace {

constexpr size_t n = size_t(1) << 20, group = 256;

// Sums of a group: a tree, sums of columns and then of these, sub-groups and then all of them.
constexpr char reduce_built_in[] = R"(kernel void k(global T* out, global const T* in) {
  T sum = work_group_reduce_add(in[get_global_id(0)]);
  if (get_local_id(0) == 0) out[get_group_id(0)] = sum;
})";
constexpr char reduce_tree[] = R"(kernel void k(global T* out, global const T* in) {
  local T t[256];
  size_t l = get_local_id(0);
  t[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (l < s) t[l] += t[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = t[0];
})";
constexpr char reduce_columns[] = R"(kernel void k(global T* out, global const T* in) {
  local T t[256];
  uint l = get_local_id(0);
  t[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 16) {
    T column = t[l];
    for (uint i = 16; i < 256; i += 16) column += t[l + i];
    t[l] = column;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    T sum = t[0];
    for (uint i = 1; i < 16; ++i) sum += t[i];
    out[get_group_id(0)] = sum;
  }
})";
constexpr char reduce_sub_groups[] = R"(kernel void k(global T* out, global const T* in) {
  local T t[64];
  T part = sub_group_reduce_add(in[get_global_id(0)]);
  if (get_sub_group_local_id() == 0) t[get_sub_group_id()] = part;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    T sum = 0;
    for (uint i = 0; i < get_num_sub_groups(); ++i) sum += t[i];
    out[get_group_id(0)] = sum;
  }
})";

// Sums of all before: in steps of 1, 2, 4, ..., and by sub-groups.
constexpr char scan_built_in[] = R"(kernel void k(global T* out, global const T* in) {
  size_t i = get_global_id(0);
  out[i] = work_group_scan_inclusive_add(in[i]);
})";
constexpr char scan_steps[] = R"(kernel void k(global T* out, global const T* in) {
  local T t[256];
  uint l = get_local_id(0);
  t[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 1; s < get_local_size(0); s <<= 1) {
    T before = l >= s ? t[l - s] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = t[l];
})";
constexpr char scan_sub_groups[] = R"(kernel void k(global T* out, global const T* in) {
  local T t[64];
  T own = sub_group_scan_inclusive_add(in[get_global_id(0)]);
  if (get_sub_group_local_id() == get_sub_group_size() - 1) t[get_sub_group_id()] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < get_sub_group_id(); ++i) own += t[i];
  out[get_global_id(0)] = own;
})";

Workload workload(const char* name, const char* source, bool floats, size_t results) {
  Workload load{name,
                source,
                {Words(results), floats ? random_floats(n) : random_words(n)},
                {{"k", {n}, {group}, {Buffer{0}, Buffer{1}}}},
                nullptr,
                1e-9 * n,
                "G/s",
                0,
                4.0 * (n + results)};
  load.options = std::string("-cl-std=CL3.0 -DT=") + (floats ? "float" : "uint");
  load.element = floats ? Element::float32 : Element::word;
  load.tolerance = 1e-4;
  return load;
}

Feature reduce(const char* name, bool floats) {
  const auto with = [&](const char* way, const char* source) {
    return workload(way, source, floats, n / group);
  };
  return {with(name, reduce_built_in),
          {with("tree", reduce_tree), with("columns", reduce_columns),
           with("sub-groups", reduce_sub_groups)},
          1.0};
}

Feature scan(const char* name, bool floats) {
  const auto with = [&](const char* way, const char* source) {
    return workload(way, source, floats, n);
  };
  return {with(name, scan_built_in),
          {with("steps", scan_steps), with("sub-groups", scan_sub_groups)},
          1.0};
}

const RegisteredFeature features[] = {
    {"work-group reduce", [](Level) { return reduce("work-group reduce", false); }},
    {"work-group reduce float", [](Level) { return reduce("work-group reduce float", true); }},
    {"work-group scan", [](Level) { return scan("work-group scan", false); }},
    {"work-group scan float", [](Level) { return scan("work-group scan float", true); }},
};

} // namespace
