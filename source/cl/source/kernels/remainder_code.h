// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches whose local size does not divide their global size (non-uniform work-groups). Their last
// groups are smaller than the others and run code that takes groups of any size: the kernel as it
// was built, or, if it has a required local size, which its code makes use of, code of their own.
#ifndef CL_KERNELS_REMAINDER_CODE_H
#define CL_KERNELS_REMAINDER_CODE_H

#include "kernels/kernel_code.h"

#include <mutex>

namespace cl {

/// Whether the local size of a checked range leaves groups that are smaller.
[[nodiscard]] bool has_smaller_groups(const mux_ndrange_t& range);
/// Whether any group is as large as the local size.
[[nodiscard]] bool has_full_groups(const mux_ndrange_t& range);

/// Code of a kernel with a required local size for groups that are smaller. Few programs need it,
/// so it is compiled when the first launch does, which waits for it. Thread safe.
class RemainderCode {
public:
  /// Null if it cannot be made. `origin` gives the program's Origin; it is called only the first
  /// time. The result lives as long as this. Throws std::bad_alloc, and then can be tried again.
  template <typename F> [[nodiscard]] const KernelCode* get(const KernelCode& general, F&& origin) {
    std::call_once(once, [&] { make(general, origin()); });
    return code.get();
  }

private:
  void make(const KernelCode& general, const Origin& origin);

  std::once_flag once;
  std::unique_ptr<const KernelCode> code; ///< constant once made
};

} // namespace cl

#endif
