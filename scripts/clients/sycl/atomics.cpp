// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic references of all types, orders and scopes, in global and local memory.
#include "programs.h"

namespace {

const char source[] = R"(
template <typename T, sycl::memory_order order, sycl::memory_scope scope,
          sycl::access::address_space space = sycl::access::address_space::generic_space>
using Atomic = sycl::atomic_ref<T, order, scope, space>;
using sycl::memory_order, sycl::memory_scope;
KERNEL(1) integers(int* out, unsigned long* wide) {
  const int i = ID;
  Atomic<int, memory_order::relaxed, memory_scope::device> sum(out[0]), least(out[1]), most(out[2]), bits(out[3]);
  Atomic<int, memory_order::acq_rel, memory_scope::system> ones(out[4]), flips(out[5]);
  sum.fetch_add(i), least.fetch_min(-i), most.fetch_max(i), bits.fetch_or(1 << (i % 31));
  ones.fetch_and(~(1 << (i % 31))), flips.fetch_xor(i);
  Atomic<unsigned long, memory_order::seq_cst, memory_scope::device>(wide[0]) += (unsigned long)i << 32;
}
KERNEL(1) floats(float* single, double* twice) {
  const int i = ID;
  Atomic<float, memory_order::relaxed, memory_scope::device>(single[0]).fetch_add(float(i) * 0.5f);
  Atomic<float, memory_order::relaxed, memory_scope::device>(single[1]).fetch_min(float(100 - i));
  Atomic<float, memory_order::relaxed, memory_scope::device>(single[2]).fetch_max(float(i));
  Atomic<double, memory_order::relaxed, memory_scope::device>(twice[0]).fetch_add(double(i) * 0.25);
}
KERNEL(1) exchanges(int* out, int* numbers) {
  Atomic<int, memory_order::acq_rel, memory_scope::device> word(out[0]);
  int seen = word.load();
  while (!word.compare_exchange_weak(seen, seen + 3)) {}
  numbers[ID] = seen / 3;
}
KERNEL(1) histogram(const int* in, int* out) {
  auto item = ITEM;
  auto& bins = *ext::group_local_memory<int[16]>(item.get_group());
  if (item.get_local_id(0) < 16) bins[item.get_local_id(0)] = 0;
  sycl::group_barrier(item.get_group());
  Atomic<int, memory_order::relaxed, memory_scope::work_group, sycl::access::address_space::local_space>(bins[in[ID] % 16])++;
  sycl::group_barrier(item.get_group());
  if (item.get_local_id(0) < 16)
    Atomic<int, memory_order::relaxed, memory_scope::device>(out[item.get_local_id(0)]) += bins[item.get_local_id(0)];
}
KERNEL(1) last_group(const int* in, int* partial, int* done, int* out) {
  auto item = ITEM;
  auto group = item.get_group();
  const int sum = sycl::reduce_over_group(group, in[ID], sycl::plus<int>());
  int is_last = 0;
  if (group.leader()) {
    Atomic<int, memory_order::acq_rel, memory_scope::device>(partial[group.get_group_linear_id()]).store(sum, memory_order::release);
    is_last = Atomic<int, memory_order::acq_rel, memory_scope::device>(done[0]).fetch_add(1) + 1 == int(group.get_group_linear_range());
  }
  if (sycl::group_broadcast(group, is_last)) {
    int own = 0;
    for (size_t i = item.get_local_id(0); i < group.get_group_linear_range(); i += item.get_local_range(0))
      own += Atomic<int, memory_order::acq_rel, memory_scope::device>(partial[i]).load(memory_order::acquire);
    const int all = sycl::reduce_over_group(group, own, sycl::plus<int>());
    if (group.leader()) out[0] = all;
  }
}
)";

constexpr int count = 1024;
const sycl::nd_range<1> range(count, 64);

bool integers(Kernels& kernels) {
  Shared<int> out(kernels, 6);
  Shared<unsigned long> wide(kernels, 1);
  out[4] = -1;
  kernels.run("integers", range, out.get(), wide.get());
  int flips = 0;
  for (int i = 0; i < count; ++i) {
    flips ^= i;
  }
  return out[0] == count * (count - 1) / 2 && out[1] == 1 - count && out[2] == count - 1 &&
         out[3] == 0x7fffffff && out[4] == int(0x80000000) && out[5] == flips &&
         wide[0] == (unsigned long)(count * (count - 1) / 2) << 32;
}

bool floats(Kernels& kernels) {
  Shared<float> single(kernels, 3);
  Shared<double> twice(kernels, 1);
  kernels.run("floats", range, single.get(), twice.get());
  const double sum = double(count) * (count - 1) / 2;
  return single[0] == float(sum / 2) && single[1] == float(101 - count) &&
         single[2] == float(count - 1) && twice[0] == sum / 4;
}

bool exchanges(Kernels& kernels) {
  Shared<int> out(kernels, 1), numbers(kernels, count);
  kernels.run("exchanges", range, out.get(), numbers.get());
  std::sort(numbers.begin(), numbers.end());
  return out[0] == 3 * count && all_are(numbers, count, [](size_t i) { return int(i); });
}

bool histogram(Kernels& kernels) {
  Shared<int> in(kernels, count), out(kernels, 16);
  for (int i = 0; i < count; ++i) {
    in[i] = i * i;
  }
  kernels.run("histogram", range, in.get(), out.get());
  return all_are(out, 16, [&](size_t bin) {
    return std::count_if(in.begin(), in.end(), [&](int x) { return size_t(x % 16) == bin; });
  });
}

bool last_group(Kernels& kernels) {
  Shared<int> in(kernels, count, 3), partial(kernels, count / 64), done(kernels, 1),
      out(kernels, 1);
  kernels.run("last_group", range, in.get(), partial.get(), done.get(), out.get());
  return out[0] == 3 * count;
}

} // namespace

int main() {
  return run_tests(source, {{"integers", integers},
                            {"floats", floats},
                            {"compare and exchange", exchanges},
                            {"histogram in local memory", histogram},
                            {"the last group sums up", last_group}});
}
