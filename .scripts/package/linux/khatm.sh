#!/bin/sh
# `khatm`: the window, or with a command the same program without one. The command line needs no display, and opens no
# page that a sandbox would hold; the program itself refuses these two switches in every other case.
here="$(dirname "$(readlink -f "$0")")"
case "${1-}" in
  '' | -psn*) exec "$here/../khatm" ;;
  --help | -h | --version | -V | [!-]*) exec "$here/../khatm" --ozone-platform=headless --disable-gpu --no-sandbox --log-level=3 -- "$@" ;;
  *) exec "$here/../khatm" "$@" ;;
esac
