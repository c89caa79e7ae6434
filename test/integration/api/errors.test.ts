import { expect, test } from 'vitest';
import { provideShop } from './provide-shop.ts';
import { coffee, post } from './shop.ts';

/* Tests that refusals have codes of our own, which stay the same, and messages in the caller's language. */

const { shop, token } = await provideShop();

interface Problem {
  title: string;
  code: string;
  requestId: string;
  issues?: { path: (string | number)[]; code: string; message: string; params?: object }[];
}
const problemOf = async (answer: Response) => (await answer.json()) as Problem;
const arabic = /[\u0600-\u06ff]/;
const line = { name: 'x', quantity: 1, unitPrice: '1.00' };

test('a missing field, a wrong type and an unknown field have codes and paths of their own', async () => {
  const wrong: [object | null, string, string, object?][] = [
    [{}, 'lines', 'required'],
    [{ lines: [{ quantity: 1, unitPrice: '1' }] }, 'lines.0.name', 'required'],
    [{ lines: [{ name: 'x', unitPrice: '1' }] }, 'lines.0.quantity', 'required'],
    [{ lines: 'x' }, 'lines', 'wrong-type'],
    [null, '', 'wrong-type'],
    [{ lines: [{ ...line, quantity: [1] }] }, 'lines.0.quantity', 'wrong-type'],
    [{ lines: [] }, 'lines', 'too-few'],
    [{ lines: [{ ...line, correctsLine: 0 }] }, 'lines.0.correctsLine', 'too-low'],
    [{ lines: [line], colour: 'red' }, 'colour', 'unknown-field'],
    [{ lines: [{ ...line, price: 1 }] }, 'lines.0.price', 'unknown-field'],
    [
      { lines: [line], kind: 'receipt' },
      'kind',
      'value-not-allowed',
      { allowed: 'invoice, creditNote, debitNote, prepayment' },
    ],
    [{ lines: [line], currency: 'XXZ' }, 'currency', 'currency'],
  ];
  for (const [sale, path, code, params] of wrong) {
    const { issues = [] } = await problemOf(await post(shop.base, token, sale));
    expect(issues.map((issue) => `${issue.path.join('.')} ${issue.code}`)).toContain(`${path} ${code}`);
    if (params !== undefined) expect(issues[0]?.params).toMatchObject(params);
    // No message of the validation library may appear.
    expect(issues.filter((issue) => /_|Invalid|Too /.test(issue.code + issue.message))).toEqual([]);
  }
  const two = await problemOf(await post(shop.base, token, { lines: [line], a: 1, b: 2 }));
  expect(two.issues?.map(({ path }) => path)).toEqual([['a'], ['b']]);
});

test('Accept-Language chooses between Arabic and English', async () => {
  const wanted: [string | undefined, string][] = [
    [undefined, 'en'],
    ['ar', 'ar'],
    ['ar-SA,en;q=0.5', 'ar'],
    ['en;q=0.4, ar;q=0.9', 'ar'],
    ['fr, en;q=0.2', 'en'],
    ['ar;q=0', 'en'],
    ['*', 'en'],
    ['fr', 'en'],
  ];
  for (const [header, language] of wanted) {
    const headers = header === undefined ? {} : { 'accept-language': header };
    const answer = await post(shop.base, token, { lines: [{ ...line, quantity: 0 }], x: 1 }, headers);
    const { title, issues = [] } = await problemOf(answer);
    expect([header, answer.headers.get('content-language')]).toEqual([header, language]);
    for (const text of [title, ...issues.map(({ message }) => message)])
      expect([header, text, arabic.test(text)]).toEqual([header, text, language === 'ar']);
  }
  const nothing = await fetch(`${shop.base}/nothing`, { headers: { 'accept-language': 'ar' } });
  expect((await problemOf(nothing)).title).toMatch(arabic);
});

test('each answer has an id of its own, which its problem repeats', async () => {
  const right = await post(shop.base, token, coffee);
  const wrong = await post(shop.base, token, {}, { 'x-request-id': 'mine', 'request-id': 'mine' });
  const stray = await fetch(`${shop.base}/nothing`);
  const ids = [right, wrong, stray].map((answer) => answer.headers.get('x-request-id') ?? '');
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect([(await problemOf(wrong)).requestId, (await problemOf(stray)).requestId]).toEqual(ids.slice(1));
});

test('a key or a sale id that is taken is refused with the document that holds it', async () => {
  const saleId = 'b1d5a4c2-6a0e-4f55-8c71-6a1f0f3f5e11';
  const held = (answer: Response) =>
    answer.json() as Promise<{ code: string; document?: object; uuid: string; number: string }>;
  for (const named of [{}, { saleId }]) {
    const key = { 'idempotency-key': `held-${Object.keys(named).length}` };
    const { uuid, number } = await held(await post(shop.base, token, { ...coffee, ...named }, key));
    const other = await post(shop.base, token, { ...coffee, note: 'x' }, key);
    expect([other.status, await held(other)]).toEqual([
      409,
      expect.objectContaining({ code: 'key-reused', document: { uuid, number, state: 'waiting' } }),
    ]);
  }
  const { uuid, number } = await held(await post(shop.base, token, { ...coffee, saleId }));
  const sale = JSON.stringify({ ...coffee, saleId, note: 'x' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const validate = fetch(`${shop.base}/v2/sales/validate`, { method: 'POST', headers, body: sale });
  for (const answer of [await post(shop.base, token, sale), await validate])
    expect(await held(answer)).toMatchObject({ code: 'sale-differs', document: { uuid, number } });
});

test('the last calls of a program are kept with the ids of its answers, and nothing that was sent', async () => {
  const client = shop.client();
  const mine = await shop.tokenOf(client);
  const right = await post(shop.base, mine, coffee);
  const wrong = await post(shop.base, mine, { lines: 'secret words' });
  await fetch(`${shop.base}/v2/invoices?number=secret`, { headers: { authorization: `Bearer ${mine}` } });
  const ids = [right, wrong].map((answer) => answer.headers.get('x-request-id'));
  await expect.poll(() => shop.calls.of(client.id)).toHaveLength(3);
  const calls = shop.calls.of(client.id);
  expect(calls.slice(1)).toMatchObject([
    { requestId: ids[1], method: 'POST', path: '/v2/invoices', status: 400, code: 'bad-input' },
    { requestId: ids[0], method: 'POST', path: '/v2/invoices', status: 201 },
  ]);
  expect(JSON.stringify(calls)).not.toContain('secret');
  for (let call = 0; call < 25; call += 1)
    await fetch(`${shop.base}/v2/invoices/none`, { headers: { authorization: `Bearer ${mine}` } });
  await expect.poll(() => shop.calls.of(client.id).every(({ status }) => status === 400)).toBe(true);
  expect(shop.calls.of(client.id)).toHaveLength(20);
  expect(shop.calls.of('another')).toEqual([]);
});

test('calls that were refused for their token are among them', async () => {
  const client = shop.client(['invoices.read']);
  const mine = await shop.tokenOf(client);
  await post(shop.base, mine, coffee);
  shop.clock.sleep(3_600_000);
  await post(shop.base, mine, coffee);
  await shop.form('/oauth/revoke', { token: mine, client_id: client.id, client_secret: client.secret });
  await post(shop.base, mine, coffee);
  await post(shop.base, '0'.repeat(64), coffee);
  await expect.poll(() => shop.calls.of(client.id)).toHaveLength(3);
  expect(shop.calls.of(client.id)).toMatchObject([
    { status: 401, code: 'token-revoked' },
    { status: 401, code: 'token-expired' },
    { status: 403, code: 'insufficient-scope' },
  ]);
});

test('an expired, a revoked and an unknown token are told apart', async () => {
  const code = async (bearer: string) => {
    const answer = await post(shop.base, bearer, coffee);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
    return (await problemOf(answer)).code;
  };
  expect(await code('0'.repeat(64))).toBe('token-unknown');

  const client = shop.client();
  const revoked = await shop.tokenOf(client);
  await shop.form('/oauth/revoke', { token: revoked, client_id: client.id, client_secret: client.secret });
  expect(await code(revoked)).toBe('token-revoked');
  const orphan = await shop.tokenOf(client);
  shop.oauth.clients.revoke(client.id);
  expect(await code(orphan)).toBe('token-revoked');

  const late = await shop.token();
  shop.clock.sleep(3_600_000);
  expect(await code(late)).toBe('token-expired');
});
