// A kernel with sub-groups that gathers or scatters in 8 places has its masked form alone where variants of it will follow: the
// lanes are the same as without. A variant has all forms.
// DEFINE: %{passes} = muxc -cl --options=-cl-std=CL3.0 --passes=define-group-functions,link-builtins,fold-target-facts,inline-group-functions,simplify,number-barriers,sub-groups %s
// RUN: env LANEWISE_VECTORIZE=4 LANEWISE_QUICK_FORMS=large %{passes} | FileCheck %s --check-prefixes=CHECK,QUICK
// RUN: env LANEWISE_VECTORIZE=4 LANEWISE_QUICK_FORMS=0 %{passes} | FileCheck %s --check-prefixes=CHECK,NONE --implicit-check-not=lanewise-quick-form
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

#define TWICE(x) x x

// CHECK: define {{.*}}spir_kernel void @much({{.*}} [[MUCH:#[0-9]+]] {{.*}}!vecz.vectorized [[MUCH_FORMS:![0-9]+]]
kernel void much(global int* p) {
  int i = sub_group_reduce_add(p[get_global_id(0)]);
  TWICE(TWICE(i = i * 3 + get_sub_group_local_id() * 5 & 255; p[i] += 1;))
}

// CHECK: define {{.*}}spir_kernel void @little({{.*}} [[LITTLE:#[0-9]+]] {{.*}}!vecz.vectorized [[LITTLE_FORMS:![0-9]+]]
kernel void little(global int* p) {
  int i = sub_group_reduce_add(p[get_global_id(0)]);
  TWICE(i = i * 3 + get_sub_group_local_id() * 5 & 255; p[i] += 1;)
}

// QUICK: attributes [[MUCH]] = {{.*}} "lanewise-linear-local-ids" "lanewise-quick-form" "lanewise-sub-group-size"="4"
// QUICK: attributes [[LITTLE]] = {{.*}} "lanewise-linear-local-ids" "lanewise-sub-group-size"="4"
// QUICK: [[MUCH_FORMS]] = !{ptr @much.vecz.4.masked, i32 4, i32 1}
// NONE: [[MUCH_FORMS]] = !{ptr @much.vecz.4, i32 4, i32 0, ptr @much.vecz.4.masked, i32 4, i32 1}
// CHECK: [[LITTLE_FORMS]] = !{ptr @little.vecz.4, i32 4, i32 0, ptr @little.vecz.4.masked, i32 4, i32 1}
