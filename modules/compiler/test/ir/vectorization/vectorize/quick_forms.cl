// A kernel that gathers or scatters in 24 places gets one masked form, for as many work-items as an instruction gathers by
// addresses of 64 bits, where variants of it will follow; its launches may have groups of as many work-items as those will suit.
// One that does so in fewer places has all forms. So has one that waits at barriers and has a known size; where groups may have any
// size, it gets one masked form of the usual width, as does one of a thousand instructions. LANEWISE_QUICK_FORMS wants such forms of no kernel, or of all.
// DEFINE: %{passes} = muxc -cl --passes=link-builtins,fold-target-facts,inline-group-functions,simplify,number-barriers,vectorize %s
// RUN: env LANEWISE_QUICK_FORMS=large %{passes} | FileCheck %s --check-prefixes=LARGE,LITTLE,WAITS
// RUN: env LANEWISE_QUICK_FORMS=all %{passes} | FileCheck %s --check-prefixes=LARGE,ALL
// RUN: %{passes} | FileCheck %s --check-prefixes=NONE,LITTLE
// RUN: env LANEWISE_QUICK_FORMS=0 %{passes} | FileCheck %s --check-prefixes=NONE,LITTLE

#define TWICE(x) x x
#define SIX(x) TWICE(x) TWICE(x) TWICE(x)

// LARGE: define {{.*}}spir_kernel void @much({{.*}} [[MUCH:#[0-9]+]] {{.*}}!vecz.vectorized [[ONE:![0-9]+]]
// NONE: define {{.*}}spir_kernel void @much({{.*}} !vecz.vectorized [[FORMS:![0-9]+]]
kernel void much(global int* p, global const int* q) {
  int i = q[get_global_id(0)];
  TWICE(SIX(p[i] += 1; i = i * 3 & 255;))
}

// LITTLE: define {{.*}}spir_kernel void @little({{.*}} !vecz.vectorized [[FORMS_OF_LITTLE:![0-9]+]]
// ALL: define {{.*}}spir_kernel void @little({{.*}} !vecz.vectorized [[ONE_OF_LITTLE:![0-9]+]]
kernel void little(global int* p, global const int* q) {
  int i = q[get_global_id(0)];
  SIX(p[i] += 1; i = i * 3 & 255;)
}

// LARGE: define {{.*}}spir_kernel void @waits({{.*}} [[MUCH]] {{.*}}!vecz.vectorized [[ONE_OF_WAITS:![0-9]+]]
// NONE: define {{.*}}spir_kernel void @waits({{.*}} !vecz.vectorized [[FORMS_OF_WAITS:![0-9]+]]
kernel void waits(global int* p, local int* shared) {
  shared[get_local_id(0)] = p[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = shared[get_local_id(0) ^ 1];
}

#define TIMES_16(x) TWICE(TWICE(TWICE(TWICE(x))))
// LARGE: define {{.*}}spir_kernel void @large({{.*}} [[MUCH]] {{.*}}!vecz.vectorized [[ONE_OF_LARGE:![0-9]+]]
// NONE: define {{.*}}spir_kernel void @large({{.*}} !vecz.vectorized [[FORMS_OF_LARGE:![0-9]+]]
kernel void large(global int* p) {
  int h = p[get_global_id(0)];
  TIMES_16(TIMES_16(h = (h ^ h >> 3) * 5 + 7;))
  p[get_global_id(0)] = h;
}

// LITTLE: define {{.*}}spir_kernel void @known({{.*}} !vecz.vectorized [[FORMS_OF_KNOWN:![0-9]+]]
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void known(global int* p) {
  local int shared[64];
  shared[get_local_id(0)] = p[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = shared[get_local_id(0) ^ 1];
}

// LARGE: attributes [[MUCH]] = {{.*}} "lanewise-preferred-multiple"="8" "lanewise-quick-form"
// NONE-NOT: lanewise-quick-form
// LARGE: [[ONE]] = !{ptr @much.vecz.4.masked, i32 4, i32 {{[0-9]+}}}
// NONE: [[FORMS]] = !{ptr @much.vecz.8, i32 8, i32 {{[0-9]+}}, ptr
// LITTLE: [[FORMS_OF_LITTLE]] = !{ptr @little.vecz.8, i32 8, i32 {{[0-9]+}}, ptr
// ALL: [[ONE_OF_LITTLE]] = !{ptr @little.vecz.4.masked, i32 4, i32 {{[0-9]+}}}
// WAITS: [[ONE_OF_WAITS]] = !{ptr @waits.vecz.8.masked, i32 8, i32 {{[0-9]+}}}
// NONE: [[FORMS_OF_WAITS]] = !{ptr @waits.vecz.8, i32 8
// WAITS: [[ONE_OF_LARGE]] = !{ptr @large.vecz.8.masked, i32 8, i32 {{[0-9]+}}}
// NONE: [[FORMS_OF_LARGE]] = !{ptr @large.vecz.8, i32 8
// LITTLE: [[FORMS_OF_KNOWN]] = !{ptr @known.vecz.{{8|16|32|64}}, i32
