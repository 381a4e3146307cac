# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the path of the driver, for OCL_ICD_VENDORS."""
from lanewise import library

print(library)
