// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Group algorithms over work-groups, sub-groups and parts of them; ids in three dimensions.
#include "programs.h"

namespace {

const char source[] = R"(
KERNEL(1) reduce_group(const int* in, int* out) {
  auto group = ITEM.get_group();
  const int x = in[ID];
  const int sum = sycl::reduce_over_group(group, x, sycl::plus<int>());
  const int least = sycl::reduce_over_group(group, x, sycl::minimum<int>());
  const int most = sycl::reduce_over_group(group, x, sycl::maximum<int>());
  const int bits = sycl::reduce_over_group(group, x, sycl::bit_xor<int>());
  out[ID] = sum + least * 3 + most * 5 + bits * 7;
}
KERNEL(1) scan_group(const int* in, int* out) {
  auto group = ITEM.get_group();
  out[ID] = sycl::inclusive_scan_over_group(group, in[ID], sycl::plus<int>()) * 1000 +
            sycl::exclusive_scan_over_group(group, in[ID], 0, sycl::maximum<int>());
}
KERNEL(1) joint(const float* in, float* out, int n) {
  auto group = ITEM.get_group();
  sycl::joint_inclusive_scan(group, in, in + n, out + 1, sycl::plus<float>());
  out[0] = sycl::joint_reduce(group, in, in + n, sycl::maximum<float>());
}
KERNEL(1) votes(const int* in, int* out) {
  auto item = ITEM;
  auto group = item.get_group();
  auto part = item.get_sub_group();
  out[ID] = sycl::any_of_group(group, in[ID] > 90) + 2 * sycl::all_of_group(group, in[ID] < 95) +
            4 * sycl::none_of_group(group, in[ID] > 60) + 8 * sycl::group_broadcast(group, in[ID], 5) +
            0 * part.get_local_linear_id();
}
KERNEL(1) shuffles(const int* in, int* out, int* size) {
  auto part = ITEM.get_sub_group();
  const int x = in[ID];
  const int l = part.get_local_linear_id(), n = part.get_local_linear_range();
  const int left = sycl::shift_group_left(part, x, 1), right = sycl::shift_group_right(part, x, 2);
  out[ID] = (l + 1 < n ? left : 0) + (l >= 2 ? right : 0) * 3 + sycl::permute_group_by_xor(part, x, 3) * 5 +
            sycl::select_from_group(part, x, (l * 5) % n) * 7;
  if (ID == 0) *size = n;
}
KERNEL(1) reduce_part(const double* in, double* out, int* size) {
  auto part = ITEM.get_sub_group();
  out[ID] = sycl::reduce_over_group(part, in[ID], sycl::plus<double>()) +
            sycl::exclusive_scan_over_group(part, in[ID], sycl::plus<double>());
  if (ID == 0) *size = part.get_local_linear_range();
}
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((exp_ext::nd_range_kernel<1>))
[[sycl::reqd_sub_group_size(8)]] void parts_of_8(int* out) {
  auto part = ITEM.get_sub_group();
  out[ID] = part.get_local_linear_range() * 1000 + sycl::reduce_over_group(part, int(ID % 8), sycl::plus<int>());
}
KERNEL(1) divergent(const int* in, int* out) {
  auto part = ITEM.get_sub_group();
  int sum = 0;
  for (int i = 0; i < in[ID] % 7; ++i) sum += i * in[ID];
  out[ID] = sycl::reduce_over_group(part, sum, sycl::plus<int>()) - sycl::reduce_over_group(part, sum, sycl::plus<int>()) + sum;
}
KERNEL(3) ids(int* out) {
  auto item = ext::this_work_item::get_nd_item<3>();
  const size_t l = item.get_global_linear_id();
  out[l] = item.get_global_id(0) * 10000 + item.get_global_id(1) * 100 + item.get_global_id(2) +
           item.get_local_linear_id() * 1000000 + 0 * item.get_group_linear_id();
}
KERNEL(2) stencil(const float* in, float* out) {
  auto item = ext::this_work_item::get_nd_item<2>();
  const size_t y = item.get_global_id(0), x = item.get_global_id(1);
  const size_t h = item.get_global_range(0), w = item.get_global_range(1);
  float sum = in[y * w + x];
  if (x > 0) sum += in[y * w + x - 1];
  if (x + 1 < w) sum += in[y * w + x + 1];
  if (y > 0) sum += in[(y - 1) * w + x];
  if (y + 1 < h) sum += in[(y + 1) * w + x];
  out[y * w + x] = sum;
}
)";

constexpr size_t count = 256, group = 64;
const sycl::nd_range<1> range(count, group);
int sample(size_t i) { return int(i * 37 % 97); }

struct Samples {
  explicit Samples(Kernels& kernels) : in(kernels, count), out(kernels, count), size(kernels, 1) {
    for (size_t i = 0; i < count; ++i) {
      in[i] = sample(i);
    }
  }
  Shared<int> in, out, size;
};

template <typename F> auto over(size_t begin, size_t end, decltype(sample(0)) start, F combine) {
  for (size_t i = begin; i < end; ++i) {
    start = combine(start, sample(i));
  }
  return start;
}

bool reductions(Kernels& kernels) {
  Samples samples(kernels);
  kernels.run("reduce_group", range, samples.in.get(), samples.out.get());
  return all_are(samples.out, count, [](size_t i) {
    const size_t first = i / group * group, end = first + group;
    return over(first, end, 0, std::plus<>()) +
           over(first, end, 1000, [](int a, int b) { return std::min(a, b); }) * 3 +
           over(first, end, -1, [](int a, int b) { return std::max(a, b); }) * 5 +
           over(first, end, 0, std::bit_xor<>()) * 7;
  });
}

bool scans(Kernels& kernels) {
  Samples samples(kernels);
  kernels.run("scan_group", range, samples.in.get(), samples.out.get());
  return all_are(samples.out, count, [](size_t i) {
    const size_t first = i / group * group;
    return over(first, i + 1, 0, std::plus<>()) * 1000 +
           over(first, i, 0, [](int a, int b) { return std::max(a, b); });
  });
}

bool joint_algorithms(Kernels& kernels) {
  constexpr int n = 1000;
  Shared<float> in(kernels, n), out(kernels, n + 1);
  for (int i = 0; i < n; ++i) {
    in[i] = float(sample(i));
  }
  kernels.run("joint", sycl::nd_range<1>(group, group), in.get(), out.get(), n);
  return all_are(out, n + 1, [](size_t i) { return i == 0 ? 96 : over(0, i, 0, std::plus<>()); });
}

bool votes(Kernels& kernels) {
  Samples samples(kernels);
  kernels.run("votes", range, samples.in.get(), samples.out.get());
  return all_are(samples.out, count, [](size_t i) {
    const size_t first = i / group * group;
    bool any = false, all = true, none = true;
    for (size_t j = first; j < first + group; ++j) {
      any = any || sample(j) > 90;
      all = all && sample(j) < 95;
      none = none && sample(j) <= 60;
    }
    return any + 2 * all + 4 * none + 8 * sample(first + 5);
  });
}

bool shuffles(Kernels& kernels) {
  Samples samples(kernels);
  kernels.run("shuffles", range, samples.in.get(), samples.out.get(), samples.size.get());
  const size_t n = size_t(samples.size[0]);
  return n >= 4 && all_are(samples.out, count, [&](size_t i) {
           const size_t first = i / n * n, l = i - first;
           return (l + 1 < n ? sample(i + 1) : 0) + (l >= 2 ? sample(i - 2) : 0) * 3 +
                  sample(first + (l ^ 3)) * 5 + sample(first + l * 5 % n) * 7;
         });
}

bool sums_of_parts(Kernels& kernels) {
  Shared<double> in(kernels, count), out(kernels, count);
  Shared<int> size(kernels, 1);
  for (size_t i = 0; i < count; ++i) {
    in[i] = sample(i) * 0.25;
  }
  kernels.run("reduce_part", range, in.get(), out.get(), size.get());
  const size_t n = size_t(size[0]);
  return n > 0 && all_are(out, count, [&](size_t i) {
           const size_t first = i / n * n;
           return (over(first, first + n, 0, std::plus<>()) + over(first, i, 0, std::plus<>())) *
                  0.25;
         });
}

bool required_size(Kernels& kernels) {
  Shared<int> out(kernels, count);
  kernels.run("parts_of_8", range, out.get());
  return all_are(out, count, [](size_t) { return 8028; });
}

bool divergence(Kernels& kernels) {
  Samples samples(kernels);
  kernels.run("divergent", range, samples.in.get(), samples.out.get());
  return all_are(samples.out, count, [](size_t i) {
    const int n = sample(i) % 7;
    return n * (n - 1) / 2 * sample(i);
  });
}

bool ids(Kernels& kernels) {
  Shared<int> out(kernels, 4 * 6 * 10);
  kernels.run("ids", sycl::nd_range<3>({4, 6, 10}, {2, 3, 5}), out.get());
  return all_are(out, 240, [](size_t i) {
    const size_t z = i / 60, y = i / 10 % 6, x = i % 10;
    return int(z * 10000 + y * 100 + x + (z % 2 * 15 + y % 3 * 5 + x % 5) * 1000000);
  });
}

bool stencil(Kernels& kernels) {
  constexpr size_t h = 48, w = 80;
  Shared<float> in(kernels, h * w), out(kernels, h * w);
  for (size_t i = 0; i < h * w; ++i) {
    in[i] = float(sample(i));
  }
  kernels.run("stencil", sycl::nd_range<2>({h, w}, {8, 16}), in.get(), out.get());
  return all_are(out, h * w, [](size_t i) {
    const size_t y = i / w, x = i % w;
    return sample(i) + (x > 0 ? sample(i - 1) : 0) + (x + 1 < w ? sample(i + 1) : 0) +
           (y > 0 ? sample(i - w) : 0) + (y + 1 < h ? sample(i + w) : 0);
  });
}

} // namespace

int main() {
  return run_tests(source, {
                               {"reductions of work-groups", reductions},
                               {"scans of work-groups", scans},
                               {"joint algorithms", joint_algorithms},
                               {"votes and broadcasts", votes},
                               {"shuffles of sub-groups", shuffles},
                               {"reductions and scans of sub-groups", sums_of_parts},
                               {"sub-groups of a required size", required_size},
                               {"divergent loops before sub-group functions", divergence},
                               {"ids in three dimensions", ids},
                               {"stencil in two dimensions", stencil},
                           });
}
