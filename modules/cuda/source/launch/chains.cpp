// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/chains.h"

#include <algorithm>
#include <new>

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
  Chain chain;
  if (!take(ring, stream, chain)) {
    return 0;
  }
  CUresult result = chain.executable != nullptr ? set(chain, part) : make(part, chain);
  if (result == cuda_success) {
    result = cu.graph_launch(chain.executable, stream);
  }
  give_back(ring, chain);
  usable = usable && result != cuda_error_not_supported;
  return result == cuda_success ? part.size() : 0;
}

/// Takes a graph, which is empty if it has to be made; false if there is no memory for another.
bool Chains::take(Ring& ring, CUstream stream, Chain& out) {
  const std::lock_guard held(lock);
  auto found = std::ranges::find(ring.unused, stream, &Chain::stream);
  if (found == ring.unused.end() && ring.made >= most) {
    found = ring.unused.begin(); // if threads have all of them, there will be one more
  }
  if (found != ring.unused.end()) {
    out = *found;
    ring.unused.erase(found);
  } else {
    try {
      ring.unused.reserve(ring.made + 1);
    } catch (const std::bad_alloc&) {
      return false;
    }
    ++ring.made;
  }
  out.stream = stream;
  return true;
}

void Chains::give_back(Ring& ring, const Chain& chain) {
  const bool is_whole = chain.executable != nullptr;
  if (!is_whole) {
    end(chain);
  }
  const std::lock_guard held(lock);
  if (is_whole) {
    ring.unused.push_back(chain);
  } else {
    --ring.made;
  }
}

CUresult Chains::make(std::span<const Launch> launches, Chain& out) const {
  CUresult result = cu.graph_create(&out.graph, 0);
  for (size_t i = 0; i < launches.size() && result == cuda_success; ++i) {
    const CUkernelNodeParams node = node_of(launches[i]);
    result = cu.graph_add_kernel_node(&out.nodes[i], out.graph,
                                      i == 0 ? nullptr : &out.nodes[i - 1], i == 0 ? 0 : 1, &node);
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
