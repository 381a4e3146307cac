// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_PROGRAMS_IL_H
#define CL_PROGRAMS_IL_H

#include "platform/device.h"

#include <span>
#include <string>
#include <vector>

namespace cl {

/// Whether a device takes programs in SPIR-V: it does if it has a compiler.
[[nodiscard]] bool reads_il(const mux_device_info_s& device);

/// "SPIR-V_1.6 ...", the newest first; "" for none (CL_DEVICE_IL_VERSION_KHR).
[[nodiscard]] std::string il_versions(const mux_device_info_s& device);
/// The same as CL_DEVICE_ILS_WITH_VERSION has it.
[[nodiscard]] std::span<const cl_name_version> il_list(const mux_device_info_s& device);

/// The instruction sets, extensions and capabilities that modules for a device may use
/// (cl_khr_spirv_queries).
[[nodiscard]] std::span<const char* const> il_instruction_sets(const mux_device_info_s& device);
[[nodiscard]] std::span<const char* const> il_extensions(const mux_device_info_s& device);
[[nodiscard]] std::vector<cl_uint> il_capabilities(const mux_device_info_s& device);

} // namespace cl

#endif
