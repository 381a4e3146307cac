# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a kernel that calls a function of 300 instructions as often as is said, a quarter of it in a loop."""
import sys


def function(name, instructions):
    print(f"define internal i32 @{name}(i32 %x0) {{")
    for i in range(instructions - 1):
        print(f"  %x{i + 1} = mul i32 %x{i}, %x0")
    print(f"  ret i32 %x{instructions - 1}\n}}")


calls = int(sys.argv[1])
function("f", 300)
function("once", 300)
function("large", 1500)
print("define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {\nentry:")
print("  %o = call i32 @once(i32 %n)\n  %l = call i32 @large(i32 %o)\n  %v0 = call i32 @large(i32 %l)")
outside = calls * 3 // 4
for i in range(outside):
    print(f"  %v{i + 1} = call i32 @f(i32 %v{i})")
print(f"  br label %loop\nloop:\n  %w0 = phi i32 [ %v{outside}, %entry ], [ %w{calls - outside}, %loop ]")
for i in range(calls - outside):
    print(f"  %w{i + 1} = call i32 @f(i32 %w{i})")
print(f"  %more = icmp ult i32 %w{calls - outside}, %n\n  br i1 %more, label %loop, label %end")
print("end:\n  store i32 %w0, ptr addrspace(1) %p\n  ret void\n}")
