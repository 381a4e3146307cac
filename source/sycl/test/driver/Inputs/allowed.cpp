// Constructors and destructors that are defined outside their class, which Clang makes aliases of.
#include <sycl/sycl.hpp>

struct tracked {
  explicit tracked(int of);
  ~tracked();
  int value;
};
tracked::tracked(int of) : value(of) {}
tracked::~tracked() { value = 0; }

int main() {
  sycl::queue queue;
  int* at = sycl::malloc_shared<int>(1, queue);
  queue
      .single_task([=] {
        const tracked one(*at);
        *at = one.value + 1;
      })
      .wait();
  sycl::free(at, queue);
}
