// A kernel with a specialization constant and one without. Says whether the compiler library has
// been loaded. An argument is the constant's value.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <sycl/sycl.hpp>

constexpr sycl::specialization_id<int> factor{3};

int main(int count, char** arguments) {
  try {
    sycl::queue q;
    auto* p = sycl::malloc_shared<int>(8, q);
    q.parallel_for<class doubled>(8, [=](sycl::id<1> i) { p[i] = int(i[0]) * 2; }).wait();
    q.submit([&](sycl::handler& h) {
       if (count > 1) {
         h.set_specialization_constant<factor>(std::atoi(arguments[1]));
       }
       h.parallel_for<class scaled>(8, [=](sycl::id<1> i, sycl::kernel_handler constants) {
         p[i] += int(i[0]) * constants.get_specialization_constant<factor>();
       });
     }).wait();
    std::printf("%d %d\n", p[1], p[7]);
    sycl::free(p, q);
  } catch (const sycl::exception& error) {
    std::printf("%s\n", error.what());
  }
  bool has_compiler = false;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    has_compiler = has_compiler || line.find("liblanewise-compiler") != std::string::npos;
  }
  std::printf(has_compiler ? "compiled\n" : "not compiled\n");
}
