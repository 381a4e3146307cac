// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Specialization constants: by command group, by kernel bundle, of types of all shapes.
#include "check.h"

#include <cstdint>
#include <functional>

namespace {

struct odd {
  std::int8_t a[3];
  std::int16_t b;
  float c;
  bool operator==(const odd& other) const {
    return a[0] == other.a[0] && a[2] == other.a[2] && b == other.b && c == other.c;
  }
};
struct seven {
  unsigned char bytes[7];
};

constexpr sycl::specialization_id<int> number(20);
constexpr sycl::specialization_id<bool> flag(true);
constexpr sycl::specialization_id<double> real(0.5);
constexpr sycl::specialization_id<sycl::half> small(sycl::half(1.5f));
constexpr sycl::specialization_id<std::int64_t> wide(std::int64_t(1) << 40);
constexpr sycl::specialization_id<odd> structure(odd{{1, 2, 3}, -4, 5.5f});
constexpr sycl::specialization_id<seven> rest(seven{{1, 2, 3, 4, 5, 6, 7}});
constexpr sycl::specialization_id<sycl::vec<int, 3>> vector(1, 2, 3);

class asks_only;

struct values {
  int number;
  bool flag;
  double real;
  sycl::half small;
  std::int64_t wide;
  odd structure;
  int sum;
  sycl::vec<int, 3> vector;
};

class reads_all;

values read(sycl::queue& queue, const std::function<void(sycl::handler&)>& prepare) {
  values* out = sycl::malloc_shared<values>(1, queue);
  queue
      .submit([&](sycl::handler& group) {
        prepare(group);
        group.single_task<reads_all>([=](sycl::kernel_handler constants) {
          const seven bytes = constants.get_specialization_constant<rest>();
          int sum = 0;
          for (const unsigned char one : bytes.bytes) {
            sum = 2 * sum + one;
          }
          *out = {constants.get_specialization_constant<number>(),
                  constants.get_specialization_constant<flag>(),
                  constants.get_specialization_constant<real>(),
                  constants.get_specialization_constant<small>(),
                  constants.get_specialization_constant<wide>(),
                  constants.get_specialization_constant<structure>(),
                  sum,
                  constants.get_specialization_constant<vector>()};
        });
      })
      .wait();
  const values result = *out;
  sycl::free(out, queue);
  return result;
}

void defaults(sycl::queue& queue) {
  const values got = read(queue, [](sycl::handler& group) {
    CHECK(group.get_specialization_constant<number>() == 20);
  });
  CHECK(got.number == 20 && got.flag && got.real == 0.5 && got.small == sycl::half(1.5f));
  CHECK(got.wide == std::int64_t(1) << 40 && got.structure == (odd{{1, 2, 3}, -4, 5.5f}));
  CHECK(got.sum == 247);
  CHECK(got.vector[0] == 1 && got.vector[1] == 2 && got.vector[2] == 3);
}

void by_group(sycl::queue& queue) {
  for (int round = 0; round < 3; ++round) {
    const values got = read(queue, [&](sycl::handler& group) {
      group.set_specialization_constant<number>(-round);
      group.set_specialization_constant<flag>(false);
      group.set_specialization_constant<structure>(odd{{9, 8, 7}, 6, float(round)});
      group.set_specialization_constant<vector>({7, 8, 9});
      CHECK(group.get_specialization_constant<number>() == -round);
    });
    CHECK(got.number == -round && !got.flag && got.real == 0.5);
    CHECK(got.structure == (odd{{9, 8, 7}, 6, float(round)}));
    CHECK(got.vector[0] == 7 && got.vector[2] == 9 && got.sum == 247);
  }
}

void by_bundle(sycl::queue& queue) {
  auto input = sycl::get_kernel_bundle<reads_all, sycl::bundle_state::input>(queue.get_context());
  CHECK(input.contains_specialization_constants());
  CHECK(input.has_specialization_constant<wide>());
  CHECK(input.get_specialization_constant<real>() == 0.5);
  input.set_specialization_constant<real>(0.25);
  input.set_specialization_constant<wide>(-3);
  input.set_specialization_constant<rest>(seven{{0, 0, 0, 0, 0, 0, 1}});
  CHECK(input.get_specialization_constant<real>() == 0.25);
  const auto linked = sycl::link(sycl::compile(input));
  CHECK(linked.get_specialization_constant<wide>() == -3);
  for (const auto& bundle : {sycl::build(input), linked}) {
    const values got = read(queue, [&](sycl::handler& group) { group.use_kernel_bundle(bundle); });
    CHECK(got.real == 0.25 && got.wide == -3 && got.sum == 1 && got.number == 20);
  }
}

/// A bundle has the constants that its kernels ask for, whether they use the values or not.
void unused(sycl::queue& queue) {
  queue
      .submit([](sycl::handler& group) {
        group.single_task<asks_only>(
            [](sycl::kernel_handler h) { (void)h.get_specialization_constant<number>(); });
      })
      .wait();
  const auto bundle =
      sycl::get_kernel_bundle<asks_only, sycl::bundle_state::executable>(queue.get_context());
  CHECK(bundle.has_specialization_constant<number>());
  CHECK(!bundle.has_specialization_constant<wide>());
  CHECK(bundle.native_specialization_constant());
}

void errors(sycl::queue& queue) {
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(queue.get_context());
  queue.submit([&](sycl::handler& group) {
    group.use_kernel_bundle(bundle);
    CHECK(throws(sycl::errc::invalid, [&] { group.set_specialization_constant<number>(1); }));
    CHECK(throws(sycl::errc::invalid, [&] { group.get_specialization_constant<number>(); }));
  });
  queue.submit([&](sycl::handler& group) {
    group.set_specialization_constant<number>(1);
    CHECK(throws(sycl::errc::invalid, [&] { group.use_kernel_bundle(bundle); }));
  });
}

} // namespace

int main() {
  sycl::queue queue;
  defaults(queue);
  by_group(queue);
  by_bundle(queue);
  defaults(queue);
  unused(queue);
  errors(queue);
  return failures;
}
