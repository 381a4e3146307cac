// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/launch_memo.h"

#include "kernels/variants.h"

#include <utility>

namespace cl {
namespace {

/// Nanoseconds that the code of a choice has run.
uint64_t time_of(const KernelCode& general, const KernelCode* variant) {
  uint64_t time = 0;
  const mux_kernel_t kernel = (variant ? *variant : general).mux;
  return muxQueryKernelTime(kernel, &time) == mux_success ? time : 0;
}

} // namespace

/// The memo, unless another thread has it just now: it launches the same kernel object.
class LaunchMemo::Held {
public:
  explicit Held(LaunchMemo& wanted)
      : memo(wanted), success(!memo.held.exchange(true, std::memory_order_acquire)) {}
  Held(const Held&) = delete;
  ~Held() {
    if (success) {
      memo.held.store(false, std::memory_order_release);
    }
  }
  explicit operator bool() const { return success; }

private:
  LaunchMemo& memo;
  const bool success;
};

std::optional<LaunchMemo::Choice> LaunchMemo::recall(const LaunchKind& kind,
                                                     const KernelCode& general,
                                                     const std::atomic<uint64_t>& changes) {
  const Held mine(*this);
  if (!mine || left == 0 || choice.changes != changes.load(std::memory_order_acquire) ||
      !(kind == last) || time_of(general, choice.variant) - time_before > max_time) {
    return std::nullopt;
  }
  --left;
  ++uncounted;
  return choice;
}

LaunchMemo::Launches LaunchMemo::take() {
  const Held mine(*this);
  Launches taken;
  if (mine) {
    taken = {last, choice.counts, std::exchange(uncounted, 0)};
  }
  return taken;
}

uint64_t LaunchMemo::counted_as(uint64_t VariantCounts::* counts) {
  const Held mine(*this);
  return mine && choice.counts == counts ? uncounted : 0;
}

void LaunchMemo::note(const LaunchKind& kind, const KernelCode& general, const Choice& made) {
  const Held mine(*this);
  if (!mine || uncounted != 0) { // another thread has come between
    return;
  }
  last = kind;
  choice = made;
  time_before = time_of(general, made.variant);
  left = max_launches;
}

} // namespace cl
