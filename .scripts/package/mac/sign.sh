#!/usr/bin/env bash
# Signs Khatm.app with the hardened runtime, from the innermost part outwards, and has Apple notarise it. It needs no library:
#   sign.sh Khatm.app "Developer ID Application: …"
# KHATM_NOTARY names a profile that `xcrun notarytool store-credentials` has stored in the keychain KHATM_KEYCHAIN.
set -euo pipefail
app="$1"
identity="$2"
entitlements="$(dirname "$0")/entitlements.plist"
sign() { codesign --force --timestamp --options runtime --sign "$identity" "$@"; }

find "$app" -type f \( -name '*.dylib' -o -name '*.node' -o -name chrome_crashpad_handler -o -name ShipIt \) -print0 |
  while IFS= read -r -d '' part; do sign "$part"; done
for part in "$app"/Contents/Frameworks/*.framework; do sign "$part"; done
for part in "$app"/Contents/Frameworks/*.app; do sign --entitlements "$entitlements" "$part"; done
sign --entitlements "$entitlements" "$app"
codesign --verify --deep --strict "$app"

ditto -c -k --keepParent "$app" "$app.zip"
xcrun notarytool submit "$app.zip" --keychain-profile "$KHATM_NOTARY" --keychain "$KHATM_KEYCHAIN" --wait
xcrun stapler staple "$app"
rm "$app.zip"
