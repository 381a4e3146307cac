; A switch with 300 successors becomes four of 75, with the values that they give to phis; one that goes to 128 blocks, or
; has as many cases for few blocks, stays.
; RUN: muxc --passes=split-switches %s | FileCheck %s
; RUN: muxc --passes=split-switches %s 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT --implicit-check-not=note:
; REPORT: note: 'many': a switch goes to more than 128 blocks; it becomes several behind comparisons

; CHECK-LABEL: @many(
; CHECK: %below = icmp ult i32 %op, 451
; CHECK-NEXT: br i1 %below, label %[[LOW:.*]], label %[[HIGH:.*]]
; CHECK: [[LOW]]:
; CHECK-NEXT: %[[BELOW:.*]] = icmp ult i32 %op, 226
; CHECK-NEXT: br i1 %[[BELOW]], label %[[FIRST:.*]], label %[[SECOND:.*]]
; CHECK: [[HIGH]]:
; CHECK-NEXT: %[[BELOW:.*]] = icmp ult i32 %op, 676
; CHECK-NEXT: br i1 %[[BELOW]], label %[[THIRD:.*]], label %[[FOURTH:.*]]
; CHECK: [[THIRD]]:
; CHECK-NEXT: switch i32 %op, label %done [
; CHECK-NEXT: i32 451, label %case.150
; CHECK: i32 673, label %case.224
; CHECK-NEXT: ]
; CHECK: [[FOURTH]]:
; CHECK-NEXT: switch i32 %op, label %done [
; CHECK-NEXT: i32 676, label %case.225
; CHECK: i32 898, label %case.299
; CHECK-NEXT: ]
; CHECK: done:
; CHECK-NEXT: %x = phi i32 [ %a, %[[FOURTH]] ],{{.*}} [ %a, %[[FIRST]] ], [ %a, %[[SECOND]] ], [ %a, %[[THIRD]] ]
; CHECK-NEXT: ret i32 %x

; CHECK-LABEL: @fewer(
; CHECK-NEXT: entry:
; CHECK-NEXT: switch
; CHECK-NOT: icmp
; CHECK-LABEL: @few_blocks(
; CHECK-NEXT: entry:
; CHECK-NEXT: switch
; CHECK-NOT: icmp
declare void @f(i32)

define i32 @many(i32 %op, i32 %a) {
entry:
  switch i32 %op, label %done [
    i32 1, label %case.0
    i32 4, label %case.1
    i32 7, label %case.2
    i32 10, label %case.3
    i32 13, label %case.4
    i32 16, label %case.5
    i32 19, label %case.6
    i32 22, label %case.7
    i32 25, label %case.8
    i32 28, label %case.9
    i32 31, label %case.10
    i32 34, label %case.11
    i32 37, label %case.12
    i32 40, label %case.13
    i32 43, label %case.14
    i32 46, label %case.15
    i32 49, label %case.16
    i32 52, label %case.17
    i32 55, label %case.18
    i32 58, label %case.19
    i32 61, label %case.20
    i32 64, label %case.21
    i32 67, label %case.22
    i32 70, label %case.23
    i32 73, label %case.24
    i32 76, label %case.25
    i32 79, label %case.26
    i32 82, label %case.27
    i32 85, label %case.28
    i32 88, label %case.29
    i32 91, label %case.30
    i32 94, label %case.31
    i32 97, label %case.32
    i32 100, label %case.33
    i32 103, label %case.34
    i32 106, label %case.35
    i32 109, label %case.36
    i32 112, label %case.37
    i32 115, label %case.38
    i32 118, label %case.39
    i32 121, label %case.40
    i32 124, label %case.41
    i32 127, label %case.42
    i32 130, label %case.43
    i32 133, label %case.44
    i32 136, label %case.45
    i32 139, label %case.46
    i32 142, label %case.47
    i32 145, label %case.48
    i32 148, label %case.49
    i32 151, label %case.50
    i32 154, label %case.51
    i32 157, label %case.52
    i32 160, label %case.53
    i32 163, label %case.54
    i32 166, label %case.55
    i32 169, label %case.56
    i32 172, label %case.57
    i32 175, label %case.58
    i32 178, label %case.59
    i32 181, label %case.60
    i32 184, label %case.61
    i32 187, label %case.62
    i32 190, label %case.63
    i32 193, label %case.64
    i32 196, label %case.65
    i32 199, label %case.66
    i32 202, label %case.67
    i32 205, label %case.68
    i32 208, label %case.69
    i32 211, label %case.70
    i32 214, label %case.71
    i32 217, label %case.72
    i32 220, label %case.73
    i32 223, label %case.74
    i32 226, label %case.75
    i32 229, label %case.76
    i32 232, label %case.77
    i32 235, label %case.78
    i32 238, label %case.79
    i32 241, label %case.80
    i32 244, label %case.81
    i32 247, label %case.82
    i32 250, label %case.83
    i32 253, label %case.84
    i32 256, label %case.85
    i32 259, label %case.86
    i32 262, label %case.87
    i32 265, label %case.88
    i32 268, label %case.89
    i32 271, label %case.90
    i32 274, label %case.91
    i32 277, label %case.92
    i32 280, label %case.93
    i32 283, label %case.94
    i32 286, label %case.95
    i32 289, label %case.96
    i32 292, label %case.97
    i32 295, label %case.98
    i32 298, label %case.99
    i32 301, label %case.100
    i32 304, label %case.101
    i32 307, label %case.102
    i32 310, label %case.103
    i32 313, label %case.104
    i32 316, label %case.105
    i32 319, label %case.106
    i32 322, label %case.107
    i32 325, label %case.108
    i32 328, label %case.109
    i32 331, label %case.110
    i32 334, label %case.111
    i32 337, label %case.112
    i32 340, label %case.113
    i32 343, label %case.114
    i32 346, label %case.115
    i32 349, label %case.116
    i32 352, label %case.117
    i32 355, label %case.118
    i32 358, label %case.119
    i32 361, label %case.120
    i32 364, label %case.121
    i32 367, label %case.122
    i32 370, label %case.123
    i32 373, label %case.124
    i32 376, label %case.125
    i32 379, label %case.126
    i32 382, label %case.127
    i32 385, label %case.128
    i32 388, label %case.129
    i32 391, label %case.130
    i32 394, label %case.131
    i32 397, label %case.132
    i32 400, label %case.133
    i32 403, label %case.134
    i32 406, label %case.135
    i32 409, label %case.136
    i32 412, label %case.137
    i32 415, label %case.138
    i32 418, label %case.139
    i32 421, label %case.140
    i32 424, label %case.141
    i32 427, label %case.142
    i32 430, label %case.143
    i32 433, label %case.144
    i32 436, label %case.145
    i32 439, label %case.146
    i32 442, label %case.147
    i32 445, label %case.148
    i32 448, label %case.149
    i32 451, label %case.150
    i32 454, label %case.151
    i32 457, label %case.152
    i32 460, label %case.153
    i32 463, label %case.154
    i32 466, label %case.155
    i32 469, label %case.156
    i32 472, label %case.157
    i32 475, label %case.158
    i32 478, label %case.159
    i32 481, label %case.160
    i32 484, label %case.161
    i32 487, label %case.162
    i32 490, label %case.163
    i32 493, label %case.164
    i32 496, label %case.165
    i32 499, label %case.166
    i32 502, label %case.167
    i32 505, label %case.168
    i32 508, label %case.169
    i32 511, label %case.170
    i32 514, label %case.171
    i32 517, label %case.172
    i32 520, label %case.173
    i32 523, label %case.174
    i32 526, label %case.175
    i32 529, label %case.176
    i32 532, label %case.177
    i32 535, label %case.178
    i32 538, label %case.179
    i32 541, label %case.180
    i32 544, label %case.181
    i32 547, label %case.182
    i32 550, label %case.183
    i32 553, label %case.184
    i32 556, label %case.185
    i32 559, label %case.186
    i32 562, label %case.187
    i32 565, label %case.188
    i32 568, label %case.189
    i32 571, label %case.190
    i32 574, label %case.191
    i32 577, label %case.192
    i32 580, label %case.193
    i32 583, label %case.194
    i32 586, label %case.195
    i32 589, label %case.196
    i32 592, label %case.197
    i32 595, label %case.198
    i32 598, label %case.199
    i32 601, label %case.200
    i32 604, label %case.201
    i32 607, label %case.202
    i32 610, label %case.203
    i32 613, label %case.204
    i32 616, label %case.205
    i32 619, label %case.206
    i32 622, label %case.207
    i32 625, label %case.208
    i32 628, label %case.209
    i32 631, label %case.210
    i32 634, label %case.211
    i32 637, label %case.212
    i32 640, label %case.213
    i32 643, label %case.214
    i32 646, label %case.215
    i32 649, label %case.216
    i32 652, label %case.217
    i32 655, label %case.218
    i32 658, label %case.219
    i32 661, label %case.220
    i32 664, label %case.221
    i32 667, label %case.222
    i32 670, label %case.223
    i32 673, label %case.224
    i32 676, label %case.225
    i32 679, label %case.226
    i32 682, label %case.227
    i32 685, label %case.228
    i32 688, label %case.229
    i32 691, label %case.230
    i32 694, label %case.231
    i32 697, label %case.232
    i32 700, label %case.233
    i32 703, label %case.234
    i32 706, label %case.235
    i32 709, label %case.236
    i32 712, label %case.237
    i32 715, label %case.238
    i32 718, label %case.239
    i32 721, label %case.240
    i32 724, label %case.241
    i32 727, label %case.242
    i32 730, label %case.243
    i32 733, label %case.244
    i32 736, label %case.245
    i32 739, label %case.246
    i32 742, label %case.247
    i32 745, label %case.248
    i32 748, label %case.249
    i32 751, label %case.250
    i32 754, label %case.251
    i32 757, label %case.252
    i32 760, label %case.253
    i32 763, label %case.254
    i32 766, label %case.255
    i32 769, label %case.256
    i32 772, label %case.257
    i32 775, label %case.258
    i32 778, label %case.259
    i32 781, label %case.260
    i32 784, label %case.261
    i32 787, label %case.262
    i32 790, label %case.263
    i32 793, label %case.264
    i32 796, label %case.265
    i32 799, label %case.266
    i32 802, label %case.267
    i32 805, label %case.268
    i32 808, label %case.269
    i32 811, label %case.270
    i32 814, label %case.271
    i32 817, label %case.272
    i32 820, label %case.273
    i32 823, label %case.274
    i32 826, label %case.275
    i32 829, label %case.276
    i32 832, label %case.277
    i32 835, label %case.278
    i32 838, label %case.279
    i32 841, label %case.280
    i32 844, label %case.281
    i32 847, label %case.282
    i32 850, label %case.283
    i32 853, label %case.284
    i32 856, label %case.285
    i32 859, label %case.286
    i32 862, label %case.287
    i32 865, label %case.288
    i32 868, label %case.289
    i32 871, label %case.290
    i32 874, label %case.291
    i32 877, label %case.292
    i32 880, label %case.293
    i32 883, label %case.294
    i32 886, label %case.295
    i32 889, label %case.296
    i32 892, label %case.297
    i32 895, label %case.298
    i32 898, label %case.299
  ]
case.0:
  call void @f(i32 0)
  br label %done
case.1:
  call void @f(i32 1)
  br label %done
case.2:
  call void @f(i32 2)
  br label %done
case.3:
  call void @f(i32 3)
  br label %done
case.4:
  call void @f(i32 4)
  br label %done
case.5:
  call void @f(i32 5)
  br label %done
case.6:
  call void @f(i32 6)
  br label %done
case.7:
  call void @f(i32 7)
  br label %done
case.8:
  call void @f(i32 8)
  br label %done
case.9:
  call void @f(i32 9)
  br label %done
case.10:
  call void @f(i32 10)
  br label %done
case.11:
  call void @f(i32 11)
  br label %done
case.12:
  call void @f(i32 12)
  br label %done
case.13:
  call void @f(i32 13)
  br label %done
case.14:
  call void @f(i32 14)
  br label %done
case.15:
  call void @f(i32 15)
  br label %done
case.16:
  call void @f(i32 16)
  br label %done
case.17:
  call void @f(i32 17)
  br label %done
case.18:
  call void @f(i32 18)
  br label %done
case.19:
  call void @f(i32 19)
  br label %done
case.20:
  call void @f(i32 20)
  br label %done
case.21:
  call void @f(i32 21)
  br label %done
case.22:
  call void @f(i32 22)
  br label %done
case.23:
  call void @f(i32 23)
  br label %done
case.24:
  call void @f(i32 24)
  br label %done
case.25:
  call void @f(i32 25)
  br label %done
case.26:
  call void @f(i32 26)
  br label %done
case.27:
  call void @f(i32 27)
  br label %done
case.28:
  call void @f(i32 28)
  br label %done
case.29:
  call void @f(i32 29)
  br label %done
case.30:
  call void @f(i32 30)
  br label %done
case.31:
  call void @f(i32 31)
  br label %done
case.32:
  call void @f(i32 32)
  br label %done
case.33:
  call void @f(i32 33)
  br label %done
case.34:
  call void @f(i32 34)
  br label %done
case.35:
  call void @f(i32 35)
  br label %done
case.36:
  call void @f(i32 36)
  br label %done
case.37:
  call void @f(i32 37)
  br label %done
case.38:
  call void @f(i32 38)
  br label %done
case.39:
  call void @f(i32 39)
  br label %done
case.40:
  call void @f(i32 40)
  br label %done
case.41:
  call void @f(i32 41)
  br label %done
case.42:
  call void @f(i32 42)
  br label %done
case.43:
  call void @f(i32 43)
  br label %done
case.44:
  call void @f(i32 44)
  br label %done
case.45:
  call void @f(i32 45)
  br label %done
case.46:
  call void @f(i32 46)
  br label %done
case.47:
  call void @f(i32 47)
  br label %done
case.48:
  call void @f(i32 48)
  br label %done
case.49:
  call void @f(i32 49)
  br label %done
case.50:
  call void @f(i32 50)
  br label %done
case.51:
  call void @f(i32 51)
  br label %done
case.52:
  call void @f(i32 52)
  br label %done
case.53:
  call void @f(i32 53)
  br label %done
case.54:
  call void @f(i32 54)
  br label %done
case.55:
  call void @f(i32 55)
  br label %done
case.56:
  call void @f(i32 56)
  br label %done
case.57:
  call void @f(i32 57)
  br label %done
case.58:
  call void @f(i32 58)
  br label %done
case.59:
  call void @f(i32 59)
  br label %done
case.60:
  call void @f(i32 60)
  br label %done
case.61:
  call void @f(i32 61)
  br label %done
case.62:
  call void @f(i32 62)
  br label %done
case.63:
  call void @f(i32 63)
  br label %done
case.64:
  call void @f(i32 64)
  br label %done
case.65:
  call void @f(i32 65)
  br label %done
case.66:
  call void @f(i32 66)
  br label %done
case.67:
  call void @f(i32 67)
  br label %done
case.68:
  call void @f(i32 68)
  br label %done
case.69:
  call void @f(i32 69)
  br label %done
case.70:
  call void @f(i32 70)
  br label %done
case.71:
  call void @f(i32 71)
  br label %done
case.72:
  call void @f(i32 72)
  br label %done
case.73:
  call void @f(i32 73)
  br label %done
case.74:
  call void @f(i32 74)
  br label %done
case.75:
  call void @f(i32 75)
  br label %done
case.76:
  call void @f(i32 76)
  br label %done
case.77:
  call void @f(i32 77)
  br label %done
case.78:
  call void @f(i32 78)
  br label %done
case.79:
  call void @f(i32 79)
  br label %done
case.80:
  call void @f(i32 80)
  br label %done
case.81:
  call void @f(i32 81)
  br label %done
case.82:
  call void @f(i32 82)
  br label %done
case.83:
  call void @f(i32 83)
  br label %done
case.84:
  call void @f(i32 84)
  br label %done
case.85:
  call void @f(i32 85)
  br label %done
case.86:
  call void @f(i32 86)
  br label %done
case.87:
  call void @f(i32 87)
  br label %done
case.88:
  call void @f(i32 88)
  br label %done
case.89:
  call void @f(i32 89)
  br label %done
case.90:
  call void @f(i32 90)
  br label %done
case.91:
  call void @f(i32 91)
  br label %done
case.92:
  call void @f(i32 92)
  br label %done
case.93:
  call void @f(i32 93)
  br label %done
case.94:
  call void @f(i32 94)
  br label %done
case.95:
  call void @f(i32 95)
  br label %done
case.96:
  call void @f(i32 96)
  br label %done
case.97:
  call void @f(i32 97)
  br label %done
case.98:
  call void @f(i32 98)
  br label %done
case.99:
  call void @f(i32 99)
  br label %done
case.100:
  call void @f(i32 100)
  br label %done
case.101:
  call void @f(i32 101)
  br label %done
case.102:
  call void @f(i32 102)
  br label %done
case.103:
  call void @f(i32 103)
  br label %done
case.104:
  call void @f(i32 104)
  br label %done
case.105:
  call void @f(i32 105)
  br label %done
case.106:
  call void @f(i32 106)
  br label %done
case.107:
  call void @f(i32 107)
  br label %done
case.108:
  call void @f(i32 108)
  br label %done
case.109:
  call void @f(i32 109)
  br label %done
case.110:
  call void @f(i32 110)
  br label %done
case.111:
  call void @f(i32 111)
  br label %done
case.112:
  call void @f(i32 112)
  br label %done
case.113:
  call void @f(i32 113)
  br label %done
case.114:
  call void @f(i32 114)
  br label %done
case.115:
  call void @f(i32 115)
  br label %done
case.116:
  call void @f(i32 116)
  br label %done
case.117:
  call void @f(i32 117)
  br label %done
case.118:
  call void @f(i32 118)
  br label %done
case.119:
  call void @f(i32 119)
  br label %done
case.120:
  call void @f(i32 120)
  br label %done
case.121:
  call void @f(i32 121)
  br label %done
case.122:
  call void @f(i32 122)
  br label %done
case.123:
  call void @f(i32 123)
  br label %done
case.124:
  call void @f(i32 124)
  br label %done
case.125:
  call void @f(i32 125)
  br label %done
case.126:
  call void @f(i32 126)
  br label %done
case.127:
  call void @f(i32 127)
  br label %done
case.128:
  call void @f(i32 128)
  br label %done
case.129:
  call void @f(i32 129)
  br label %done
case.130:
  call void @f(i32 130)
  br label %done
case.131:
  call void @f(i32 131)
  br label %done
case.132:
  call void @f(i32 132)
  br label %done
case.133:
  call void @f(i32 133)
  br label %done
case.134:
  call void @f(i32 134)
  br label %done
case.135:
  call void @f(i32 135)
  br label %done
case.136:
  call void @f(i32 136)
  br label %done
case.137:
  call void @f(i32 137)
  br label %done
case.138:
  call void @f(i32 138)
  br label %done
case.139:
  call void @f(i32 139)
  br label %done
case.140:
  call void @f(i32 140)
  br label %done
case.141:
  call void @f(i32 141)
  br label %done
case.142:
  call void @f(i32 142)
  br label %done
case.143:
  call void @f(i32 143)
  br label %done
case.144:
  call void @f(i32 144)
  br label %done
case.145:
  call void @f(i32 145)
  br label %done
case.146:
  call void @f(i32 146)
  br label %done
case.147:
  call void @f(i32 147)
  br label %done
case.148:
  call void @f(i32 148)
  br label %done
case.149:
  call void @f(i32 149)
  br label %done
case.150:
  call void @f(i32 150)
  br label %done
case.151:
  call void @f(i32 151)
  br label %done
case.152:
  call void @f(i32 152)
  br label %done
case.153:
  call void @f(i32 153)
  br label %done
case.154:
  call void @f(i32 154)
  br label %done
case.155:
  call void @f(i32 155)
  br label %done
case.156:
  call void @f(i32 156)
  br label %done
case.157:
  call void @f(i32 157)
  br label %done
case.158:
  call void @f(i32 158)
  br label %done
case.159:
  call void @f(i32 159)
  br label %done
case.160:
  call void @f(i32 160)
  br label %done
case.161:
  call void @f(i32 161)
  br label %done
case.162:
  call void @f(i32 162)
  br label %done
case.163:
  call void @f(i32 163)
  br label %done
case.164:
  call void @f(i32 164)
  br label %done
case.165:
  call void @f(i32 165)
  br label %done
case.166:
  call void @f(i32 166)
  br label %done
case.167:
  call void @f(i32 167)
  br label %done
case.168:
  call void @f(i32 168)
  br label %done
case.169:
  call void @f(i32 169)
  br label %done
case.170:
  call void @f(i32 170)
  br label %done
case.171:
  call void @f(i32 171)
  br label %done
case.172:
  call void @f(i32 172)
  br label %done
case.173:
  call void @f(i32 173)
  br label %done
case.174:
  call void @f(i32 174)
  br label %done
case.175:
  call void @f(i32 175)
  br label %done
case.176:
  call void @f(i32 176)
  br label %done
case.177:
  call void @f(i32 177)
  br label %done
case.178:
  call void @f(i32 178)
  br label %done
case.179:
  call void @f(i32 179)
  br label %done
case.180:
  call void @f(i32 180)
  br label %done
case.181:
  call void @f(i32 181)
  br label %done
case.182:
  call void @f(i32 182)
  br label %done
case.183:
  call void @f(i32 183)
  br label %done
case.184:
  call void @f(i32 184)
  br label %done
case.185:
  call void @f(i32 185)
  br label %done
case.186:
  call void @f(i32 186)
  br label %done
case.187:
  call void @f(i32 187)
  br label %done
case.188:
  call void @f(i32 188)
  br label %done
case.189:
  call void @f(i32 189)
  br label %done
case.190:
  call void @f(i32 190)
  br label %done
case.191:
  call void @f(i32 191)
  br label %done
case.192:
  call void @f(i32 192)
  br label %done
case.193:
  call void @f(i32 193)
  br label %done
case.194:
  call void @f(i32 194)
  br label %done
case.195:
  call void @f(i32 195)
  br label %done
case.196:
  call void @f(i32 196)
  br label %done
case.197:
  call void @f(i32 197)
  br label %done
case.198:
  call void @f(i32 198)
  br label %done
case.199:
  call void @f(i32 199)
  br label %done
case.200:
  call void @f(i32 200)
  br label %done
case.201:
  call void @f(i32 201)
  br label %done
case.202:
  call void @f(i32 202)
  br label %done
case.203:
  call void @f(i32 203)
  br label %done
case.204:
  call void @f(i32 204)
  br label %done
case.205:
  call void @f(i32 205)
  br label %done
case.206:
  call void @f(i32 206)
  br label %done
case.207:
  call void @f(i32 207)
  br label %done
case.208:
  call void @f(i32 208)
  br label %done
case.209:
  call void @f(i32 209)
  br label %done
case.210:
  call void @f(i32 210)
  br label %done
case.211:
  call void @f(i32 211)
  br label %done
case.212:
  call void @f(i32 212)
  br label %done
case.213:
  call void @f(i32 213)
  br label %done
case.214:
  call void @f(i32 214)
  br label %done
case.215:
  call void @f(i32 215)
  br label %done
case.216:
  call void @f(i32 216)
  br label %done
case.217:
  call void @f(i32 217)
  br label %done
case.218:
  call void @f(i32 218)
  br label %done
case.219:
  call void @f(i32 219)
  br label %done
case.220:
  call void @f(i32 220)
  br label %done
case.221:
  call void @f(i32 221)
  br label %done
case.222:
  call void @f(i32 222)
  br label %done
case.223:
  call void @f(i32 223)
  br label %done
case.224:
  call void @f(i32 224)
  br label %done
case.225:
  call void @f(i32 225)
  br label %done
case.226:
  call void @f(i32 226)
  br label %done
case.227:
  call void @f(i32 227)
  br label %done
case.228:
  call void @f(i32 228)
  br label %done
case.229:
  call void @f(i32 229)
  br label %done
case.230:
  call void @f(i32 230)
  br label %done
case.231:
  call void @f(i32 231)
  br label %done
case.232:
  call void @f(i32 232)
  br label %done
case.233:
  call void @f(i32 233)
  br label %done
case.234:
  call void @f(i32 234)
  br label %done
case.235:
  call void @f(i32 235)
  br label %done
case.236:
  call void @f(i32 236)
  br label %done
case.237:
  call void @f(i32 237)
  br label %done
case.238:
  call void @f(i32 238)
  br label %done
case.239:
  call void @f(i32 239)
  br label %done
case.240:
  call void @f(i32 240)
  br label %done
case.241:
  call void @f(i32 241)
  br label %done
case.242:
  call void @f(i32 242)
  br label %done
case.243:
  call void @f(i32 243)
  br label %done
case.244:
  call void @f(i32 244)
  br label %done
case.245:
  call void @f(i32 245)
  br label %done
case.246:
  call void @f(i32 246)
  br label %done
case.247:
  call void @f(i32 247)
  br label %done
case.248:
  call void @f(i32 248)
  br label %done
case.249:
  call void @f(i32 249)
  br label %done
case.250:
  call void @f(i32 250)
  br label %done
case.251:
  call void @f(i32 251)
  br label %done
case.252:
  call void @f(i32 252)
  br label %done
case.253:
  call void @f(i32 253)
  br label %done
case.254:
  call void @f(i32 254)
  br label %done
case.255:
  call void @f(i32 255)
  br label %done
case.256:
  call void @f(i32 256)
  br label %done
case.257:
  call void @f(i32 257)
  br label %done
case.258:
  call void @f(i32 258)
  br label %done
case.259:
  call void @f(i32 259)
  br label %done
case.260:
  call void @f(i32 260)
  br label %done
case.261:
  call void @f(i32 261)
  br label %done
case.262:
  call void @f(i32 262)
  br label %done
case.263:
  call void @f(i32 263)
  br label %done
case.264:
  call void @f(i32 264)
  br label %done
case.265:
  call void @f(i32 265)
  br label %done
case.266:
  call void @f(i32 266)
  br label %done
case.267:
  call void @f(i32 267)
  br label %done
case.268:
  call void @f(i32 268)
  br label %done
case.269:
  call void @f(i32 269)
  br label %done
case.270:
  call void @f(i32 270)
  br label %done
case.271:
  call void @f(i32 271)
  br label %done
case.272:
  call void @f(i32 272)
  br label %done
case.273:
  call void @f(i32 273)
  br label %done
case.274:
  call void @f(i32 274)
  br label %done
case.275:
  call void @f(i32 275)
  br label %done
case.276:
  call void @f(i32 276)
  br label %done
case.277:
  call void @f(i32 277)
  br label %done
case.278:
  call void @f(i32 278)
  br label %done
case.279:
  call void @f(i32 279)
  br label %done
case.280:
  call void @f(i32 280)
  br label %done
case.281:
  call void @f(i32 281)
  br label %done
case.282:
  call void @f(i32 282)
  br label %done
case.283:
  call void @f(i32 283)
  br label %done
case.284:
  call void @f(i32 284)
  br label %done
case.285:
  call void @f(i32 285)
  br label %done
case.286:
  call void @f(i32 286)
  br label %done
case.287:
  call void @f(i32 287)
  br label %done
case.288:
  call void @f(i32 288)
  br label %done
case.289:
  call void @f(i32 289)
  br label %done
case.290:
  call void @f(i32 290)
  br label %done
case.291:
  call void @f(i32 291)
  br label %done
case.292:
  call void @f(i32 292)
  br label %done
case.293:
  call void @f(i32 293)
  br label %done
case.294:
  call void @f(i32 294)
  br label %done
case.295:
  call void @f(i32 295)
  br label %done
case.296:
  call void @f(i32 296)
  br label %done
case.297:
  call void @f(i32 297)
  br label %done
case.298:
  call void @f(i32 298)
  br label %done
case.299:
  call void @f(i32 299)
  br label %done
done:
  %x = phi i32 [ %a, %entry ], [ 0, %case.0 ], [ 1, %case.1 ], [ 2, %case.2 ], [ 3, %case.3 ], [ 4, %case.4 ], [ 5, %case.5 ], [ 6, %case.6 ], [ 7, %case.7 ], [ 8, %case.8 ], [ 9, %case.9 ], [ 10, %case.10 ], [ 11, %case.11 ], [ 12, %case.12 ], [ 13, %case.13 ], [ 14, %case.14 ], [ 15, %case.15 ], [ 16, %case.16 ], [ 17, %case.17 ], [ 18, %case.18 ], [ 19, %case.19 ], [ 20, %case.20 ], [ 21, %case.21 ], [ 22, %case.22 ], [ 23, %case.23 ], [ 24, %case.24 ], [ 25, %case.25 ], [ 26, %case.26 ], [ 27, %case.27 ], [ 28, %case.28 ], [ 29, %case.29 ], [ 30, %case.30 ], [ 31, %case.31 ], [ 32, %case.32 ], [ 33, %case.33 ], [ 34, %case.34 ], [ 35, %case.35 ], [ 36, %case.36 ], [ 37, %case.37 ], [ 38, %case.38 ], [ 39, %case.39 ], [ 40, %case.40 ], [ 41, %case.41 ], [ 42, %case.42 ], [ 43, %case.43 ], [ 44, %case.44 ], [ 45, %case.45 ], [ 46, %case.46 ], [ 47, %case.47 ], [ 48, %case.48 ], [ 49, %case.49 ], [ 50, %case.50 ], [ 51, %case.51 ], [ 52, %case.52 ], [ 53, %case.53 ], [ 54, %case.54 ], [ 55, %case.55 ], [ 56, %case.56 ], [ 57, %case.57 ], [ 58, %case.58 ], [ 59, %case.59 ], [ 60, %case.60 ], [ 61, %case.61 ], [ 62, %case.62 ], [ 63, %case.63 ], [ 64, %case.64 ], [ 65, %case.65 ], [ 66, %case.66 ], [ 67, %case.67 ], [ 68, %case.68 ], [ 69, %case.69 ], [ 70, %case.70 ], [ 71, %case.71 ], [ 72, %case.72 ], [ 73, %case.73 ], [ 74, %case.74 ], [ 75, %case.75 ], [ 76, %case.76 ], [ 77, %case.77 ], [ 78, %case.78 ], [ 79, %case.79 ], [ 80, %case.80 ], [ 81, %case.81 ], [ 82, %case.82 ], [ 83, %case.83 ], [ 84, %case.84 ], [ 85, %case.85 ], [ 86, %case.86 ], [ 87, %case.87 ], [ 88, %case.88 ], [ 89, %case.89 ], [ 90, %case.90 ], [ 91, %case.91 ], [ 92, %case.92 ], [ 93, %case.93 ], [ 94, %case.94 ], [ 95, %case.95 ], [ 96, %case.96 ], [ 97, %case.97 ], [ 98, %case.98 ], [ 99, %case.99 ], [ 100, %case.100 ], [ 101, %case.101 ], [ 102, %case.102 ], [ 103, %case.103 ], [ 104, %case.104 ], [ 105, %case.105 ], [ 106, %case.106 ], [ 107, %case.107 ], [ 108, %case.108 ], [ 109, %case.109 ], [ 110, %case.110 ], [ 111, %case.111 ], [ 112, %case.112 ], [ 113, %case.113 ], [ 114, %case.114 ], [ 115, %case.115 ], [ 116, %case.116 ], [ 117, %case.117 ], [ 118, %case.118 ], [ 119, %case.119 ], [ 120, %case.120 ], [ 121, %case.121 ], [ 122, %case.122 ], [ 123, %case.123 ], [ 124, %case.124 ], [ 125, %case.125 ], [ 126, %case.126 ], [ 127, %case.127 ], [ 128, %case.128 ], [ 129, %case.129 ], [ 130, %case.130 ], [ 131, %case.131 ], [ 132, %case.132 ], [ 133, %case.133 ], [ 134, %case.134 ], [ 135, %case.135 ], [ 136, %case.136 ], [ 137, %case.137 ], [ 138, %case.138 ], [ 139, %case.139 ], [ 140, %case.140 ], [ 141, %case.141 ], [ 142, %case.142 ], [ 143, %case.143 ], [ 144, %case.144 ], [ 145, %case.145 ], [ 146, %case.146 ], [ 147, %case.147 ], [ 148, %case.148 ], [ 149, %case.149 ], [ 150, %case.150 ], [ 151, %case.151 ], [ 152, %case.152 ], [ 153, %case.153 ], [ 154, %case.154 ], [ 155, %case.155 ], [ 156, %case.156 ], [ 157, %case.157 ], [ 158, %case.158 ], [ 159, %case.159 ], [ 160, %case.160 ], [ 161, %case.161 ], [ 162, %case.162 ], [ 163, %case.163 ], [ 164, %case.164 ], [ 165, %case.165 ], [ 166, %case.166 ], [ 167, %case.167 ], [ 168, %case.168 ], [ 169, %case.169 ], [ 170, %case.170 ], [ 171, %case.171 ], [ 172, %case.172 ], [ 173, %case.173 ], [ 174, %case.174 ], [ 175, %case.175 ], [ 176, %case.176 ], [ 177, %case.177 ], [ 178, %case.178 ], [ 179, %case.179 ], [ 180, %case.180 ], [ 181, %case.181 ], [ 182, %case.182 ], [ 183, %case.183 ], [ 184, %case.184 ], [ 185, %case.185 ], [ 186, %case.186 ], [ 187, %case.187 ], [ 188, %case.188 ], [ 189, %case.189 ], [ 190, %case.190 ], [ 191, %case.191 ], [ 192, %case.192 ], [ 193, %case.193 ], [ 194, %case.194 ], [ 195, %case.195 ], [ 196, %case.196 ], [ 197, %case.197 ], [ 198, %case.198 ], [ 199, %case.199 ], [ 200, %case.200 ], [ 201, %case.201 ], [ 202, %case.202 ], [ 203, %case.203 ], [ 204, %case.204 ], [ 205, %case.205 ], [ 206, %case.206 ], [ 207, %case.207 ], [ 208, %case.208 ], [ 209, %case.209 ], [ 210, %case.210 ], [ 211, %case.211 ], [ 212, %case.212 ], [ 213, %case.213 ], [ 214, %case.214 ], [ 215, %case.215 ], [ 216, %case.216 ], [ 217, %case.217 ], [ 218, %case.218 ], [ 219, %case.219 ], [ 220, %case.220 ], [ 221, %case.221 ], [ 222, %case.222 ], [ 223, %case.223 ], [ 224, %case.224 ], [ 225, %case.225 ], [ 226, %case.226 ], [ 227, %case.227 ], [ 228, %case.228 ], [ 229, %case.229 ], [ 230, %case.230 ], [ 231, %case.231 ], [ 232, %case.232 ], [ 233, %case.233 ], [ 234, %case.234 ], [ 235, %case.235 ], [ 236, %case.236 ], [ 237, %case.237 ], [ 238, %case.238 ], [ 239, %case.239 ], [ 240, %case.240 ], [ 241, %case.241 ], [ 242, %case.242 ], [ 243, %case.243 ], [ 244, %case.244 ], [ 245, %case.245 ], [ 246, %case.246 ], [ 247, %case.247 ], [ 248, %case.248 ], [ 249, %case.249 ], [ 250, %case.250 ], [ 251, %case.251 ], [ 252, %case.252 ], [ 253, %case.253 ], [ 254, %case.254 ], [ 255, %case.255 ], [ 256, %case.256 ], [ 257, %case.257 ], [ 258, %case.258 ], [ 259, %case.259 ], [ 260, %case.260 ], [ 261, %case.261 ], [ 262, %case.262 ], [ 263, %case.263 ], [ 264, %case.264 ], [ 265, %case.265 ], [ 266, %case.266 ], [ 267, %case.267 ], [ 268, %case.268 ], [ 269, %case.269 ], [ 270, %case.270 ], [ 271, %case.271 ], [ 272, %case.272 ], [ 273, %case.273 ], [ 274, %case.274 ], [ 275, %case.275 ], [ 276, %case.276 ], [ 277, %case.277 ], [ 278, %case.278 ], [ 279, %case.279 ], [ 280, %case.280 ], [ 281, %case.281 ], [ 282, %case.282 ], [ 283, %case.283 ], [ 284, %case.284 ], [ 285, %case.285 ], [ 286, %case.286 ], [ 287, %case.287 ], [ 288, %case.288 ], [ 289, %case.289 ], [ 290, %case.290 ], [ 291, %case.291 ], [ 292, %case.292 ], [ 293, %case.293 ], [ 294, %case.294 ], [ 295, %case.295 ], [ 296, %case.296 ], [ 297, %case.297 ], [ 298, %case.298 ], [ 299, %case.299 ]
  ret i32 %x
}

define i32 @fewer(i32 %op, i32 %a) {
entry:
  switch i32 %op, label %done [
    i32 1, label %case.0
    i32 4, label %case.1
    i32 7, label %case.2
    i32 10, label %case.3
    i32 13, label %case.4
    i32 16, label %case.5
    i32 19, label %case.6
    i32 22, label %case.7
    i32 25, label %case.8
    i32 28, label %case.9
    i32 31, label %case.10
    i32 34, label %case.11
    i32 37, label %case.12
    i32 40, label %case.13
    i32 43, label %case.14
    i32 46, label %case.15
    i32 49, label %case.16
    i32 52, label %case.17
    i32 55, label %case.18
    i32 58, label %case.19
    i32 61, label %case.20
    i32 64, label %case.21
    i32 67, label %case.22
    i32 70, label %case.23
    i32 73, label %case.24
    i32 76, label %case.25
    i32 79, label %case.26
    i32 82, label %case.27
    i32 85, label %case.28
    i32 88, label %case.29
    i32 91, label %case.30
    i32 94, label %case.31
    i32 97, label %case.32
    i32 100, label %case.33
    i32 103, label %case.34
    i32 106, label %case.35
    i32 109, label %case.36
    i32 112, label %case.37
    i32 115, label %case.38
    i32 118, label %case.39
    i32 121, label %case.40
    i32 124, label %case.41
    i32 127, label %case.42
    i32 130, label %case.43
    i32 133, label %case.44
    i32 136, label %case.45
    i32 139, label %case.46
    i32 142, label %case.47
    i32 145, label %case.48
    i32 148, label %case.49
    i32 151, label %case.50
    i32 154, label %case.51
    i32 157, label %case.52
    i32 160, label %case.53
    i32 163, label %case.54
    i32 166, label %case.55
    i32 169, label %case.56
    i32 172, label %case.57
    i32 175, label %case.58
    i32 178, label %case.59
    i32 181, label %case.60
    i32 184, label %case.61
    i32 187, label %case.62
    i32 190, label %case.63
    i32 193, label %case.64
    i32 196, label %case.65
    i32 199, label %case.66
    i32 202, label %case.67
    i32 205, label %case.68
    i32 208, label %case.69
    i32 211, label %case.70
    i32 214, label %case.71
    i32 217, label %case.72
    i32 220, label %case.73
    i32 223, label %case.74
    i32 226, label %case.75
    i32 229, label %case.76
    i32 232, label %case.77
    i32 235, label %case.78
    i32 238, label %case.79
    i32 241, label %case.80
    i32 244, label %case.81
    i32 247, label %case.82
    i32 250, label %case.83
    i32 253, label %case.84
    i32 256, label %case.85
    i32 259, label %case.86
    i32 262, label %case.87
    i32 265, label %case.88
    i32 268, label %case.89
    i32 271, label %case.90
    i32 274, label %case.91
    i32 277, label %case.92
    i32 280, label %case.93
    i32 283, label %case.94
    i32 286, label %case.95
    i32 289, label %case.96
    i32 292, label %case.97
    i32 295, label %case.98
    i32 298, label %case.99
    i32 301, label %case.100
    i32 304, label %case.101
    i32 307, label %case.102
    i32 310, label %case.103
    i32 313, label %case.104
    i32 316, label %case.105
    i32 319, label %case.106
    i32 322, label %case.107
    i32 325, label %case.108
    i32 328, label %case.109
    i32 331, label %case.110
    i32 334, label %case.111
    i32 337, label %case.112
    i32 340, label %case.113
    i32 343, label %case.114
    i32 346, label %case.115
    i32 349, label %case.116
    i32 352, label %case.117
    i32 355, label %case.118
    i32 358, label %case.119
    i32 361, label %case.120
    i32 364, label %case.121
    i32 367, label %case.122
    i32 370, label %case.123
    i32 373, label %case.124
    i32 376, label %case.125
    i32 379, label %case.126
  ]
case.0:
  call void @f(i32 0)
  br label %done
case.1:
  call void @f(i32 1)
  br label %done
case.2:
  call void @f(i32 2)
  br label %done
case.3:
  call void @f(i32 3)
  br label %done
case.4:
  call void @f(i32 4)
  br label %done
case.5:
  call void @f(i32 5)
  br label %done
case.6:
  call void @f(i32 6)
  br label %done
case.7:
  call void @f(i32 7)
  br label %done
case.8:
  call void @f(i32 8)
  br label %done
case.9:
  call void @f(i32 9)
  br label %done
case.10:
  call void @f(i32 10)
  br label %done
case.11:
  call void @f(i32 11)
  br label %done
case.12:
  call void @f(i32 12)
  br label %done
case.13:
  call void @f(i32 13)
  br label %done
case.14:
  call void @f(i32 14)
  br label %done
case.15:
  call void @f(i32 15)
  br label %done
case.16:
  call void @f(i32 16)
  br label %done
case.17:
  call void @f(i32 17)
  br label %done
case.18:
  call void @f(i32 18)
  br label %done
case.19:
  call void @f(i32 19)
  br label %done
case.20:
  call void @f(i32 20)
  br label %done
case.21:
  call void @f(i32 21)
  br label %done
case.22:
  call void @f(i32 22)
  br label %done
case.23:
  call void @f(i32 23)
  br label %done
case.24:
  call void @f(i32 24)
  br label %done
case.25:
  call void @f(i32 25)
  br label %done
case.26:
  call void @f(i32 26)
  br label %done
case.27:
  call void @f(i32 27)
  br label %done
case.28:
  call void @f(i32 28)
  br label %done
case.29:
  call void @f(i32 29)
  br label %done
case.30:
  call void @f(i32 30)
  br label %done
case.31:
  call void @f(i32 31)
  br label %done
case.32:
  call void @f(i32 32)
  br label %done
case.33:
  call void @f(i32 33)
  br label %done
case.34:
  call void @f(i32 34)
  br label %done
case.35:
  call void @f(i32 35)
  br label %done
case.36:
  call void @f(i32 36)
  br label %done
case.37:
  call void @f(i32 37)
  br label %done
case.38:
  call void @f(i32 38)
  br label %done
case.39:
  call void @f(i32 39)
  br label %done
case.40:
  call void @f(i32 40)
  br label %done
case.41:
  call void @f(i32 41)
  br label %done
case.42:
  call void @f(i32 42)
  br label %done
case.43:
  call void @f(i32 43)
  br label %done
case.44:
  call void @f(i32 44)
  br label %done
case.45:
  call void @f(i32 45)
  br label %done
case.46:
  call void @f(i32 46)
  br label %done
case.47:
  call void @f(i32 47)
  br label %done
case.48:
  call void @f(i32 48)
  br label %done
case.49:
  call void @f(i32 49)
  br label %done
case.50:
  call void @f(i32 50)
  br label %done
case.51:
  call void @f(i32 51)
  br label %done
case.52:
  call void @f(i32 52)
  br label %done
case.53:
  call void @f(i32 53)
  br label %done
case.54:
  call void @f(i32 54)
  br label %done
case.55:
  call void @f(i32 55)
  br label %done
case.56:
  call void @f(i32 56)
  br label %done
case.57:
  call void @f(i32 57)
  br label %done
case.58:
  call void @f(i32 58)
  br label %done
case.59:
  call void @f(i32 59)
  br label %done
case.60:
  call void @f(i32 60)
  br label %done
case.61:
  call void @f(i32 61)
  br label %done
case.62:
  call void @f(i32 62)
  br label %done
case.63:
  call void @f(i32 63)
  br label %done
case.64:
  call void @f(i32 64)
  br label %done
case.65:
  call void @f(i32 65)
  br label %done
case.66:
  call void @f(i32 66)
  br label %done
case.67:
  call void @f(i32 67)
  br label %done
case.68:
  call void @f(i32 68)
  br label %done
case.69:
  call void @f(i32 69)
  br label %done
case.70:
  call void @f(i32 70)
  br label %done
case.71:
  call void @f(i32 71)
  br label %done
case.72:
  call void @f(i32 72)
  br label %done
case.73:
  call void @f(i32 73)
  br label %done
case.74:
  call void @f(i32 74)
  br label %done
case.75:
  call void @f(i32 75)
  br label %done
case.76:
  call void @f(i32 76)
  br label %done
case.77:
  call void @f(i32 77)
  br label %done
case.78:
  call void @f(i32 78)
  br label %done
case.79:
  call void @f(i32 79)
  br label %done
case.80:
  call void @f(i32 80)
  br label %done
case.81:
  call void @f(i32 81)
  br label %done
case.82:
  call void @f(i32 82)
  br label %done
case.83:
  call void @f(i32 83)
  br label %done
case.84:
  call void @f(i32 84)
  br label %done
case.85:
  call void @f(i32 85)
  br label %done
case.86:
  call void @f(i32 86)
  br label %done
case.87:
  call void @f(i32 87)
  br label %done
case.88:
  call void @f(i32 88)
  br label %done
case.89:
  call void @f(i32 89)
  br label %done
case.90:
  call void @f(i32 90)
  br label %done
case.91:
  call void @f(i32 91)
  br label %done
case.92:
  call void @f(i32 92)
  br label %done
case.93:
  call void @f(i32 93)
  br label %done
case.94:
  call void @f(i32 94)
  br label %done
case.95:
  call void @f(i32 95)
  br label %done
case.96:
  call void @f(i32 96)
  br label %done
case.97:
  call void @f(i32 97)
  br label %done
case.98:
  call void @f(i32 98)
  br label %done
case.99:
  call void @f(i32 99)
  br label %done
case.100:
  call void @f(i32 100)
  br label %done
case.101:
  call void @f(i32 101)
  br label %done
case.102:
  call void @f(i32 102)
  br label %done
case.103:
  call void @f(i32 103)
  br label %done
case.104:
  call void @f(i32 104)
  br label %done
case.105:
  call void @f(i32 105)
  br label %done
case.106:
  call void @f(i32 106)
  br label %done
case.107:
  call void @f(i32 107)
  br label %done
case.108:
  call void @f(i32 108)
  br label %done
case.109:
  call void @f(i32 109)
  br label %done
case.110:
  call void @f(i32 110)
  br label %done
case.111:
  call void @f(i32 111)
  br label %done
case.112:
  call void @f(i32 112)
  br label %done
case.113:
  call void @f(i32 113)
  br label %done
case.114:
  call void @f(i32 114)
  br label %done
case.115:
  call void @f(i32 115)
  br label %done
case.116:
  call void @f(i32 116)
  br label %done
case.117:
  call void @f(i32 117)
  br label %done
case.118:
  call void @f(i32 118)
  br label %done
case.119:
  call void @f(i32 119)
  br label %done
case.120:
  call void @f(i32 120)
  br label %done
case.121:
  call void @f(i32 121)
  br label %done
case.122:
  call void @f(i32 122)
  br label %done
case.123:
  call void @f(i32 123)
  br label %done
case.124:
  call void @f(i32 124)
  br label %done
case.125:
  call void @f(i32 125)
  br label %done
case.126:
  call void @f(i32 126)
  br label %done
done:
  %x = phi i32 [ %a, %entry ], [ 0, %case.0 ], [ 1, %case.1 ], [ 2, %case.2 ], [ 3, %case.3 ], [ 4, %case.4 ], [ 5, %case.5 ], [ 6, %case.6 ], [ 7, %case.7 ], [ 8, %case.8 ], [ 9, %case.9 ], [ 10, %case.10 ], [ 11, %case.11 ], [ 12, %case.12 ], [ 13, %case.13 ], [ 14, %case.14 ], [ 15, %case.15 ], [ 16, %case.16 ], [ 17, %case.17 ], [ 18, %case.18 ], [ 19, %case.19 ], [ 20, %case.20 ], [ 21, %case.21 ], [ 22, %case.22 ], [ 23, %case.23 ], [ 24, %case.24 ], [ 25, %case.25 ], [ 26, %case.26 ], [ 27, %case.27 ], [ 28, %case.28 ], [ 29, %case.29 ], [ 30, %case.30 ], [ 31, %case.31 ], [ 32, %case.32 ], [ 33, %case.33 ], [ 34, %case.34 ], [ 35, %case.35 ], [ 36, %case.36 ], [ 37, %case.37 ], [ 38, %case.38 ], [ 39, %case.39 ], [ 40, %case.40 ], [ 41, %case.41 ], [ 42, %case.42 ], [ 43, %case.43 ], [ 44, %case.44 ], [ 45, %case.45 ], [ 46, %case.46 ], [ 47, %case.47 ], [ 48, %case.48 ], [ 49, %case.49 ], [ 50, %case.50 ], [ 51, %case.51 ], [ 52, %case.52 ], [ 53, %case.53 ], [ 54, %case.54 ], [ 55, %case.55 ], [ 56, %case.56 ], [ 57, %case.57 ], [ 58, %case.58 ], [ 59, %case.59 ], [ 60, %case.60 ], [ 61, %case.61 ], [ 62, %case.62 ], [ 63, %case.63 ], [ 64, %case.64 ], [ 65, %case.65 ], [ 66, %case.66 ], [ 67, %case.67 ], [ 68, %case.68 ], [ 69, %case.69 ], [ 70, %case.70 ], [ 71, %case.71 ], [ 72, %case.72 ], [ 73, %case.73 ], [ 74, %case.74 ], [ 75, %case.75 ], [ 76, %case.76 ], [ 77, %case.77 ], [ 78, %case.78 ], [ 79, %case.79 ], [ 80, %case.80 ], [ 81, %case.81 ], [ 82, %case.82 ], [ 83, %case.83 ], [ 84, %case.84 ], [ 85, %case.85 ], [ 86, %case.86 ], [ 87, %case.87 ], [ 88, %case.88 ], [ 89, %case.89 ], [ 90, %case.90 ], [ 91, %case.91 ], [ 92, %case.92 ], [ 93, %case.93 ], [ 94, %case.94 ], [ 95, %case.95 ], [ 96, %case.96 ], [ 97, %case.97 ], [ 98, %case.98 ], [ 99, %case.99 ], [ 100, %case.100 ], [ 101, %case.101 ], [ 102, %case.102 ], [ 103, %case.103 ], [ 104, %case.104 ], [ 105, %case.105 ], [ 106, %case.106 ], [ 107, %case.107 ], [ 108, %case.108 ], [ 109, %case.109 ], [ 110, %case.110 ], [ 111, %case.111 ], [ 112, %case.112 ], [ 113, %case.113 ], [ 114, %case.114 ], [ 115, %case.115 ], [ 116, %case.116 ], [ 117, %case.117 ], [ 118, %case.118 ], [ 119, %case.119 ], [ 120, %case.120 ], [ 121, %case.121 ], [ 122, %case.122 ], [ 123, %case.123 ], [ 124, %case.124 ], [ 125, %case.125 ], [ 126, %case.126 ]
  ret i32 %x
}

define void @few_blocks(i32 %op) {
entry:
  switch i32 %op, label %done [
    i32 0, label %even
    i32 1, label %odd
    i32 2, label %even
    i32 3, label %odd
    i32 4, label %even
    i32 5, label %odd
    i32 6, label %even
    i32 7, label %odd
    i32 8, label %even
    i32 9, label %odd
    i32 10, label %even
    i32 11, label %odd
    i32 12, label %even
    i32 13, label %odd
    i32 14, label %even
    i32 15, label %odd
    i32 16, label %even
    i32 17, label %odd
    i32 18, label %even
    i32 19, label %odd
    i32 20, label %even
    i32 21, label %odd
    i32 22, label %even
    i32 23, label %odd
    i32 24, label %even
    i32 25, label %odd
    i32 26, label %even
    i32 27, label %odd
    i32 28, label %even
    i32 29, label %odd
    i32 30, label %even
    i32 31, label %odd
    i32 32, label %even
    i32 33, label %odd
    i32 34, label %even
    i32 35, label %odd
    i32 36, label %even
    i32 37, label %odd
    i32 38, label %even
    i32 39, label %odd
    i32 40, label %even
    i32 41, label %odd
    i32 42, label %even
    i32 43, label %odd
    i32 44, label %even
    i32 45, label %odd
    i32 46, label %even
    i32 47, label %odd
    i32 48, label %even
    i32 49, label %odd
    i32 50, label %even
    i32 51, label %odd
    i32 52, label %even
    i32 53, label %odd
    i32 54, label %even
    i32 55, label %odd
    i32 56, label %even
    i32 57, label %odd
    i32 58, label %even
    i32 59, label %odd
    i32 60, label %even
    i32 61, label %odd
    i32 62, label %even
    i32 63, label %odd
    i32 64, label %even
    i32 65, label %odd
    i32 66, label %even
    i32 67, label %odd
    i32 68, label %even
    i32 69, label %odd
    i32 70, label %even
    i32 71, label %odd
    i32 72, label %even
    i32 73, label %odd
    i32 74, label %even
    i32 75, label %odd
    i32 76, label %even
    i32 77, label %odd
    i32 78, label %even
    i32 79, label %odd
    i32 80, label %even
    i32 81, label %odd
    i32 82, label %even
    i32 83, label %odd
    i32 84, label %even
    i32 85, label %odd
    i32 86, label %even
    i32 87, label %odd
    i32 88, label %even
    i32 89, label %odd
    i32 90, label %even
    i32 91, label %odd
    i32 92, label %even
    i32 93, label %odd
    i32 94, label %even
    i32 95, label %odd
    i32 96, label %even
    i32 97, label %odd
    i32 98, label %even
    i32 99, label %odd
    i32 100, label %even
    i32 101, label %odd
    i32 102, label %even
    i32 103, label %odd
    i32 104, label %even
    i32 105, label %odd
    i32 106, label %even
    i32 107, label %odd
    i32 108, label %even
    i32 109, label %odd
    i32 110, label %even
    i32 111, label %odd
    i32 112, label %even
    i32 113, label %odd
    i32 114, label %even
    i32 115, label %odd
    i32 116, label %even
    i32 117, label %odd
    i32 118, label %even
    i32 119, label %odd
    i32 120, label %even
    i32 121, label %odd
    i32 122, label %even
    i32 123, label %odd
    i32 124, label %even
    i32 125, label %odd
    i32 126, label %even
    i32 127, label %odd
    i32 128, label %even
    i32 129, label %odd
    i32 130, label %even
    i32 131, label %odd
    i32 132, label %even
    i32 133, label %odd
    i32 134, label %even
    i32 135, label %odd
    i32 136, label %even
    i32 137, label %odd
    i32 138, label %even
    i32 139, label %odd
    i32 140, label %even
    i32 141, label %odd
    i32 142, label %even
    i32 143, label %odd
    i32 144, label %even
    i32 145, label %odd
    i32 146, label %even
    i32 147, label %odd
    i32 148, label %even
    i32 149, label %odd
    i32 150, label %even
    i32 151, label %odd
    i32 152, label %even
    i32 153, label %odd
    i32 154, label %even
    i32 155, label %odd
    i32 156, label %even
    i32 157, label %odd
    i32 158, label %even
    i32 159, label %odd
    i32 160, label %even
    i32 161, label %odd
    i32 162, label %even
    i32 163, label %odd
    i32 164, label %even
    i32 165, label %odd
    i32 166, label %even
    i32 167, label %odd
    i32 168, label %even
    i32 169, label %odd
    i32 170, label %even
    i32 171, label %odd
    i32 172, label %even
    i32 173, label %odd
    i32 174, label %even
    i32 175, label %odd
    i32 176, label %even
    i32 177, label %odd
    i32 178, label %even
    i32 179, label %odd
    i32 180, label %even
    i32 181, label %odd
    i32 182, label %even
    i32 183, label %odd
    i32 184, label %even
    i32 185, label %odd
    i32 186, label %even
    i32 187, label %odd
    i32 188, label %even
    i32 189, label %odd
    i32 190, label %even
    i32 191, label %odd
    i32 192, label %even
    i32 193, label %odd
    i32 194, label %even
    i32 195, label %odd
    i32 196, label %even
    i32 197, label %odd
    i32 198, label %even
    i32 199, label %odd
  ]
even:
  call void @f(i32 0)
  br label %done
odd:
  call void @f(i32 1)
  br label %done
done:
  ret void
}
