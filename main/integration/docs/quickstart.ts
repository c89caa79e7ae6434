/* The commands of an integrator's first hour, step by step. A test runs them in order. */

/** A placeholder for the address by which the reader reached the terminal. */
export const addressMark = '%ADDRESS%';

/** The steps in order; their texts are in `shared/words`. */
export const stepCommands = {
  credentials: `
export KHATM='${addressMark}'
export CLIENT_ID='…' CLIENT_SECRET='…'`,
  token: `
TOKEN=$(curl -sS --fail-with-body "$KHATM/oauth/token" -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials |
  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
  sale: `
SALE_ID=$(cat /proc/sys/kernel/random/uuid)   # or uuidgen; your own id of this sale
STATUS=$(curl -sS --retry 5 --retry-all-errors -o document.json -w '%{http_code}' "$KHATM/v2/invoices" -H "Authorization: Bearer $TOKEN" \\
  -H "Idempotency-Key: $SALE_ID" -H 'Content-Type: application/json' -d '{
    "saleId": "'"$SALE_ID"'",
    "lines": [{ "name": "قهوة | Coffee", "quantity": 2, "unitPrice": "14.00" }]
  }')
case $STATUS in
  2*) UUID=$(sed 's/.*"uuid":"\\([^"]*\\)".*/\\1/' document.json) ;;
  *) cat document.json ;;   # a problem: its code and issues say what is wrong
esac`,
  qr: `
curl -sS --fail "$KHATM/v2/invoices/$UUID/qr.png" -H "Authorization: Bearer $TOKEN" -o qr.png`,
  status: `
curl -sS --fail-with-body "$KHATM/v2/invoices/$UUID" -H "Authorization: Bearer $TOKEN"`,
  return: `
curl -sS --fail-with-body "$KHATM/v2/invoices/$UUID/returns" -H "Authorization: Bearer $TOKEN" \\
  -H "Idempotency-Key: return-$SALE_ID-1" -H 'Content-Type: application/json' \\
  -d '{ "lines": [{ "line": 1, "quantity": "1" }], "reason": "Stale" }'`,
  note: `
NUMBER=$(sed 's/.*"number":"\\([^"]*\\)".*/\\1/' document.json)
curl -sS --fail-with-body "$KHATM/v2/invoices" -H "Authorization: Bearer $TOKEN" \\
  -H "Idempotency-Key: note-$SALE_ID" -H 'Content-Type: application/json' -d '{
    "kind": "creditNote", "corrects": [{ "number": "'"$NUMBER"'" }], "reason": "Too dear",
    "lines": [{ "name": "قهوة | Coffee", "quantity": "1", "unitPrice": "4.00", "correctsLine": 1 }]
  }'`,
  advance: `
curl -sS --fail-with-body -o advance.json "$KHATM/v2/invoices" -H "Authorization: Bearer $TOKEN" \\
  -H "Idempotency-Key: advance-$SALE_ID" -H 'Content-Type: application/json' \\
  -d '{ "kind": "prepayment", "lines": [{ "name": "Advance", "quantity": "1", "unitPrice": "100.00" }] }'
ADVANCE=$(sed 's/.*"number":"\\([^"]*\\)".*/\\1/' advance.json)
AT=$(sed 's/.*"issuedAt":"\\([^"]*\\)".*/\\1/' advance.json)   # its day and time in Riyadh are below
curl -sS --fail-with-body "$KHATM/v2/invoices" -H "Authorization: Bearer $TOKEN" \\
  -H "Idempotency-Key: final-$SALE_ID" -H 'Content-Type: application/json' -d '{
    "lines": [{ "name": "Wardrobe", "quantity": "1", "unitPrice": "1150.00" }],
    "prepayments": [{
      "number": "'"$ADVANCE"'",
      "issueDate": "'"$(TZ=Asia/Riyadh date -d "$AT" +%F)"'", "issueTime": "'"$(TZ=Asia/Riyadh date -d "$AT" +%T)"'",
      "amounts": [{ "amount": "100.00" }]
    }]
  }'`,
  day: `
TODAY=$(TZ=Asia/Riyadh date +%F)
curl -sS --fail-with-body "$KHATM/v2/invoices?from=$TODAY&to=$TODAY&limit=200" -H "Authorization: Bearer $TOKEN"`,
} as const;
