#!/bin/sh
# The first hour of an integrator, written from the pages at /docs alone: curl, sed and awk, and the receiver of the page.
#
# KHATM, CLIENT_ID, CLIENT_SECRET, KHATM_WEBHOOK_SECRET and PORT, where the receiver listens, are in the environment. What a
# manager has to do at the terminal is printed as a line "manager: ..."; an empty line on stdin says that it is done. The
# folder of work is the current one; the last line of the output is JSON.
set -eu

fail() { echo "failed: $*" >&2; exit 1; }

# Prints each value of the JSON on stdin on a line of its own: its path, a tab, and the value.
flat() {
  LC_ALL=C awk '
    function skip() { while (substr(s, p, 1) ~ /[ \t\r\n]/) p++ }
    function text(   out, c) {
      out = ""
      for (p++; (c = substr(s, p, 1)) != "\""; p++) {
        if (c == "\\") { p++; c = substr(s, p, 1); if (c ~ /[nrt]/) c = " "; if (c == "u") { c = "?"; p += 4 } }
        out = out c
      }
      p++
      return out
    }
    function value(path,   c, i, key, start) {
      skip(); c = substr(s, p, 1)
      if (c == "{" || c == "[") {
        p++; skip()
        if (substr(s, p, 1) ~ /[]}]/) { p++; return }
        for (i = 0; ; i++) {
          skip()
          if (c == "{") { key = text(); skip(); p++; value(path "." key) } else value(path "[" i "]")
          skip(); p++
          if (substr(s, p - 1, 1) != ",") return
        }
      }
      if (c == "\"") { print path "\t" text(); return }
      for (start = p; substr(s, p, 1) ~ /[-+.0-9a-zA-Z]/; p++);
      print path "\t" substr(s, start, p - start)
    }
    { s = s $0 "\n" } END { p = 1; value("") }'
}

# Prints the value at a path of the last answer.
at() { flat < answer | awk -F '\t' -v path="$1" '$1 == path { print $2 }'; }

# Sends the same again until there is a whole answer: with the same key nothing is issued twice. Sets STATUS.
send() {
  tries=0
  while :; do
    if STATUS=$(curl -sS -m 30 -o answer -w '%{http_code}' "$@" 2>> curl.log); then
      case $STATUS in 429 | 503) ;; *) return ;; esac
    fi
    tries=$((tries + 1))
    [ "$tries" -lt 8 ] || fail "no answer: $*"
    sleep 0.2
  done
}

get() { send "$KHATM$1" -H "Authorization: Bearer $TOKEN"; }

# post PATH KEY BODY
post() {
  send "$KHATM$1" -H "Authorization: Bearer $TOKEN" -H "Idempotency-Key: $2" -H 'Content-Type: application/json' -d "$3"
}

halalas() { echo "$1" | sed 's/\.//; s/^\(-*\)0*\([0-9]\)/\1\2/'; }

manager() { echo "manager: $1"; read -r _ || fail 'nobody is at the terminal'; }

SOLD=0 DOCUMENTS=0
buyer='"customer": "business", "buyer": { "name": "Example LTD", "vatNumber": "399999999800003", "address":
  { "street": "Olaya", "building": "1111", "district": "Al-Murooj", "city": "Riyadh", "postalCode": "12222" } },'

# sell QUANTITY [FIELDS] [NAME]: sells with an id of its own, which is the key of the call too. Sets SALE_ID, SALE and UUID.
sell() {
  SALE_ID=$(cat /proc/sys/kernel/random/uuid)
  SALE='{ "saleId": "'$SALE_ID'", '${2-}' "lines": [{ "name": "'"${3-قهوة | Coffee}"'", "quantity": '$1', "unitPrice": "14.00" }] }'
  post /v2/invoices "$SALE_ID" "$SALE"
  case $STATUS in 200 | 201) ;; *) fail "$(cat answer)" ;; esac
  UUID=$(at .uuid)
  SOLD=$((SOLD + $(halalas "$(at .payable)"))) DOCUMENTS=$((DOCUMENTS + 1))
}

# wait_for KIND [UUID]: the receiver prints what was signed, and the sender may send it twice.
wait_for() {
  waited=0
  until grep "^$1 " events 2> /dev/null | grep -q "${2-}"; do
    waited=$((waited + 1))
    [ "$waited" -lt 600 ] || fail "no event $1"
    sleep 0.2
  done
}

cause() {
  case $1 in
    invoice.cleared) sell 1 "$buyer"; wait_for "$1" "$UUID" ;;
    invoice.rejected) sell 1 "$buyer" 'khatm-test: reject'; wait_for "$1" "$UUID" ;;
    invoice.parked) sell 1 '' 'khatm-test: park'; wait_for "$1" "$UUID" ;;
    invoice.reported | invoice.issued) sell 1; wait_for "$1" "$UUID" ;;
    # Nothing that a program does makes these happen: a person sends the test of each.
    webhook.test) manager 'send the test of invoice.issued'; wait_for webhook.test.invoice.issued ;;
    *) manager "send the test of $1"; wait_for "webhook.test.$1" ;;
  esac
}

DAY=$(TZ=Asia/Riyadh date +%F)
# The receiver of the page, as one copies it from there.
send "$KHATM/docs"
sed -n '/<pre id="receiver-python"/,/<\/pre>/p' answer |
  sed "s/<[^>]*>//g; s/&#60;/</g; s/&#62;/>/g; s/&#34;/\"/g; s/&#39;/'/g; s/&#38;/\\&/g" > receiver.py
python3 receiver.py > events 2> receiver.log &
trap 'kill %1 2> /dev/null || :' EXIT

send "$KHATM/oauth/token" -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials
TOKEN=$(at .access_token)

sell 2
number=$(at .number) first=$UUID
[ "$(at .payable)" = 28.00 ] && [ -n "$(at .qr)" ] || fail "$(cat answer)"
post /v2/invoices "$SALE_ID" "$SALE"
[ "$STATUS $(at .number)" = "200 $number" ] || fail 'a sale sent again is another document'
post /v2/invoices "$SALE_ID" "$(echo "$SALE" | sed 's/^{/{ "note": "corrected",/')"
[ "$STATUS $(at .code) $(at .document.number)" = "409 key-reused $number" ] || fail "$(cat answer)"
get "/v2/invoices/$first/qr.png"
[ "$STATUS $(head -c 4 answer | tail -c 3)" = '200 PNG' ] || fail 'no picture'

looks=0
while get "/v2/invoices/$first"; do
  case $(at .status) in accepted) break ;; waiting | sending) ;; *) fail "$(cat answer)" ;; esac
  looks=$((looks + 1))
  [ "$looks" -lt 100 ] || fail 'it is not accepted'
  sleep 0.2
done

post "/v2/invoices/$first/returns" "$SALE_ID-back" '{ "lines": [{ "line": 1, "quantity": "1" }], "reason": "Stale" }'
[ "$(at .paidBack) $(at '.left[0].left')" = '14.00 1' ] || fail "$(cat answer)"
SOLD=$((SOLD - $(halalas "$(at .paidBack)"))) DOCUMENTS=$((DOCUMENTS + 1))
post "/v2/invoices/$first/returns" "$SALE_ID-more" '{ "lines": [{ "line": 1, "quantity": "2" }], "reason": "Stale" }'
[ "$STATUS $(at .code) $(at '.left[0].left')" = '409 returned-too-much 1' ] || fail "$(cat answer)"

send "$KHATM/openapi.json"
kinds=$(flat < answer | sed -n 's/^\.webhooks\.\(.*\)\.post\.operationId\t.*/\1/p')
for kind in $kinds; do cause "$kind"; done

echo number,kind,net,vat,rounding,total > day.csv
cursor=''
while :; do
  get "/v2/invoices?from=$DAY&to=$DAY&limit=3$cursor"
  [ "$STATUS" = 200 ] || fail "$(cat answer)"
  flat < answer | awk -F '\t' '
    function signed(row, field,   amount) {
      amount = of[row, field]
      if (of[row, "kind"] == "creditNote" && !sub(/^-/, "", amount)) amount = "-" amount
      return amount
    }
    match($1, /^\.invoices\[[0-9]+\]\./) { row = substr($1, 1, RLENGTH); field = substr($1, RLENGTH + 1)
      if (row != last) { rows[++count] = row; last = row }
      of[row, field] = $2 }
    END { for (i = 1; i <= count; i++) { row = rows[i]
      print of[row, "number"] "," of[row, "kind"] "," signed(row, "taxExclusive") "," signed(row, "vat") "," signed(row, "rounding") "," signed(row, "payable") } }' >> day.csv
  next=$(at .nextCursor)
  [ -n "$next" ] || break
  cursor="&cursor=$next"
done

# In halalas: no decimals are added.
sums=$(awk -F , 'NR > 1 { for (i = 3; i <= 6; i++) { gsub(/\./, "", $i); sum[i] += $i } } END { print sum[3] + sum[4] + sum[5], sum[6] }' day.csv)
[ "$sums" = "$SOLD $SOLD" ] || fail "the day is $sums, and $SOLD was sold"
listed=$(echo "$kinds" | sed 's/.*/"&"/' | paste -s -d , -)
echo '{ "documents": '$DOCUMENTS', "kinds": ['$listed'], "total": "'$(echo "$SOLD" | sed 's/..$/.&/')'" }'
