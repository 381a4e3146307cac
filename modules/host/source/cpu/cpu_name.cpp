// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/cpu_name.h"

#include <algorithm>
#include <array>

namespace host {
namespace {

struct Maker {
  std::string_view name; ///< as CPUID has it
  uint32_t pci_vendor;
};
constexpr std::array makers = {
    Maker{"GenuineIntel", 0x8086}, Maker{"AuthenticAMD", 0x1022}, Maker{"HygonGenuine", 0x1D94},
    Maker{"CentaurHauls", 0x1106}, Maker{"  Shanghai  ", 0x1D17},
};

struct ArmMaker {
  unsigned implementer; ///< bits 24 to 31 of MIDR_EL1
  std::string_view name;
  uint32_t pci_vendor;
};
constexpr std::array arm_makers = {
    ArmMaker{0x41, "Arm", 0x13B5},       ArmMaker{0x46, "Fujitsu", 0x10CF},
    ArmMaker{0x48, "HiSilicon", 0x19E5}, ArmMaker{0x4E, "NVIDIA", 0x10DE},
    ArmMaker{0x51, "Qualcomm", 0x17CB},  ArmMaker{0x61, "Apple", 0x106B},
    ArmMaker{0xC0, "Ampere", 0x1DEF},
};

struct ArmCore {
  unsigned implementer;
  unsigned part; ///< bits 4 to 15
  std::string_view name;
};
constexpr std::array arm_cores = {
    ArmCore{0x41, 0xD03, "Cortex-A53"},  ArmCore{0x41, 0xD05, "Cortex-A55"},
    ArmCore{0x41, 0xD07, "Cortex-A57"},  ArmCore{0x41, 0xD08, "Cortex-A72"},
    ArmCore{0x41, 0xD09, "Cortex-A73"},  ArmCore{0x41, 0xD0A, "Cortex-A75"},
    ArmCore{0x41, 0xD0B, "Cortex-A76"},  ArmCore{0x41, 0xD0C, "Neoverse N1"},
    ArmCore{0x41, 0xD0D, "Cortex-A77"},  ArmCore{0x41, 0xD40, "Neoverse V1"},
    ArmCore{0x41, 0xD41, "Cortex-A78"},  ArmCore{0x41, 0xD44, "Cortex-X1"},
    ArmCore{0x41, 0xD46, "Cortex-A510"}, ArmCore{0x41, 0xD47, "Cortex-A710"},
    ArmCore{0x41, 0xD48, "Cortex-X2"},   ArmCore{0x41, 0xD49, "Neoverse N2"},
    ArmCore{0x41, 0xD4D, "Cortex-A715"}, ArmCore{0x41, 0xD4E, "Cortex-X3"},
    ArmCore{0x41, 0xD4F, "Neoverse V2"}, ArmCore{0x46, 0x001, "A64FX"},
    ArmCore{0xC0, 0xAC3, "AmpereOne"},
};

void remove_all(std::string& text, std::string_view part) {
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) {
    text.erase(at, part.size());
  }
}

/// "64-Core": how many there are is asked otherwise.
bool counts_cores(std::string_view word) {
  const size_t digits = word.find_first_not_of("0123456789");
  return digits != 0 && digits != std::string_view::npos &&
         (word.substr(digits) == "-Core" || word.substr(digits) == "-Cores");
}

} // namespace

std::string readable_name(std::string_view brand) {
  std::string text(brand);
  for (const std::string_view mark : {"(R)", "(r)", "(TM)", "(tm)"}) {
    remove_all(text, mark);
  }
  for (const std::string_view rest : {"@", " with Radeon", " w/ Radeon"}) {
    text.resize(std::min(text.find(rest), text.size()));
  }
  std::string name;
  for (size_t at = text.find_first_not_of(' '); at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = std::string_view(text).substr(at, end - at);
    if (word != "CPU" && word != "Processor" && !counts_cores(word) && !word.ends_with("Hz")) {
      name += (name.empty() ? "" : " ") + std::string(word);
    }
    at = text.find_first_not_of(' ', end);
  }
  return name;
}

uint32_t pci_vendor(std::string_view maker) {
  const auto* found = std::find_if(makers.begin(), makers.end(),
                                   [&](const Maker& one) { return one.name == maker; });
  return found == makers.end() ? 0 : found->pci_vendor;
}

ArmCpu describe_arm(uint64_t midr) {
  const unsigned implementer = midr >> 24 & 0xFF;
  const unsigned part = midr >> 4 & 0xFFF;
  const auto* maker = std::find_if(arm_makers.begin(), arm_makers.end(), [&](const ArmMaker& one) {
    return one.implementer == implementer;
  });
  if (maker == arm_makers.end()) {
    return {"AArch64"};
  }
  const auto* core = std::find_if(arm_cores.begin(), arm_cores.end(), [&](const ArmCore& one) {
    return one.implementer == implementer && one.part == part;
  });
  const std::string model = core == arm_cores.end() ? "AArch64" : std::string(core->name);
  return {std::string(maker->name) + " " + model, maker->pci_vendor};
}

} // namespace host
