// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_LAUNCH_CHAINS_H
#define CUDA_LAUNCH_CHAINS_H

#include "driver/driver.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <vector>

namespace cuda {

/// A launch as the driver takes it; `parameters` are the addresses of the arguments.
struct Launch {
  CUfunction function = nullptr;
  std::array<unsigned, 3> grid = {}, block = {};
  unsigned local_bytes = 0;
  void** parameters = nullptr;
  /// All bytes of the arguments: those of the kernel, and the last one.
  std::span<const std::byte> arguments = {}, last_argument = {};
};

/// The launch that a node of a graph has been set to.
class SetLaunch {
public:
  [[nodiscard]] bool is(const Launch& other) const;
  /// Throws std::bad_alloc, and then it is none.
  void remember(const Launch& given);
  void forget() { launch.function = nullptr; }

private:
  Launch launch;                ///< without parameters; none if it has no function
  std::vector<std::byte> bytes; ///< of all arguments
};

/// Graphs of the driver, in which kernels follow one another. A graph is used again for other
/// launches: to set them and to give a stream the graph takes a CPU half the time of a launch if it
/// has one, and less than a sixth of it for each of many, between which the GPU is idle for a
/// shorter time, too. A node is not set to the launch that it has already. Thread safe; the context
/// is current.
class Chains {
public:
  /// The longest chain.
  static constexpr size_t longest = 32;
  /// Graphs of a length: one for each stream, as a graph does not begin before it has ended on the
  /// stream where it was before.
  static constexpr size_t most = 16;

  explicit Chains(const Driver& in_driver);
  Chains(const Chains&) = delete;
  Chains& operator=(const Chains&) = delete;
  ~Chains() { drop(); }

  /// Has a stream run the first launches of a list, each after the one before. Gives their number:
  /// 0 if the driver refuses one of them or has no graphs.
  [[nodiscard]] size_t give(std::span<const Launch> launches, CUstream stream);
  /// Ends all graphs; those that run come to their end. To be called before functions go.
  void drop();
  /// All graphs have gone with their context.
  void forget();

private:
  struct Chain {
    CUgraph graph = nullptr;
    std::array<CUgraphNode, longest> nodes = {};
    std::array<SetLaunch, longest> launches;
    CUgraphExec executable = nullptr;
    CUstream stream = nullptr; ///< that it was given to last
  };
  using Taken = std::unique_ptr<Chain>;
  /// How long chains are. Each length is a few times the next one, so that few launches are left.
  static constexpr std::array<size_t, 4> lengths = {longest, 8, 2, 1};
  struct Ring {
    std::vector<Taken> unused; ///< the first one was used longest ago; has capacity for all
    size_t made = 0;
  };

  [[nodiscard]] Taken take(Ring& ring, CUstream stream);
  void give_back(Ring& ring, Taken chain);
  [[nodiscard]] CUresult make(std::span<const Launch> launches, Chain& out) const;
  [[nodiscard]] CUresult set(Chain& chain, std::span<const Launch> launches) const;
  void end(const Chain& chain) const;

  const Driver& cu;
  std::atomic<bool> usable;
  std::shared_mutex use; ///< users of graphs share it; taken before `lock`
  std::mutex lock;       ///< protects the rings
  std::array<Ring, lengths.size()> rings;
};

} // namespace cuda

#endif
