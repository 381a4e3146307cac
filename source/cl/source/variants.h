// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels specialised on how they are launched. A build gives code for launches of any size; where
// launches of one kind take enough time, a background thread makes a variant for that kind, and
// later launches use it. Nothing waits for it, and results do not depend on it.
#ifndef CL_VARIANTS_H
#define CL_VARIANTS_H

#include "executable.h"

#include "compiler/request.h"

#include <array>
#include <mutex>
#include <string>

namespace cl {

/// Loaded code of one kernel.
struct KernelCode {
  /// Takes over `loaded`.
  KernelCode(ExecutablePointer in_executable, const binary::Kernel& in_info, mux_kernel_t loaded)
      : executable(std::move(in_executable)), info(&in_info), mux(loaded) {}
  KernelCode(KernelCode&& other) noexcept
      : executable(std::move(other.executable)), info(other.info),
        mux(std::exchange(other.mux, nullptr)) {}
  ~KernelCode();

  ExecutablePointer executable;
  const binary::Kernel* info; ///< in `executable`
  mux_kernel_t mux;
};

/// When variants are made: LANEWISE_SPECIALIZE, as it is when a program is built.
enum class Specialize {
  never,        ///< "0"
  when_it_pays, ///< the default
  wait,         ///< "wait": at the first launch of each kind, which waits for it (for tests)
};
[[nodiscard]] Specialize wanted_specialization();

/// What variants of one kernel have been good for: CL_KERNEL_VARIANTS_LANEWISE.
struct VariantCounts {
  uint64_t built = 0;
  uint64_t launches = 0;           ///< that used one
  uint64_t launches_meanwhile = 0; ///< that went on with the general code while one was compiled
};

/// A launch's kind.
struct LaunchKind {
  /// Images and samplers beyond these few have no part in it.
  static constexpr size_t most_arguments = 8;

  std::array<uint64_t, 3> local_size = {};
  uint32_t work_dim = 0;
  bool zero_offset = false;
  uint32_t argument_count = 0;
  std::array<compiler::ArgumentFact, most_arguments> arguments = {};
  bool operator==(const LaunchKind&) const = default;

  /// Of a checked range.
  [[nodiscard]] static LaunchKind of(const mux_ndrange_t& range);
};

/// Where a kernel's code comes from.
struct Origin {
  std::shared_ptr<const binary::bytes> container;
  std::string options;
};

/// The variants of one kernel of one executable. Thread safe.
class Variants {
public:
  /// What a launch is to run: a variant, or null for `general`. Counts the launch, and has a
  /// variant made if it pays. `origin` gives the program's Origin; it is called only then. The
  /// result lives as long as this.
  template <typename F>
  [[nodiscard]] const KernelCode* choose(const KernelCode& general, const mux_ndrange_t& range,
                                         F&& origin) {
    if (general.executable->specialize == Specialize::never) {
      return nullptr;
    }
    const LaunchKind kind = LaunchKind::of(range);
    Entry* wanted = nullptr;
    const KernelCode* ready = count(general, kind, wanted);
    if (wanted) {
      ready = make(general, *wanted, origin());
    }
    return ready;
  }
  [[nodiscard]] VariantCounts counts() const;

private:
  enum class State { free, counting, compiling, ready, impossible };
  struct Entry {
    State state = State::free;
    LaunchKind kind;
    uint64_t launches = 0;
    std::unique_ptr<const KernelCode> code;
  };
  /// A variant if there is one. Else `wanted` is set if one has to be made, which then is
  /// `compiling`.
  const KernelCode* count(const KernelCode& general, const LaunchKind& kind, Entry*& wanted);
  Entry* find_or_take(const LaunchKind& kind);
  const KernelCode* make(const KernelCode& general, Entry& entry, Origin origin);
  void finish(Entry& entry, std::unique_ptr<const KernelCode> code);

  /// More kinds than most programs have; bounds what is kept for those that have very many.
  static constexpr size_t most_kinds = 4;

  mutable std::mutex lock; ///< protects the rest; never held while compiling
  std::array<Entry, most_kinds> entries;
  VariantCounts counted;
};

/// Around fork: no thread is making variants in a child.
void hold_specializer();
void let_go_of_specializer();
void forget_specializer();

} // namespace cl

#endif
