#!/bin/sh
# After a deb or rpm is removed. Records are never removed, not by a purge either: who issued tax invoices must keep them.
# The texts are put in by words.mjs.
set -e

# Called with `upgrade` (deb) or 1 (rpm) when another version takes the place of this one.
case "${1-}" in
  remove | purge | 0) ;;
  *) exit 0 ;;
esac
rm -f '/usr/bin/${executable}'
if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database -q /usr/share/applications || true; fi

found=''
note() { if [ -d "$1" ]; then found="$found  $1
"; fi; }
# The records of each person of this machine, and of the service.
while IFS=: read -r _ _ _ _ _ home _; do
  note "$home/.local/share/khatm/data"
done </etc/passwd
note /var/lib/khatm

if [ -n "$found" ]; then
  echo '@en.removed@'
  echo '@ar.removed@'
  printf '%s' "$found"
  echo '@en.keepRecords@'
  echo '@ar.keepRecords@'
fi
exit 0
