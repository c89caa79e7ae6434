/* The script that sets up many tills, on the page of the API and in the README of the command line; a test runs it. */

/** A script for bash on the tills' machine. `TILLS` is a folder; `RECEIVER` is where their webhooks go. */
export const manyTills = `
set -euo pipefail
umask 077   # the secrets are for you alone
mkdir -p "$TILLS"
for number in $(seq -w 1 40); do
  till="$TILLS/till-$number"
  on() { khatm integration "$@" --data "$till" --json; }
  # Each secret is printed once: a file with it means that the step is done.
  once() { local file="$till.$1.json"; [ -s "$file" ] || { on "\${@:2}" > "$file.part" && mv "$file.part" "$file"; }; }
  once api api on --port $((8800 + 10#$number))
  once client client add --name 'Web shop' --scope invoices.write invoices.read
  once webhook webhook add "$RECEIVER/till-$number" --kind cleared reported rejected parked
done`;
