/* Receivers of webhooks to copy, each a complete program; tests extract them from the page and run them. */

interface Receiver {
  readonly language: string;
  readonly id: string;
  readonly start: string;
  readonly source: string;
}

export const receivers: readonly Receiver[] = [
  {
    language: 'Python',
    id: 'receiver-python',
    start: 'KHATM_WEBHOOK_SECRET=… python3 receiver.py',
    source: `
import hashlib, hmac, http.server, json, os, re, time
secrets = os.environ["KHATM_WEBHOOK_SECRET"].split(" ")  # two during a rotation
def statusFor(signature, body):
    at = re.match(r"t=([0-9]{1,12}),", signature)  # none, or an old one: sent again by somebody
    if not at or abs(time.time() - int(at[1])) > 300: return 400
    wanted = [hmac.new(s.encode(), at[1].encode() + b"." + body, hashlib.sha256).hexdigest() for s in secrets]
    given = re.findall(r",v1=([0-9a-f]{64})(?=,|$)", signature)
    return 200 if any([hmac.compare_digest(g, w) for g in given for w in wanted]) else 401
class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status = statusFor(self.headers.get("Khatm-Signature", ""), body)
        self.send_response(status); self.send_header("Content-Length", "0"); self.end_headers()
        if status == 200: print(json.loads(body)["type"], body.decode(), flush=True)  # drop an id that you have seen
http.server.HTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8080))), Receiver).serve_forever()
`,
  },
  {
    language: 'JavaScript (Node)',
    id: 'receiver-javascript',
    start: 'KHATM_WEBHOOK_SECRET=… node receiver.mjs',
    source: `
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
const secrets = process.env.KHATM_WEBHOOK_SECRET.split(' '); // two during a rotation
function statusFor(signature, body) {
  const [, at] = /^t=([0-9]{1,12}),/.exec(signature) ?? []; // none, or an old one: sent again by somebody
  if (at === undefined || Math.abs(Date.now() / 1000 - Number(at)) > 300) return 400;
  const wanted = secrets.map((each) => createHmac('sha256', each).update(at + '.').update(body).digest());
  const given = [...signature.matchAll(/,v1=([0-9a-f]{64})(?=,|$)/g)].map(([, hex]) => Buffer.from(hex, 'hex'));
  return given.some((one) => wanted.some((each) => timingSafeEqual(one, each))) ? 200 : 401;
}
createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray().catch(() => [])); // a call that was cut
  const { statusCode } = response.writeHead(statusFor(request.headers['khatm-signature'] ?? '', body)).end();
  if (statusCode === 200) console.log(JSON.parse(body).type, String(body)); // drop an id that you have seen
}).listen(process.env.PORT ?? 8080, '127.0.0.1');
`,
  },
  {
    language: 'PHP',
    id: 'receiver-php',
    start: 'KHATM_WEBHOOK_SECRET=… php -S 127.0.0.1:8080 receiver.php',
    source: `
<?php
function statusFor(string $signature, string $body): int {
    $isTimed = preg_match('/^t=([0-9]{1,12}),/', $signature, $at); // no time, or an old one: sent again by somebody
    if (!$isTimed || abs(time() - (int) $at[1]) > 300) return 400;
    preg_match_all('/,v1=([0-9a-f]{64})(?=,|$)/D', $signature, $given);
    foreach (explode(' ', getenv('KHATM_WEBHOOK_SECRET')) as $secret) // two during a rotation
        foreach ($given[1] as $each)
            if (hash_equals(hash_hmac('sha256', "$at[1].$body", $secret), $each)) return 200;
    return 401;
}
$body = file_get_contents('php://input');
http_response_code($status = statusFor($_SERVER['HTTP_KHATM_SIGNATURE'] ?? '', $body));
if ($status === 200) // drop an id that you have seen
    file_put_contents('php://stderr', json_decode($body)->type . ' ' . $body . "\\n");
`,
  },
  {
    language: 'C#',
    id: 'receiver-csharp',
    start: 'dotnet run, with KHATM_WEBHOOK_SECRET set',
    source: `
using System; using System.IO; using System.Linq; using System.Net; using System.Security.Cryptography; using System.Text; using System.Text.RegularExpressions;
static class Receiver { static void Main() {
  var secrets = Environment.GetEnvironmentVariable("KHATM_WEBHOOK_SECRET").Split(' ').Select(each => Encoding.UTF8.GetBytes(each)); // two during a rotation
  Func<string, byte[], int> statusFor = (signature, body) => {
    var at = Regex.Match(signature, "^t=([0-9]{1,12}),").Groups[1].Value; // none, or an old one: sent again by somebody
    if (at == "" || Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(at)) > 300) return 400;
    var signed = Encoding.UTF8.GetBytes(at + ".").Concat(body).ToArray();
    var wanted = secrets.Select(each => BitConverter.ToString(new HMACSHA256(each).ComputeHash(signed)).Replace("-", "").ToLower()).ToList();
    var given = Regex.Matches(signature, ",v1=([0-9a-f]{64})(?=,|$)").Cast<Match>().Select(each => each.Groups[1].Value);
    return given.Any(one => wanted.Any(each => each.Zip(one, (x, y) => x ^ y).Sum() == 0)) ? 200 : 401; }; // each character is compared
  var server = new HttpListener { Prefixes = { "http://127.0.0.1:" + (Environment.GetEnvironmentVariable("PORT") ?? "8080") + "/" } };
  for (server.Start();;) try {
    var call = server.GetContext(); var copy = new MemoryStream(); call.Request.InputStream.CopyTo(copy); var body = copy.ToArray();
    var status = call.Response.StatusCode = statusFor(call.Request.Headers["Khatm-Signature"] ?? "", body); call.Response.Close();
    if (status == 200) Console.WriteLine(Encoding.UTF8.GetString(body)); } catch (IOException) { } } } // drop an id that you have seen
`,
  },
];
