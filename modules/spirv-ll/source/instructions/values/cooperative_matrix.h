// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPV_KHR_cooperative_matrix: matrices whose elements the work-items of a sub-group share.
#ifndef SPIRV_LL_INSTRUCTIONS_VALUES_COOPERATIVE_MATRIX_H
#define SPIRV_LL_INSTRUCTIONS_VALUES_COOPERATIVE_MATRIX_H

#include "reader/handlers.h"

namespace spirv_ll {

/// A type, or the type of a value, if it is one of cooperative matrices.
[[nodiscard]] cargo::expected<const Type*, std::string> matrix_type(const Reader& reader,
                                                                    uint32_t id);
[[nodiscard]] cargo::expected<const Type*, std::string> type_of_matrix(const Reader& reader,
                                                                       uint32_t id);

/// The work-items that share it.
[[nodiscard]] uint32_t matrix_lanes(const Type& matrix);

/// The work-item's number in its sub-group, 32 bits.
[[nodiscard]] Result sub_group_lane(Reader& reader);

/// The work-items of a sub-group in all kernels of a module that has cooperative matrices: as an
/// entry point asks, or 16. An error if two ask for different ones.
[[nodiscard]] cargo::expected<uint32_t, std::string> matrix_sub_group_size(const Reader& reader);

/// The value of each element of `matrix`, of which every work-item holds some.
[[nodiscard]] Result fill_matrix(Reader& reader, const Type& matrix, llvm::Value& element);

} // namespace spirv_ll

#endif
