"""The first hour of an integrator, written from the pages at /docs alone; standard library only.

KHATM, CLIENT_ID, CLIENT_SECRET, KHATM_WEBHOOK_SECRET and PORT, where the receiver listens, are in the environment. What a
manager has to do at the terminal is printed as a line "manager: ..."; an empty line on stdin says that it is done. The
folder of work is the current one; the last line of the output is JSON.
"""
import base64, csv, hashlib, hmac, http.client, http.server, json, os, queue, sys, threading, time
import urllib.error, urllib.request, uuid
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from urllib.parse import urlencode

ADDRESS = os.environ["KHATM"]
TOKEN = ""


def send(method, path, body=None, headers=None):
    """Sends the same again until there is a whole answer: with the same key nothing is issued twice."""
    for attempt in range(8):
        request = urllib.request.Request(ADDRESS + path, body, headers or {}, method=method)
        try:
            try:
                answer = urllib.request.urlopen(request, timeout=30)
            except urllib.error.HTTPError as problem:
                answer = problem
            with answer:
                status, body = answer.status, answer.read()
            if status not in (429, 503):
                return status, body
            time.sleep(int(answer.headers.get("Retry-After", "1")))
        except (OSError, http.client.HTTPException):
            time.sleep(min(0.1 * 2**attempt, 5))
    sys.exit("no answer to " + path)


def get_token():
    global TOKEN
    pair = f"{os.environ['CLIENT_ID']}:{os.environ['CLIENT_SECRET']}".encode()
    headers = {"Authorization": "Basic " + base64.b64encode(pair).decode()}
    status, answer = send("POST", "/oauth/token", urlencode({"grant_type": "client_credentials"}).encode(), headers)
    assert status == 200, answer
    TOKEN = json.loads(answer)["access_token"]


def call(method, path, body=None, key=None):
    headers = {"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json"}
    if key is not None:
        headers["Idempotency-Key"] = key
    status, answer = send(method, path, None if body is None else json.dumps(body).encode(), headers)
    if status == 401:
        get_token()
        return call(method, path, body, key)
    return status, json.loads(answer) if answer[:1] in (b"{", b"[") else answer


def manager(task):
    print("manager: " + task, flush=True)
    sys.stdin.readline()


sold = []


def sell(customer="consumer", quantity=1, price="14.00", name="قهوة | Coffee"):
    """Sells with an id of its own, which is the key of the call too."""
    sale = {"saleId": str(uuid.uuid4()), "lines": [{"name": name, "quantity": quantity, "unitPrice": price}]}
    if customer == "business":
        address = {"street": "Olaya", "building": "1111", "district": "Al-Murooj", "city": "Riyadh", "postalCode": "12222"}
        sale.update(customer=customer, buyer={"name": "Example LTD", "vatNumber": "399999999800003", "address": address})
    status, document = call("POST", "/v2/invoices", sale, sale["saleId"])
    assert status in (200, 201), document
    sold.append(Decimal(document["payable"]))
    return sale, document


class Receiver(http.server.BaseHTTPRequestHandler):
    events = queue.Queue()
    seen = set()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        secret = os.environ["KHATM_WEBHOOK_SECRET"].encode()
        sign = lambda text: hmac.new(secret, text, hashlib.sha256).hexdigest()
        parts = [part.partition("=")[::2] for part in self.headers.get("Khatm-Signature", "").split(",")]
        at = dict(parts).get("t", "0")
        signatures = [value for name, value in parts if name == "v1"]
        signed = any(hmac.compare_digest(sign(at.encode() + b"." + body), each) for each in signatures)
        # The specification's own header too, though it signs no time.
        signed = signed and hmac.compare_digest("sha256=" + sign(body), self.headers.get("X-Service-Signature", ""))
        fresh = abs(time.time() - int(at)) <= 300
        self.send_response(200 if signed and fresh else 401)
        self.end_headers()
        event = json.loads(body) if signed and fresh else None
        if event is not None and event["id"] not in self.seen:
            self.seen.add(event["id"])
            self.events.put(event)

    def log_message(self, *_):
        pass


def wait_for(kind, document=None):
    """Waits for the event of a kind, of this document where one is given."""
    end = time.monotonic() + 120
    while True:
        event = Receiver.events.get(timeout=max(end - time.monotonic(), 0.1))
        if event["type"] == kind and (document is None or event["data"].get("invoiceUuid") == document["uuid"]):
            return event


def cause(kind):
    """Makes an event of a kind happen, and waits for it."""
    if kind == "invoice.cleared":
        return wait_for(kind, sell("business")[1])
    if kind == "invoice.rejected":
        return wait_for(kind, sell("business", name="khatm-test: reject")[1])
    if kind == "invoice.parked":
        return wait_for(kind, sell(name="khatm-test: park")[1])
    if kind in ("invoice.reported", "invoice.issued"):
        return wait_for(kind, sell()[1])
    # Nothing that a program does makes these happen: a person sends the test of each.
    tested = "invoice.issued" if kind == "webhook.test" else kind
    manager("send the test of " + tested)
    return wait_for("webhook.test." + tested)


def read_day(day):
    """Reads all rows of a day, a page at a time."""
    cursor = ""
    while True:
        status, page = call("GET", f"/v2/invoices?from={day}&to={day}&limit=3{cursor}")
        assert status == 200, page
        yield from page["invoices"]
        if "nextCursor" not in page:
            return
        cursor = "&" + urlencode({"cursor": page["nextCursor"]})


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    day = datetime.now(timezone(timedelta(hours=3))).date()
    get_token()

    sale, document = sell(quantity=2)
    assert document["payable"] == "28.00" and document["qr"]
    status, again = call("POST", "/v2/invoices", sale, sale["saleId"])
    assert (status, again["number"]) == (200, document["number"])
    status, problem = call("POST", "/v2/invoices", {**sale, "note": "corrected"}, sale["saleId"])
    assert (status, problem["code"], problem["document"]["number"]) == (409, "key-reused", document["number"])
    status, picture = call("GET", f"/v2/invoices/{document['uuid']}/qr.png")
    assert status == 200 and picture.startswith(b"\x89PNG")

    for _ in range(100):
        status, now = call("GET", f"/v2/invoices/{document['uuid']}")
        if now["status"] not in ("waiting", "sending"):
            break
        time.sleep(0.2)
    assert now["status"] == "accepted", now

    returns = f"/v2/invoices/{document['uuid']}/returns"
    key = str(uuid.uuid4())
    status, note = call("POST", returns, {"lines": [{"line": 1, "quantity": "1"}], "reason": "Stale"}, key)
    assert (status in (200, 201), note["paidBack"], note["left"][0]["left"]) == (True, "14.00", "1"), note
    sold.append(-Decimal(note["paidBack"]))
    status, problem = call("POST", returns, {"lines": [{"line": 1, "quantity": "2"}], "reason": "Stale"}, key + "-2")
    assert (status, problem["code"], problem["left"][0]["left"]) == (409, "returned-too-much", "1"), problem

    status, description = call("GET", "/openapi.json")
    kinds = list(description["webhooks"])
    for kind in kinds:
        cause(kind)

    sums = [Decimal(0)] * 4
    with open("day.csv", "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["number", "kind", "net", "vat", "rounding", "total"])
        for row in read_day(day):
            sign = -1 if row["kind"] == "creditNote" else 1
            amounts = [sign * Decimal(row[each]) for each in ("taxExclusive", "vat", "rounding", "payable")]
            rows.writerow([row["number"], row["kind"], *amounts])
            sums = [one + other for one, other in zip(sums, amounts)]
    total = sums[3]
    assert sum(sums[:3]) == total == sum(sold), (sums, sold)
    print(json.dumps({"documents": len(sold), "kinds": kinds, "total": str(total)}))


main()
