// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USM: allocations of every kind, copies, fills, dependencies.
#include "check.h"

#include <vector>

namespace {

void kinds(sycl::queue& queue) {
  const sycl::context context = queue.get_context();
  for (const auto kind :
       {sycl::usm::alloc::host, sycl::usm::alloc::device, sycl::usm::alloc::shared}) {
    auto* memory = sycl::malloc<int>(100, queue, kind);
    CHECK(memory != nullptr);
    CHECK(sycl::get_pointer_type(memory, context) == kind);
    CHECK(sycl::get_pointer_device(memory, context) == queue.get_device());
    queue.parallel_for(100, [=](sycl::id<1> i) { memory[i] = int(i) * 2; });
    queue.wait();
    std::vector<int> copy(100);
    queue.copy(memory, copy.data(), 100).wait();
    CHECK(copy[0] == 0 && copy[99] == 198);
    sycl::free(memory, queue);
  }
  int variable = 0;
  CHECK(sycl::get_pointer_type(&variable, context) == sycl::usm::alloc::unknown);
  CHECK(throws(sycl::errc::invalid, [&] { sycl::get_pointer_device(&variable, context); }));
  auto* aligned = sycl::aligned_alloc_device<char>(4096, 10, queue);
  CHECK(reinterpret_cast<uintptr_t>(aligned) % 4096 == 0);
  sycl::free(aligned, queue);
  CHECK(sycl::malloc_shared(0, queue) == nullptr);
}

void copies_and_fills(sycl::queue& queue) {
  auto* a = sycl::malloc_shared<float>(1000, queue);
  auto* b = sycl::malloc_shared<float>(1000, queue);
  sycl::event filled = queue.fill(a, 2.5f, 1000);
  sycl::event copied = queue.memcpy(b, a, 1000 * sizeof(float), filled);
  queue.single_task(copied, [=] { b[0] += 1; }).wait();
  CHECK(b[0] == 3.5f && b[999] == 2.5f);
  queue.memset(a, 0, 500 * sizeof(float)).wait();
  CHECK(a[499] == 0 && a[500] == 2.5f);
  struct odd {
    char bytes[3];
  };
  auto* c = sycl::malloc_shared<odd>(50, queue);
  queue.fill(c, odd{{1, 2, 3}}, 50).wait();
  CHECK(c[0].bytes[0] == 1 && c[49].bytes[2] == 3);
  queue.prefetch(a, 1000).wait();
  for (void* one : {static_cast<void*>(a), static_cast<void*>(b), static_cast<void*>(c)}) {
    sycl::free(one, queue);
  }
}

void chain_of_events(sycl::queue& queue) {
  auto* value = sycl::malloc_shared<int>(1, queue);
  *value = 1;
  sycl::event last;
  for (int i = 0; i < 50; ++i) {
    last = i % 2 ? queue.single_task(last, [=] { *value = *value * 3 % 1000003; })
                 : queue.single_task(std::vector<sycl::event>{last}, [=] { *value += 7; });
  }
  last.wait();
  int expected = 1;
  for (int i = 0; i < 50; ++i) {
    expected = i % 2 ? expected * 3 % 1000003 : expected + 7;
  }
  CHECK(*value == expected);
  CHECK(last.get_info<sycl::info::event::command_execution_status>() ==
        sycl::info::event_command_status::complete);
  sycl::free(value, queue);
}

void allocator(sycl::queue& queue) {
  using shared = sycl::usm_allocator<int, sycl::usm::alloc::shared>;
  std::vector<int, shared> list(64, 5, shared(queue));
  int* data = list.data();
  queue.parallel_for(list.size(), [=](sycl::id<1> i) { data[i] += int(i); }).wait();
  CHECK(list[0] == 5 && list[63] == 68);
  CHECK(shared(queue) == list.get_allocator());
}

} // namespace

int main() {
  sycl::queue any;
  sycl::queue in_order{sycl::property::queue::in_order()};
  for (sycl::queue* queue : {&any, &in_order}) {
    kinds(*queue);
    copies_and_fills(*queue);
    chain_of_events(*queue);
    allocator(*queue);
  }
  return failures;
}
