// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/shares.h"

#include "scheduler/claim_size.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <thread>

namespace {

using namespace host;
using Claim = Shares::Claim;
constexpr Shares::Amount any = {1, Shares::max_parts};

TEST(Shares, areEvenAndAlwaysTheSame) {
  Shares shares(64);
  for (uint32_t generation = 1; generation < 4; ++generation) {
    shares.deal(130, 64, generation);
    uint64_t next = 0;
    for (uint32_t share = 0; share < 64; ++share) {
      uint64_t size = 0;
      for (Claim claim = shares.take(share, any, generation); claim;
           claim = shares.take(share, any, generation)) {
        EXPECT_EQ(claim.first, next);
        EXPECT_EQ(claim.share, share);
        next = claim.last;
        size += claim.size();
        EXPECT_EQ(shares.done(claim, 1), next == 130);
      }
      EXPECT_EQ(size, share < 2 ? 3u : 2u);
    }
    EXPECT_EQ(next, 130u);
    EXPECT_LE(shares.busy(), 130u);
    EXPECT_GE(shares.busy(), 64u);
  }
}

TEST(Shares, areTakenFromTheFrontAndStolenFromTheBack) {
  Shares shares(2);
  shares.deal(200, 2, 7);
  const Claim own = shares.take(0, any, 7);
  EXPECT_EQ(own.first, 0u);
  EXPECT_EQ(own.last, 12u) << "an eighth";
  const Claim stolen = shares.steal(1, any, 7);
  EXPECT_EQ(stolen.last, 100u);
  EXPECT_EQ(stolen.share, 0u);
  EXPECT_EQ(stolen.size(), 88u / 4);
  EXPECT_EQ(shares.take(0, {1, 3}, 7).size(), 3u);
  EXPECT_EQ(shares.take(0, {20, 50}, 7).size(), 20u);
  EXPECT_EQ(shares.take(0, {50, 50}, 7).size(), 21u) << "half of the rest";
  EXPECT_EQ(shares.steal(1, {50, 50}, 7).size(), 5u) << "others leave more";
  EXPECT_FALSE(shares.take(2, any, 7)) << "there is no such share";
}

TEST(Shares, ofAnotherGenerationCannotBeClaimed) {
  Shares shares(2);
  shares.deal(2, 2, 1);
  EXPECT_FALSE(shares.take(0, any, 2));
  EXPECT_FALSE(shares.steal(0, any, 0));
  shares.forget();
  EXPECT_FALSE(shares.take(0, any, 1));
}

/// Many threads, few parts, again and again: each part is claimed once, and one thread learns of
/// the end, when all is done.
TEST(Shares, stress) {
  constexpr uint32_t threads = 12, rounds = 3000;
  Shares shares(threads);
  std::vector<std::atomic<uint32_t>> seen(500);
  std::atomic<uint32_t> generation = 0, ends = 0;
  std::atomic<uint64_t> parts_done = 0;
  const auto deal = [&](uint32_t next) {
    const uint32_t members = next % threads + 1;
    shares.deal(members + next * 7 % 400, members, next);
    generation = next;
  };
  deal(1);
  std::vector<std::thread> team;
  for (uint32_t me = 0; me < threads; ++me) {
    team.emplace_back([&, me] {
      for (uint32_t mine = generation; mine <= rounds; mine = generation) {
        Claim claim = shares.take(me, any, mine);
        claim = claim ? claim : shares.steal(me, any, mine);
        if (!claim) {
          std::this_thread::yield();
          continue;
        }
        for (uint64_t part = claim.first; part < claim.last; ++part) {
          ++seen[part];
          ++parts_done;
        }
        if (shares.done(claim, 0)) {
          ++ends;
          const uint64_t all = mine % threads + 1 + mine * 7 % 400;
          EXPECT_EQ(parts_done.exchange(0), all);
          for (uint64_t part = 0; part < all; ++part) {
            EXPECT_EQ(seen[part].exchange(0), 1u);
          }
          deal(mine + 1);
        }
      }
    });
  }
  for (std::thread& thread : team) {
    thread.join();
  }
  EXPECT_EQ(ends, rounds);
}

/// Nanoseconds for each row of a picture of the Mandelbrot set.
std::vector<double> mandelbrot_rows(size_t rows) {
  std::vector<double> times(rows);
  for (size_t y = 0; y < rows; ++y) {
    for (int x = 0; x < 64; ++x) {
      const double cr = x / 24.0 - 2, ci = double(y) * 2.5 / double(rows) - 1.25;
      double zr = 0, zi = 0;
      int n = 0;
      for (; n < 500 && zr * zr + zi * zi < 4; ++n) {
        const double next = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = next;
      }
      times[y] += 20 * n + 10;
    }
  }
  return times;
}

/// The share of their time in which threads work, if a claim takes 200 ns.
double busy_share(const std::vector<double>& times, uint32_t threads) {
  Shares shares(threads);
  shares.deal(times.size(), threads, 1);
  std::vector<double> free_at(threads);
  std::vector<ClaimSize> claim_sizes(threads);
  for (;;) {
    const auto next = std::min_element(free_at.begin(), free_at.end()) - free_at.begin();
    const auto me = static_cast<uint32_t>(next);
    Claim claim = shares.take(me, claim_sizes[me].amount(), 1);
    claim = claim ? claim : shares.steal(me, claim_sizes[me].amount(), 1);
    if (!claim) {
      break;
    }
    const double time =
        std::accumulate(times.begin() + long(claim.first), times.begin() + long(claim.last), 0.0);
    claim_sizes[me].record(claim.size(), uint64_t(time));
    free_at[me] += 200 + time;
  }
  return std::accumulate(times.begin(), times.end(), 0.0) /
         (*std::max_element(free_at.begin(), free_at.end()) * threads);
}

TEST(Shares, unevenRowsKeepThreadsBusy) {
  auto rows = mandelbrot_rows(1024);
  for (const uint32_t threads : {2u, 4u, 8u, 16u}) {
    EXPECT_GT(busy_share(rows, threads), 0.97) << threads;
  }
  std::reverse(rows.begin(), rows.end());
  EXPECT_GT(busy_share(rows, 2), 0.97);
  std::sort(rows.begin(), rows.end()); // the worst: the longest at the end
  for (const uint32_t threads : {2u, 4u, 8u}) {
    EXPECT_GT(busy_share(rows, threads), 0.97) << threads;
  }
  std::fill(rows.begin(), rows.end(), 10.0); // all of one thread's share is long, the others' short
  std::fill(rows.begin(), rows.begin() + 128, 20'000.0);
  EXPECT_GT(busy_share(rows, 8), 0.9);
}

} // namespace
