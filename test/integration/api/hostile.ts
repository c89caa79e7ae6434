import { connect } from 'node:net';
import fc from 'fast-check';
import { anyCharacter } from '../../support/any-character.ts';

/* Generates hostile requests for every path of the API. */

export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Valid values that a fuzzed request may use to pass the first checks. */
export interface Known {
  readonly token: string;
  readonly client: { readonly id: string; readonly secret: string };
  readonly uuid: string;
}

const anyText = fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: anyCharacter, maxLength: 40 }));
const headerText = fc
  .string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
    maxLength: 60,
  })
  .map((text) => text.trim());

const methods = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE');

function paths({ uuid }: Known): fc.Arbitrary<string> {
  const knownPaths = fc.constantFrom(
    '/v2/invoices',
    `/v2/invoices/${uuid}`,
    `/v2/invoices/${uuid}/xml`,
    `/v2/invoices/${uuid}/pdf`,
    '/oauth/token',
    '/oauth/revoke',
    '/oauth/authorize',
    '/oauth/authorize/none',
    '/.well-known/oauth-authorization-server',
    '/openapi.json',
    '/',
  );
  const encoded = anyText.map((text) => encodeURIComponent(text.toWellFormed()));
  const raw = fc
    .string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      maxLength: 60,
    })
    .map((text) => `/${text}`);
  const names = fc.constantFrom(
    'status',
    'limit',
    'cursor',
    'from',
    'to',
    'number',
    'which',
    '__proto__',
    'client_id',
    'scope',
    'state',
    'redirect_uri',
  );
  const query = fc
    .array(fc.tuple(fc.oneof(names, encoded), encoded), { maxLength: 4 })
    .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
  return fc.oneof(
    { weight: 6, arbitrary: knownPaths },
    { weight: 3, arbitrary: fc.tuple(knownPaths, query).map((parts) => parts.join('?')) },
    { weight: 1, arbitrary: fc.tuple(knownPaths, encoded).map((parts) => parts.join('/')) },
    { weight: 1, arbitrary: raw },
  );
}

/** Generates undefined in six of seven cases. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/** Generates JSON similar to a sale, so that some of it passes the first checks. */
const nearSale = fc.record(
  {
    saleId: rarely(fc.oneof(fc.uuid(), anyText)),
    kind: rarely(fc.oneof(fc.constantFrom('invoice', 'creditNote'), fc.jsonValue({ maxDepth: 1 }))),
    customer: rarely(fc.oneof(fc.constantFrom('consumer', 'business'), fc.jsonValue({ maxDepth: 1 }))),
    lines: fc.oneof(
      fc.constant([{ name: 'قهوة', quantity: 2, unitPrice: '14.00' }]),
      fc.array(
        fc.record(
          {
            name: anyText,
            quantity: fc.oneof(fc.double(), fc.integer(), anyText, fc.constant('1')),
            unitPrice: fc.oneof(fc.double(), fc.integer(), anyText, fc.constant('2.50')),
            vat: fc.jsonValue({ maxDepth: 2 }),
            discount: fc.jsonValue({ maxDepth: 2 }),
          },
          { requiredKeys: ['name', 'quantity', 'unitPrice'] },
        ),
        { maxLength: 4 },
      ),
      fc.jsonValue({ maxDepth: 3 }),
    ),
    buyer: rarely(fc.jsonValue({ maxDepth: 3 })),
    payments: rarely(fc.jsonValue({ maxDepth: 3 })),
    corrects: rarely(fc.jsonValue({ maxDepth: 3 })),
    note: anyText,
  },
  { requiredKeys: ['lines'] },
);

const bodies = ({ client }: Known): fc.Arbitrary<Buffer> => {
  const form = fc
    .array(
      fc.tuple(
        fc.constantFrom(
          'grant_type',
          'client_id',
          'client_secret',
          'scope',
          'code',
          'code_verifier',
          'refresh_token',
          'token',
          'redirect_uri',
        ),
        fc.oneof(
          fc.constantFrom(
            'client_credentials',
            'refresh_token',
            'authorization_code',
            client.id,
            client.secret,
          ),
          anyText.map((text) => encodeURIComponent(text.toWellFormed())),
          anyText,
        ),
      ),
      { maxLength: 7 },
    )
    .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
  return fc
    .oneof(
      fc.constant(''),
      nearSale.map((sale) => JSON.stringify(sale)),
      fc.json(),
      form,
      fc.integer({ min: 1, max: 20_000 }).map((depth) => '['.repeat(depth)),
      fc.tuple(nearSale, fc.nat(200)).map(([sale, cut]) => JSON.stringify(sale).slice(0, cut)),
      fc.uint8Array({ maxLength: 200 }),
    )
    .map((body) => (typeof body === 'string' ? Buffer.from(body) : Buffer.from(body)));
};

export function hostileRequest(facts: Known): fc.Arbitrary<HostileRequest> {
  const basic = Buffer.from(`${facts.client.id}:${facts.client.secret}`).toString('base64');
  const headers = fc.record(
    {
      authorization: fc.oneof(
        { weight: 6, arbitrary: fc.constant(`Bearer ${facts.token}`) },
        { weight: 1, arbitrary: fc.constant(`Basic ${basic}`) },
        { weight: 2, arbitrary: headerText },
      ),
      'content-type': fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom('application/json', 'application/x-www-form-urlencoded') },
        { weight: 1, arbitrary: headerText },
      ),
      'idempotency-key': fc.oneof(fc.uuid(), headerText, fc.constant('same')),
      accept: headerText,
      host: fc.oneof(
        { weight: 9, arbitrary: fc.constant('127.0.0.1') },
        { weight: 1, arbitrary: headerText },
      ),
      'x-forwarded-for': headerText,
      'content-encoding': fc.constantFrom('gzip', 'identity'),
    },
    { requiredKeys: ['host'] },
  );
  const anything = fc.record({
    method: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('GET', 'POST') },
      { weight: 1, arbitrary: methods },
    ),
    path: paths(facts),
    headers,
    body: bodies(facts),
  });
  // These requests pass most checks, because only their content differs from that of a real till.
  const till = fc.tuple(nearSale, fc.uuid()).map(([sale, key]) => ({
    method: 'POST',
    path: '/v2/invoices',
    headers: {
      host: '127.0.0.1',
      authorization: `Bearer ${facts.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: Buffer.from(JSON.stringify(sale)),
  }));
  return fc.oneof({ weight: 3, arbitrary: anything }, { weight: 1, arbitrary: till });
}

/** The number of milliseconds that an answer may take. No request here has to wait. */
const timeoutMs = 20_000;

/** Sends a request's bytes unchanged, as no HTTP client would; `status` is 0 without an answer. */
export function send(base: string, { method, path, headers, body }: HostileRequest) {
  const lines = Object.entries({ ...headers, connection: 'close' }).map((header) => header.join(': '));
  const length = body.length > 0 ? [`content-length: ${body.length}`] : [];
  const head = [`${method} ${path} HTTP/1.1`, ...lines, ...length, '', ''].join('\r\n');
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname, () => {
      socket.write(Buffer.from(head, 'latin1'));
      socket.write(body);
    });
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    socket.setTimeout(timeoutMs, () => reject(new Error(`no answer to ${head}`)));
    // A server may answer and then cut off the rest of a request.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 0), text }));
  });
}

/**
 * Finds content that no answer may contain: paths of the program, names of its database, or the caller's credentials.
 */
export function leakIn(text: string, { token, client }: Known): string | undefined {
  const telltale = [
    /node_modules/,
    /\bat \w+.*\.(ts|js):\d+/,
    /SQLITE/i,
    /\/(home|tmp|work|usr)\//,
    /better-sqlite3/,
  ].find((sign) => sign.test(text));
  if (telltale !== undefined) return String(telltale);
  return [token, client.secret].find((secret) => text.includes(secret));
}
