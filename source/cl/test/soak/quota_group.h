// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_TEST_SOAK_QUOTA_GROUP_H
#define CL_TEST_SOAK_QUOTA_GROUP_H

#include <filesystem>

/// A control group for this process, below the one that it is in, whose CPU time can be limited:
/// of version 1 or 2, where the system lets this user make one. The process goes back, and the
/// group goes, with the object.
class QuotaGroup {
public:
  QuotaGroup();
  QuotaGroup(const QuotaGroup&) = delete;
  QuotaGroup& operator=(const QuotaGroup&) = delete;
  ~QuotaGroup();

  [[nodiscard]] bool is_there() const { return !folder.empty(); }
  /// So many microseconds of all CPUs together in each 20 ms, from 1000; 0: no limit.
  void limit(unsigned quota) const;

private:
  std::filesystem::path parent, folder; ///< empty: there is none
  bool is_second = false;               ///< version 2
};

#endif
