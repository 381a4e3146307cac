// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/variants.h"

#include "background.h"
#include "environment/environment.h"

#include <algorithm>
#include <cstdlib>

namespace cl {
namespace {

/// Launches of a kind and nanoseconds that the kernel has run (in all) before it gets a variant,
/// which takes about as long to compile.
constexpr uint64_t enough_launches = 4;
constexpr uint64_t enough_of_quick_form = 2; ///< launches, where a variant gains more
constexpr uint64_t enough_time = 20'000'000;
/// The number of launches in a row with the same integers before the kernel gets a variant for
/// these; fewer if they take very long.
constexpr uint64_t enough_in_row = 32;
constexpr uint64_t very_long = 500'000'000;

compiler::LaunchFacts facts_of(const std::string& kernel, const LaunchKind& kind) {
  const auto facts = kind.facts();
  return {kernel, kind.local_size, kind.work_dim, kind.zero_offset, {facts.begin(), facts.end()}};
}

bool can_be_specialized(const binary::Kernel& kernel, const LaunchKind& kind) {
  // Otherwise nothing would be known that is not known now.
  return kernel.required_local_size[0] == 0 || kind.zero_offset || kind.argument_count != 0 ||
         kernel.quick_form != 0;
}

} // namespace

Specialize wanted_specialization() {
  const std::string_view wanted = environment::text(environment::Variable::specialize);
  return wanted == "0"      ? Specialize::never
         : wanted == "wait" ? Specialize::wait
                            : Specialize::when_it_pays;
}

VariantCounts Variants::counts(LaunchMemo& memo) const {
  VariantCounts sum;
  {
    const std::lock_guard guard(lock);
    sum = counted;
  }
  sum.launches += memo.counted_as(&VariantCounts::launches);
  sum.launches_meanwhile += memo.counted_as(&VariantCounts::launches_meanwhile);
  return sum;
}

/// The kind's entry, maybe a new one, in the place of the kind that was launched least; null if all
/// have or get variants.
Variants::Entry* Variants::find_or_take(const LaunchKind& kind) {
  Entry* least = nullptr;
  for (Entry& entry : history->entries) {
    if (entry.state != State::free && entry.kind == kind) {
      return &entry;
    }
    const bool replaceable = entry.state == State::free || entry.state == State::counting;
    if (replaceable && (!least || entry.launches < least->launches)) {
      least = &entry;
    }
  }
  if (least) {
    least->state = State::counting;
    least->kind = kind;
    least->launches = 0;
  }
  return least;
}

Variants::Choice Variants::use(const Entry& entry) {
  switch (entry.state) {
  case State::ready:
    return {entry.code.get(), &VariantCounts::launches};
  case State::compiling:
    return {nullptr, &VariantCounts::launches_meanwhile};
  default:
    return {};
  }
}

Variants::Kinds Variants::kinds_of(const KernelCode& general, const mux_ndrange_t& range) {
  Kinds kinds;
  kinds.plain = LaunchKind::of(range);
  kinds.with_integers = kinds.plain;
  kinds.has_integers = add_integers(kinds.with_integers, *general.info, range);
  return kinds;
}

const KernelCode* Variants::count(const KernelCode& general, const Kinds& kinds, LaunchMemo& memo,
                                  Takeover* takeover, Entry*& wanted) {
  const bool waits = general.executable->specialize == Specialize::wait;
  const LaunchMemo::Launches before = memo.take();
  Choice choice;
  {
    const std::lock_guard guard(lock);
    if (before.counts) {
      counted.*before.counts += before.number;
    }
    if (!history) {
      history = std::make_unique<History>();
    }
    const uint64_t launches = 1 + (before.kind == kinds.with_integers ? before.number : 0);
    if (kinds.has_integers) {
      choice = count_integers(general, kinds.with_integers, launches, wanted);
    }
    if (!choice.variant && !(wanted && waits)) {
      const Choice plain = count_kind(general, kinds.plain, launches, wanted);
      choice = plain.counts ? plain : choice;
    }
    if (choice.counts) {
      counted.*choice.counts += 1;
    }
    choice.changes = changes.load(std::memory_order_relaxed);
    choice.takeover = choice.variant ? nullptr : takeover;
  }
  if (!wanted) {
    memo.note(kinds.with_integers, general, choice);
  }
  return choice.variant;
}

Variants::Choice Variants::count_kind(const KernelCode& general, const LaunchKind& kind,
                                      uint64_t launches, Entry*& wanted) {
  Entry* entry = find_or_take(kind);
  if (!entry) {
    return {};
  }
  entry->launches += launches;
  if (entry->state != State::counting || wanted) {
    return use(*entry);
  }
  const uint64_t enough = general.info->quick_form ? enough_of_quick_form : enough_launches;
  const bool pays = general.executable->specialize == Specialize::wait ||
                    (entry->launches >= enough && time_run(general) >= enough_time);
  if (pays) {
    entry->state = can_be_specialized(*general.info, kind) ? State::compiling : State::impossible;
    wanted = entry->state == State::compiling ? entry : nullptr;
  }
  return {};
}

Variants::Choice Variants::count_integers(const KernelCode& general, const LaunchKind& kind,
                                          uint64_t launches, Entry*& wanted) {
  Entry* unused = nullptr;
  for (Entry& entry : history->integer_entries) {
    const bool taken = entry.state > State::counting;
    if (taken && entry.kind == kind) {
      history->streak.launches = 0; // no others follow one another
      return use(entry);
    }
    unused = taken || unused ? unused : &entry;
  }
  if (unused && streak_pays(general, kind, launches)) {
    unused->kind = kind;
    unused->state = State::compiling;
    wanted = unused;
  }
  return {};
}

/// Notes more launches.
bool Variants::streak_pays(const KernelCode& general, const LaunchKind& kind, uint64_t launches) {
  LaunchStreak& streak = history->streak;
  if (streak.launches == 0 || streak.kind != kind) {
    streak.kind = kind;
    streak.launches = 0;
  }
  const bool first = streak.launches < enough_launches; // launches that take turns cost nothing
  streak.launches += launches;
  if (general.executable->specialize == Specialize::wait) {
    return true;
  }
  if (first) {
    streak.time_before = streak.launches >= enough_launches ? time_run(general) : 0;
    return false;
  }
  const uint64_t time = time_run(general) - streak.time_before;
  return time >= (streak.launches >= enough_in_row ? enough_time : very_long);
}

/// Nanoseconds, with whatever code; it grows as launches end.
uint64_t Variants::time_run(const KernelCode& general) const {
  uint64_t sum = 0;
  const auto add = [&](const KernelCode* code) {
    uint64_t time = 0;
    sum += code && muxQueryKernelTime(code->mux, &time) == mux_success ? time : 0;
  };
  add(&general);
  for (const Entry& entry : history->entries) {
    add(entry.code.get());
  }
  for (const Entry& entry : history->integer_entries) {
    add(entry.code.get());
  }
  return sum;
}

void Variants::finish(Entry& entry, std::unique_ptr<const KernelCode> code) {
  const std::lock_guard guard(lock);
  counted.built += code != nullptr;
  changes.fetch_add(1, std::memory_order_release);
  entry.state = code ? State::ready : State::impossible;
  entry.code = std::move(code);
  for (const auto& takeover : takeovers) {
    if (entry.code && takeover && takeover->kind == entry.kind) {
      __atomic_store_n(&takeover->kernel, entry.code->mux, __ATOMIC_RELEASE);
    }
  }
}

Variants::FoundTakeover Variants::find_takeover(const KernelCode& general,
                                                const LaunchKind& kind) const {
  // Calls of printf have other numbers in other code.
  if (general.info->prints != 0 || general.executable->specialize != Specialize::when_it_pays) {
    return {nullptr, false};
  }
  const std::lock_guard guard(lock);
  for (const auto& each : takeovers) {
    if (!each || each->kind == kind) {
      return {each.get(), each == nullptr};
    }
  }
  return {nullptr, false};
}

Takeover* Variants::add_takeover(const KernelCode& general, const LaunchKind& kind, Origin origin) {
  auto made = std::make_unique<Takeover>();
  made->is_long = ask;
  made->user_data = made.get();
  made->owner = this;
  made->kind = kind;
  made->executable = general.executable;
  made->info = general.info;
  made->origin = std::move(origin);
  const std::lock_guard guard(lock);
  for (auto& place : takeovers) {
    if (!place) {
      place = std::move(made);
    }
    if (place->kind == kind) { // or another thread has been faster
      return place.get();
    }
  }
  return nullptr;
}

void Variants::ask(void* takeover) {
  const auto& asked = *static_cast<const Takeover*>(takeover);
  const ExecutablePointer executable = asked.executable.lock();
  if (!executable) {
    return;
  }
  Variants& variants = *asked.owner;
  Entry* wanted = nullptr;
  {
    const std::lock_guard guard(variants.lock);
    Entry* entry = variants.history ? variants.find_or_take(asked.kind) : nullptr;
    if (entry && entry->state == State::counting && can_be_specialized(*asked.info, asked.kind)) {
      entry->state = State::compiling;
      wanted = entry;
    }
  }
  try {
    if (wanted) {
      (void)variants.make(executable, *asked.info, *wanted, asked.origin);
    }
  } catch (const std::bad_alloc&) {
    const std::lock_guard guard(variants.lock);
    wanted->state = State::counting;
  }
}

const KernelCode* Variants::make(const ExecutablePointer& executable, const binary::Kernel& kernel,
                                 Entry& entry, Origin origin) {
  if (!origin.container || origin.options.find("-cl-opt-disable") != std::string::npos) {
    finish(entry, nullptr);
    return nullptr;
  }
  // The executable holds this object, and an entry that is compiling is not replaced. Compiling
  // takes long, so it keeps neither the executable nor what its launches needed.
  auto work = [this, &entry, weak = std::weak_ptr(executable),
               device = retained<Device>(&executable->device),
               facts = facts_of(kernel.name, entry.kind), from = std::move(origin)] {
    if (weak.expired()) {
      return;
    }
    std::unique_ptr<const KernelCode> made;
    try {
      made = compile_for(*device, facts, from);
    } catch (const std::bad_alloc&) {
      made = nullptr;
    }
    if (const ExecutablePointer owner = weak.lock()) {
      finish(entry, std::move(made));
    }
  };
  if (executable->specialize == Specialize::wait) {
    work();
    const std::lock_guard guard(lock);
    counted.launches += entry.code != nullptr;
    return entry.code.get();
  }
  if (!Background::variants().add(std::move(work))) {
    const std::lock_guard guard(lock);
    entry.state = State::counting;
  }
  return nullptr;
}

} // namespace cl
