#!/bin/sh
# Starts Catchment: without words, or with a link to one of its places, the window; with words the command line.
here=$(dirname "$(readlink -f "$0")")
case "${1-}" in
  '' | catchment://*) exec "$here/catchment-app" "$@" ;;
esac
# The command line needs no screen and no graphics card. Chromium refuses to sandbox for root.
if [ "$(id -u)" = 0 ]; then
  exec "$here/catchment-app" --no-sandbox --ozone-platform=headless --disable-gpu --log-level=3 --command-line -- "$@"
fi
exec "$here/catchment-app" --ozone-platform=headless --disable-gpu --log-level=3 --command-line -- "$@"
