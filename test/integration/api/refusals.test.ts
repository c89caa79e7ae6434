import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { formIssues } from '../../../main/integration/public-issues.ts';
import { returnRefusals } from '../../../shared/contract/till/returns.ts';
import { isRuleId } from '../../../shared/words/faults/rules.ts';
import { issueCodes, words } from '../../../shared/words/index.ts';
import { provideShop } from './provide-shop.ts';
import { coffee, post } from './shop.ts';

/* Tests that refusals name the fault and the valid values. */

const { shop, token } = await provideShop();

interface Problem {
  code: string;
  issues?: { path: (string | number)[]; code: string; message: string; params?: Record<string, unknown> }[];
}
const headers = () => ({ authorization: `Bearer ${token}` });
const get = async (where: string) => {
  const answer = await fetch(`${shop.base}${where}`, { headers: headers() });
  return { status: answer.status, ...((await answer.json()) as Problem) };
};
const sold = async (sale: unknown = coffee) =>
  (await (await post(shop.base, token, sale)).json()) as { uuid: string; number: string } & Problem;
const line = { name: 'x', quantity: 1, unitPrice: '1.00' };

/** Finds the codes for issues of a sale or a request in the source files. */
function codesInSources(): string[] {
  const root = path.join(import.meta.dirname, '../../..');
  const folders = [
    'shared',
    'main/document/invoice',
    'main/books/corrections',
    'main/till/issue',
    'main/integration/api',
  ];
  const files = [...folders, 'main/integration/invoices'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/^(words|office|contract)/.test(name))
      .map((name) => readFileSync(path.join(root, folder, name), 'utf8')),
  );
  const forms = [
    /\bcodedIssue\(\s*'([a-z-]+)'/g,
    /\bcode: '(?!custom')([a-z-]+)',\s*message/g,
    /\brefuse\(\s*\[[^\]]*\],\s*'([a-z-]+)'/g,
    /\bfaultOf\(\s*'([a-z-]+)'/g,
  ];
  return files.flatMap((text) =>
    forms.flatMap((form) => [...text.matchAll(form)].map(([, code = '']) => code)),
  );
}

test('every code of an issue has words in both languages and stands on the page', async () => {
  const codes = [...new Set([...codesInSources(), ...returnRefusals])];
  expect(codes.length).toBeGreaterThan(80);
  const knownCodes: readonly string[] = [...issueCodes, ...formIssues];
  expect(codes.filter((code) => !knownCodes.includes(code) && !isRuleId(code))).toEqual([]);
  const page = await (await fetch(`${shop.base}/docs`)).text();
  expect(
    codes.filter((code) => !page.includes(`<code>${code}</code>`) && !page.includes(`${code}</code>`)),
  ).toEqual([]);
});

test('an issue that the screens alone had words for has English ones', async () => {
  const { uuid } = await sold();
  const back = () =>
    fetch(`${shop.base}/v2/invoices/${uuid}/returns`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ everything: true, reason: 'x' }),
    });
  const note = (await (await back()).json()) as { uuid: string };
  expect(await (await back()).json()).toMatchObject({
    issues: [{ code: 'returned-all', message: words.en.issues['returned-all'] }],
  });
  expect(await get(`/v2/invoices/${note.uuid}/returns`)).toMatchObject({ refusal: 'return-of-note' });
});

test('a malformed body is told apart, with the place of what is wrong', async () => {
  const faultOf = async (body: string) => {
    const answer = await post(shop.base, token, body);
    const { code, issues } = (await answer.json()) as Problem;
    return [answer.status, code, issues?.[0]?.code, issues?.[0]?.path, issues?.[0]?.params];
  };
  expect(await faultOf('')).toEqual([400, 'bad-request', 'body-empty', [], undefined]);
  expect(await faultOf('{"lines":\n  x}')).toEqual([
    400,
    'bad-request',
    'json-syntax',
    [],
    { line: 2, column: 3, character: 'x' },
  ]);
  const twice = JSON.stringify({ lines: [line] }).replace('"quantity":1', '"quantity":1,"quantity":2');
  expect(await faultOf(twice)).toEqual([
    400,
    'bad-request',
    'duplicate-key',
    ['lines', 0, 'quantity'],
    undefined,
  ]);
  expect(await faultOf('{"lines":[],"__proto__":{}}')).toEqual([
    400,
    'bad-input',
    expect.any(String),
    expect.any(Array),
    expect.anything(),
  ]);
  const { uuid } = await sold();
  const answer = await fetch(`${shop.base}/v2/invoices/${uuid}/returns`, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json', 'idempotency-key': 'k1' },
    body: '{"everything":true,"everything":true}',
  });
  expect(await answer.json()).toMatchObject({ issues: [{ code: 'duplicate-key', path: ['everything'] }] });
});

test('metadata has names that objects have by themselves', async () => {
  const text = JSON.stringify(coffee).replace(/}$/, ',"metadata":{"constructor":"a","toString":"b"}}');
  const made = await (await post(shop.base, token, text)).json();
  expect(made).toMatchObject({ metadata: { constructor: 'a', toString: 'b' } });
  const proto = JSON.stringify(coffee).replace(/}$/, ',"metadata":{"__proto__":"a"}}');
  expect(await (await post(shop.base, token, proto)).json()).toMatchObject({
    issues: [{ path: ['metadata', '__proto__'], code: 'metadata-key' }],
  });
});

test('what there is no copy of says why', async () => {
  const { uuid } = await sold();
  expect(await get(`/v2/invoices/${uuid}/xml?which=cleared`)).toMatchObject({
    status: 404,
    code: 'not-found',
    issues: [{ code: 'reported-only', message: expect.stringContaining('reported, not cleared') }],
  });
});

test('a return of a line that is not there names those that are', async () => {
  const { uuid } = await sold({ lines: [line, line] });
  const answer = await fetch(`${shop.base}/v2/invoices/${uuid}/returns`, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ lines: [{ line: 3, quantity: '1' }], reason: 'x' }),
  });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    expect.objectContaining({
      issues: [
        expect.objectContaining({
          path: ['lines', 0, 'line'],
          code: 'line-unknown',
          params: { limit: 2, allowed: '1, 2' },
        }),
      ],
    }),
  ]);
});

test('a period that ends before it begins is refused, in the list and the CSV', async () => {
  for (const where of ['/v2/invoices', '/v2/invoices.csv'])
    expect(await get(`${where}?from=2026-11-21&to=2026-11-20`)).toMatchObject({
      status: 400,
      issues: [{ path: ['to'], code: 'date-order' }],
    });
});

test('a number is found in whatever case, and another one is not', async () => {
  const { number, uuid } = await sold();
  const found = async (text: string) =>
    (await get(`/v2/invoices?number=${text}`)) as unknown as { invoices: { uuid: string }[] };
  for (const text of [number, number.toLowerCase()])
    expect((await found(text)).invoices.map((each) => each.uuid)).toEqual([uuid]);
  for (const text of [`x${number}`, `${number}9`, 't1', 't1-'])
    expect((await found(text)).invoices).toEqual([]);
});

test('a wrong currency or means of payment is one issue, which says what is allowed', async () => {
  expect((await sold({ lines: [line], currency: 'usd' })).issues).toMatchObject([
    { path: ['currency'], code: 'currency' },
  ]);
  const { issues } = await sold({ lines: [line], payments: [{ means: 'visa' }] });
  expect(issues).toMatchObject([{ path: ['payments', 0, 'means'], code: 'payment-means' }]);
  expect(issues?.[0]?.message).toContain('cash, card, bankTransfer');
  expect(issues?.[0]?.params).toMatchObject({ allowed: expect.stringContaining('onAccount') });
});

test('HEAD answers as GET does, without the body', async () => {
  const { uuid } = await sold();
  for (const where of [
    `/v2/invoices/${uuid}`,
    `/v2/invoices/${uuid}/xml`,
    '/v2/invoices',
    '/docs',
    '/v2/invoices/x',
  ]) {
    const [got, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => fetch(`${shop.base}${where}`, { method, headers: headers() })),
    );
    expect([where, head?.status, head?.headers.get('content-type'), await head?.text()]).toEqual([
      where,
      got?.status,
      got?.headers.get('content-type'),
      '',
    ]);
    const length = Buffer.byteLength((await got?.text()) ?? '');
    if (got?.status === 200) expect(head?.headers.get('content-length')).toBe(String(length));
  }
  expect((await fetch(`${shop.base}/v2/invoices`, { method: 'HEAD' })).status).toBe(401);
  // A HEAD request for many years does not make the file.
  const csv = await fetch(`${shop.base}/v2/invoices.csv`, { method: 'HEAD', headers: headers() });
  expect([csv.status, csv.headers.get('allow')]).toEqual([405, 'GET']);
});

test('a slash at the end of a path changes nothing', async () => {
  const { uuid } = await sold();
  expect(await get('/v2/invoices/?limit=1')).toEqual(await get('/v2/invoices?limit=1'));
  expect(await get(`/v2/invoices/${uuid}/`)).toMatchObject({ status: 'waiting' });
});

test('an issue in Arabic says as much as the English one, and English is that of the page', async () => {
  const arabic = { ...headers(), 'accept-language': 'ar' };
  const messagesOf = async (where: string) => {
    const answer = await fetch(`${shop.base}${where}`, { headers: arabic });
    return ((await answer.json()) as Problem).issues?.map(({ message }) => message);
  };
  expect(await messagesOf('/v2/invoices?from=yesterday')).toEqual(['يجب أن يكون تاريخًا مثل 2026-11-20']);
  expect(await messagesOf('/v2/invoices?customer=nobody')).toEqual([
    expect.stringContaining(': consumer, business'),
  ]);
  const wrong = await post(shop.base, token, { lines: [line], payments: [{ means: 'visa' }] }, arabic);
  const [means] = ((await wrong.json()) as Problem).issues ?? [];
  expect(means?.message).toContain(`${words.ar.issues['payment-means']}: cash, card`);

  const { uuid } = await sold({ lines: [line] });
  const back = async (each: object, language: string) => {
    const answer = await fetch(`${shop.base}/v2/invoices/${uuid}/returns`, {
      method: 'POST',
      headers: {
        ...headers(),
        'accept-language': language,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ lines: [each], reason: 'x' }),
    });
    return ((await answer.json()) as Problem).issues?.[0]?.message;
  };
  const shown = (text: string) => text.replace('{limit}', '1');
  for (const language of ['en', 'ar'] as const) {
    const { issues } = words[language];
    expect(await back({ line: 2, quantity: '1' }, language)).toBe(shown(issues['line-unknown']));
    expect(await back({ line: 1, quantity: '2' }, language)).toBe(shown(issues['returned-too-much']));
  }
});
