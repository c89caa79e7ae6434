/* Receivers of webhooks to copy, each a whole program; tests take them from the page and run them. */

interface Receiver {
  readonly language: string;
  readonly id: string;
  /** The command that starts it. */
  readonly start: string;
  readonly source: string;
}

export const receivers: readonly Receiver[] = [
  {
    language: 'Python',
    id: 'receiver-python',
    start: 'KHATM_WEBHOOK_SECRET=… python3 receiver.py',
    source: `
import hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer
secrets = os.environ["KHATM_WEBHOOK_SECRET"].split(" ")  # two during a rotation
class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        given = self.headers.get("X-Service-Signature", "").encode()
        wanted = ["sha256=" + hmac.new(s.encode(), body, hashlib.sha256).hexdigest() for s in secrets]
        signed = any([hmac.compare_digest(given, each.encode()) for each in wanted])
        fresh = abs(time.time() - int(self.headers.get("X-Service-Timestamp", 0))) <= 300
        self.send_response(200 if signed and fresh else 401)
        self.end_headers()
        if signed and fresh:
            print(json.loads(body)["type"], body.decode(), flush=True)  # drop an id that you have seen
HTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8080))), Receiver).serve_forever()
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
createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const given = Buffer.from(String(request.headers['x-service-signature']));
  const signed = secrets.some((secret) => {
    const wanted = Buffer.from('sha256=' + createHmac('sha256', secret).update(body).digest('hex'));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
  const fresh = Math.abs(Date.now() / 1000 - Number(request.headers['x-service-timestamp'])) <= 300;
  response.writeHead(signed && fresh ? 200 : 401).end();
  if (signed && fresh) console.log(JSON.parse(body).type, String(body)); // drop an id that you have seen
}).listen(process.env.PORT ?? 8080, '127.0.0.1');
`,
  },
  {
    language: 'PHP',
    id: 'receiver-php',
    start: 'KHATM_WEBHOOK_SECRET=… php -S 127.0.0.1:8080 receiver.php',
    source: `
<?php
$body = file_get_contents('php://input');
$given = $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '';
$signed = false;
foreach (explode(' ', getenv('KHATM_WEBHOOK_SECRET')) as $secret) { // two during a rotation
    $signed = hash_equals('sha256=' . hash_hmac('sha256', $body, $secret), $given) || $signed;
}
$fresh = abs(time() - (int) ($_SERVER['HTTP_X_SERVICE_TIMESTAMP'] ?? 0)) <= 300;
http_response_code($signed && $fresh ? 200 : 401);
if ($signed && $fresh) { // drop an id that you have seen
    file_put_contents('php://stderr', json_decode($body)->type . ' ' . $body . "\\n");
}
`,
  },
  {
    language: 'C#',
    id: 'receiver-csharp',
    start: 'dotnet run, with KHATM_WEBHOOK_SECRET set',
    source: `
using System; using System.IO; using System.Linq; using System.Net; using System.Security.Cryptography; using System.Text;
static class Receiver {
  static string Sign(string secret, byte[] body) { using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
    return "sha256=" + BitConverter.ToString(hmac.ComputeHash(body)).Replace("-", "").ToLowerInvariant(); }
  static bool Same(string a, string b) => a.Length == b.Length && a.Zip(b, (x, y) => x ^ y).Aggregate(0, (all, one) => all | one) == 0;
  static void Main() {
    var secrets = Environment.GetEnvironmentVariable("KHATM_WEBHOOK_SECRET").Split(' '); // two during a rotation
    var server = new HttpListener();
    server.Prefixes.Add("http://127.0.0.1:" + (Environment.GetEnvironmentVariable("PORT") ?? "8080") + "/");
    for (server.Start();;) {
      var call = server.GetContext(); var copy = new MemoryStream(); call.Request.InputStream.CopyTo(copy); var body = copy.ToArray();
      bool signed = secrets.Count(secret => Same(Sign(secret, body), call.Request.Headers["X-Service-Signature"] ?? "")) > 0;
      long.TryParse(call.Request.Headers["X-Service-Timestamp"], out long at);
      bool fresh = Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - at) <= 300;
      call.Response.StatusCode = signed && fresh ? 200 : 401; call.Response.Close();
      if (signed && fresh) Console.WriteLine(Encoding.UTF8.GetString(body)); // drop an id that you have seen
    }
  }
}
`,
  },
];
