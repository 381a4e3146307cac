// A block has 256 accesses of memory at most, and what follows them begins the next. Allocas stay in
// the entry block, as a part of the frame.
// RUN: muxc -cl --passes=simplify,split-blocks %s | FileCheck %s

#define R8 *p = x; *p = x; *p = x; *p = x; *p = x; *p = x; *p = x; *p = x;
#define R64 R8 R8 R8 R8 R8 R8 R8 R8
#define R256 R64 R64 R64 R64

// CHECK: @fits(
// CHECK-NOT: br
// CHECK: ret void
void fits(volatile global int* p, int x) { R256 }

// CHECK: @split(
// CHECK-COUNT-256: store
// CHECK-NEXT: br label %[[SECOND:.*]]
// CHECK: [[SECOND]]:
// CHECK-COUNT-256: store
// CHECK-NEXT: br label %[[THIRD:.*]]
// CHECK: [[THIRD]]:
// CHECK-COUNT-64: store
// CHECK-NEXT: ret void
void split(volatile global int* p, int x) { R256 R256 R64 }
