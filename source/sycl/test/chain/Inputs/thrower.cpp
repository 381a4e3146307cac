// A class with virtual functions, one of which throws an object with a destructor and uses a
// variable with a constructor: the table of virtual functions brings both into device code, where
// no kernel uses them. Clang gives the destructor a second name, which must not keep it alive.
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

struct failure {
  explicit failure(int of) : value(of) {}
  failure(const failure& other) : value(other.value) {}
  ~failure() { value = 0; }
  int value;
};

template <typename T> struct holder {
  static std::vector<T> values;
};
template <typename T> std::vector<T> holder<T>::values(3);

struct shape {
  virtual ~shape();
  virtual int sides() const;
};
shape::~shape() { std::fflush(stdout); }
int shape::sides() const { throw failure(int(holder<int>::values.size())); }

int main() {
  sycl::queue queue;
  int* sum = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *sum = 42; }).wait();
  int result = *sum;
  try {
    const shape unknown;
    result = unknown.sides();
  } catch (const failure& error) {
    result += error.value;
  }
  sycl::free(sum, queue);
  std::printf("%d\n", result);
}
