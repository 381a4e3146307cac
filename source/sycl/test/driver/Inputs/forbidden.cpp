// Code that kernels must not contain, each once, and beside it similar code that is allowed.
#include <sycl/sycl.hpp>

struct base {
  virtual ~base() = default;
  virtual int value() const { return 1; }
  int plain() const { return 2; }
};
int table[3] = {1, 2, 3};
thread_local int own = 0;
constexpr int fixed[3] = {1, 2, 3};
const int also_fixed = 7;

int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
constexpr int known_factorial(int n) { return n < 2 ? 1 : n * known_factorial(n - 1); }
int checked(int x) {
  if (x > 3) {
    throw x;
  }
  return x;
}
int outer(int x) { return checked(x) + 1; }
int twice(int x) { return 2 * x; }

template <typename F> int apply(F f, int x) { return f(x); }

int main() {
  sycl::queue queue;
  int* at = sycl::malloc_shared<int>(4, queue);
  int (*const pointer)(int) = at[3] ? twice : outer;
  queue.single_task([=] { at[0] = outer(at[1]); });
  queue.single_task([=] { at[0] = factorial(at[1]); });
  queue.single_task([=] { at[0] = pointer(at[1]); });
  queue.single_task([=] {
    base one;
    const base* some = at[1] ? &one : nullptr;
    at[0] = some->value();
  });
  queue.single_task([=] { at[0] = table[at[1]]; });
  queue.single_task([=] { at[0] = own; });
  queue.single_task([=] { asm volatile("nop"); });
  queue.single_task([=] {
    int* made = new int(3);
    at[0] = *made;
    delete made;
  });
  queue.single_task([=] {
    static const int once = at[1];
    at[0] = once;
  });

  queue.single_task([=] {
    constexpr int known = known_factorial(5);
    alignas(int) unsigned char place[sizeof(int)];
    const int* made = new (place) int(known);
    const base one;
    at[0] = fixed[at[1]] + also_fixed + *made + one.plain() + one.value();
    at[1] = apply([](int x) { return twice(x); }, at[2]) + twice(3);
  });
  sycl::free(at, queue);
  return factorial(3) + outer(1) + table[0] + own;
}
