// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// atomic_ref in global and local memory.
#include "check.h"

namespace {

using sycl::memory_order;
using sycl::memory_scope;
template <typename T, memory_order Order = memory_order::relaxed>
using atomic = sycl::atomic_ref<T, Order, memory_scope::device>;

constexpr int count = 4096;

template <typename T> void numbers(sycl::queue& queue) {
  auto* at = sycl::malloc_shared<T>(5, queue);
  for (int i = 0; i < 5; ++i) {
    at[i] = T(i == 2 ? 100 : 0);
  }
  queue
      .parallel_for(count,
                    [=](sycl::id<1> id) {
                      const T i = T(id[0] % 1000);
                      atomic<T>(at[0]).fetch_add(T(2));
                      atomic<T, memory_order::acq_rel>(at[1]).fetch_max(i);
                      atomic<T, memory_order::seq_cst>(at[2]).fetch_min(i);
                      atomic<T>(at[3]) -= T(1);
                      T now = atomic<T>(at[4]).load();
                      while (!atomic<T>(at[4]).compare_exchange_strong(now, T(now + 1))) {
                      }
                    })
      .wait();
  CHECK(at[0] == T(2 * count) && at[1] == T(999) && at[2] == T(0));
  CHECK(at[3] == T(T(0) - T(count)) && at[4] == T(count));
  sycl::free(at, queue);
}

/// So often that the compiler does not inline them.
template <typename Group> void barriers(const Group& group, memory_scope scope) {
  for (int i = 0; i < 3; ++i) {
    sycl::group_barrier(group, scope);
    sycl::group_barrier(group, i == 1 ? memory_scope::device : scope);
    sycl::group_barrier(group, i == 2 ? memory_scope::system : scope);
    sycl::group_barrier(group);
  }
}

/// Orders and scopes that are known when the kernel runs.
void computed_fences(sycl::queue& queue) {
  auto* seen = sycl::malloc_shared<int>(8, queue);
  queue
      .submit([&](sycl::handler& group) {
        const sycl::local_accessor<int, 1> shared(8, group);
        const memory_scope scope = seen ? memory_scope::work_group : memory_scope::device;
        const memory_order order = seen ? memory_order::acq_rel : memory_order::relaxed;
        group.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> item) {
          const std::size_t i = item.get_local_id(0);
          shared[i] = int(i);
          sycl::atomic_fence(order, scope);
          sycl::group_barrier(item.get_group(), scope);
          barriers(item.get_sub_group(), scope);
          barriers(item.get_group(), scope);
          seen[i] = shared[7 - i];
        });
      })
      .wait();
  CHECK(seen[0] == 7 && seen[7] == 0);
  sycl::free(seen, queue);
}

/// Exchanges of pointers whose orders and scopes are known when the kernel runs.
void computed_orders(sycl::queue& queue) {
  auto* at = sycl::malloc_shared<int*>(2, queue);
  auto* target = sycl::malloc_shared<int>(4, queue);
  at[0] = at[1] = target;
  const auto orders = sycl::malloc_shared<memory_order>(2, queue);
  orders[0] = memory_order::seq_cst;
  orders[1] = memory_order::acquire;
  queue
      .single_task([=] {
        for (int i = 0; i < 2; ++i) {
          const atomic<int*> pointer(at[i]);
          int* expected = target + i;
          const memory_scope scope = i ? memory_scope::device : memory_scope::system;
          const bool done =
              pointer.compare_exchange_strong(expected, target + 2, orders[0], orders[1], scope);
          const bool again = pointer.compare_exchange_weak(expected, target + 3, orders[i], scope);
          target[i] = int(done) + 2 * int(again) + 4 * int(expected - target);
        }
      })
      .wait();
  CHECK(at[0] == target + 2 && target[0] == 1 + 4 * 2);
  CHECK(at[1] == target + 3 && target[1] == 2);
  sycl::free(at, queue);
  sycl::free(target, queue);
  sycl::free(orders, queue);
}

void bits_and_pointers(sycl::queue& queue) {
  auto* bits = sycl::malloc_shared<unsigned>(3, queue);
  auto** pointer = sycl::malloc_shared<int*>(1, queue);
  int storage[2] = {};
  bits[0] = 0;
  bits[1] = ~0U;
  bits[2] = 0;
  *pointer = storage;
  queue.parallel_for(32, [=](sycl::id<1> i) {
    atomic<unsigned>(bits[0]) |= 1U << i[0];
    atomic<unsigned>(bits[1]).fetch_and(~(1U << i[0]));
    atomic<unsigned>(bits[2]) ^= 3U << i[0];
    atomic<int*>(*pointer).fetch_add(2);
  });
  queue.wait();
  CHECK(bits[0] == ~0U && bits[1] == 0 && bits[2] == 1U && *pointer == storage + 64);
  sycl::free(bits, queue);
  sycl::free(pointer, queue);
}

void in_local_memory(sycl::queue& queue) {
  sycl::buffer<int> histogram{sycl::range<1>(16)};
  queue.submit([&](sycl::handler& group) {
    sycl::accessor out(histogram, group, sycl::write_only);
    sycl::local_accessor<int> part(16, group);
    group.parallel_for(sycl::nd_range<1>(256, 256), [=](sycl::nd_item<1> item) {
      const size_t i = item.get_local_id(0);
      if (i < 16) {
        part[i] = 0;
      }
      sycl::group_barrier(item.get_group());
      sycl::atomic_ref<int, memory_order::relaxed, memory_scope::work_group,
                       sycl::access::address_space::local_space>(part[i * i % 16])++;
      sycl::group_barrier(item.get_group());
      if (i < 16) {
        out[i] = part[i];
      }
    });
  });
  int expected[16] = {};
  for (int i = 0; i < 256; ++i) {
    ++expected[i * i % 16];
  }
  const sycl::host_accessor seen(histogram);
  for (size_t i = 0; i < 16; ++i) {
    CHECK(seen[i] == expected[i]);
  }
}

} // namespace

int main() {
  sycl::queue queue;
  computed_fences(queue);
  numbers<int>(queue);
  numbers<unsigned>(queue);
  numbers<long>(queue);
  numbers<float>(queue);
  numbers<double>(queue);
  computed_orders(queue);
  bits_and_pointers(queue);
  in_local_memory(queue);
  return failures;
}
