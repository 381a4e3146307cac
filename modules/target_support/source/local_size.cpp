// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "target_support/local_size.h"

#include <algorithm>
#include <array>
#include <span>

namespace target_support {
namespace {

/// Work-items that make a group worth its fixed cost. If each may take long, those that run at once
/// do, from 16.
constexpr uint64_t worthwhile = 64, worthwhile_if_long = 16;
/// Work-items beyond which a group gains nothing, and its local data leaves the first cache.
constexpr uint64_t enough = 1024;

uint64_t least_worthwhile(const LocalSizeRequest& request) {
  return request.long_work_items
             ? std::clamp(request.preferred_multiple, worthwhile_if_long, worthwhile)
             : worthwhile;
}

/// The primes up to `enough`.
constexpr auto primes = [] {
  std::array<uint16_t, 172> found = {};
  size_t count = 0;
  for (uint16_t number = 2; number <= enough; ++number) {
    const auto divides = [&](uint16_t prime) { return number % prime == 0; };
    if (std::ranges::none_of(std::span(found).first(count), divides)) {
      found.at(count++) = number;
    }
  }
  return found;
}();

/// The largest divisor of `value` that is at most `limit`, which is at most `enough`. Launches ask
/// for it: trying all numbers would take microseconds.
uint64_t largest_divisor(uint64_t value, uint64_t limit) {
  if (value <= limit) {
    return value;
  }
  std::array<uint16_t, enough> divisors = {1}; // those up to `limit`, of the primes so far
  size_t count = 1;
  const auto add_factor = [&](uint64_t prime, size_t from) {
    const size_t before = count;
    for (size_t i = from; i < before; ++i) {
      if (divisors[i] * prime <= limit) {
        divisors[count++] = static_cast<uint16_t>(divisors[i] * prime);
      }
    }
    return before;
  };
  uint64_t rest = value;
  for (const uint64_t prime : primes) {
    if (prime > limit || prime * prime > rest) {
      break;
    }
    for (size_t from = 0; rest % prime == 0; rest /= prime) {
      from = add_factor(prime, from);
    }
  }
  if (rest > 1 && rest <= limit) { // the remaining factor is a prime
    add_factor(rest, 0);
  }
  return *std::max_element(divisors.begin(), divisors.begin() + count);
}

/// The same, preferring multiples of `multiple` unless they are much smaller.
uint64_t best_divisor(uint64_t value, uint64_t limit, uint64_t multiple) {
  const uint64_t any = largest_divisor(value, limit);
  if (multiple <= 1 || any % multiple == 0 || value % multiple != 0 || multiple > limit) {
    return any;
  }
  const uint64_t multiples = multiple * largest_divisor(value / multiple, limit / multiple);
  return multiples * 4 >= any ? multiples : any;
}

/// `limit` or less, a multiple of `multiple` if that is not much less, so that few groups cover
/// `value` and the last one has about as much to do as the others.
uint64_t even_share(uint64_t value, uint64_t limit, uint64_t multiple) {
  const uint64_t groups = (value - 1) / limit + 1;
  const uint64_t share = (value - 1) / groups + 1;
  const uint64_t rounded = (share + multiple - 1) / multiple * multiple;
  return rounded <= limit ? rounded : share;
}

/// The local size in one dimension: at most `limit`.
uint64_t size_of(const LocalSizeRequest& request, uint64_t value, uint64_t limit,
                 uint64_t multiple) {
  const uint64_t divisor = best_divisor(value, limit, multiple);
  const bool is_near = divisor * 2 >= std::min(value, limit);
  return is_near || !request.non_uniform ? divisor : even_share(value, limit, multiple);
}

} // namespace

std::array<uint64_t, 3> suggest_local_size(const LocalSizeRequest& request) {
  std::array<uint64_t, 3> size = {1, 1, 1};
  unsigned __int128 total = 1;
  for (const uint64_t extent : request.global_size) {
    if (extent == 0) {
      return size;
    }
    total *= extent;
  }
  // Four groups for each thread even out their differences.
  const auto shared = total / (uint64_t(request.threads) * 4);
  const uint64_t share = shared > enough ? enough : static_cast<uint64_t>(shared);
  const uint64_t most = request.max_work_group_size;
  const uint64_t least = least_worthwhile(request);
  uint64_t room = std::min(std::max(share, least), most);
  const uint64_t x = request.global_size[0];
  uint64_t rows = std::min(request.rows, request.global_size[1]);
  while (rows > 1 && rows * rows > room) {
    rows /= 2; // tiles are not higher than wide
  }
  const uint64_t width = std::max(room / rows, std::min(room, request.preferred_multiple));
  size[0] = size_of(request, x, width, request.preferred_multiple);
  if (size[0] < std::min({width, x, least / 4}) && x <= most) {
    // x has no divisor worth having, as a prime: one row makes a group, if there are rows to
    // share or the row is short.
    if (total / x >= request.threads || x <= enough) {
      size[0] = x;
    }
  }
  for (int dimension : {1, 2}) {
    const uint64_t items = size[0] * size[1] * size[2];
    if (items * 2 <= room) {
      size[dimension] = size_of(request, request.global_size[dimension], room / items, 1);
    }
  }
  return size;
}

} // namespace target_support
