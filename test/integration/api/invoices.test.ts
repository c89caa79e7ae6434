import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyDocument } from '../../../main/document/stamp/verify/verify.ts';
import { type FailureCode, fail } from '../../../shared/failure.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import { buyer } from '../../document/invoice/fixtures.ts';
import { reported } from '../../support/run/outcomes.ts';
import { provideShop } from './provide-shop.ts';
import { coffee, openShop, post, type Shop } from './shop.ts';

const { shop, token } = await provideShop();

interface Answer {
  limit?: number;
  uuid: string;
  number: string;
  hash: string;
  xml: string;
  code: string;
  issues: { path: unknown[]; code: string }[];
  invoices: { uuid: string; number: string; status: string }[];
  nextCursor?: string;
}
const get = (path: string, bearer = token) =>
  fetch(`${shop.base}${path}`, { headers: { authorization: `Bearer ${bearer}` } });
const json = async (answer: Response | Promise<Response>) => (await (await answer).json()) as Answer;
const issued = () => shop.ledger.search.counts().issued;

describe('POST /v2/invoices', () => {
  test('a sale in, the issued document out', async () => {
    const answer = await post(shop.base, token, coffee, { prefer: 'return=representation' });
    expect(answer.status).toBe(201);
    const body = await json(answer);
    expect(answer.headers.get('preference-applied')).toBe('return=representation');
    expect(answer.headers.get('location')).toBe(`/v2/invoices/${body.uuid}`);
    expect(body).toMatchObject({
      kind: 'invoice',
      customer: 'consumer',
      currency: 'SAR',
      payable: '28.00',
      taxExclusive: '24.35',
      vat: '3.65',
      status: 'waiting',
      mode: 'reporting',
      cleared: false,
    });
    expect(verifyDocument(Buffer.from(body.xml)).filter(({ ok }) => !ok)).toEqual([]);
    expect(shop.ledger.documents.get(body.uuid)?.hash).toBe(body.hash);
    expect(Buffer.from(body.xml)).toEqual(shop.ledger.documents.issuedXml(body.uuid));
  });

  test('the XML is in the answer for who prefers that, and else at its own path', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const plain = await post(shop.base, token, coffee, key);
    const { uuid, ...rest } = await json(plain);
    expect([plain.status, plain.headers.get('preference-applied')]).toEqual([201, null]);
    expect(rest).not.toHaveProperty('xml');
    expect(rest).toMatchObject({ qr: expect.any(String), hash: expect.any(String) });
    const at = await (await get(`${plain.headers.get('location')}/xml`)).text();
    for (const [prefer, applied] of [
      ['return=representation', true],
      ['respond-async, Return="Representation"; x=1', true],
      ['return=minimal, return=representation', false],
      ['return=representations', false],
      ['x-return=representation', false],
      ['', false],
    ] as const) {
      const again = await post(shop.base, token, coffee, { ...key, prefer });
      const body = await json(again);
      expect([prefer, again.status, body.uuid]).toEqual([prefer, 200, uuid]);
      expect([prefer, body.xml]).toEqual([prefer, applied ? at : undefined]);
      expect(again.headers.get('vary')).toBe('Prefer');
    }
  });

  test('how it was paid: the means and amounts, the cash handed over, and the change', async () => {
    const payments = [
      { means: 'card', amount: '8.00' },
      { means: 'cash', amount: '20.00', tendered: '50.00' },
    ];
    const body = await json(await post(shop.base, token, { ...coffee, payments }));
    const wanted = [payments[0], { ...payments[1], change: '30.00' }];
    expect(body).toMatchObject({ payments: wanted });
    expect(await json(get(`/v2/invoices/${body.uuid}`))).toMatchObject({ payments: wanted });
    const plain = await json(await post(shop.base, token, coffee));
    expect(plain).toMatchObject({ payments: [{ means: 'cash', amount: '28.00' }] });
  });

  test('the same key and sale again give the same document', async () => {
    const key = { 'idempotency-key': 'till-1/4711' };
    const first = await post(shop.base, token, coffee, key);
    const again = await post(shop.base, token, JSON.stringify(coffee, null, 4), key);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(await json(again)).toEqual(await json(first));
  });

  test('an id that the server made may be sent back, in capitals and braces too', async () => {
    const key = { 'idempotency-key': 'sent-back' };
    const first = (await (await post(shop.base, token, coffee, key)).json()) as {
      uuid: string;
      saleId: string;
    };
    for (const saleId of [first.saleId, first.saleId.toUpperCase(), `{${first.saleId.toUpperCase()}}`])
      for (const headers of [key, {}]) {
        const again = await post(shop.base, token, { ...coffee, saleId }, headers);
        expect([again.status, (await json(again)).uuid]).toEqual([200, first.uuid]);
      }
    expect((await json(post(shop.base, token, coffee, key))).uuid).toBe(first.uuid);
    const other = await post(shop.base, token, { ...coffee, saleId: first.saleId, note: 'x' }, key);
    expect([other.status, (await json(other)).code]).toEqual([409, 'key-reused']);
  });

  test('the same key for another sale is refused', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await post(shop.base, token, coffee, key);
    const before = issued();
    for (const other of [
      { ...coffee, note: 'x' },
      { ...coffee, saleId: randomUUID() },
    ]) {
      const answer = await post(shop.base, token, other, key);
      expect([answer.status, (await json(answer)).code]).toEqual([409, 'key-reused']);
    }
    expect(issued()).toBe(before);
  });

  test('a key is another one for another client', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const mine = await json(post(shop.base, token, coffee, key));
    const theirs = await json(post(shop.base, await shop.token(), coffee, key));
    expect(theirs.uuid).not.toBe(mine.uuid);
  });

  test('a till’s own saleId is one id in every spelling, and empty fields make no other sale', async () => {
    const saleId = randomUUID();
    const key = { 'idempotency-key': randomUUID() };
    const first = await post(shop.base, token, { ...coffee, saleId }, key);
    expect(first.status).toBe(201);
    const { uuid } = (await first.json()) as { uuid: string };
    const asTillsSend = {
      ...coffee,
      saleId: `{${saleId.toUpperCase()}}`,
      discount: { amount: 0 },
      note: '',
      buyer: null,
    };
    for (const headers of [key, {}]) {
      const again = await post(shop.base, token, asTillsSend, headers);
      expect(again.status).toBe(200);
      expect(await again.json()).toMatchObject({ uuid });
    }
    const read = await fetch(`${shop.base}/v2/invoices/${uuid.toUpperCase()}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(read.status).toBe(200);
  });

  test('defaults make no other sale, written out or left out, under a key or an id', async () => {
    const saleId = crypto.randomUUID();
    const line = { name: 'Tea', quantity: 2, unitPrice: '14.00' };
    const written = {
      kind: 'invoice',
      customer: 'consumer',
      prices: 'includeVat',
      currency: 'SAR',
      special: { export: false, summary: false },
      lines: [{ ...line, quantity: '2.0', unit: 'PCE', vat: { category: 'S', rate: '15.00' } }],
      payments: [{ means: 'cash', amount: '28.0' }],
    };
    const parts = Object.entries(written).map(([field, value]) => ({ lines: [line], [field]: value }));
    const spellings = [{ lines: [line] }, written, ...parts];
    const bearer = await shop.token();
    const ask = (sale: object, key: string = crypto.randomUUID()) =>
      json(post(shop.base, bearer, sale, { 'idempotency-key': key }));
    const { uuid } = await ask({ saleId, ...spellings[0] });
    for (const each of spellings) expect(await ask({ saleId, ...each })).toMatchObject({ uuid });
    const second = { saleId: crypto.randomUUID(), ...written };
    const { uuid: other } = await ask(second);
    for (const each of spellings)
      expect(await ask({ saleId: second.saleId, ...each })).toMatchObject({ uuid: other });
    for (const first of spellings) {
      const key = crypto.randomUUID();
      const made = await ask(first, key);
      expect(made.number).toMatch(/^T1-/);
      for (const each of spellings) expect(await ask(each, key)).toMatchObject({ uuid: made.uuid });
    }
    expect(
      await ask({ saleId, lines: [line], payments: [{ means: 'cash', amount: '27.00' }] }),
    ).toMatchObject({
      issues: [{ code: 'payments-sum' }],
    });
    expect(await ask({ saleId, lines: [line], payments: [{ means: 'card' }] })).toMatchObject({
      code: 'sale-differs',
    });
    expect(await ask({ saleId, lines: [line], special: { thirdParty: true } })).toMatchObject({
      code: 'sale-differs',
    });
  });

  test('a till’s own saleId holds across keys, and for another sale is refused', async () => {
    const sale = { ...coffee, saleId: randomUUID() };
    const first = await post(shop.base, token, sale);
    const again = await post(shop.base, token, sale);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect((await json(again)).uuid).toBe((await json(first)).uuid);
    const other = await post(shop.base, token, { ...sale, note: 'x' });
    expect([other.status, (await json(other)).code]).toEqual([409, 'sale-differs']);
  });

  test('a refused sale does not use up its key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const wrong = { ...coffee, discount: { amount: '100.00' } };
    expect((await post(shop.base, token, wrong, key)).status).toBe(400);
    expect((await post(shop.base, token, coffee, key)).status).toBe(201);
  });

  test('what was issued is answered again while nothing can be issued; what was not frees its key', async () => {
    let refusal: FailureCode | undefined;
    const other = await openShop({
      // A repeated ID is answered before any check, as it is on the terminal.
      issue: (sale, issue) =>
        refusal === undefined || other.ledger.documents.getBySaleId(sale.saleId ?? '') !== undefined
          ? issue(sale)
          : fail(refusal),
    });
    const bearer = await other.token();
    const [sold, unsold] = [randomUUID(), randomUUID()].map((key) => ({ 'idempotency-key': key }));
    const first = await json(post(other.base, bearer, coffee, sold));
    refusal = 'certificate-expired';
    const again = await post(other.base, bearer, coffee, sold);
    expect([again.status, (await json(again)).uuid]).toEqual([200, first.uuid]);
    // The same key is used while nothing can be issued, then for a wrong sale, and then for the corrected sale.
    expect((await post(other.base, bearer, coffee, unsold)).status).toBe(503);
    refusal = 'bad-input';
    expect((await post(other.base, bearer, coffee, unsold)).status).toBe(400);
    refusal = undefined;
    expect((await post(other.base, bearer, { ...coffee, note: 'corrected' }, unsold)).status).toBe(201);
    await other.close();
  });

  test('what was issued is answered again while nothing can be written', async () => {
    const headers = { 'idempotency-key': 'before-nothing-could-be-written' };
    const token = await shop.token();
    const first = await post(shop.base, token, coffee, headers);
    shop.database.pragma('query_only = 1');
    try {
      const again = await post(shop.base, token, coffee, headers);
      expect([first.status, again.status]).toEqual([201, 200]);
      expect(await again.json()).toEqual(await first.json());
    } finally {
      shop.database.pragma('query_only = 0');
    }
  });

  test('the document of another sale is never the answer, though it took the same saleId meanwhile', async () => {
    let isReady = false;
    const other = await openShop({ issue: (sale, issue) => (isReady ? issue(sale) : fail('not-onboarded')) });
    const bearer = await other.token();
    const key = { 'idempotency-key': randomUUID() };
    const mine = { ...coffee, saleId: randomUUID() };
    expect((await post(other.base, bearer, mine, key)).status).toBe(503);
    isReady = true;
    expect((await post(other.base, bearer, { ...mine, note: 'x' })).status).toBe(201);
    expect((await json(post(other.base, bearer, mine, key))).code).toBe('sale-differs');
    await other.close();
  });

  test('a key is kept in mind for 30 days, and even then makes no second document', async () => {
    const other = await openShop();
    const till = other.client();
    const key = { 'idempotency-key': randomUUID() };
    const first = await json(post(other.base, await other.tokenOf(till), coffee, key));
    await other.clock.advance(31 * 24 * 3_600_000);
    const bearer = await other.tokenOf(till);
    // Another request removes old entries.
    await post(other.base, bearer, coffee);
    const again = await post(other.base, bearer, coffee, key);
    expect([again.status, (await json(again)).uuid]).toEqual([200, first.uuid]);
    const different = await post(other.base, bearer, { ...coffee, note: 'x' }, key);
    expect(different.status).toBe(409);
    await other.close();
  });

  test('50 at once with one key make one document', async () => {
    const before = issued();
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(shop.base, token, coffee, key)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBe(1);
    expect(statuses.filter((status) => status === 200).length).toBe(49);
    const bodies = await Promise.all(answers.map((answer) => json(answer)));
    expect(new Set(bodies.map(({ uuid }) => uuid)).size).toBe(1);
    expect(issued()).toBe(before + 1);
  });

  test.each([
    ['no key', { headers: { 'idempotency-key': '' } }, 400, 'key-missing'],
    ['a key past all measure', { headers: { 'idempotency-key': 'k'.repeat(256) } }, 400, 'key-missing'],
    ['no JSON', { body: '{"lines":' }, 400, 'bad-request'],
    ['an empty body', { body: '' }, 400, 'bad-request'],
    ['a name that changes what objects are', { body: '{"__proto__":{"lines":[]}}' }, 400, 'bad-input'],
    ['a list', { body: '[]' }, 400, 'bad-input'],
    ['another type', { headers: { 'content-type': 'text/plain' } }, 415, 'media-type'],
    ['a compressed body', { headers: { 'content-encoding': 'gzip' } }, 415, 'media-type'],
    [
      'bytes of another charset',
      { headers: { 'content-type': 'application/json; charset=utf-16' } },
      415,
      'media-type',
    ],
    ['a body past the cap', { body: `"${'x'.repeat(4 * 1024 * 1024)}"` }, 413, 'too-large'],
  ] as const)('refuses %s', async (_, request: { body?: string; headers?: object }, status, code) => {
    const before = issued();
    const answer = await post(shop.base, token, request.body ?? coffee, { ...request.headers });
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    const problem = await json(answer);
    expect([answer.status, problem.code]).toEqual([status, code]);
    expect(problem.limit).toBe(status === 413 ? 4 * 1024 * 1024 : undefined);
    expect(issued()).toBe(before);
  });

  test.each([
    [413, 'too-large', () => ''],
    [401, 'token-unknown', () => 'x'],
  ])('tells a client that reads nothing before it sent all: %i', async (status, code, more) => {
    const body = Buffer.alloc(12 * 1024 * 1024, 'x');
    const { hostname, port } = new URL(shop.base);
    const socket = connect(Number(port), hostname);
    // A large body uses up many calls of its client.
    const mine = `Bearer ${await shop.tokenOf(shop.client())}${more()}`;
    const head = [
      'POST /v2/invoices HTTP/1.1',
      `Host: ${hostname}`,
      `Authorization: ${mine}`,
      'Connection: close',
    ];
    const rest = [
      'Content-Type: application/json',
      'Idempotency-Key: large',
      `Content-Length: ${body.length}`,
    ];
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    socket.write(`${[...head, ...rest].join('\r\n')}\r\n\r\n`);
    socket.write(body);
    await once(socket, 'end');
    expect([answer.slice(9, 12), answer.includes(`"code":"${code}"`)]).toEqual([String(status), true]);
    expect(socket.bytesWritten).toBeGreaterThan(body.length);
    socket.destroy();
  });

  test('refuses bytes that are no UTF-8 instead of mending them', async () => {
    const body = Buffer.from(JSON.stringify(coffee));
    body[body.indexOf('Coffee')] = 0xff;
    const answer = await fetch(`${shop.base}/v2/invoices`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body,
    });
    expect(answer.status).toBe(400);
  });

  test('says which fields are wrong, by path, and what the rules say of the whole', async () => {
    const answer = await post(shop.base, token, {
      lines: [{ name: '', quantity: 0, unitPrice: '1.00', colour: 'red' }],
    });
    const body = await json(answer);
    expect([answer.status, body.code]).toEqual([400, 'bad-input']);
    expect(body.issues.map(({ path, code }) => [path.join('.'), code])).toEqual(
      expect.arrayContaining([
        ['lines.0.name', 'blank'],
        ['lines.0.quantity', 'not-positive'],
        ['lines.0.colour', 'unknown-field'],
      ]),
    );
    const many = await post(shop.base, token, { lines: Array.from({ length: 500 }, () => ({})) });
    expect((await json(many)).issues.length).toBe(100);
  });
});

describe('GET /v2/invoices', () => {
  let other: Shop;
  let bearer: string;
  const numbers: string[] = [];
  const list = async (query: string) => {
    const answer = await fetch(`${other.base}/v2/invoices${query}`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    return { status: answer.status, body: (await answer.json()) as Answer };
  };

  beforeAll(async () => {
    other = await openShop();
    // Three days have four sales each; those of the first day are all accepted.
    for (let day = 0; day < 3; day += 1) {
      bearer = await other.token();
      for (let sale = 0; sale < 4; sale += 1) {
        const { uuid, number } = await json(post(other.base, bearer, coffee));
        numbers.push(number);
        if (day === 0) {
          const claimed = other.ledger.queue.claim(uuid, other.clock.now(), 60_000);
          if (claimed === undefined) throw new Error('not claimed');
          other.ledger.queue.settle(claimed, reported, { state: 'accepted' }, other.clock.now());
        }
      }
      await other.clock.advance(24 * 3_600_000);
    }
    bearer = await other.token();
  });
  afterAll(() => other.close());

  test('newest first, page by page, however much is issued meanwhile', async () => {
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 3; page += 1) {
      const { body } = await list(`?limit=5${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.invoices.map(({ number }) => number));
      cursor = body.nextCursor ?? '';
      if (page === 0) numbers.push((await json(post(other.base, bearer, coffee))).number);
    }
    expect(cursor).toBe('');
    expect(seen).toEqual(numbers.slice(0, 12).toReversed());
  });

  test.each([
    ['?status=accepted', [0, 1, 2, 3]],
    ['?status=waiting,parked&to=2026-11-21', [4, 5, 6, 7]],
    ['?from=2026-11-21&to=2026-11-21', [4, 5, 6, 7]],
    ['?to=2026-11-20', [0, 1, 2, 3]],
    ['?from=2026-11-22&to=2026-11-22&limit=2', [10, 11]],
    ['?from=2027-01-01', []],
    ['?number=T1-000006', [5]],
    ['?number=T1-000006&status=accepted', []],
    ['?number=T1-000006&from=2026-11-21&to=2026-11-21', [5]],
    ['?number=T1-000006&to=2026-11-20', []],
    ['?number=T1-00000', []],
  ])('filters by %s', async (query, expected) => {
    const { status, body } = await list(query);
    expect(status).toBe(200);
    expect(body.invoices.map(({ number }) => number)).toEqual(
      expected.map((index) => numbers[index]).toReversed(),
    );
  });

  test.each([
    ['?limit=0', 'limit'],
    ['?limit=201', 'limit'],
    ['?limit=1&limit=2', 'limit'],
    ['?status=lost', 'status.0'],
    ['?cursor=abc', 'cursor'],
    ['?from=yesterday', 'from'],
    ['?page=2', 'page'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await list(query);
    expect([status, body.code, body.issues[0]?.path.join('.')]).toEqual([400, 'bad-input', field]);
  });
});

describe('one invoice', () => {
  test('with its way to the authority, its XML and, where there is one, the authority’s copy', async () => {
    const prefer = 'return=representation';
    const { uuid, xml, number } = await json(post(shop.base, token, coffee, { prefer }));
    expect(await json(get(`/v2/invoices/${uuid}`))).toMatchObject({
      uuid,
      number,
      timeline: [{ event: 'issued' }],
    });
    const issued = await get(`/v2/invoices/${uuid}/xml`);
    expect(issued.headers.get('content-type')).toBe('application/xml');
    expect(issued.headers.get('content-disposition')).toBe(`attachment; filename="${number}.xml"`);
    expect(await issued.text()).toBe(xml);
    expect((await get(`/v2/invoices/${uuid}/xml?which=cleared`)).status).toBe(404);
    expect((await get(`/v2/invoices/${uuid}/xml?which=other`)).status).toBe(400);
    expect((await get(`/v2/invoices/${uuid}/pdf`)).status).toBe(501);
  });

  test('by its uuid in capital letters too', async () => {
    const { uuid } = await json(post(shop.base, token, coffee));
    const answer = await fetch(`${shop.base}/v2/invoices/${uuid.toUpperCase()}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect((await json(answer)).uuid).toBe(uuid);
  });

  test('its PDF where the terminal makes one', async () => {
    const printing = await openShop({ pdf: async () => Buffer.from('%PDF-1.7') });
    const bearer = await printing.token();
    const { uuid } = await json(post(printing.base, bearer, coffee));
    const answer = await fetch(`${printing.base}/v2/invoices/${uuid}/pdf`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(await answer.text()).toBe('%PDF-1.7');
    await printing.close();
  });

  test.each(['', '/xml', '/pdf'])('unknown or none: %s', async (part) => {
    expect((await get(`/v2/invoices/${randomUUID()}${part}`)).status).toBe(404);
    expect((await get(`/v2/invoices/none${part}`)).status).toBe(400);
  });
});

describe('what a row of the list says', () => {
  test('is enough for the books: amounts, VAT, sale, buyer, what a note corrects, the authority’s word', async () => {
    const saleId = randomUUID();
    const sold = await json(
      post(shop.base, token, {
        ...coffee,
        saleId,
        customer: 'business',
        buyer: { ...buyer, vatNumber: '399999999800003' },
        orderReference: 'PO-1',
      }),
    );
    const note = { ...coffee, kind: 'creditNote', customer: 'business', reason: 'Returned' };
    const back = await json(post(shop.base, token, { ...note, corrects: [{ number: sold.number }] }));
    const claimed = shop.ledger.queue.claim(sold.uuid, shop.clock.now(), 60_000);
    if (claimed === undefined) throw new Error('not claimed');
    shop.ledger.queue.settle(claimed, reported, { state: 'accepted' }, shop.clock.now());

    const rows = async (query: string) => (await json(get(`/v2/invoices?${query}`))).invoices;
    const [row] = await rows(`saleId={${saleId.toUpperCase()}}`.replace('{', '%7B').replace('}', '%7D'));
    expect(row).toMatchObject({
      uuid: sold.uuid,
      saleId,
      taxExclusive: '24.35',
      vat: '3.65',
      rounding: '0.00',
      payable: '28.00',
      orderReference: 'PO-1',
      buyerVatNumber: '399999999800003',
      authorityStatus: 'REPORTED',
    });
    expect(await rows('limit=2')).toMatchObject([{ uuid: back.uuid, corrects: [sold.number] }, row ?? {}]);
    expect(await rows(`saleId=${saleId}&number=${sold.number}`)).toHaveLength(1);
    expect(await rows(`saleId=${saleId}&number=${back.number}`)).toEqual([]);
    expect(await rows(`saleId=${randomUUID()}`)).toEqual([]);
  });
});

describe('who is let in', () => {
  test.each([
    ['no header', {}, undefined],
    ['another scheme', { authorization: 'Basic YTpi' }, undefined],
    ['a token that is none', { authorization: `Bearer ${'0'.repeat(64)}` }, 'invalid_token'],
    ['a token with other characters', { authorization: 'Bearer a b"c' }, 'invalid_token'],
    ['an empty token', { authorization: 'Bearer ' }, undefined],
  ])('not with %s: 401 and a challenge', async (_, headers, error) => {
    for (const path of ['/v2/invoices', `/v2/invoices/${randomUUID()}`]) {
      const answer = await fetch(`${shop.base}${path}`, { headers });
      expect([answer.status, (await json(answer)).code]).toEqual([
        401,
        error === undefined ? 'unauthorized' : 'token-unknown',
      ]);
      const challenge = answer.headers.get('www-authenticate') ?? '';
      expect(challenge).toMatch(/^Bearer realm="khatm"/);
      expect(/error="(\w+)"/.exec(challenge)?.[1]).toBe(error);
    }
  });

  test('a token in the query or a form opens nothing', async () => {
    expect((await fetch(`${shop.base}/v2/invoices?access_token=${token}`)).status).toBe(401);
  });

  test('nor past its scope: 403, and which one is needed', async () => {
    const [reader, writer] = [await shop.token(['invoices.read']), await shop.token(['invoices.write'])];
    const before = issued();
    const refused = await post(shop.base, reader, coffee);
    expect([refused.status, await json(refused)]).toEqual([
      403,
      expect.objectContaining({ code: 'insufficient-scope', scope: 'invoices.write' }),
    ]);
    expect(refused.headers.get('www-authenticate')).toContain(
      'error="insufficient_scope", scope="invoices.write"',
    );
    expect((await get('/v2/invoices', writer)).status).toBe(403);
    expect(issued()).toBe(before);
  });

  test('no page of another name, and no script of another site', async () => {
    const request = `GET /v2/invoices HTTP/1.1\r\nHost: evil.example\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
    expect(await raw(request)).toMatch(/^HTTP\/1.1 421 /);
    const preflight = await fetch(`${shop.base}/v2/invoices`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(405);
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('what is no HTTP gets a short answer', async () => {
    expect(await raw('\x16\x03\x01 hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
  });

  test.each([
    ['two Host headers', 'Host: 127.0.0.1\r\nHost: evil.example\r\n'],
    ['two that are the same', 'Host: 127.0.0.1\r\nhost: 127.0.0.1\r\n'],
    ['no Host header', ''],
    ['two Authorization headers', 'Host: 127.0.0.1\r\nAuthorization: Bearer x\r\n'],
    ['two lengths', 'Host: 127.0.0.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n'],
    ['a length and chunks', 'Host: 127.0.0.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n'],
    ['chunks that are not the last coding', 'Host: 127.0.0.1\r\nTransfer-Encoding: chunked, identity\r\n'],
    ['a header folded over lines', 'Host: 127.0.0.1\r\nX-A: b\r\n c\r\n'],
    ['blanks before the colon', 'Host : 127.0.0.1\r\n'],
  ])('%s are 400', async (_, headers) => {
    const request = (more: string) =>
      `GET /v2/invoices HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n${more}Connection: close\r\n\r\n`;
    expect(await raw(request('Host: 127.0.0.1\r\n'))).toMatch(/^HTTP\/1.1 200 /);
    expect(await raw(request(headers))).toMatch(/^HTTP\/1.1 400 /);
  });

  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(shop.base);
      const socket = connect(Number(port), hostname, () => socket.write(text));
      let answer = '';
      socket.on('data', (data) => {
        answer += data;
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
});

describe('how often', () => {
  test('a client past its rate waits, and others do not', async () => {
    const rates = { reading: { burst: 3, perSecond: 0.5 } };
    const busy = await openShop({ rates });
    const [eager, calm] = [await busy.token(), await busy.token()];
    const ask = (bearer: string) =>
      fetch(`${busy.base}/v2/invoices`, { headers: { authorization: `Bearer ${bearer}` } });
    for (let call = 0; call < 3; call += 1) expect((await ask(eager)).status).toBe(200);
    const refused = await ask(eager);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect((await ask(calm)).status).toBe(200);
    await busy.clock.advance(2_000);
    expect((await ask(eager)).status).toBe(200);
    await busy.close();
  });

  test('who reads too often may sell and get a token all the same, from an address that is past its rate', async () => {
    const busy = await openShop({
      rates: { reading: { burst: 3, perSecond: 1 }, address: { burst: 5, perSecond: 1 } },
    });
    const client = busy.client();
    const [eager, other] = [await busy.tokenOf(client), await busy.token()];
    const read = async (bearer: string) =>
      (await fetch(`${busy.base}/v2/invoices`, { headers: { authorization: `Bearer ${bearer}` } })).status;
    const statuses: number[] = [];
    for (let call = 0; call < 8; call += 1) statuses.push(await read(eager));
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    expect(await read(other)).toBe(429);
    for (const bearer of [eager, other, await busy.tokenOf(client)])
      expect((await post(busy.base, bearer, coffee)).status).toBe(201);
    // A request for a price counts as a reading call.
    const request = await fetch(`${busy.base}/v2/sales/validate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${eager}`, 'content-type': 'application/json' },
      body: JSON.stringify(coffee),
    });
    expect(request.status).toBe(429);
    // A stranger who sends sales is limited by address.
    expect((await post(busy.base, 'none', coffee)).status).toBe(429);
    await busy.close();
  });

  test('each answer says what is left, and when all is there again', async () => {
    const busy = await openShop({
      rates: { sales: { burst: 4, perSecond: 0.5 }, reading: { burst: 2, perSecond: 1 } },
    });
    const bearer = await busy.token();
    const left = ({ headers, status }: Response) => [
      status,
      ...['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`)),
    ];
    const read = () => fetch(`${busy.base}/v2/events`, { headers: { authorization: `Bearer ${bearer}` } });
    expect(left(await post(busy.base, bearer, coffee))).toEqual([201, '4', '3', '2']);
    expect(left(await read())).toEqual([200, '2', '1', '1']);
    expect(left(await read())).toEqual([200, '2', '0', '2']);
    expect(left(await read())).toEqual([429, '2', '0', '2']);
    expect(left(await post(busy.base, bearer, coffee))).toEqual([201, '4', '2', '4']);
    await busy.clock.advance(60_000);
    expect(left(await post(busy.base, bearer, coffee))).toEqual([201, '4', '3', '2']);
    // A body of 2 MiB counts as 32 further calls, which are subtracted from later ones.
    expect(left(await post(busy.base, bearer, ' '.repeat(2 * 1024 * 1024)))).toEqual([400, '4', '0', '68']);
    expect((await fetch(`${busy.base}/openapi.json`)).headers.get('ratelimit-limit')).toBeNull();
    await busy.close();
  });

  test('readers that wait when the terminal closes are let go without a word', async () => {
    const busy = await openShop();
    for (let index = 0; index < 100; index += 1) busy.issue(saleSchema.parse(coffee));
    const headers = { authorization: `Bearer ${await busy.token()}` };
    const readers = Array.from({ length: 30 }, () =>
      fetch(`${busy.base}/v2/invoices?limit=100`, { headers }),
    );
    await Promise.race(readers);
    await busy.close();
    const ended = await Promise.allSettled(readers);
    expect(ended.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    for (let round = 0; round < 1_000; round += 1) await new Promise(setImmediate);
    expect(busy.errors).toEqual([]);
  });

  test('an address past its rate waits, before anything is looked at', async () => {
    const busy = await openShop({ rates: { address: { burst: 5, perSecond: 1 } } });
    const statuses: number[] = [];
    for (let call = 0; call < 7; call += 1)
      statuses.push((await busy.form('/oauth/token', { grant_type: 'client_credentials' })).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    await busy.close();
  });
});

describe('when the terminal cannot', () => {
  test('its failure is told with its code, to be tried again', async () => {
    const closed = await openShop({ issue: () => fail('not-onboarded') });
    const answer = await post(closed.base, await closed.token(), coffee);
    expect([answer.status, (await json(answer)).code]).toEqual([503, 'not-onboarded']);
    expect(answer.headers.get('retry-after')).toBe('5');
    await closed.close();
  });

  test('a defect is told as internal, and nothing of it gets out', async () => {
    const broken = await openShop({
      issue: () => {
        throw new Error('secret place /home/till');
      },
    });
    const answer = await post(broken.base, await broken.token(), coffee);
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ code: 'internal' });
    expect(text).not.toMatch(/secret|home|Error|at /);
    expect(broken.errors).toEqual([expect.objectContaining({ message: 'secret place /home/till' })]);
    await broken.close();
  });
});

describe('what the authority answered', () => {
  test('stands word for word in the resource of the invoice, the last answer of it', async () => {
    const { uuid } = await json(post(shop.base, token, coffee));
    const resource = async () =>
      (await (await get(`/v2/invoices/${uuid}`)).json()) as Record<string, unknown>;
    expect(await resource()).not.toHaveProperty('authorityAnswer');
    const claimed = shop.ledger.queue.claim(uuid, shop.clock.now(), 1000);
    if (claimed === undefined) throw new Error('nothing to send');
    const body = '{"odd":["shape"]}';
    shop.ledger.queue.settle(
      claimed,
      {
        kind: 'unknown',
        why: 'unknown-status',
        answer: { httpStatus: 418, body },
        errors: [{ message: 'odd' }],
      },
      { state: 'waiting', nextAt: shop.clock.now() },
      shop.clock.now(),
    );
    expect(await resource()).toMatchObject({
      authorityAnswer: { httpStatus: 418, body, cut: false },
      timeline: [{}, {}, { event: 'answered', httpStatus: 418, messages: [{ message: 'odd' }] }],
    });
  });
});
