// Kernels that print, with arguments of several types and without.
#include <sycl/sycl.hpp>

#ifdef __SYCL_DEVICE_ONLY__
#define CONSTANT __attribute__((opencl_constant))
#else
#define CONSTANT
#endif

namespace ext = sycl::ext::oneapi::experimental;

int main() {
  sycl::queue queue;
  queue.single_task([] {
    ext::printf("numbers %d %5.2f %lu %c|%s\n", -3, 2.5F, 1UL << 40, 'x', "text");
    ext::printf("half %g, %%\n", sycl::half(0.5F));
    ext::printf("no more than this\n");
    static const CONSTANT char format[] = "in constant memory: %d\n";
    ext::printf(format, 7);
  });
  queue.wait();
  queue.parallel_for(4, [](sycl::id<1> i) { ext::printf("work-item %d\n", int(i[0])); }).wait();
  return ext::printf("on the host %.1f\n", sycl::half(1.5F)) == 16 ? 0 : 1;
}
