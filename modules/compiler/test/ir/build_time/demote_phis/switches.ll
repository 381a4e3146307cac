; A phi of 129 blocks becomes a stack slot, a phi of 128 stays.
; RUN: muxc --passes=demote-phis %s | FileCheck %s
; RUN: muxc --passes=demote-phis %s 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT --implicit-check-not=note:
; REPORT: note: 'many': 1 values meet from more than 128 blocks each; they go through memory instead of registers

; CHECK-LABEL: @many(
; CHECK: %x.reg2mem = alloca i32
; CHECK: store i32 %a, ptr %x.reg2mem
; CHECK-NEXT: switch i32 %op
; CHECK: case.127:
; CHECK-NEXT: %x.127 = mul
; CHECK-NEXT: store i32 %x.127, ptr %x.reg2mem
; CHECK: done:
; CHECK-NEXT: %x.reload = load i32, ptr %x.reg2mem
; CHECK-NEXT: ret i32 %x.reload

; CHECK-LABEL: @fewer(
; CHECK-NOT: alloca
; CHECK: phi i32
define i32 @many(i32 %op, i32 %a) {
entry:
  switch i32 %op, label %done [
    i32 0, label %case.0
    i32 1, label %case.1
    i32 2, label %case.2
    i32 3, label %case.3
    i32 4, label %case.4
    i32 5, label %case.5
    i32 6, label %case.6
    i32 7, label %case.7
    i32 8, label %case.8
    i32 9, label %case.9
    i32 10, label %case.10
    i32 11, label %case.11
    i32 12, label %case.12
    i32 13, label %case.13
    i32 14, label %case.14
    i32 15, label %case.15
    i32 16, label %case.16
    i32 17, label %case.17
    i32 18, label %case.18
    i32 19, label %case.19
    i32 20, label %case.20
    i32 21, label %case.21
    i32 22, label %case.22
    i32 23, label %case.23
    i32 24, label %case.24
    i32 25, label %case.25
    i32 26, label %case.26
    i32 27, label %case.27
    i32 28, label %case.28
    i32 29, label %case.29
    i32 30, label %case.30
    i32 31, label %case.31
    i32 32, label %case.32
    i32 33, label %case.33
    i32 34, label %case.34
    i32 35, label %case.35
    i32 36, label %case.36
    i32 37, label %case.37
    i32 38, label %case.38
    i32 39, label %case.39
    i32 40, label %case.40
    i32 41, label %case.41
    i32 42, label %case.42
    i32 43, label %case.43
    i32 44, label %case.44
    i32 45, label %case.45
    i32 46, label %case.46
    i32 47, label %case.47
    i32 48, label %case.48
    i32 49, label %case.49
    i32 50, label %case.50
    i32 51, label %case.51
    i32 52, label %case.52
    i32 53, label %case.53
    i32 54, label %case.54
    i32 55, label %case.55
    i32 56, label %case.56
    i32 57, label %case.57
    i32 58, label %case.58
    i32 59, label %case.59
    i32 60, label %case.60
    i32 61, label %case.61
    i32 62, label %case.62
    i32 63, label %case.63
    i32 64, label %case.64
    i32 65, label %case.65
    i32 66, label %case.66
    i32 67, label %case.67
    i32 68, label %case.68
    i32 69, label %case.69
    i32 70, label %case.70
    i32 71, label %case.71
    i32 72, label %case.72
    i32 73, label %case.73
    i32 74, label %case.74
    i32 75, label %case.75
    i32 76, label %case.76
    i32 77, label %case.77
    i32 78, label %case.78
    i32 79, label %case.79
    i32 80, label %case.80
    i32 81, label %case.81
    i32 82, label %case.82
    i32 83, label %case.83
    i32 84, label %case.84
    i32 85, label %case.85
    i32 86, label %case.86
    i32 87, label %case.87
    i32 88, label %case.88
    i32 89, label %case.89
    i32 90, label %case.90
    i32 91, label %case.91
    i32 92, label %case.92
    i32 93, label %case.93
    i32 94, label %case.94
    i32 95, label %case.95
    i32 96, label %case.96
    i32 97, label %case.97
    i32 98, label %case.98
    i32 99, label %case.99
    i32 100, label %case.100
    i32 101, label %case.101
    i32 102, label %case.102
    i32 103, label %case.103
    i32 104, label %case.104
    i32 105, label %case.105
    i32 106, label %case.106
    i32 107, label %case.107
    i32 108, label %case.108
    i32 109, label %case.109
    i32 110, label %case.110
    i32 111, label %case.111
    i32 112, label %case.112
    i32 113, label %case.113
    i32 114, label %case.114
    i32 115, label %case.115
    i32 116, label %case.116
    i32 117, label %case.117
    i32 118, label %case.118
    i32 119, label %case.119
    i32 120, label %case.120
    i32 121, label %case.121
    i32 122, label %case.122
    i32 123, label %case.123
    i32 124, label %case.124
    i32 125, label %case.125
    i32 126, label %case.126
    i32 127, label %case.127
  ]
case.0:
  %x.0 = mul i32 %a, 0
  br label %done
case.1:
  %x.1 = mul i32 %a, 1
  br label %done
case.2:
  %x.2 = mul i32 %a, 2
  br label %done
case.3:
  %x.3 = mul i32 %a, 3
  br label %done
case.4:
  %x.4 = mul i32 %a, 4
  br label %done
case.5:
  %x.5 = mul i32 %a, 5
  br label %done
case.6:
  %x.6 = mul i32 %a, 6
  br label %done
case.7:
  %x.7 = mul i32 %a, 7
  br label %done
case.8:
  %x.8 = mul i32 %a, 8
  br label %done
case.9:
  %x.9 = mul i32 %a, 9
  br label %done
case.10:
  %x.10 = mul i32 %a, 10
  br label %done
case.11:
  %x.11 = mul i32 %a, 11
  br label %done
case.12:
  %x.12 = mul i32 %a, 12
  br label %done
case.13:
  %x.13 = mul i32 %a, 13
  br label %done
case.14:
  %x.14 = mul i32 %a, 14
  br label %done
case.15:
  %x.15 = mul i32 %a, 15
  br label %done
case.16:
  %x.16 = mul i32 %a, 16
  br label %done
case.17:
  %x.17 = mul i32 %a, 17
  br label %done
case.18:
  %x.18 = mul i32 %a, 18
  br label %done
case.19:
  %x.19 = mul i32 %a, 19
  br label %done
case.20:
  %x.20 = mul i32 %a, 20
  br label %done
case.21:
  %x.21 = mul i32 %a, 21
  br label %done
case.22:
  %x.22 = mul i32 %a, 22
  br label %done
case.23:
  %x.23 = mul i32 %a, 23
  br label %done
case.24:
  %x.24 = mul i32 %a, 24
  br label %done
case.25:
  %x.25 = mul i32 %a, 25
  br label %done
case.26:
  %x.26 = mul i32 %a, 26
  br label %done
case.27:
  %x.27 = mul i32 %a, 27
  br label %done
case.28:
  %x.28 = mul i32 %a, 28
  br label %done
case.29:
  %x.29 = mul i32 %a, 29
  br label %done
case.30:
  %x.30 = mul i32 %a, 30
  br label %done
case.31:
  %x.31 = mul i32 %a, 31
  br label %done
case.32:
  %x.32 = mul i32 %a, 32
  br label %done
case.33:
  %x.33 = mul i32 %a, 33
  br label %done
case.34:
  %x.34 = mul i32 %a, 34
  br label %done
case.35:
  %x.35 = mul i32 %a, 35
  br label %done
case.36:
  %x.36 = mul i32 %a, 36
  br label %done
case.37:
  %x.37 = mul i32 %a, 37
  br label %done
case.38:
  %x.38 = mul i32 %a, 38
  br label %done
case.39:
  %x.39 = mul i32 %a, 39
  br label %done
case.40:
  %x.40 = mul i32 %a, 40
  br label %done
case.41:
  %x.41 = mul i32 %a, 41
  br label %done
case.42:
  %x.42 = mul i32 %a, 42
  br label %done
case.43:
  %x.43 = mul i32 %a, 43
  br label %done
case.44:
  %x.44 = mul i32 %a, 44
  br label %done
case.45:
  %x.45 = mul i32 %a, 45
  br label %done
case.46:
  %x.46 = mul i32 %a, 46
  br label %done
case.47:
  %x.47 = mul i32 %a, 47
  br label %done
case.48:
  %x.48 = mul i32 %a, 48
  br label %done
case.49:
  %x.49 = mul i32 %a, 49
  br label %done
case.50:
  %x.50 = mul i32 %a, 50
  br label %done
case.51:
  %x.51 = mul i32 %a, 51
  br label %done
case.52:
  %x.52 = mul i32 %a, 52
  br label %done
case.53:
  %x.53 = mul i32 %a, 53
  br label %done
case.54:
  %x.54 = mul i32 %a, 54
  br label %done
case.55:
  %x.55 = mul i32 %a, 55
  br label %done
case.56:
  %x.56 = mul i32 %a, 56
  br label %done
case.57:
  %x.57 = mul i32 %a, 57
  br label %done
case.58:
  %x.58 = mul i32 %a, 58
  br label %done
case.59:
  %x.59 = mul i32 %a, 59
  br label %done
case.60:
  %x.60 = mul i32 %a, 60
  br label %done
case.61:
  %x.61 = mul i32 %a, 61
  br label %done
case.62:
  %x.62 = mul i32 %a, 62
  br label %done
case.63:
  %x.63 = mul i32 %a, 63
  br label %done
case.64:
  %x.64 = mul i32 %a, 64
  br label %done
case.65:
  %x.65 = mul i32 %a, 65
  br label %done
case.66:
  %x.66 = mul i32 %a, 66
  br label %done
case.67:
  %x.67 = mul i32 %a, 67
  br label %done
case.68:
  %x.68 = mul i32 %a, 68
  br label %done
case.69:
  %x.69 = mul i32 %a, 69
  br label %done
case.70:
  %x.70 = mul i32 %a, 70
  br label %done
case.71:
  %x.71 = mul i32 %a, 71
  br label %done
case.72:
  %x.72 = mul i32 %a, 72
  br label %done
case.73:
  %x.73 = mul i32 %a, 73
  br label %done
case.74:
  %x.74 = mul i32 %a, 74
  br label %done
case.75:
  %x.75 = mul i32 %a, 75
  br label %done
case.76:
  %x.76 = mul i32 %a, 76
  br label %done
case.77:
  %x.77 = mul i32 %a, 77
  br label %done
case.78:
  %x.78 = mul i32 %a, 78
  br label %done
case.79:
  %x.79 = mul i32 %a, 79
  br label %done
case.80:
  %x.80 = mul i32 %a, 80
  br label %done
case.81:
  %x.81 = mul i32 %a, 81
  br label %done
case.82:
  %x.82 = mul i32 %a, 82
  br label %done
case.83:
  %x.83 = mul i32 %a, 83
  br label %done
case.84:
  %x.84 = mul i32 %a, 84
  br label %done
case.85:
  %x.85 = mul i32 %a, 85
  br label %done
case.86:
  %x.86 = mul i32 %a, 86
  br label %done
case.87:
  %x.87 = mul i32 %a, 87
  br label %done
case.88:
  %x.88 = mul i32 %a, 88
  br label %done
case.89:
  %x.89 = mul i32 %a, 89
  br label %done
case.90:
  %x.90 = mul i32 %a, 90
  br label %done
case.91:
  %x.91 = mul i32 %a, 91
  br label %done
case.92:
  %x.92 = mul i32 %a, 92
  br label %done
case.93:
  %x.93 = mul i32 %a, 93
  br label %done
case.94:
  %x.94 = mul i32 %a, 94
  br label %done
case.95:
  %x.95 = mul i32 %a, 95
  br label %done
case.96:
  %x.96 = mul i32 %a, 96
  br label %done
case.97:
  %x.97 = mul i32 %a, 97
  br label %done
case.98:
  %x.98 = mul i32 %a, 98
  br label %done
case.99:
  %x.99 = mul i32 %a, 99
  br label %done
case.100:
  %x.100 = mul i32 %a, 100
  br label %done
case.101:
  %x.101 = mul i32 %a, 101
  br label %done
case.102:
  %x.102 = mul i32 %a, 102
  br label %done
case.103:
  %x.103 = mul i32 %a, 103
  br label %done
case.104:
  %x.104 = mul i32 %a, 104
  br label %done
case.105:
  %x.105 = mul i32 %a, 105
  br label %done
case.106:
  %x.106 = mul i32 %a, 106
  br label %done
case.107:
  %x.107 = mul i32 %a, 107
  br label %done
case.108:
  %x.108 = mul i32 %a, 108
  br label %done
case.109:
  %x.109 = mul i32 %a, 109
  br label %done
case.110:
  %x.110 = mul i32 %a, 110
  br label %done
case.111:
  %x.111 = mul i32 %a, 111
  br label %done
case.112:
  %x.112 = mul i32 %a, 112
  br label %done
case.113:
  %x.113 = mul i32 %a, 113
  br label %done
case.114:
  %x.114 = mul i32 %a, 114
  br label %done
case.115:
  %x.115 = mul i32 %a, 115
  br label %done
case.116:
  %x.116 = mul i32 %a, 116
  br label %done
case.117:
  %x.117 = mul i32 %a, 117
  br label %done
case.118:
  %x.118 = mul i32 %a, 118
  br label %done
case.119:
  %x.119 = mul i32 %a, 119
  br label %done
case.120:
  %x.120 = mul i32 %a, 120
  br label %done
case.121:
  %x.121 = mul i32 %a, 121
  br label %done
case.122:
  %x.122 = mul i32 %a, 122
  br label %done
case.123:
  %x.123 = mul i32 %a, 123
  br label %done
case.124:
  %x.124 = mul i32 %a, 124
  br label %done
case.125:
  %x.125 = mul i32 %a, 125
  br label %done
case.126:
  %x.126 = mul i32 %a, 126
  br label %done
case.127:
  %x.127 = mul i32 %a, 127
  br label %done
done:
  %x = phi i32 [ %a, %entry ], [ %x.0, %case.0 ], [ %x.1, %case.1 ], [ %x.2, %case.2 ], [ %x.3, %case.3 ], [ %x.4, %case.4 ], [ %x.5, %case.5 ], [ %x.6, %case.6 ], [ %x.7, %case.7 ], [ %x.8, %case.8 ], [ %x.9, %case.9 ], [ %x.10, %case.10 ], [ %x.11, %case.11 ], [ %x.12, %case.12 ], [ %x.13, %case.13 ], [ %x.14, %case.14 ], [ %x.15, %case.15 ], [ %x.16, %case.16 ], [ %x.17, %case.17 ], [ %x.18, %case.18 ], [ %x.19, %case.19 ], [ %x.20, %case.20 ], [ %x.21, %case.21 ], [ %x.22, %case.22 ], [ %x.23, %case.23 ], [ %x.24, %case.24 ], [ %x.25, %case.25 ], [ %x.26, %case.26 ], [ %x.27, %case.27 ], [ %x.28, %case.28 ], [ %x.29, %case.29 ], [ %x.30, %case.30 ], [ %x.31, %case.31 ], [ %x.32, %case.32 ], [ %x.33, %case.33 ], [ %x.34, %case.34 ], [ %x.35, %case.35 ], [ %x.36, %case.36 ], [ %x.37, %case.37 ], [ %x.38, %case.38 ], [ %x.39, %case.39 ], [ %x.40, %case.40 ], [ %x.41, %case.41 ], [ %x.42, %case.42 ], [ %x.43, %case.43 ], [ %x.44, %case.44 ], [ %x.45, %case.45 ], [ %x.46, %case.46 ], [ %x.47, %case.47 ], [ %x.48, %case.48 ], [ %x.49, %case.49 ], [ %x.50, %case.50 ], [ %x.51, %case.51 ], [ %x.52, %case.52 ], [ %x.53, %case.53 ], [ %x.54, %case.54 ], [ %x.55, %case.55 ], [ %x.56, %case.56 ], [ %x.57, %case.57 ], [ %x.58, %case.58 ], [ %x.59, %case.59 ], [ %x.60, %case.60 ], [ %x.61, %case.61 ], [ %x.62, %case.62 ], [ %x.63, %case.63 ], [ %x.64, %case.64 ], [ %x.65, %case.65 ], [ %x.66, %case.66 ], [ %x.67, %case.67 ], [ %x.68, %case.68 ], [ %x.69, %case.69 ], [ %x.70, %case.70 ], [ %x.71, %case.71 ], [ %x.72, %case.72 ], [ %x.73, %case.73 ], [ %x.74, %case.74 ], [ %x.75, %case.75 ], [ %x.76, %case.76 ], [ %x.77, %case.77 ], [ %x.78, %case.78 ], [ %x.79, %case.79 ], [ %x.80, %case.80 ], [ %x.81, %case.81 ], [ %x.82, %case.82 ], [ %x.83, %case.83 ], [ %x.84, %case.84 ], [ %x.85, %case.85 ], [ %x.86, %case.86 ], [ %x.87, %case.87 ], [ %x.88, %case.88 ], [ %x.89, %case.89 ], [ %x.90, %case.90 ], [ %x.91, %case.91 ], [ %x.92, %case.92 ], [ %x.93, %case.93 ], [ %x.94, %case.94 ], [ %x.95, %case.95 ], [ %x.96, %case.96 ], [ %x.97, %case.97 ], [ %x.98, %case.98 ], [ %x.99, %case.99 ], [ %x.100, %case.100 ], [ %x.101, %case.101 ], [ %x.102, %case.102 ], [ %x.103, %case.103 ], [ %x.104, %case.104 ], [ %x.105, %case.105 ], [ %x.106, %case.106 ], [ %x.107, %case.107 ], [ %x.108, %case.108 ], [ %x.109, %case.109 ], [ %x.110, %case.110 ], [ %x.111, %case.111 ], [ %x.112, %case.112 ], [ %x.113, %case.113 ], [ %x.114, %case.114 ], [ %x.115, %case.115 ], [ %x.116, %case.116 ], [ %x.117, %case.117 ], [ %x.118, %case.118 ], [ %x.119, %case.119 ], [ %x.120, %case.120 ], [ %x.121, %case.121 ], [ %x.122, %case.122 ], [ %x.123, %case.123 ], [ %x.124, %case.124 ], [ %x.125, %case.125 ], [ %x.126, %case.126 ], [ %x.127, %case.127 ]
  ret i32 %x
}

define i32 @fewer(i32 %op, i32 %a) {
entry:
  switch i32 %op, label %done [
    i32 0, label %case.0
    i32 1, label %case.1
    i32 2, label %case.2
    i32 3, label %case.3
    i32 4, label %case.4
    i32 5, label %case.5
    i32 6, label %case.6
    i32 7, label %case.7
    i32 8, label %case.8
    i32 9, label %case.9
    i32 10, label %case.10
    i32 11, label %case.11
    i32 12, label %case.12
    i32 13, label %case.13
    i32 14, label %case.14
    i32 15, label %case.15
    i32 16, label %case.16
    i32 17, label %case.17
    i32 18, label %case.18
    i32 19, label %case.19
    i32 20, label %case.20
    i32 21, label %case.21
    i32 22, label %case.22
    i32 23, label %case.23
    i32 24, label %case.24
    i32 25, label %case.25
    i32 26, label %case.26
    i32 27, label %case.27
    i32 28, label %case.28
    i32 29, label %case.29
    i32 30, label %case.30
    i32 31, label %case.31
    i32 32, label %case.32
    i32 33, label %case.33
    i32 34, label %case.34
    i32 35, label %case.35
    i32 36, label %case.36
    i32 37, label %case.37
    i32 38, label %case.38
    i32 39, label %case.39
    i32 40, label %case.40
    i32 41, label %case.41
    i32 42, label %case.42
    i32 43, label %case.43
    i32 44, label %case.44
    i32 45, label %case.45
    i32 46, label %case.46
    i32 47, label %case.47
    i32 48, label %case.48
    i32 49, label %case.49
    i32 50, label %case.50
    i32 51, label %case.51
    i32 52, label %case.52
    i32 53, label %case.53
    i32 54, label %case.54
    i32 55, label %case.55
    i32 56, label %case.56
    i32 57, label %case.57
    i32 58, label %case.58
    i32 59, label %case.59
    i32 60, label %case.60
    i32 61, label %case.61
    i32 62, label %case.62
    i32 63, label %case.63
    i32 64, label %case.64
    i32 65, label %case.65
    i32 66, label %case.66
    i32 67, label %case.67
    i32 68, label %case.68
    i32 69, label %case.69
    i32 70, label %case.70
    i32 71, label %case.71
    i32 72, label %case.72
    i32 73, label %case.73
    i32 74, label %case.74
    i32 75, label %case.75
    i32 76, label %case.76
    i32 77, label %case.77
    i32 78, label %case.78
    i32 79, label %case.79
    i32 80, label %case.80
    i32 81, label %case.81
    i32 82, label %case.82
    i32 83, label %case.83
    i32 84, label %case.84
    i32 85, label %case.85
    i32 86, label %case.86
    i32 87, label %case.87
    i32 88, label %case.88
    i32 89, label %case.89
    i32 90, label %case.90
    i32 91, label %case.91
    i32 92, label %case.92
    i32 93, label %case.93
    i32 94, label %case.94
    i32 95, label %case.95
    i32 96, label %case.96
    i32 97, label %case.97
    i32 98, label %case.98
    i32 99, label %case.99
    i32 100, label %case.100
    i32 101, label %case.101
    i32 102, label %case.102
    i32 103, label %case.103
    i32 104, label %case.104
    i32 105, label %case.105
    i32 106, label %case.106
    i32 107, label %case.107
    i32 108, label %case.108
    i32 109, label %case.109
    i32 110, label %case.110
    i32 111, label %case.111
    i32 112, label %case.112
    i32 113, label %case.113
    i32 114, label %case.114
    i32 115, label %case.115
    i32 116, label %case.116
    i32 117, label %case.117
    i32 118, label %case.118
    i32 119, label %case.119
    i32 120, label %case.120
    i32 121, label %case.121
    i32 122, label %case.122
    i32 123, label %case.123
    i32 124, label %case.124
    i32 125, label %case.125
    i32 126, label %case.126
  ]
case.0:
  %x.0 = mul i32 %a, 0
  br label %done
case.1:
  %x.1 = mul i32 %a, 1
  br label %done
case.2:
  %x.2 = mul i32 %a, 2
  br label %done
case.3:
  %x.3 = mul i32 %a, 3
  br label %done
case.4:
  %x.4 = mul i32 %a, 4
  br label %done
case.5:
  %x.5 = mul i32 %a, 5
  br label %done
case.6:
  %x.6 = mul i32 %a, 6
  br label %done
case.7:
  %x.7 = mul i32 %a, 7
  br label %done
case.8:
  %x.8 = mul i32 %a, 8
  br label %done
case.9:
  %x.9 = mul i32 %a, 9
  br label %done
case.10:
  %x.10 = mul i32 %a, 10
  br label %done
case.11:
  %x.11 = mul i32 %a, 11
  br label %done
case.12:
  %x.12 = mul i32 %a, 12
  br label %done
case.13:
  %x.13 = mul i32 %a, 13
  br label %done
case.14:
  %x.14 = mul i32 %a, 14
  br label %done
case.15:
  %x.15 = mul i32 %a, 15
  br label %done
case.16:
  %x.16 = mul i32 %a, 16
  br label %done
case.17:
  %x.17 = mul i32 %a, 17
  br label %done
case.18:
  %x.18 = mul i32 %a, 18
  br label %done
case.19:
  %x.19 = mul i32 %a, 19
  br label %done
case.20:
  %x.20 = mul i32 %a, 20
  br label %done
case.21:
  %x.21 = mul i32 %a, 21
  br label %done
case.22:
  %x.22 = mul i32 %a, 22
  br label %done
case.23:
  %x.23 = mul i32 %a, 23
  br label %done
case.24:
  %x.24 = mul i32 %a, 24
  br label %done
case.25:
  %x.25 = mul i32 %a, 25
  br label %done
case.26:
  %x.26 = mul i32 %a, 26
  br label %done
case.27:
  %x.27 = mul i32 %a, 27
  br label %done
case.28:
  %x.28 = mul i32 %a, 28
  br label %done
case.29:
  %x.29 = mul i32 %a, 29
  br label %done
case.30:
  %x.30 = mul i32 %a, 30
  br label %done
case.31:
  %x.31 = mul i32 %a, 31
  br label %done
case.32:
  %x.32 = mul i32 %a, 32
  br label %done
case.33:
  %x.33 = mul i32 %a, 33
  br label %done
case.34:
  %x.34 = mul i32 %a, 34
  br label %done
case.35:
  %x.35 = mul i32 %a, 35
  br label %done
case.36:
  %x.36 = mul i32 %a, 36
  br label %done
case.37:
  %x.37 = mul i32 %a, 37
  br label %done
case.38:
  %x.38 = mul i32 %a, 38
  br label %done
case.39:
  %x.39 = mul i32 %a, 39
  br label %done
case.40:
  %x.40 = mul i32 %a, 40
  br label %done
case.41:
  %x.41 = mul i32 %a, 41
  br label %done
case.42:
  %x.42 = mul i32 %a, 42
  br label %done
case.43:
  %x.43 = mul i32 %a, 43
  br label %done
case.44:
  %x.44 = mul i32 %a, 44
  br label %done
case.45:
  %x.45 = mul i32 %a, 45
  br label %done
case.46:
  %x.46 = mul i32 %a, 46
  br label %done
case.47:
  %x.47 = mul i32 %a, 47
  br label %done
case.48:
  %x.48 = mul i32 %a, 48
  br label %done
case.49:
  %x.49 = mul i32 %a, 49
  br label %done
case.50:
  %x.50 = mul i32 %a, 50
  br label %done
case.51:
  %x.51 = mul i32 %a, 51
  br label %done
case.52:
  %x.52 = mul i32 %a, 52
  br label %done
case.53:
  %x.53 = mul i32 %a, 53
  br label %done
case.54:
  %x.54 = mul i32 %a, 54
  br label %done
case.55:
  %x.55 = mul i32 %a, 55
  br label %done
case.56:
  %x.56 = mul i32 %a, 56
  br label %done
case.57:
  %x.57 = mul i32 %a, 57
  br label %done
case.58:
  %x.58 = mul i32 %a, 58
  br label %done
case.59:
  %x.59 = mul i32 %a, 59
  br label %done
case.60:
  %x.60 = mul i32 %a, 60
  br label %done
case.61:
  %x.61 = mul i32 %a, 61
  br label %done
case.62:
  %x.62 = mul i32 %a, 62
  br label %done
case.63:
  %x.63 = mul i32 %a, 63
  br label %done
case.64:
  %x.64 = mul i32 %a, 64
  br label %done
case.65:
  %x.65 = mul i32 %a, 65
  br label %done
case.66:
  %x.66 = mul i32 %a, 66
  br label %done
case.67:
  %x.67 = mul i32 %a, 67
  br label %done
case.68:
  %x.68 = mul i32 %a, 68
  br label %done
case.69:
  %x.69 = mul i32 %a, 69
  br label %done
case.70:
  %x.70 = mul i32 %a, 70
  br label %done
case.71:
  %x.71 = mul i32 %a, 71
  br label %done
case.72:
  %x.72 = mul i32 %a, 72
  br label %done
case.73:
  %x.73 = mul i32 %a, 73
  br label %done
case.74:
  %x.74 = mul i32 %a, 74
  br label %done
case.75:
  %x.75 = mul i32 %a, 75
  br label %done
case.76:
  %x.76 = mul i32 %a, 76
  br label %done
case.77:
  %x.77 = mul i32 %a, 77
  br label %done
case.78:
  %x.78 = mul i32 %a, 78
  br label %done
case.79:
  %x.79 = mul i32 %a, 79
  br label %done
case.80:
  %x.80 = mul i32 %a, 80
  br label %done
case.81:
  %x.81 = mul i32 %a, 81
  br label %done
case.82:
  %x.82 = mul i32 %a, 82
  br label %done
case.83:
  %x.83 = mul i32 %a, 83
  br label %done
case.84:
  %x.84 = mul i32 %a, 84
  br label %done
case.85:
  %x.85 = mul i32 %a, 85
  br label %done
case.86:
  %x.86 = mul i32 %a, 86
  br label %done
case.87:
  %x.87 = mul i32 %a, 87
  br label %done
case.88:
  %x.88 = mul i32 %a, 88
  br label %done
case.89:
  %x.89 = mul i32 %a, 89
  br label %done
case.90:
  %x.90 = mul i32 %a, 90
  br label %done
case.91:
  %x.91 = mul i32 %a, 91
  br label %done
case.92:
  %x.92 = mul i32 %a, 92
  br label %done
case.93:
  %x.93 = mul i32 %a, 93
  br label %done
case.94:
  %x.94 = mul i32 %a, 94
  br label %done
case.95:
  %x.95 = mul i32 %a, 95
  br label %done
case.96:
  %x.96 = mul i32 %a, 96
  br label %done
case.97:
  %x.97 = mul i32 %a, 97
  br label %done
case.98:
  %x.98 = mul i32 %a, 98
  br label %done
case.99:
  %x.99 = mul i32 %a, 99
  br label %done
case.100:
  %x.100 = mul i32 %a, 100
  br label %done
case.101:
  %x.101 = mul i32 %a, 101
  br label %done
case.102:
  %x.102 = mul i32 %a, 102
  br label %done
case.103:
  %x.103 = mul i32 %a, 103
  br label %done
case.104:
  %x.104 = mul i32 %a, 104
  br label %done
case.105:
  %x.105 = mul i32 %a, 105
  br label %done
case.106:
  %x.106 = mul i32 %a, 106
  br label %done
case.107:
  %x.107 = mul i32 %a, 107
  br label %done
case.108:
  %x.108 = mul i32 %a, 108
  br label %done
case.109:
  %x.109 = mul i32 %a, 109
  br label %done
case.110:
  %x.110 = mul i32 %a, 110
  br label %done
case.111:
  %x.111 = mul i32 %a, 111
  br label %done
case.112:
  %x.112 = mul i32 %a, 112
  br label %done
case.113:
  %x.113 = mul i32 %a, 113
  br label %done
case.114:
  %x.114 = mul i32 %a, 114
  br label %done
case.115:
  %x.115 = mul i32 %a, 115
  br label %done
case.116:
  %x.116 = mul i32 %a, 116
  br label %done
case.117:
  %x.117 = mul i32 %a, 117
  br label %done
case.118:
  %x.118 = mul i32 %a, 118
  br label %done
case.119:
  %x.119 = mul i32 %a, 119
  br label %done
case.120:
  %x.120 = mul i32 %a, 120
  br label %done
case.121:
  %x.121 = mul i32 %a, 121
  br label %done
case.122:
  %x.122 = mul i32 %a, 122
  br label %done
case.123:
  %x.123 = mul i32 %a, 123
  br label %done
case.124:
  %x.124 = mul i32 %a, 124
  br label %done
case.125:
  %x.125 = mul i32 %a, 125
  br label %done
case.126:
  %x.126 = mul i32 %a, 126
  br label %done
done:
  %x = phi i32 [ %a, %entry ], [ %x.0, %case.0 ], [ %x.1, %case.1 ], [ %x.2, %case.2 ], [ %x.3, %case.3 ], [ %x.4, %case.4 ], [ %x.5, %case.5 ], [ %x.6, %case.6 ], [ %x.7, %case.7 ], [ %x.8, %case.8 ], [ %x.9, %case.9 ], [ %x.10, %case.10 ], [ %x.11, %case.11 ], [ %x.12, %case.12 ], [ %x.13, %case.13 ], [ %x.14, %case.14 ], [ %x.15, %case.15 ], [ %x.16, %case.16 ], [ %x.17, %case.17 ], [ %x.18, %case.18 ], [ %x.19, %case.19 ], [ %x.20, %case.20 ], [ %x.21, %case.21 ], [ %x.22, %case.22 ], [ %x.23, %case.23 ], [ %x.24, %case.24 ], [ %x.25, %case.25 ], [ %x.26, %case.26 ], [ %x.27, %case.27 ], [ %x.28, %case.28 ], [ %x.29, %case.29 ], [ %x.30, %case.30 ], [ %x.31, %case.31 ], [ %x.32, %case.32 ], [ %x.33, %case.33 ], [ %x.34, %case.34 ], [ %x.35, %case.35 ], [ %x.36, %case.36 ], [ %x.37, %case.37 ], [ %x.38, %case.38 ], [ %x.39, %case.39 ], [ %x.40, %case.40 ], [ %x.41, %case.41 ], [ %x.42, %case.42 ], [ %x.43, %case.43 ], [ %x.44, %case.44 ], [ %x.45, %case.45 ], [ %x.46, %case.46 ], [ %x.47, %case.47 ], [ %x.48, %case.48 ], [ %x.49, %case.49 ], [ %x.50, %case.50 ], [ %x.51, %case.51 ], [ %x.52, %case.52 ], [ %x.53, %case.53 ], [ %x.54, %case.54 ], [ %x.55, %case.55 ], [ %x.56, %case.56 ], [ %x.57, %case.57 ], [ %x.58, %case.58 ], [ %x.59, %case.59 ], [ %x.60, %case.60 ], [ %x.61, %case.61 ], [ %x.62, %case.62 ], [ %x.63, %case.63 ], [ %x.64, %case.64 ], [ %x.65, %case.65 ], [ %x.66, %case.66 ], [ %x.67, %case.67 ], [ %x.68, %case.68 ], [ %x.69, %case.69 ], [ %x.70, %case.70 ], [ %x.71, %case.71 ], [ %x.72, %case.72 ], [ %x.73, %case.73 ], [ %x.74, %case.74 ], [ %x.75, %case.75 ], [ %x.76, %case.76 ], [ %x.77, %case.77 ], [ %x.78, %case.78 ], [ %x.79, %case.79 ], [ %x.80, %case.80 ], [ %x.81, %case.81 ], [ %x.82, %case.82 ], [ %x.83, %case.83 ], [ %x.84, %case.84 ], [ %x.85, %case.85 ], [ %x.86, %case.86 ], [ %x.87, %case.87 ], [ %x.88, %case.88 ], [ %x.89, %case.89 ], [ %x.90, %case.90 ], [ %x.91, %case.91 ], [ %x.92, %case.92 ], [ %x.93, %case.93 ], [ %x.94, %case.94 ], [ %x.95, %case.95 ], [ %x.96, %case.96 ], [ %x.97, %case.97 ], [ %x.98, %case.98 ], [ %x.99, %case.99 ], [ %x.100, %case.100 ], [ %x.101, %case.101 ], [ %x.102, %case.102 ], [ %x.103, %case.103 ], [ %x.104, %case.104 ], [ %x.105, %case.105 ], [ %x.106, %case.106 ], [ %x.107, %case.107 ], [ %x.108, %case.108 ], [ %x.109, %case.109 ], [ %x.110, %case.110 ], [ %x.111, %case.111 ], [ %x.112, %case.112 ], [ %x.113, %case.113 ], [ %x.114, %case.114 ], [ %x.115, %case.115 ], [ %x.116, %case.116 ], [ %x.117, %case.117 ], [ %x.118, %case.118 ], [ %x.119, %case.119 ], [ %x.120, %case.120 ], [ %x.121, %case.121 ], [ %x.122, %case.122 ], [ %x.123, %case.123 ], [ %x.124, %case.124 ], [ %x.125, %case.125 ], [ %x.126, %case.126 ]
  ret i32 %x
}
