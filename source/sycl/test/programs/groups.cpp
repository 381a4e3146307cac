// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Algorithms of work-groups and sub-groups, with known operators and others.
#include "check.h"

#include <vector>

namespace {

constexpr size_t items = 96; // no multiple of sub-group sizes above 32
constexpr size_t groups = 4;

/// Composition of affine functions: associative, not commutative, and of a type of the program's.
struct affine {
  unsigned factor, shift;
};
struct compose {
  affine operator()(const affine& a, const affine& b) const {
    return {a.factor * b.factor, a.shift * b.factor + b.shift};
  }
};

void of_work_groups(sycl::queue& queue) {
  struct seen {
    int sum, least, product, inclusive, exclusive, broadcast, with_init;
    affine whole, before;
    bool any, all, none;
    double real;
  };
  auto* out = sycl::malloc_shared<seen>(items * groups, queue);
  queue.parallel_for(sycl::nd_range<1>(items * groups, items), [=](sycl::nd_item<1> item) {
    const auto group = item.get_group();
    const int i = int(item.get_global_id(0));
    seen& to = out[i];
    to.sum = sycl::reduce_over_group(group, i, sycl::plus<>());
    to.least = sycl::reduce_over_group(group, -i, sycl::minimum<int>());
    to.product = sycl::reduce_over_group(group, i % 5 + 1, sycl::multiplies<int>());
    to.inclusive = sycl::inclusive_scan_over_group(group, i, sycl::plus<int>());
    to.exclusive = sycl::exclusive_scan_over_group(group, i, 1000, sycl::plus<int>());
    to.broadcast = sycl::group_broadcast(group, i, 17);
    to.with_init = sycl::reduce_over_group(group, char(1), 5, sycl::plus<int>());
    const affine mine = {unsigned(i) * 2 + 1, unsigned(i)};
    to.whole = sycl::reduce_over_group(group, mine, compose());
    to.before = sycl::exclusive_scan_over_group(group, mine, affine{1, 0}, compose());
    to.any = sycl::any_of_group(group, i == 100);
    to.all = sycl::all_of_group(group, i < 300);
    to.none = sycl::none_of_group(group, i, [](int x) { return x > 200; });
    to.real = sycl::reduce_over_group(group, 0.5 * i, sycl::maximum<>());
  });
  queue.wait();
  for (size_t g = 0; g < groups; ++g) {
    int sum = 0;
    int product = 1;
    affine whole = {1, 0};
    for (size_t l = 0; l < items; ++l) {
      const int i = int(g * items + l);
      const seen& one = out[i];
      CHECK(one.exclusive == 1000 + sum && one.before.factor == whole.factor &&
            one.before.shift == whole.shift);
      sum += i;
      product = int(unsigned(product) * unsigned(i % 5 + 1));
      whole = compose()(whole, {unsigned(i) * 2 + 1, unsigned(i)});
      CHECK(one.inclusive == sum && one.broadcast == int(g * items + 17));
      CHECK(one.any == (g == 1) && one.all == (g < 3) && one.none == (g < 2));
      CHECK(one.real == 0.5 * double(g * items + items - 1) && one.with_init == 5 + int(items));
    }
    for (size_t l = 0; l < items; ++l) {
      const seen& one = out[g * items + l];
      CHECK(one.sum == sum && one.least == -int(g * items + items - 1) && one.product == product);
      CHECK(one.whole.factor == whole.factor && one.whole.shift == whole.shift);
    }
  }
  sycl::free(out, queue);
}

void of_sub_groups(sycl::queue& queue) {
  struct seen {
    unsigned lane, lanes, sum, scan, left, right, turned, chosen;
    affine whole;
    long wide;
  };
  auto* out = sycl::malloc_shared<seen>(items, queue);
  queue.parallel_for(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> item) {
    const auto group = item.get_sub_group();
    const unsigned lane = group.get_local_linear_id();
    const unsigned lanes = group.get_local_linear_range();
    seen& to = out[item.get_local_id(0)];
    to.lane = lane;
    to.lanes = lanes;
    to.sum = sycl::reduce_over_group(group, lane, sycl::plus<>());
    to.scan = sycl::exclusive_scan_over_group(group, lane + 1, sycl::bit_xor<>());
    to.left = sycl::shift_group_left(group, lane, 1);
    to.right = sycl::shift_group_right(group, lane, 1);
    to.turned = sycl::permute_group_by_xor(group, lane, 1);
    to.chosen = sycl::select_from_group(group, lane * 10, (lane + 3) % lanes);
    to.whole = sycl::reduce_over_group(group, affine{lane * 2 + 1, lane}, compose());
    to.wide = sycl::group_broadcast(group, long(lane) << 40, 1 % lanes);
  });
  queue.wait();
  for (size_t i = 0; i < items; ++i) {
    const seen& one = out[i];
    unsigned scan = 0;
    affine whole = {1, 0};
    for (unsigned l = 0; l < one.lanes; ++l) {
      scan ^= l < one.lane ? l + 1 : 0;
      whole = compose()(whole, {l * 2 + 1, l});
    }
    CHECK(one.sum == one.lanes * (one.lanes - 1) / 2 && one.scan == scan);
    CHECK(one.lane + 1 == one.lanes || one.left == one.lane + 1);
    CHECK(one.lane == 0 || one.right == one.lane - 1);
    CHECK((one.lane ^ 1) >= one.lanes || one.turned == (one.lane ^ 1));
    CHECK(one.chosen == (one.lane + 3) % one.lanes * 10);
    CHECK(one.whole.factor == whole.factor && one.whole.shift == whole.shift);
    CHECK(one.wide == (one.lanes > 1 ? 1L << 40 : 0));
  }
  sycl::free(out, queue);
}

void over_memory(sycl::queue& queue) {
  constexpr int count = 250; // not a multiple of the group
  auto* in = sycl::malloc_shared<int>(count, queue);
  auto* inclusive = sycl::malloc_shared<int>(count, queue);
  auto* exclusive = sycl::malloc_shared<int>(count, queue);
  auto* sum = sycl::malloc_shared<int>(3, queue);
  for (int i = 0; i < count; ++i) {
    in[i] = i * 7 % 13;
  }
  queue.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> item) {
    const auto group = item.get_group();
    const int all = sycl::joint_reduce(group, in, in + count, sycl::plus<>());
    sycl::joint_inclusive_scan(group, in, in + count, inclusive, sycl::plus<>());
    sycl::joint_exclusive_scan(group, in, in + count, exclusive, 3, sycl::plus<>());
    const bool any = sycl::joint_any_of(group, in, in + count, [](int x) { return x == 12; });
    if (group.leader()) {
      sum[0] = all;
      sum[1] = any;
    }
  });
  queue.wait();
  int before = 0;
  for (int i = 0; i < count; ++i) {
    CHECK(exclusive[i] == 3 + before);
    before += in[i];
    CHECK(inclusive[i] == before);
  }
  CHECK(sum[0] == before && sum[1] == 1);
  for (int* one : {in, inclusive, exclusive, sum}) {
    sycl::free(one, queue);
  }
}

} // namespace

int main() {
  sycl::queue queue;
  of_work_groups(queue);
  of_sub_groups(queue);
  over_memory(queue);
  return failures;
}
