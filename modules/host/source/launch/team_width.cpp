// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/team_width.h"

#include <algorithm>
#include <bit>

namespace host {
namespace {

/// Nanoseconds; the times of such launches vary little.
constexpr uint64_t long_launch = 1'000'000;

uint32_t magnitude_of(uint64_t items) { return static_cast<uint32_t>(std::bit_width(items)); }

uint64_t per_item(uint64_t time, uint64_t items) {
  return static_cast<uint64_t>(static_cast<double>(time) * 1024 / static_cast<double>(items)) + 1;
}

} // namespace

TeamWidth::Choice TeamWidth::choose(uint32_t worth_waking, uint64_t items) const {
  if (worth_waking < min_threads) {
    return {worth_waking, 0};
  }
  const uint32_t magnitude = magnitude_of(items);
  const uint32_t step = classes[magnitude % classes.size()].step_for(magnitude);
  return {std::max(worth_waking >> step, 2u), step};
}

void TeamWidth::note(const Launch& launch) {
  if (launch.choice.threads << launch.choice.step < min_threads || launch.items == 0 ||
      held.test_and_set(std::memory_order_acquire)) {
    return;
  }
  const uint32_t magnitude = magnitude_of(launch.items);
  classes[magnitude % classes.size()].note(launch, magnitude);
  held.clear(std::memory_order_release);
}

void TeamWidth::Class::note(const Launch& launch, uint32_t noted_magnitude) {
  if (magnitude.load(std::memory_order_relaxed) != noted_magnitude) {
    start_over();
    magnitude.store(noted_magnitude, std::memory_order_relaxed);
  }
  if (launch.choice.step != step.load(std::memory_order_relaxed) ||
      !is_usual(per_item(launch.busy, launch.items))) {
    return; // it was planned before the last decision, or does other work
  }
  if (left > 0) {
    --left;
    return;
  }
  if (phase == Phase::waits) {
    phase = Phase::measures;
    count = 0;
  }
  const uint64_t time = per_item(launch.time, launch.items);
  measured[count++] = time;
  slow = phase == Phase::tries && time > usual + usual / 4 ? slow + 1 : 0;
  if (slow == (launch.time < long_launch ? 2 : 1)) {
    end_trial(false);
    return;
  }
  if (count < samples) {
    return;
  }
  std::ranges::nth_element(measured, measured.begin() + samples / 2);
  const uint64_t median = measured[samples / 2];
  if (phase == Phase::measures) {
    usual = median;
    begin_trials(launch);
    return;
  }
  const bool better = median < usual - usual / 20;
  if (better) {
    usual = median;
  }
  end_trial(better);
}

void TeamWidth::Class::start_over() {
  phase = Phase::waits;
  kept = 0;
  left = wait = first_wait;
  tried_fewer = tried_more = ever_tried_fewer = false;
  least_busy = UINT64_MAX;
  usual_busy = 0;
  unusual = 0;
  step.store(0, std::memory_order_relaxed);
}

bool TeamWidth::Class::is_usual(uint64_t busy) {
  if (usual_busy != 0 && (busy > 4 * usual_busy || busy < usual_busy / 4)) {
    if (++unusual == 2) {
      start_over();
    }
    return false;
  }
  unusual = 0;
  usual_busy = usual_busy == 0 ? busy : usual_busy - usual_busy / 4 + busy / 4;
  least_busy = std::min(least_busy, busy);
  return true;
}

/// Whether half of the threads of the step that is kept could be faster.
bool TeamWidth::Class::may_pay(uint32_t threads) const {
  return kept < last_step && threads >= 4 &&
         (!ever_tried_fewer || usual * threads / 2 > least_busy);
}

void TeamWidth::Class::begin_trials(const Launch& launch) {
  if (!tried_fewer && may_pay(launch.choice.threads)) {
    ever_tried_fewer = true;
    begin_trial(kept + 1);
  } else if (!tried_more && kept > 0) {
    begin_trial(kept - 1);
  } else {
    wait_longer();
  }
}

void TeamWidth::Class::begin_trial(uint32_t with_step) {
  phase = Phase::tries;
  left = 1; // finds caches as another step has left them
  count = slow = 0;
  step.store(with_step, std::memory_order_relaxed);
}

void TeamWidth::Class::end_trial(bool better) {
  const uint32_t with_step = step.load(std::memory_order_relaxed);
  const bool fewer = with_step > kept;
  if (better) { // the step from which it comes need not be tried
    kept = with_step;
    tried_fewer = !fewer;
    tried_more = fewer;
    ever_tried_fewer = !fewer;
    wait = first_wait;
  } else {
    (fewer ? tried_fewer : tried_more) = true;
    step.store(kept, std::memory_order_relaxed);
  }
  // What is kept is measured again before the next trial.
  phase = Phase::measures;
  left = 1;
  count = slow = 0;
}

void TeamWidth::Class::wait_longer() {
  phase = Phase::waits;
  left = wait;
  wait = std::min(2 * wait, longest_wait);
  tried_fewer = tried_more = false;
}

} // namespace host
