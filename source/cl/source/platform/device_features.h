// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_PLATFORM_DEVICE_FEATURES_H
#define CL_PLATFORM_DEVICE_FEATURES_H

#include "info.h"
#include "platform/device.h"

namespace cl {

/// The queries of clGetDeviceInfo about optional features of OpenCL 2.0 and later.
[[nodiscard]] std::span<const InfoRow<Device>> feature_rows();

} // namespace cl

#endif
