// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Partitions devices into sub-devices: OpenCL 1.2, section 4.3.
#ifndef CL_PLATFORM_PARTITION_H
#define CL_PLATFORM_PARTITION_H

#include "platform/device.h"

namespace cl {

/// The kinds of partition (CL_DEVICE_PARTITION_*) that give a device two sub-devices at least.
std::vector<cl_device_partition_property> partition_properties(const Device& device);

/// The affinity domains that do; 0 if there is none.
cl_device_affinity_domain affinity_domains(const Device& device);

/// A checked request of clCreateSubDevices.
struct Partition {
  /// As the sub-devices report it: the property list with its closing 0, and the domain that was
  /// used in place of CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE.
  std::vector<cl_device_partition_property> properties;
  std::vector<std::vector<uint32_t>> parts; ///< compute units of each sub-device
  bool bound = false;                       ///< to its units, not just to their number
};

/// Reads a property list. CL_INVALID_VALUE, CL_DEVICE_PARTITION_FAILED,
/// CL_INVALID_DEVICE_PARTITION_COUNT.
expected<Partition> read_partition(const Device& device,
                                   const cl_device_partition_property* properties);

} // namespace cl

#endif
