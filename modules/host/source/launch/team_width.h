// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_LAUNCH_TEAM_WIDTH_H
#define HOST_LAUNCH_TEAM_WIDTH_H

#include <array>
#include <atomic>
#include <cstdint>

namespace host {

/// How many threads the launches of one kernel get where there are many cores, found by trial. Not
/// all that have enough to do make a launch faster: threads share memory, caches, the execution
/// units of a core that shows itself as two, and each takes time to wake.
///
/// A launch has the threads that are worth waking, or a half, a quarter or an eighth of them: its
/// step, 0 to 3. Seven launches are measured, seven with the next step are compared with them by
/// the medians, and the better step stays. The first trial comes after 16 launches; each one that
/// has changed nothing doubles the launches until the next. A trial ends at its second launch in a
/// row that is clearly slower, of long launches at the first. Fewer threads are tried once, and
/// again only if they could be faster: half as many take no less than the least time that threads
/// have spent in a launch, together, divided by their number.
///
/// Launches of about the same number of work-items (by the power of two) have a step in common;
/// the last four such numbers are remembered. All is forgotten when a work-item takes four times as
/// long, or a quarter, as may be if a loop's bound is an argument. Any thread may call any function
/// at any time.
class TeamWidth {
public:
  /// With fewer threads there is nothing to choose.
  static constexpr uint32_t min_threads = 8;
  static constexpr uint32_t last_step = 3;

  /// What threads a launch gets.
  struct Choice {
    uint32_t threads = 1;
    uint32_t step = 0;
  };
  /// For a launch of so many work-items, for which `worth_waking` threads have enough to do.
  [[nodiscard]] Choice choose(uint32_t worth_waking, uint64_t items) const;

  /// A launch that has ended.
  struct Launch {
    Choice choice;
    uint64_t items = 0;
    uint64_t time = 0; ///< nanoseconds from its first thread's start to its end
    uint64_t busy = 0; ///< nanoseconds that its threads spent in it, together
  };
  void note(const Launch& launch);

private:
  static constexpr uint32_t samples = 7;
  static constexpr uint32_t first_wait = 16, longest_wait = 4096;

  /// Of launches with about the same number of work-items.
  class Class {
  public:
    [[nodiscard]] uint32_t step_for(uint32_t wanted_magnitude) const {
      return magnitude.load(std::memory_order_relaxed) == wanted_magnitude
                 ? step.load(std::memory_order_relaxed)
                 : 0;
    }
    void note(const Launch& launch, uint32_t noted_magnitude);

  private:
    enum class Phase : uint8_t { waits, measures, tries };

    void start_over();
    /// Whether a work-item takes about as long as in other launches; starts over if not for good.
    [[nodiscard]] bool is_usual(uint64_t busy);
    void begin_trials(const Launch& launch);
    [[nodiscard]] bool may_pay(uint32_t threads) const;
    void begin_trial(uint32_t with_step);
    void end_trial(bool better);
    void wait_longer();

    std::atomic<uint32_t> magnitude = 0; ///< floor(log2) of the work-items, plus 1
    std::atomic<uint32_t> step = 0;      ///< of the next launches
    // Times are of one work-item, in 1/1024 ns.
    Phase phase = Phase::waits;
    uint32_t kept = 0; ///< the step to which a trial is compared
    uint32_t left = first_wait, wait = first_wait;
    uint32_t count = 0, slow = 0; ///< measured launches; clearly slower ones, in a row
    bool tried_fewer = false, tried_more = false; ///< since the last launches without a trial
    bool ever_tried_fewer = false;                ///< since another step is kept
    std::array<uint64_t, samples> measured = {};
    uint64_t usual = 0; ///< median with the step that is kept
    // On all threads together:
    uint64_t least_busy = UINT64_MAX, usual_busy = 0;
    uint32_t unusual = 0; ///< launches in a row
  };

  std::atomic_flag held; ///< protects what is not atomic; nobody waits for it
  std::array<Class, 4> classes;
};

} // namespace host

#endif
