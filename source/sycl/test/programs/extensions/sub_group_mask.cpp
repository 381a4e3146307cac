// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_sub_group_mask: ballots, bits by number, in integers and in arrays, shifts,
// operators.
#include "check.h"

namespace {

using mask = sycl::ext::oneapi::sub_group_mask;

/// What a work-item finds wrong, as bits.
std::uint32_t wrong_of(sycl::sub_group lanes) {
  std::uint32_t wrong = 0;
  int asked = 0;
  const auto expect = [&](bool right) { wrong |= std::uint32_t(!right) << asked++; };
  const std::uint32_t lane = lanes.get_local_linear_id();
  const std::uint32_t size = lanes.get_max_local_range()[0];
  const std::uint32_t active = lanes.get_local_linear_range();
  const mask third = sycl::ext::oneapi::group_ballot(lanes, lane % 3 == 0);
  expect(third.test(lane) == (lane % 3 == 0) && third[lane] == third.test(lane));
  expect(third.count() == (active + 2) / 3 && third.size() == size && third.any());
  expect(third.find_low()[0] == 0 && third.find_high()[0] == (active - 1) / 3 * 3);
  const mask every = sycl::ext::oneapi::group_ballot(lanes);
  expect(every.count() == active && every.all() == (active == size) && !every.none());
  std::uint32_t low = 0;
  third.extract_bits(low);
  expect((low & 9U) == (active > 3 ? 9U : 1U));
  std::uint8_t part = 0;
  third.extract_bits(part, 3);
  expect(part == std::uint8_t(low >> 3) || size > 32);
  sycl::marray<std::uint8_t, 2> bytes;
  third.extract_bits(bytes);
  expect(bytes[0] == std::uint8_t(low) && bytes[1] == std::uint8_t(low >> 8));
  mask other = third;
  other.flip();
  expect((third & other).none() && (third | other).all() && (third ^ other) == ~(third & other));
  other.set(0);
  other[0].flip();
  expect(!other[0]);
  other[0] = true;
  expect(other.find_low()[0] == 0 && (other << 1).find_low()[0] == (size > 1 ? 1 : size));
  expect((other >> 64).none() && ((other << 1) >> 1).test(0) == (size > 1));
  other.reset();
  expect(other.none() && other.find_low()[0] == size && other.find_high()[0] == size);
  other.insert_bits(std::uint8_t(3));
  expect(other.count() == (size < 2 ? size : 2));
  other.reset_low();
  other.reset_high();
  expect(other.none());
  other.set();
  expect(other.all() && other != third);
  return wrong;
}

void ballots(sycl::queue& queue, size_t count, size_t local) {
  auto* wrong = sycl::malloc_shared<std::uint32_t>(count, queue);
  queue
      .parallel_for(sycl::nd_range<1>(count, local),
                    [=](sycl::nd_item<1> item) {
                      wrong[item.get_global_id(0)] = wrong_of(item.get_sub_group());
                    })
      .wait();
  for (size_t i = 0; i < count; ++i) {
    if (wrong[i] != 0) {
      std::printf("work-item %zu of work-groups of %zu: %x\n", i, local, wrong[i]);
    }
    CHECK(wrong[i] == 0);
  }
  sycl::free(wrong, queue);
}

} // namespace

int main() {
  sycl::queue queue;
  ballots(queue, 128, 64);
  ballots(queue, 42, 21);
  ballots(queue, 4, 1);
  return failures;
}
