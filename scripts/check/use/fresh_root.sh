# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# To be sourced: a fresh Debian 12 in a folder, made by mmdebstrap, and commands in it. Needs root.
#
#   make_fresh_root PACKAGES     makes it in $root, with these packages (a list with commas) beside apt; it is removed
#                                when the script ends
#   inside COMMAND...            runs a command there; its environment is small, and what $fresh_environment (NAME=VALUE)
#                                adds to it
#
# The mirrors are those of this machine.

fresh_environment=()
give_up() { printf 'error: %s\n' "$*" >&2; exit 1; }

remove_fresh_root() {
  local place
  for place in sys dev/shm dev/pts proc; do
    if mountpoint -q "$root/$place"; then umount "$root/$place" || umount -l "$root/$place" || true; fi
  done
  # Nothing of this machine may be mounted there when it is removed.
  grep -q " $root/" /proc/mounts || rm -rf "$root"
}

make_fresh_root() {
  root=$(mktemp -d)
  trap remove_fresh_root EXIT
  chmod 755 "$root"
  command -v mmdebstrap >/dev/null || give_up "this needs mmdebstrap: apt-get install mmdebstrap"
  local sources=/etc/apt/sources.list
  [ -s $sources ] || sources=/etc/apt/sources.list.d/debian.sources
  mmdebstrap --quiet --variant=apt --mode=root --include="$1" bookworm "$root" $sources || give_up "mmdebstrap failed"
  mount -t proc proc "$root/proc" || mount --bind /proc "$root/proc" || give_up "/proc can not be mounted there"
  mkdir -p "$root/dev/shm" "$root/dev/pts"
  mount -t devpts devpts "$root/dev/pts" || give_up "/dev/pts can not be mounted there"
  mount -t tmpfs tmpfs "$root/dev/shm" || give_up "/dev/shm can not be mounted there"
  mount --bind -o ro /sys "$root/sys" || give_up "/sys can not be mounted there"
  inside apt-get update -qq || give_up "apt-get update failed there" # mmdebstrap removes the lists
}

inside() {
  chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    DEBIAN_FRONTEND=noninteractive "${fresh_environment[@]}" "$@"
}
