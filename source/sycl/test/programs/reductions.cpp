// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions into one variable and into several, of all kinds of types and operators.
#include "check.h"

#include <array>
#include <chrono>
#include <memory>
#include <thread>

namespace {

using sycl::property::reduction::initialize_to_identity;

/// Memory for a test.
template <typename T> class shared {
public:
  shared(sycl::queue& in, std::initializer_list<T> values)
      : queue(in), memory(sycl::malloc_shared<T>(values.size(), in)) {
    std::copy(values.begin(), values.end(), memory);
  }
  shared(const shared&) = delete;
  shared& operator=(const shared&) = delete;
  ~shared() { sycl::free(memory, queue); }
  T* get() const { return memory; }
  const T& operator[](size_t i) const { return memory[i]; }

private:
  sycl::queue queue;
  T* memory;
};

void one_variable(sycl::queue& queue) {
  auto* sum = sycl::malloc_shared<long>(1, queue);
  auto* most = sycl::malloc_shared<int>(1, queue);
  auto* real = sycl::malloc_shared<double>(1, queue);
  *sum = 5;
  *most = -7;
  *real = 1234;
  queue
      .parallel_for(sycl::range<2>(300, 70), sycl::reduction(sum, sycl::plus<>()),
                    sycl::reduction(most, sycl::maximum<int>()),
                    [=](sycl::item<2> item, auto& to, auto& greatest) {
                      to += long(item.get_linear_id());
                      greatest.combine(int(item[0] * 2 + item[1]));
                    })
      .wait();
  CHECK(*sum == 5 + 20999L * 21000 / 2 && *most == 2 * 299 + 69);
  queue
      .submit([&](sycl::handler& group) {
        group.parallel_for(
            sycl::nd_range<1>(512, 64),
            sycl::reduction(real, 1.0, std::multiplies<double>(),
                            sycl::property::reduction::initialize_to_identity()),
            [=](sycl::nd_item<1> item, auto& to) { to *= item.get_global_id(0) % 64 ? 1.0 : 2.0; });
      })
      .wait();
  CHECK(*real == 256);
  sycl::buffer<unsigned> bits{sycl::range<1>(1)};
  queue.submit([&](sycl::handler& group) {
    auto to = sycl::reduction(bits, group, sycl::bit_or<>(),
                              sycl::property::reduction::initialize_to_identity());
    group.parallel_for(10, to, [=](sycl::id<1> i, auto& all) { all |= 1U << i[0]; });
  });
  CHECK(sycl::host_accessor(bits)[0] == 1023);
  sycl::free(sum, queue);
  sycl::free(most, queue);
  sycl::free(real, queue);
}

/// A sequence of work-items: which came first and last, whether there was a gap. Not commutative,
/// so partial results may be combined in their order only.
struct run {
  int first;
  int last;
  bool broken;
};
struct append {
  run operator()(const run& a, const run& b) const {
    return {a.first, b.last, a.broken || b.broken || a.last + 1 != b.first};
  }
};
struct wide {
  long values[3];
};
struct add_wide {
  wide operator()(const wide& a, const wide& b) const {
    return {{a.values[0] + b.values[0], a.values[1] ^ b.values[1],
             a.values[2] < b.values[2] ? b.values[2] : a.values[2]}};
  }
};

void without_identity(sycl::queue& queue) {
  const shared<wide> sum(queue, {{{7, 0, -1}}});
  queue
      .parallel_for(sycl::range<1>(5000), sycl::reduction(sum.get(), add_wide()),
                    [](sycl::id<1> i, auto& to) {
                      const auto value = long(i[0]);
                      to.combine({{value, value, value}});
                    })
      .wait();
  CHECK(sum[0].values[0] == 7 + 4999L * 5000 / 2);
  CHECK(sum[0].values[1] == 0 && sum[0].values[2] == 4999); // 5000 is a multiple of 4
  // Only some of the work-items have a part in it, in the last case none.
  const shared<wide> few(queue, {{{1, 2, 3}}});
  const auto from = [&](size_t start, const sycl::property_list& properties) {
    queue
        .parallel_for(sycl::nd_range<1>(256, 32),
                      sycl::reduction(few.get(), add_wide(), properties),
                      [=](sycl::nd_item<1> item, auto& to) {
                        if (item.get_global_id(0) >= start) {
                          to.combine({{1, 0, 0}});
                        }
                      })
        .wait();
  };
  from(200, {});
  CHECK(few[0].values[0] == 57 && few[0].values[1] == 2);
  from(200, {initialize_to_identity()});
  CHECK(few[0].values[0] == 56 && few[0].values[1] == 0);
  from(256, {});
  CHECK(few[0].values[0] == 56);
}

void in_order_of_groups(sycl::queue& queue) {
  const shared<run> all(queue, {{-1, -1, false}});
  queue
      .parallel_for(sycl::nd_range<1>(40 * 8, 8), sycl::reduction(all.get(), append()),
                    [](sycl::nd_item<1> item, auto& to) {
                      const auto i = int(item.get_global_id(0));
                      to.combine({i, i, false});
                    })
      .wait();
  CHECK(all[0].first == -1 && all[0].last == 319 && !all[0].broken);
}

template <typename T> void small_type(sycl::queue& queue) {
  const shared<T> sum(queue, {T(3), T(50), T(0)});
  queue
      .submit([&](sycl::handler& group) {
        group.parallel_for(
            sycl::range<1>(100), sycl::reduction(sum.get(), sycl::plus<T>()),
            sycl::reduction(sum.get() + 1, sycl::minimum<>()),
            sycl::reduction(sum.get() + 2, sycl::maximum<T>(), initialize_to_identity()),
            [](sycl::id<1> i, auto& a, auto& least, auto& most) {
              a += T(i[0] % 10 == 0 ? 1 : 0);
              least.combine(T(i[0] + 10));
              most.combine(T(i[0]));
            });
      })
      .wait();
  CHECK(sum[0] == T(13));
  CHECK(sum[1] == T(10));
  CHECK(sum[2] == T(99));
}

void truths(sycl::queue& queue) {
  const shared<bool> all(queue, {true, false});
  queue
      .parallel_for(sycl::range<1>(70), sycl::reduction(all.get(), sycl::logical_and<bool>()),
                    sycl::reduction(all.get() + 1, sycl::logical_or<>()),
                    [](sycl::id<1> i, auto& each, auto& any) {
                      each.combine(i[0] != 69);
                      any.combine(i[0] == 69);
                    })
      .wait();
  CHECK(!all[0] && all[1]);
}

void several_elements(sycl::queue& queue) {
  const shared<int> counts(queue, {100, 100, 100, 100, 7});
  const shared<float> reals(queue, {1, 1});
  queue
      .parallel_for(sycl::range<1>(3000),
                    sycl::reduction(sycl::span<int, 4>(counts.get(), 4), sycl::plus<>()),
                    sycl::reduction(sycl::span<float, 2>(reals.get(), 2), 1.0F,
                                    std::multiplies<float>(), initialize_to_identity()),
                    [](sycl::id<1> i, auto& count, auto& product) {
                      using reducer = std::remove_reference_t<decltype(count)>;
                      static_assert(reducer::dimensions == 1 &&
                                    std::remove_reference_t<decltype(count[0])>::dimensions == 0);
                      ++count[i[0] % 3];
                      count[3] += int(i[0]) + count.identity();
                      product[i[0] % 2] *= i[0] < 6 ? 2.0F : 1.0F;
                    })
      .wait();
  CHECK(counts[0] == 1100 && counts[1] == 1100 && counts[2] == 1100);
  CHECK(counts[3] == 100 + 2999 * 1500 && counts[4] == 7);
  CHECK(reals[0] == 8 && reals[1] == 8);
  // Elements that are combined in memory.
  const shared<short> shorts(queue, {1, 2, 3});
  queue
      .parallel_for(sycl::nd_range<1>(128, 16),
                    sycl::reduction(sycl::span<short, 3>(shorts.get(), 3), sycl::bit_xor<short>()),
                    [](sycl::nd_item<1> item, auto& to) {
                      to[item.get_group(0) % 3] ^= short(item.get_local_id(0) == 0 ? 16 : 0);
                    })
      .wait();
  CHECK(shorts[0] == 1 + 16 && shorts[1] == 2 + 16 && shorts[2] == 3); // 3, 3 and 2 groups
}

void refused(sycl::queue& queue) {
  sycl::buffer<int> two{sycl::range<1>(2)};
  CHECK(throws(sycl::errc::invalid, [&] {
    queue.submit([&](sycl::handler& group) { sycl::reduction(two, group, sycl::plus<>()); });
  }));
}

/// Dependencies that a group names behind its command are the command's, as all others.
void later_dependency(sycl::queue& queue) {
  const shared<int> sum(queue, {100});
  const sycl::event first = queue.submit([&](sycl::handler& group) {
    group.host_task([to = sum.get()] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      *to = 7;
    });
  });
  queue
      .submit([&](sycl::handler& group) {
        group.parallel_for(
            sycl::range<1>(64),
            sycl::reduction(sum.get(), sycl::plus<int>(), {initialize_to_identity()}),
            [](sycl::id<1>, auto& all) { all += 1; });
        group.depends_on(first);
      })
      .wait();
  CHECK(sum[0] == 64);
}

} // namespace

int main() {
  sycl::queue queue;
  one_variable(queue);
  without_identity(queue);
  in_order_of_groups(queue);
  small_type<char>(queue);
  small_type<unsigned short>(queue);
  small_type<sycl::half>(queue);
  truths(queue);
  several_elements(queue);
  refused(queue);
  later_dependency(queue);
  return failures;
}
