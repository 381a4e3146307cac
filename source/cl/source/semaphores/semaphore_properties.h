// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_SEMAPHORES_SEMAPHORE_PROPERTIES_H
#define CL_SEMAPHORES_SEMAPHORE_PROPERTIES_H

#include "guard.h"
#include "platform/context.h"

#include <span>
#include <vector>

namespace cl {

/// The properties that a semaphore is created with.
struct SemaphoreProperties {
  std::vector<cl_semaphore_properties_khr> list; ///< as given, with the closing 0
  cl_semaphore_type_khr type = 0;
  std::vector<Device*> devices; ///< that may use it; the context keeps them
  cl_external_semaphore_handle_type_khr export_type = 0; ///< 0: none
  cl_external_semaphore_handle_type_khr import_type = 0; ///< 0: none
  int import_descriptor = -1;
};

/// Reads the list of clCreateSemaphoreWithPropertiesKHR, or gives the error that it lists.
[[nodiscard]] expected<SemaphoreProperties>
read_properties(const Context& context, const cl_semaphore_properties_khr* list);

// Semaphore types of devices and platforms (CL_DEVICE_SEMAPHORE_TYPES_KHR), and handle types of
// external semaphores, for import as for export.
[[nodiscard]] std::span<const cl_semaphore_type_khr> semaphore_types();
[[nodiscard]] std::span<const cl_external_semaphore_handle_type_khr> semaphore_handle_types();

} // namespace cl

#endif
