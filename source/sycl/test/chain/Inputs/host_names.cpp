// Kernels whose names compilers make in different ways: lambdas among others, in functions,
// templates and command groups, named classes, some of them local.
#include <algorithm>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

namespace {

struct add_seven {
  int* p;
  void operator()(sycl::id<1> i) const { p[i] += 7; }
};

constexpr sycl::specialization_id<int> factor{3};

} // namespace

template <typename T> void add_in_template(sycl::queue& q, T* p) {
  q.parallel_for(4, [=](sycl::id<1> i) { p[i] += T(1); });
  q.parallel_for(4, [=](auto i) { p[i] += T(2); });
  q.single_task([=] { p[0] += T(100); });
}

#ifdef OUTSIDE
auto at_namespace = [](sycl::id<1>) {};
#endif

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  int* p = sycl::malloc_shared<int>(4, q);
  auto* f = sycl::malloc_shared<float>(4, q);
  std::vector<int> order{3, 1, 2};
  std::sort(order.begin(), order.end(), [](int a, int b) { return a > b; });
  for (int i = 0; i < 4; ++i) {
    p[i] = i * order[0];
    f[i] = 0;
  }
  q.submit([&](sycl::handler& h) { h.parallel_for(4, [=](sycl::id<1> i) { p[i] += 10; }); });
  q.submit([&](sycl::handler& h) {
    class named;
    h.set_specialization_constant<factor>(2);
    h.parallel_for<named>(4, [=](sycl::id<1> i, sycl::kernel_handler constants) {
      p[i] *= constants.get_specialization_constant<factor>();
    });
  });
  q.submit([&](sycl::handler& h) { h.parallel_for(4, [=](sycl::id<1> i) { p[i] -= 1; }); });
  q.parallel_for(4, add_seven{p});
  add_in_template(q, p);
  add_in_template(q, f);
  q.wait();
  std::printf("%d %d %d %d, %g %g\n", p[0], p[1], p[2], p[3], double(f[0]), double(f[3]));
#ifdef OUTSIDE
  q.parallel_for(4, at_namespace).wait();
#endif
  sycl::free(p, q);
  sycl::free(f, q);
}
