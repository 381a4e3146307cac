// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels specialised on how they are launched. A build gives code for launches of any size; where
// launches of one kind take enough time, a background thread makes a variant for that kind, and
// later launches use it. Nothing waits for it, and results do not depend on it. Where many launches
// in a row pass the same integers, there is a variant for these values, too.
#ifndef CL_KERNELS_VARIANTS_H
#define CL_KERNELS_VARIANTS_H

#include "kernels/kernel_code.h"
#include "kernels/launch_memo.h"
#include "kernels/remainder_code.h"

#include <array>
#include <memory>
#include <mutex>
#include <string>

namespace cl {

/// When variants are made: LANEWISE_SPECIALIZE, as it is when a program is built.
enum class Specialize {
  never,        ///< "0"
  when_it_pays, ///< the default
  wait,         ///< "wait": at the first launch of each kind, which waits for it (for tests)
};
[[nodiscard]] Specialize wanted_specialization();

class Variants;

/// What a launch of the general code watches: the variant for its kind, as soon as there is one. A
/// launch that runs for long asks for it. Belongs to Variants, and stays.
struct Takeover : mux_better_kernel_t {
  Variants* owner = nullptr;
  LaunchKind kind;
  std::weak_ptr<const Executable> executable; ///< which holds `owner`
  const binary::Kernel* info = nullptr;       ///< in it
  Origin origin;
};

/// The variants of one kernel of one executable. Thread safe.
class Variants {
public:
  /// Chooses the code of a launch: a variant, or null for `general`. Counts the launch, and starts
  /// making a variant if that pays. For `general`, `range` gets the kind's Takeover. `origin` gives
  /// the program's Origin; it is called only where one of these is made. `memo` belongs to the
  /// kernel object that is launched. The result lives as long as this.
  template <typename F>
  [[nodiscard]] const KernelCode* choose(const KernelCode& general, mux_ndrange_t& range,
                                         LaunchMemo& memo, F&& origin) {
    if (general.executable->specialize == Specialize::never) {
      return nullptr;
    }
    const Kinds kinds = kinds_of(general, range);
    if (const auto known = memo.recall(kinds.with_integers, general, changes)) {
      range.better_kernel = known->takeover;
      return known->variant;
    }
    auto [takeover, is_missing] = find_takeover(general, kinds.plain);
    if (is_missing) {
      takeover = add_takeover(general, kinds.plain, origin());
    }
    Entry* wanted = nullptr;
    const KernelCode* ready = count(general, kinds, memo, takeover, wanted);
    const KernelCode* made =
        wanted ? make(general.executable, *general.info, *wanted, origin()) : nullptr;
    const KernelCode* chosen = made ? made : ready;
    range.better_kernel = chosen ? nullptr : takeover;
    return chosen;
  }
  /// `memo`: of the kernel object that is queried. Launches of other objects that have not been
  /// added up yet are left out.
  [[nodiscard]] VariantCounts counts(LaunchMemo& memo) const;

  RemainderCode remainder; ///< what no variant can be for

private:
  enum class State { free, counting, compiling, ready, impossible };
  struct Entry {
    State state = State::free;
    LaunchKind kind;
    uint64_t launches = 0;
    std::unique_ptr<const KernelCode> code;
  };
  /// A streak: launches of the same kind and with the same integers that follow one another.
  struct LaunchStreak {
    LaunchKind kind;
    uint64_t launches = 0;
    uint64_t time_before = 0; ///< what the kernel had run when the first ones were over
  };
  struct Kinds {
    LaunchKind plain, with_integers; ///< the same if no integers govern the kernel
    bool has_integers = false;
  };
  [[nodiscard]] static Kinds kinds_of(const KernelCode& general, const mux_ndrange_t& range);
  using Choice = LaunchMemo::Choice;
  /// A variant if there is one. `wanted` is set if one has to be made, which then is `compiling`.
  const KernelCode* count(const KernelCode& general, const Kinds& kinds, LaunchMemo& memo,
                          Takeover* takeover, Entry*& wanted);
  // These count `launches`, and return the code that the last of them runs.
  Choice count_kind(const KernelCode& general, const LaunchKind& kind, uint64_t launches,
                    Entry*& wanted);
  Choice count_integers(const KernelCode& general, const LaunchKind& kind, uint64_t launches,
                        Entry*& wanted);
  static Choice use(const Entry& entry);
  Entry* find_or_take(const LaunchKind& kind);
  bool streak_pays(const KernelCode& general, const LaunchKind& kind, uint64_t launches);
  [[nodiscard]] uint64_t time_run(const KernelCode& general) const;
  const KernelCode* make(const ExecutablePointer& executable, const binary::Kernel& kernel,
                         Entry& entry, Origin origin);
  void finish(Entry& entry, std::unique_ptr<const KernelCode> code);

  struct FoundTakeover {
    Takeover* takeover; ///< or null
    bool is_missing;    ///< there is none and may be one
  };
  [[nodiscard]] FoundTakeover find_takeover(const KernelCode& general,
                                            const LaunchKind& kind) const;
  /// Null if there is no room for another.
  [[nodiscard]] Takeover* add_takeover(const KernelCode& general, const LaunchKind& kind,
                                       Origin origin);
  /// Starts making the variant that a launch waits for (mux_long_launch_callback_t).
  static void ask(void* takeover);

  /// More kinds than most programs have; bounds the memory for those that have very many.
  static constexpr size_t max_kinds = 4;
  /// Variants for integers: all that the kernel ever gets.
  static constexpr size_t max_with_integers = 4;

  /// Of the launches so far. Most kernels of a large program are never launched, and have none.
  struct History {
    std::array<Entry, max_kinds> entries;
    std::array<Entry, max_with_integers> integer_entries; ///< none is ever replaced
    LaunchStreak streak;
  };

  mutable std::mutex lock;          ///< protects the rest; never held while compiling
  std::unique_ptr<History> history; ///< null before the first launch
  std::array<std::unique_ptr<Takeover>, max_kinds> takeovers; ///< none is ever replaced
  VariantCounts counted;
  alignas(cargo::apart) std::atomic<uint64_t> changes = 0; ///< counts variants that came or failed
};

} // namespace cl

#endif
