// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/partition.h"

#include <algorithm>

namespace cl {
namespace {

using Units = std::vector<uint32_t>;

struct AffinityDomain {
  cl_device_affinity_domain name;
  uint32_t mux_compute_unit_t::* shared;
};

/// In the order of CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE.
constexpr AffinityDomain domains[] = {
    {CL_DEVICE_AFFINITY_DOMAIN_NUMA, &mux_compute_unit_t::numa_node},
    {CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, &mux_compute_unit_t::l4_cache},
    {CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, &mux_compute_unit_t::l3_cache},
    {CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, &mux_compute_unit_t::l2_cache},
    {CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, &mux_compute_unit_t::l1_cache},
};

/// Behind the end of a list of counts there should be a 0, which Unified Runtime leaves out.
bool is_scheme(cl_device_partition_property property) {
  return property == CL_DEVICE_PARTITION_EQUALLY || property == CL_DEVICE_PARTITION_BY_COUNTS ||
         property == CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN;
}

bool can_be_parted(const Device& device) { return device.info().units && device.units.size() > 1; }

/// The units in groups that share something.
std::vector<Units> split(const Device& device, const AffinityDomain& domain) {
  std::vector<Units> groups;
  for (const uint32_t unit : device.units) {
    const auto shared = [&](uint32_t other) { return device.info().units[other].*domain.shared; };
    const auto same = std::ranges::find_if(
        groups, [&](const Units& group) { return shared(group.front()) == shared(unit); });
    if (same == groups.end()) {
      groups.push_back({unit});
    } else {
      same->push_back(unit);
    }
  }
  return groups;
}

expected<Partition> equally(const Device& device, const cl_device_partition_property* values) {
  if (values[0] <= 0 || values[1] != 0) {
    return fail(CL_INVALID_VALUE);
  }
  const auto each = static_cast<size_t>(values[0]);
  if (each > device.units.size()) {
    return fail(CL_INVALID_DEVICE_PARTITION_COUNT);
  }
  if (each == device.units.size()) { // the device as it is would be no part of it
    return fail(CL_DEVICE_PARTITION_FAILED);
  }
  Partition result{{CL_DEVICE_PARTITION_EQUALLY, values[0], 0}, {}};
  for (size_t first = 0; first + each <= device.units.size(); first += each) {
    result.parts.emplace_back(&device.units[first], &device.units[first] + each);
  }
  return result;
}

expected<Partition> by_counts(const Device& device, const cl_device_partition_property* values) {
  Partition result{{CL_DEVICE_PARTITION_BY_COUNTS}, {}};
  size_t first = 0;
  for (; *values != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; ++values) {
    if (*values < 0 || static_cast<size_t>(*values) > device.units.size() - first) {
      return fail(CL_INVALID_DEVICE_PARTITION_COUNT);
    }
    const auto count = static_cast<size_t>(*values);
    result.parts.emplace_back(&device.units[first], &device.units[first] + count);
    result.properties.push_back(*values);
    first += count;
  }
  if (result.parts.empty() || is_scheme(values[1])) {
    return fail(CL_INVALID_VALUE);
  }
  result.properties.insert(result.properties.end(), {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
  return result;
}

expected<Partition> by_affinity(const Device& device, const cl_device_partition_property* values) {
  const auto wanted = static_cast<cl_device_affinity_domain>(values[0]);
  const bool any = wanted == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
  if (values[1] != 0) {
    return fail(CL_INVALID_VALUE);
  }
  for (const AffinityDomain& domain : domains) {
    if (!any && domain.name != wanted) {
      continue;
    }
    auto parts = split(device, domain);
    if (parts.size() > 1) {
      return Partition{{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                        static_cast<cl_device_partition_property>(domain.name), 0},
                       std::move(parts),
                       true};
    }
  }
  // A domain that the whole device has is supported, but this part of the device is within one such
  // domain.
  return fail(affinity_domains(device.root()) & wanted ? CL_DEVICE_PARTITION_FAILED
                                                       : CL_INVALID_VALUE);
}

struct Scheme {
  cl_device_partition_property name;
  expected<Partition> (*read)(const Device&, const cl_device_partition_property* values);
};
constexpr Scheme schemes[] = {
    {CL_DEVICE_PARTITION_EQUALLY, equally},
    {CL_DEVICE_PARTITION_BY_COUNTS, by_counts},
    {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, by_affinity},
};

} // namespace

std::vector<cl_device_partition_property> partition_properties(const Device& device) {
  std::vector<cl_device_partition_property> names;
  for (const Scheme& scheme : schemes) {
    if (can_be_parted(device) &&
        (scheme.name != CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN || affinity_domains(device) != 0)) {
      names.push_back(scheme.name);
    }
  }
  return names;
}

cl_device_affinity_domain affinity_domains(const Device& device) {
  cl_device_affinity_domain found = 0;
  for (const AffinityDomain& domain : domains) {
    if (can_be_parted(device) && split(device, domain).size() > 1) {
      found |= domain.name | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
    }
  }
  return found;
}

expected<Partition> read_partition(const Device& device,
                                   const cl_device_partition_property* properties) {
  if (!properties) {
    return fail(CL_INVALID_VALUE);
  }
  const auto* scheme = std::ranges::find(schemes, properties[0], &Scheme::name);
  if (scheme == std::end(schemes) || !device.info().units) {
    return fail(CL_INVALID_VALUE);
  }
  return can_be_parted(device) ? scheme->read(device, properties + 1)
                               : fail(CL_DEVICE_PARTITION_FAILED);
}

} // namespace cl
