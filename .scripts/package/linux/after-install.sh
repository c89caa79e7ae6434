#!/bin/sh
# After the files of a deb or rpm are in place. A till that is selling goes on with the version that it started with.
# The texts are put in by words.mjs.
set -e

# Chromium's sandbox where the kernel gives ordinary users no namespaces: root's, and run by everybody.
chown root:root '/opt/${sanitizedProductName}/chrome-sandbox'
chmod 4755 '/opt/${sanitizedProductName}/chrome-sandbox'
ln -sf '../../opt/${sanitizedProductName}/resources/khatm.sh' '/usr/bin/${executable}'

if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database -q /usr/share/applications || true; fi
if command -v gtk-update-icon-cache >/dev/null 2>&1; then gtk-update-icon-cache -q /usr/share/icons/hicolor || true; fi

# One line for each till that runs from the folder that was just replaced.
for process in /proc/[0-9]*; do
  program="$(readlink "$process/exe" 2>/dev/null || true)"
  case "$program" in
    '/opt/${sanitizedProductName}/${executable} (deleted)')
      printf '%s\n' '@en.goesOn@' '@ar.goesOn@' | sed "s/{process}/${process#/proc/}/"
      break
      ;;
  esac
done
exit 0
