// Each pass has a warning of its own; with -DWRONG there is an error in the device's code, with
// -DHOST_WRONG in the host's.
#include <sycl/sycl.hpp>

#ifdef __SYCL_DEVICE_ONLY__
#warning in the pass for the device
#else
#warning in the pass for the host
#ifdef HOST_WRONG
#error in the host's code
#endif
#endif

#ifdef WRONG
struct Base {
  virtual int number() const = 0;
};
#endif

int main() {
  sycl::queue queue;
  int* p = sycl::malloc_shared<int>(1, queue);
#ifdef WRONG
  Base* base = nullptr;
  queue.single_task([=] { *p = base->number(); }).wait();
#else
  queue.single_task([=] { *p = 1; }).wait();
#endif
  return *p;
}
