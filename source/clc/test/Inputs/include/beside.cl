#include "value.h"
kernel void beside(global int *p) { *p = VALUE; }
