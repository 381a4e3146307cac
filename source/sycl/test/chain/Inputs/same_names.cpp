// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with names that other files may have, too, for kernels of their own. VALUE differs.
#include <cstdio>
#include <sycl/sycl.hpp>

namespace {

class name;
struct functor {
  int* p;
  void operator()(sycl::id<1>) const { *p = 10 * VALUE; }
};
template <typename T> struct of_type {
  T of;
  int* p;
  void operator()() const { *p = 100 * VALUE; }
};

} // namespace

#ifndef ONLY_IN_FUNCTIONS // which GCC needs
auto at_namespace = [] { return 1000 * VALUE; };
template <typename F> struct result_of {
  F f;
  int* p;
  void operator()() const { *p = f(); }
};
#endif

static void run(sycl::queue queue) {
  int* p = sycl::malloc_shared<int>(6, queue);
  queue.parallel_for(1, functor{p + 1});
  queue.single_task(of_type<functor>{{p + 2}, p + 2});
  queue.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) { p[3] = 2 * VALUE; });
#ifndef ONLY_IN_FUNCTIONS
  queue.single_task(result_of<decltype(at_namespace)>{at_namespace, p + 4});
#else
  p[4] = 1000 * VALUE;
#endif
  queue.wait();
  // By its identifier, in a bundle that has only this kernel.
  auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(
      queue.get_context(), {sycl::get_kernel_id<name>()});
  p[0] = 0;
  queue.submit([&](sycl::handler& h) {
    h.use_kernel_bundle(bundle);
    h.single_task<name>([=] { p[0] = VALUE; });
  });
  queue.wait();
  std::printf("%d %d %d %d %d\n", p[0], p[1], p[2], p[3], p[4]);
  sycl::free(p, queue);
}

#ifdef MAIN
void other(sycl::queue queue);
int main() {
  sycl::queue queue;
  run(queue);
  other(queue);
}
#else
void other(sycl::queue queue) { run(queue); }
#endif
