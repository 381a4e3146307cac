// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL's attributes in each position, and their names where they are none.
#include <sycl/sycl.hpp>

#define sycl_words(...) __VA_ARGS__
#define vec_type_hint 1000

// The names are the program's, too.
int reqd_work_group_size(int a) { return a; }
int device_has(int a, int b) { return a + b; }
namespace own {
int reqd_sub_group_size(int a) { return a; }
} // namespace own

[[sycl::device_has(sycl::aspect::fp64)]] SYCL_EXTERNAL int with_aspect(int a);
SYCL_EXTERNAL [[sycl::device_has()]] __attribute__((noinline)) int without(int a) { return a; }
__attribute__((noinline)) [[sycl::device_has(sycl::aspect::cpu)]] int calls(int a) {
  return without(a);
}

struct object {
  int* to;
  [[sycl::reqd_work_group_size(4, 2), sycl::work_group_size_hint(2, 4)]] void
  operator()(sycl::nd_item<2>) const {
    *to = calls(1) + with_aspect(1);
  }
};

template <std::size_t N, sycl::aspect A> void in_template(sycl::queue& queue, int* to) {
  static constexpr sycl::aspect local = A;
  queue.parallel_for<class local_type>(sycl::nd_range<1>(N, N), [=](sycl::nd_item<1>) noexcept
                                       [[sycl::reqd_work_group_size(N)]] [[sycl::device_has(
                                           local, sycl::aspect::cpu)]] { *to = 1; });
}

int main() {
  sycl::queue queue;
  int* to = sycl::malloc_shared<int>(1, queue);
  queue.parallel_for<class object_type>(sycl::nd_range<2>({4, 2}, {4, 2}), object{to});
  in_template<32, sycl::aspect::atomic64>(queue, to);
  sycl_words(queue.parallel_for<class in_macro>(
      sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1>) [[using sycl: reqd_work_group_size(8),
                                                       reqd_sub_group_size(16)]] { *to = 2; }););
  queue.submit([&](sycl::handler& group) {
    group.parallel_for_work_group<class inside>(sycl::range<1>(2), sycl::range<1>(2),
                                                [=](sycl::group<1>)
                                                    [[sycl::work_group_size_hint(1)]] { *to = 3; });
  });
  queue.single_task<class plain>([=] { *to = 4; });
  int table[1] = {0};
  return table[0] + reqd_work_group_size(1) + device_has(1, 2) + own::reqd_sub_group_size(3) +
         vec_type_hint;
}
