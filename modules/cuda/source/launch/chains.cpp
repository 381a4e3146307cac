// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/chains.h"

#include <algorithm>
#include <cstring>
#include <new>
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

/// Of the same length.
bool are_equal(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0;
}

} // namespace

bool SetLaunch::is(const Launch& other) const {
  const auto kept = std::span(std::as_const(bytes));
  const size_t own = other.arguments.size();
  return launch.function == other.function && launch.grid == other.grid &&
         launch.block == other.block && launch.local_bytes == other.local_bytes &&
         kept.size() == own + other.last_argument.size() &&
         are_equal(kept.first(own), other.arguments) &&
         are_equal(kept.subspan(own), other.last_argument);
}

void SetLaunch::remember(const Launch& given) {
  forget();
  bytes.assign(given.arguments.begin(), given.arguments.end());
  bytes.insert(bytes.end(), given.last_argument.begin(), given.last_argument.end());
  launch = given;
  launch.parameters = nullptr;
  launch.arguments = launch.last_argument = {};
}

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
  Taken chain = take(ring, stream);
  if (chain == nullptr) {
    return 0;
  }
  CUresult result = chain->executable != nullptr ? set(*chain, part) : make(part, *chain);
  if (result == cuda_success) {
    result = cu.graph_launch(chain->executable, stream);
  }
  give_back(ring, std::move(chain));
  usable = usable && result != cuda_error_not_supported;
  return result == cuda_success ? part.size() : 0;
}

/// Takes a graph, which is empty if it has to be made; null if there is no memory for another.
Chains::Taken Chains::take(Ring& ring, CUstream stream) {
  const std::lock_guard held(lock);
  auto found = std::ranges::find(ring.unused, stream, [](const Taken& one) { return one->stream; });
  if (found == ring.unused.end() && ring.made >= most) {
    found = ring.unused.begin(); // if threads have all of them, there will be one more
  }
  Taken taken;
  if (found != ring.unused.end()) {
    taken = std::move(*found);
    ring.unused.erase(found);
  } else {
    try {
      ring.unused.reserve(ring.made + 1);
      taken = std::make_unique<Chain>();
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
    ++ring.made;
  }
  taken->stream = stream;
  return taken;
}

void Chains::give_back(Ring& ring, Taken chain) {
  const bool is_whole = chain->executable != nullptr;
  if (!is_whole) {
    end(*chain);
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
  for (size_t i = 0; i < launches.size() && result == cuda_success; ++i) {
    const CUkernelNodeParams node = node_of(launches[i]);
    result = cu.graph_add_kernel_node(&out.nodes[i], out.graph,
                                      i == 0 ? nullptr : &out.nodes[i - 1], i == 0 ? 0 : 1, &node);
  }
  return result == cuda_success ? cu.graph_instantiate(&out.executable, out.graph, 0) : result;
}

CUresult Chains::set(Chain& chain, std::span<const Launch> launches) const {
  for (size_t i = 0; i < launches.size(); ++i) {
    if (chain.launches[i].is(launches[i])) {
      continue;
    }
    chain.launches[i].forget();
    const CUkernelNodeParams node = node_of(launches[i]);
    if (const CUresult result =
            cu.graph_exec_kernel_node_set_params(chain.executable, chain.nodes[i], &node);
        result != cuda_success) {
      return result;
    }
    try {
      chain.launches[i].remember(launches[i]);
    } catch (const std::bad_alloc&) {
      continue; // it is set again the next time
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
    std::ranges::for_each(ring.unused, [&](const Taken& chain) { end(*chain); });
    ring = {};
  }
}

void Chains::forget() {
  const std::unique_lock alone(use);
  rings = {};
}

} // namespace cuda
