// Lambdas that compilers count in different ways.
#include <algorithm>
#include <sycl/sycl.hpp>

auto outside = [] {};

void by_kind(sycl::queue& q, int* p) {
  std::sort(p, p + 2, [](int a, int b) { return a > b; });
  q.single_task([=] { *p = 1; });
  q.parallel_for(4, [=](sycl::id<1>) { *p = 2; });
  q.single_task([=] { *p = 3; });
  q.single_task<class by_name>([=] { *p = 4; });
  q.single_task(outside);
}

void with_parameters(sycl::queue& q, int* p) {
  q.parallel_for(4, [=]<typename T>(T) { *p = 1; });
  q.parallel_for(4, [=](auto) { *p = 2; });
}
