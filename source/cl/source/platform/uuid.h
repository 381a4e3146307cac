// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The identifiers of cl_khr_device_uuid.
#ifndef CL_PLATFORM_UUID_H
#define CL_PLATFORM_UUID_H

#include "platform/device.h"

#include <array>

namespace cl {

using Uuid = std::array<cl_uchar, CL_UUID_SIZE_KHR>;

/// Identifies a device of the machine, in the same way in every process and with every version of
/// the driver.
Uuid device_uuid(const Device& device);

/// Identifies the driver. Each build has another identifier, because only libraries and binaries of
/// one build are known to fit together.
Uuid driver_uuid();

} // namespace cl

#endif
