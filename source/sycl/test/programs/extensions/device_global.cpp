// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_device_global: first values, variables of namespaces, classes, templates and this
// file alone, copies from and to the host, memory of its own for each context.
#include "check.h"

namespace {

using sycl::ext::oneapi::experimental::device_global;

device_global<const float[3]> table{1.5F, 2.5F, 3.5F};

struct point {
  int x = 3;
  int y = 4;
  int sum() const { return x + y; }
};

} // namespace

device_global<int> counter;
const device_global<int> fixed{9};
device_global<int[4], decltype(sycl::ext::oneapi::experimental::properties(
                          sycl::ext::oneapi::experimental::device_image_scope))>
    row;
static device_global<point> place;

namespace other {
inline device_global<int> shared{7};
struct holder {
  static inline device_global<long> member{8};
};
template <typename T> struct generic {
  static device_global<T> of_each;
};
template <typename T> device_global<T> generic<T>::of_each{T(sizeof(T))};
template <int N> device_global<int> variable{N};
} // namespace other

namespace {

void first_values(sycl::queue& queue) {
  long* out = sycl::malloc_shared<long>(9, queue);
  queue
      .single_task([=] {
        out[8] = fixed;
        out[0] = long(table[0] + table[1] * 2 + table.get()[2] * 4);
        out[1] = counter;
        out[2] = row[0] + row[3];
        out[3] = place.get().sum();
        out[4] = other::shared;
        out[5] = other::holder::member;
        out[6] = other::generic<short>::of_each + 10 * other::generic<double>::of_each;
        out[7] = other::variable<5> + 10 * other::variable<6>;
      })
      .wait();
  const long wanted[] = {20, 0, 0, 7, 7, 8, 82, 65, 9};
  for (int i = 0; i < 9; ++i) {
    CHECK(out[i] == wanted[i]);
  }
  sycl::free(out, queue);
}

void copies(sycl::queue& queue) {
  const int values[] = {1, 2, 3, 4};
  const sycl::event all = queue.copy(values, row);
  const int two = 20;
  const sycl::event one = queue.memcpy(row, &two, sizeof(int), sizeof(int), all);
  queue.parallel_for(sycl::range<1>(4), one, [=](sycl::id<1> i) { row[i] += 100; });
  queue.wait();
  int back[4] = {};
  queue.copy(row, back).wait();
  CHECK(back[0] == 101 && back[1] == 120 && back[2] == 103 && back[3] == 104);
  int last[2] = {};
  queue.submit([&](sycl::handler& group) { group.copy(row, last, 2, 2); }).wait();
  CHECK(last[0] == 103 && last[1] == 104);
  queue.submit([&](sycl::handler& group) { group.memcpy(&back, row); }).wait();
  CHECK(back[3] == 104);
  CHECK(throws(sycl::errc::invalid, [&] { queue.copy(values, row, 2, 3); }));
}

/// Kernels of the same context see what others have written; another context has other memory.
void is_shared(sycl::queue& queue) {
  for (int i = 0; i < 3; ++i) {
    queue.parallel_for(sycl::range<1>(100), [=](sycl::id<1>) {
      sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(counter.get())
          .fetch_add(1);
    });
    queue.wait();
  }
  queue.single_task([=] { place.get() = {10, 20}; }).wait();
  int count = 0;
  queue.memcpy(&count, counter).wait();
  CHECK(count == 300);
  point there;
  queue.copy(place, &there).wait();
  CHECK(there.sum() == 30);
  sycl::queue elsewhere{sycl::context(queue.get_device()), queue.get_device()};
  elsewhere.memcpy(&count, counter).wait();
  CHECK(count == 0);
  elsewhere.copy(place, &there).wait();
  CHECK(there.sum() == 7);
}

} // namespace

int main() {
  sycl::queue queue;
  first_values(queue);
  copies(queue);
  is_shared(queue);
  return failures;
}
