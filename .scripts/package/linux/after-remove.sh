#!/bin/sh
# After a deb or rpm is removed. Records are never removed, not by a purge either: who issued tax invoices must keep them.
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
  # Of earlier versions.
  note "$home/.config/Khatm/data"
done </etc/passwd
note /var/lib/khatm

if [ -n "$found" ]; then
  echo 'Khatm is removed. The records stay where they are:'
  echo 'أُزيل برنامج ختم. بقيت السجلات في مكانها:'
  printf '%s' "$found"
  echo 'Tax invoices must be kept until six years after the end of their tax period (VAT Implementing Regulations,'
  echo 'article 66). Make a backup before you delete anything; invoices that wait to be sent are there as well.'
  echo 'يجب حفظ الفواتير الضريبية ست سنوات بعد نهاية فترتها الضريبية (اللائحة التنفيذية لضريبة القيمة المضافة، المادة 66).'
fi
exit 0
