#!/bin/sh
# `khatm`: the window, or with a command the same program without one. The command line needs no display, and opens no
# page that a sandbox would hold; the program itself refuses these two switches in every other case.
# No file with the whole memory, keys included, when the program crashes.
ulimit -c 0
home="$(dirname "$(dirname "$(readlink -f "$0")")")"
case "${1-}" in
  '' | -psn*) exec "$home/khatm" ;;
  --help | -h | --version | -V | [!-]*) exec "$home/khatm" --ozone-platform=headless --disable-gpu --no-sandbox --log-level=3 -- "$@" ;;
  *) exec "$home/khatm" "$@" ;;
esac
