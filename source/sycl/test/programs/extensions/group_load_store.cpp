// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_group_load_store: work-groups and sub-groups, blocks and stripes, spans, vectors
// and single elements.
#include "check.h"

#include <sycl/ext/oneapi/experimental/group_load_store.hpp>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
constexpr int items = 64;
constexpr int groups = 3;

/// Each work-item loads N elements in one order and stores them in another.
template <typename From, typename To> void reorder(sycl::queue& queue, From from, To to) {
  constexpr int count = 4;
  int* in = sycl::malloc_shared<int>(items * groups * count, queue);
  int* out = sycl::malloc_shared<int>(items * groups * count, queue);
  for (int i = 0; i < items * groups * count; ++i) {
    in[i] = i;
  }
  queue
      .parallel_for(sycl::nd_range<1>(items * groups, items),
                    [=](sycl::nd_item<1> item) {
                      const sycl::group<1> group = item.get_group();
                      const size_t first = group.get_group_linear_id() * items * count;
                      int mine[count] = {};
                      ext::group_load(group, in + first, sycl::span{mine},
                                      ext::properties{from, ext::full_group});
                      ext::group_store(group, sycl::span{mine}, out + first,
                                       ext::properties{ext::contiguous_memory, to});
                    })
      .wait();
  for (int at = 0; at < items * groups * count; ++at) {
    const int first = at / (items * count) * (items * count);
    const int place = at - first;
    const int item =
        To::placement == ext::data_placement_enum::blocked ? place / count : place % items;
    const int index =
        To::placement == ext::data_placement_enum::blocked ? place % count : place / items;
    CHECK(out[at] == first + (From::placement == ext::data_placement_enum::blocked
                                  ? item * count + index
                                  : index * items + item));
  }
  sycl::free(in, queue);
  sycl::free(out, queue);
}

void others(sycl::queue& queue) {
  float* in = sycl::malloc_shared<float>(items * 2, queue);
  float* out = sycl::malloc_shared<float>(items * 3, queue);
  for (int i = 0; i < items * 2; ++i) {
    in[i] = float(i);
  }
  queue
      .parallel_for(sycl::nd_range<1>(items, items),
                    [=](sycl::nd_item<1> item) {
                      const sycl::sub_group lanes = item.get_sub_group();
                      const size_t first = item.get_local_linear_id() - lanes.get_local_linear_id();
                      sycl::vec<float, 2> two;
                      float one = 0;
                      ext::group_load(lanes, in + first * 2, two);
                      ext::group_load(lanes, in + first, one);
                      ext::group_store(lanes, two + 1.0F, out + first * 2);
                      ext::group_store(item.get_group(), one + 1.0F, out + items * 2);
                    })
      .wait();
  for (int i = 0; i < items * 3; ++i) {
    CHECK(out[i] == float(i % (items * 2)) + 1.0F);
  }
  sycl::free(in, queue);
  sycl::free(out, queue);
}

} // namespace

int main() {
  sycl::queue queue;
  reorder(queue, ext::data_placement_blocked, ext::data_placement_striped);
  reorder(queue, ext::data_placement_striped, ext::data_placement_blocked);
  reorder(queue, ext::data_placement_striped, ext::data_placement_striped);
  others(queue);
  return failures;
}
