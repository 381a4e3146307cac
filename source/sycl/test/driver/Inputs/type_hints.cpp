// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An attribute with a type, in each position of a function, a template and a lambda. Its types have
// commas and spaces in them. SIZE is one whose effect is seen.
#include <sycl/sycl.hpp>

#define SIZE sycl::reqd_work_group_size(4)

struct before {
  int* p;
  [[sycl::vec_type_hint(sycl::vec<int, 4>), SIZE]] void operator()(sycl::nd_item<1>) const {}
};
struct behind_name {
  int* p;
  void operator() [[sycl::vec_type_hint(unsigned int), SIZE]] (sycl::nd_item<1>) const {}
};
struct behind {
  int* p;
  void operator()(sycl::nd_item<1>) const noexcept(true) [[sycl::vec_type_hint(float)]] [[SIZE]] {}
};
struct declared {
  int* p;
  [[using sycl: vec_type_hint(sycl::float4), reqd_work_group_size(4)]] void
  operator()(sycl::nd_item<1>) const;
};
void declared::operator()(sycl::nd_item<1>) const {}
template <typename T> struct in_template {
  int* p;
  [[SIZE, sycl::vec_type_hint(typename T::value_type)]] void operator()(sycl::nd_item<1>) const;
};
template <typename T> void in_template<T>::operator()(sycl::nd_item<1>) const {}
template <typename T> struct generic {
  int* p;
  template <typename Item>
  [[sycl::vec_type_hint(sycl::marray<T, 2>), SIZE]] void operator()(Item) const {}
};
[[sycl::vec_type_hint(sycl::float4)]] void plain() {}
void plain_behind_name [[sycl::vec_type_hint(sycl::float4)]] () {}

int main() {
  sycl::queue queue;
  int* p = nullptr;
  const sycl::nd_range<1> four(4, 4);
  queue.parallel_for(four, before{p});
  queue.parallel_for(four, behind_name{p});
  queue.parallel_for(four, behind{p});
  queue.parallel_for(four, declared{p});
  queue.parallel_for(four, in_template<sycl::float4>{p});
  queue.parallel_for(four, generic<float>{p});
  queue.parallel_for<class lambda>(
      four, [=](sycl::nd_item<1>) noexcept
      [[SIZE]] [[sycl::vec_type_hint(sycl::vec<int, 4>)]] { plain(); });
  queue.parallel_for<class lambda_type>(
      four, [=](auto) [[sycl::vec_type_hint(int), SIZE]] -> void { plain_behind_name(); });
#if __cplusplus > 202002L
  queue.parallel_for<class lambda_before>(
      four, [=] [[sycl::vec_type_hint(int), SIZE]] (sycl::nd_item<1>) { plain(); });
#endif
}
