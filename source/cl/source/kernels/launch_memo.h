// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_KERNELS_LAUNCH_MEMO_H
#define CL_KERNELS_LAUNCH_MEMO_H

#include "kernels/launch_kind.h"

#include "cargo/apart.h"

#include <atomic>
#include <optional>

namespace cl {

struct KernelCode;
struct Takeover;

/// Statistics of one kernel's variants: CL_KERNEL_VARIANTS_LANEWISE.
struct VariantCounts {
  uint64_t built = 0;
  uint64_t launches = 0;           ///< that used one
  uint64_t launches_meanwhile = 0; ///< that went on with other code while one was compiled
};

/// The code that the last launch of one kernel object ran (variants.h), so that short launches of
/// the same kind need not look it up again: threads that have a kernel object each then share
/// nothing. Thread safe.
class alignas(cargo::apart) LaunchMemo {
public:
  /// The code for launches of a kind.
  struct Choice {
    const KernelCode* variant = nullptr;        ///< or null for the general code
    uint64_t VariantCounts::* counts = nullptr; ///< what each such launch counts as, or null
    uint64_t changes = 0;                       ///< Variants::changes then
    Takeover* takeover = nullptr;               ///< for a variant while it runs, or null
  };

  /// The code for a launch of this kind, which is counted. Nothing if it has to be looked up.
  [[nodiscard]] std::optional<Choice> recall(const LaunchKind& kind, const KernelCode& general,
                                             const std::atomic<uint64_t>& changes);
  /// The launches that used this memo and that were not counted elsewhere; each is given only once.
  struct Launches {
    LaunchKind kind;
    uint64_t VariantCounts::* counts = nullptr;
    uint64_t number = 0;
  };
  [[nodiscard]] Launches take();
  /// The number of launches that count as `counts`, for queries.
  [[nodiscard]] uint64_t counted_as(uint64_t VariantCounts::* counts);

  void note(const LaunchKind& kind, const KernelCode& general, const Choice& choice);

private:
  /// Launches use a memo while they are few and have not run for long (nanoseconds), so that
  /// launches worth a variant are noticed in time.
  static constexpr uint64_t max_launches = 64, max_time = 500'000;
  class Held;

  std::atomic<bool> held = false; ///< by a thread that uses what follows
  LaunchKind last;
  Choice choice;
  uint64_t time_before = 0; ///< what `last`'s code had run when it was noted
  uint64_t left = 0;        ///< launches that may yet go by it
  uint64_t uncounted = 0;
};

} // namespace cl

#endif
