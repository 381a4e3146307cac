// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/chains.h"

#include <algorithm>
#include <utility>

namespace cuda {
namespace {

CUkernelNodeParams node_of(const Launch& launch) {
  CUkernelNodeParams node = {};
  node.function = launch.function;
  std::ranges::copy(launch.grid, node.grid);
  std::ranges::copy(launch.block, node.block);
  node.shared_bytes = launch.local_bytes;
  node.parameters = launch.parameters;
  return node;
}

} // namespace

Chains::Chains(const Driver& in_driver) : cu(in_driver), usable(in_driver.has_graphs()) {}

size_t Chains::give(std::span<const Launch> launches, CUstream stream) {
  const auto* const length =
      std::ranges::find_if(lengths, [&](size_t one) { return one <= launches.size(); });
  if (length == lengths.end() || !usable) {
    return 0;
  }
  const std::shared_lock used(use);
  Ring& ring = rings[size_t(length - lengths.begin())];
  const auto part = launches.first(*length);
  Chain chain = take(ring, stream);
  CUresult result = chain.executable != nullptr ? set(chain, part) : make(part, chain);
  if (result == cuda_success) {
    result = cu.graph_launch(chain.executable, stream);
  }
  give_back(ring, std::move(chain));
  usable = usable && result != cuda_error_not_supported;
  return result == cuda_success ? part.size() : 0;
}

/// Takes a graph, which is empty if it has to be made.
Chains::Chain Chains::take(Ring& ring, CUstream stream) {
  const std::lock_guard held(lock);
  auto found = std::ranges::find(ring.unused, stream, &Chain::stream);
  if (found == ring.unused.end() && ring.made >= most) {
    found = ring.unused.begin(); // if threads have all of them, there will be one more
  }
  Chain taken;
  if (found != ring.unused.end()) {
    taken = std::move(*found);
    ring.unused.erase(found);
  } else {
    ++ring.made;
  }
  taken.stream = stream;
  return taken;
}

void Chains::give_back(Ring& ring, Chain chain) {
  const bool is_whole = chain.executable != nullptr;
  if (!is_whole) {
    end(chain);
  }
  const std::lock_guard held(lock);
  if (is_whole) {
    ring.unused.push_back(std::move(chain));
  } else {
    --ring.made;
  }
}

CUresult Chains::make(std::span<const Launch> launches, Chain& out) const {
  CUresult result = cu.graph_create(&out.graph, 0);
  for (const Launch& launch : launches) {
    if (result == cuda_success) {
      const CUkernelNodeParams node = node_of(launch);
      CUgraphNode made = nullptr;
      const bool is_first = out.nodes.empty();
      result = cu.graph_add_kernel_node(&made, out.graph, is_first ? nullptr : &out.nodes.back(),
                                        is_first ? 0 : 1, &node);
      out.nodes.push_back(made);
    }
  }
  return result == cuda_success ? cu.graph_instantiate(&out.executable, out.graph, 0) : result;
}

CUresult Chains::set(const Chain& chain, std::span<const Launch> launches) const {
  for (size_t i = 0; i < launches.size(); ++i) {
    const CUkernelNodeParams node = node_of(launches[i]);
    if (const CUresult result =
            cu.graph_exec_kernel_node_set_params(chain.executable, chain.nodes[i], &node);
        result != cuda_success) {
      return result;
    }
  }
  return cuda_success;
}

void Chains::end(const Chain& chain) const {
  static_cast<void>(chain.executable != nullptr ? cu.graph_exec_destroy(chain.executable)
                                                : cuda_success);
  static_cast<void>(chain.graph != nullptr ? cu.graph_destroy(chain.graph) : cuda_success);
}

void Chains::drop() {
  const std::unique_lock alone(use);
  for (Ring& ring : rings) {
    std::ranges::for_each(ring.unused, [&](const Chain& chain) { end(chain); });
    ring = {};
  }
}

void Chains::forget() {
  const std::unique_lock alone(use);
  rings = {};
}

} // namespace cuda
