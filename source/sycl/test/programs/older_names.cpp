// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program of SYCL 1.2.1: the other header and namespace, deprecated names.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
#include <CL/sycl.hpp>

#include "check.h"

namespace {

namespace sycl12 = cl::sycl;
static_assert(std::is_same_v<sycl12::cl_half4, sycl12::vec<sycl12::half, 4>>);
static_assert(std::is_same_v<sycl12::cl_uint16, sycl12::vec<std::uint32_t, 16>>);

void groups(sycl12::queue& queue) {
  sycl12::buffer<int, 2> seen(sycl12::range<2>(8, 12));
  queue.submit([&](sycl12::handler& group) {
    auto to = seen.get_access<sycl12::access::mode::discard_write>(group);
    group.parallel_for(sycl12::nd_range<2>({8, 12}, {4, 3}), [=](sycl12::nd_item<2> item) {
      const sycl12::group<2> in = item.get_group();
      const bool right = in.get_id() == in.get_group_id() && in.get_id(1) == in[1] &&
                         in.get_linear_id() == in[0] * 4 + in[1] &&
                         in.get_global_range() == sycl12::range<2>(8, 12) &&
                         in.get_global_range(1) == 12;
      to[item.get_global_id()] = right ? int(in.get_linear_id()) : -1;
    });
  });
  const auto found = seen.get_access<sycl12::access::mode::read>();
  for (size_t i = 0; i < 8; ++i) {
    for (size_t j = 0; j < 12; ++j) {
      CHECK(found[i][j] == int(i / 4 * 4 + j / 3));
    }
  }
}

void local_memory(sycl12::queue& queue) {
  using local =
      sycl12::accessor<int, 1, sycl12::access::mode::read_write, sycl12::access::target::local>;
  using local_number =
      sycl12::accessor<int, 0, sycl12::access::mode::read_write, sycl12::access::target::local>;
  sycl12::buffer<int> mirrored{sycl12::range<1>(64)};
  queue.submit([&](sycl12::handler& group) {
    const local part(sycl12::range<1>(16), group);
    const local_number last(group);
    auto to = mirrored.get_access<sycl12::access::mode::write>(group);
    group.parallel_for(sycl12::nd_range<1>(64, 16), [=](sycl12::nd_item<1> item) {
      part[item.get_local_id(0)] = int(item.get_global_id(0));
      if (item.get_local_id(0) == 0) {
        last = 15;
      }
      item.barrier(sycl12::access::fence_space::local_space);
      to[item.get_global_id()] = part[last - item.get_local_id(0)];
    });
  });
  const sycl12::accessor<int, 1, sycl12::access::mode::read, sycl12::access::target::host_buffer>
      found = mirrored.get_access<sycl12::access::mode::read>();
  CHECK(!found.is_placeholder());
  for (int i = 0; i < 64; ++i) {
    CHECK(found[i] == i / 16 * 16 + 15 - i % 16);
  }
}

void constant_memory(sycl12::queue& queue) {
  sycl12::buffer<int> numbers{sycl12::range<1>(8)};
  {
    const auto fill = numbers.get_access<sycl12::access::mode::discard_write>();
    for (int i = 0; i < 8; ++i) {
      fill[i] = 3 * i;
    }
  }
  sycl12::buffer<int> sum{sycl12::range<1>(1)};
  queue.submit([&](sycl12::handler& group) {
    auto from =
        numbers.get_access<sycl12::access::mode::read, sycl12::access::target::constant_buffer>(
            group);
    auto to = sum.get_access<sycl12::access::mode::discard_write>(group);
    group.single_task([=] {
      const sycl12::constant_ptr<int> at = from.get_pointer();
      int all = 0;
      for (int i = 0; i < 8; ++i) {
        all += at[i];
      }
      to[0] = all;
    });
  });
  CHECK(sum.get_access<sycl12::access::mode::read>()[0] == 84);
}

/// Counts numbers modulo 3 in local memory, and from there in global memory.
void atomics(sycl12::queue& queue) {
  namespace access = sycl12::access;
  sycl12::buffer<int> sums{sycl12::range<1>(3)};
  sycl12::buffer<unsigned, 2> greatest{sycl12::range<2>(1, 2)};
  sycl12::buffer<float> exchanged{sycl12::range<1>(1)};
  queue.submit(
      [&](sycl12::handler& group) { group.fill(sums.get_access<access::mode::write>(group), 0); });
  queue.submit([&](sycl12::handler& group) {
    group.fill(greatest.get_access<access::mode::write>(group), 5U);
  });
  queue.submit([&](sycl12::handler& group) {
    auto to = sums.get_access<access::mode::atomic>(group);
    auto most = greatest.get_access<access::mode::atomic>(group);
    auto real = exchanged.get_access<access::mode::atomic>(group);
    static_assert(std::is_same_v<decltype(real)::reference, float&>);
    const sycl12::accessor<float, 0, access::mode::atomic, access::target::global_buffer> same(
        exchanged, group);
    const sycl12::accessor<int, 1, access::mode::atomic, access::target::local> part(
        sycl12::range<1>(3), group);
    const sycl12::accessor<int, 0, access::mode::atomic, access::target::local> all(group);
    group.parallel_for(sycl12::nd_range<1>(64, 16), [=](sycl12::nd_item<1> item) {
      const std::size_t i = item.get_local_id(0);
      sycl12::atomic<int, access::address_space::local_space> total = all;
      if (i < 3) {
        part[i].store(0);
      }
      if (i == 0) {
        total.store(0);
      }
      item.barrier();
      part[i % 3].fetch_add(1);
      sycl12::atomic_fetch_sub(total, -1);
      item.barrier();
      if (i < 3) {
        const sycl12::atomic<int> sum = to[i];
        sum.fetch_add(part[i].load());
        most[0][0].fetch_max(unsigned(total.load()));
        int expected = -1; // never there
        sum.compare_exchange_strong(expected, 100);
        sycl12::atomic_fetch_min(most[sycl12::id<2>(0, 1)], unsigned(expected));
        const sycl12::atomic<float> number = same;
        number.store(2.5f);
        real[0].exchange(0.5f);
      }
    });
  });
  const auto found = sums.get_access<access::mode::read>();
  CHECK(found[0] == 24 && found[1] == 20 && found[2] == 20);
  const auto most = greatest.get_access<access::mode::read>();
  CHECK(most[0][0] == 16 && most[0][1] == 5);
  CHECK(exchanged.get_access<access::mode::read>()[0] == 0.5f);
}

/// Pointers are taken for multi_ptr, and the other way round.
void pointers(sycl12::queue& queue) {
  int* at = sycl12::malloc_shared<int>(4, queue);
  queue
      .submit([&](sycl12::handler& group) {
        group.single_task([=] {
          const auto count = [](sycl12::global_ptr<int> first, sycl12::global_ptr<const int> last) {
            return int(last - sycl12::global_ptr<const int>(first));
          };
          sycl12::global_ptr<int> last = at + 4;
          at[0] = count(at, last);
          at[1] = last == at + 4 && at + 3 != last && last > at && last - at == 4;
          at[2] = *(last - 4);
          last = at + 3;
          *last = 7;
        });
      })
      .wait();
  CHECK(at[0] == 4 && at[1] == 1 && at[2] == 4 && at[3] == 7);
  sycl12::free(at, queue);
}

} // namespace

int main() {
  sycl12::queue queue;
  pointers(queue);
  groups(queue);
  local_memory(queue);
  constant_memory(queue);
  atomics(queue);
  return failures;
}
