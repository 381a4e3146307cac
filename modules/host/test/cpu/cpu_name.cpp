// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/cpu_name.h"

#include "cpu/cpu.h"

#include <gtest/gtest.h>

namespace {

using namespace host;

TEST(CpuName, isAsPeopleKnowIt) {
  const std::pair<const char*, const char*> brands[] = {
      {"Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz", "Intel Xeon Platinum 8370C"},
      {"Intel(R) Core(TM)2 Duo CPU     E8400  @ 3.00GHz", "Intel Core2 Duo E8400"},
      {"Intel(R) Core(TM) i7-8550U CPU @ 1.80GHz", "Intel Core i7-8550U"},
      {"      Intel(R) Pentium(R) 4 CPU 3.00GHz", "Intel Pentium 4"},
      {"13th Gen Intel(R) Core(TM) i7-1365U", "13th Gen Intel Core i7-1365U"},
      {"Intel(R) Xeon(R) Processor @ 2.20GHz", "Intel Xeon"},
      {"AMD EPYC 7763 64-Core Processor                ", "AMD EPYC 7763"},
      {"AMD EPYC", "AMD EPYC"},
      {"AMD Ryzen 7 5800U with Radeon Graphics         ", "AMD Ryzen 7 5800U"},
      {"AMD Ryzen Threadripper PRO 5995WX 64-Cores", "AMD Ryzen Threadripper PRO 5995WX"},
      {"Common KVM processor", "Common KVM processor"},
      {"", ""},
      {"   ", ""},
      {"(R) CPU @", ""},
  };
  for (const auto& [brand, name] : brands) {
    EXPECT_EQ(readable_name(brand), name) << brand;
  }
}

TEST(CpuName, makersHavePciVendors) {
  EXPECT_EQ(pci_vendor("GenuineIntel"), 0x8086u);
  EXPECT_EQ(pci_vendor("AuthenticAMD"), 0x1022u);
  EXPECT_EQ(pci_vendor("GenuineIntelx"), 0u);
  EXPECT_EQ(pci_vendor(""), 0u);
}

TEST(CpuName, armCpusHaveNumbers) {
  EXPECT_EQ(describe_arm(0x413FD0C1).name, "Arm Neoverse N1");
  EXPECT_EQ(describe_arm(0x413FD0C1).pci_vendor, 0x13B5u);
  EXPECT_EQ(describe_arm(0x410FD083).name, "Arm Cortex-A72");
  EXPECT_EQ(describe_arm(0x46000010).name, "Fujitsu A64FX");
  EXPECT_EQ(describe_arm(0x410FFFF0).name, "Arm AArch64") << "a core that is not in the table";
  EXPECT_EQ(describe_arm(0).name, "AArch64");
  EXPECT_EQ(describe_arm(0).pci_vendor, 0u);
}

TEST(CpuName, thisMachineHasOne) {
  const std::string& name = cpu_info().name;
  EXPECT_FALSE(name.empty());
  EXPECT_EQ(name.find("(R)"), std::string::npos) << name;
  EXPECT_EQ(name.find('@'), std::string::npos) << name;
  EXPECT_EQ(name.find("  "), std::string::npos) << name;
}

} // namespace
