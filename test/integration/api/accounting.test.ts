import { randomUUID } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readInvoice } from '../../../main/document/invoice/reading/read-invoice.ts';
import { listInvoices, listQuerySchema } from '../../../main/integration/api/routes/list-invoices.ts';
import { parseOrFail } from '../../../shared/failure.ts';
import { metadataSchema } from '../../../shared/sale/metadata.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import { buyer } from '../../document/invoice/fixtures.ts';
import { noAnswer, rejected, reported } from '../../support/run/outcomes.ts';
import { provideShop } from './provide-shop.ts';
import { coffee, openShop, post, type Shop } from './shop.ts';

/* Tests the data that an accounting program reads: rows, filters, lines and changes. */

const { shop, token } = await provideShop();

interface Row {
  uuid: string;
  number: string;
  counter: number;
  status: string;
  changedAt: string;
  saleId: string;
  reference?: string;
  metadata?: Record<string, string>;
  taxExclusive: string;
  vat: string;
  breakdown: { category: string; rate: string; taxable: string; vat: string }[];
}
interface Page {
  invoices: Row[];
  nextCursor?: string;
  nextChangedSince?: string;
  code?: string;
  issues?: { path: string[]; code: string }[];
}

const get = (path: string) => fetch(`${shop.base}${path}`, { headers: { authorization: `Bearer ${token}` } });
const list = async (query: Record<string, string> = {}) =>
  (await (await get(`/v2/invoices?${new URLSearchParams(query)}`)).json()) as Page;
const sell = async (sale: object = coffee) => (await (await post(shop.base, token, sale)).json()) as Row;
const numbers = async (query: Record<string, string>) =>
  (await list(query)).invoices.map(({ number }) => number);

/** Gives a document its final state, as an answer from the authority does. */
function decide(uuid: string, state: 'accepted' | 'rejected' | 'parked', { ledger, clock } = shop): void {
  const claimed = ledger.queue.claim(uuid, clock.now(), 60_000);
  if (claimed === undefined) throw new Error('not claimed');
  const outcome = { accepted: reported, rejected, parked: noAnswer }[state];
  ledger.queue.settle(claimed, outcome, { state }, clock.now());
}

describe('rows', () => {
  test('say what accounting asks: VAT by category, in riyals, payments, the authority’s word', async () => {
    const { uuid } = await sell({
      prices: 'excludeVat',
      currency: 'USD',
      exchangeRate: '3.75',
      lines: [
        { name: 'Coffee', quantity: 2, unitPrice: '10.00' },
        { name: 'Book', quantity: 1, unitPrice: '8.00', vat: { category: 'S', rate: '5' } },
      ],
      reference: 'ORDER-1',
      metadata: { table: '7' },
    });
    decide(uuid, 'accepted');
    const [row] = (await list({ limit: '1' })).invoices;
    expect(row).toMatchObject({
      uuid,
      status: 'accepted',
      authorityStatus: 'REPORTED',
      taxExclusive: '28.00',
      vat: '3.40',
      vatInSar: '12.75',
      taxInclusive: '31.40',
      prepaid: '0.00',
      payments: [{ means: 'cash', amount: '31.40' }],
      reference: 'ORDER-1',
      metadata: { table: '7' },
    });
    expect(row?.breakdown.toSorted((one, other) => Number(other.taxable) - Number(one.taxable))).toEqual([
      { category: 'S', rate: '15.00', taxable: '20.00', vat: '3.00' },
      { category: 'S', rate: '5.00', taxable: '8.00', vat: '0.40' },
    ]);
    const one = (await (await get(`/v2/invoices/${uuid}`)).json()) as Row;
    const { changedAt: _, ...rest } = row ?? { changedAt: '' };
    expect(one).toMatchObject(rest);
  });

  test('of a rejected document name the one that counts, which keeps what the caller said', async () => {
    const { uuid } = await sell({ ...coffee, reference: 'KEPT', metadata: { a: 'b' } });
    decide(uuid, 'rejected');
    expect((await list({ limit: '1' })).invoices[0]).not.toHaveProperty('replacedBy');
    const { number } = shop.issueAnew(saleSchema.parse(coffee), uuid).entry;
    expect((await list({ reference: 'KEPT' })).invoices).toMatchObject([
      { number, metadata: { a: 'b' } },
      { uuid, replacedBy: number },
    ]);
  });

  test('of a document that was issued anew name the rejected one, also to a program that reads changes alone', async () => {
    const wrong = await sell({ ...coffee, reference: 'ANEW' });
    decide(wrong.uuid, 'rejected');
    const { nextChangedSince: changedSince = '' } = await list({ changedSince: '2100-01-01T00:00:00Z' });
    const { number } = shop.issueAnew(saleSchema.parse(coffee), wrong.uuid).entry;
    const { invoices } = await list({ changedSince });
    expect(invoices).toMatchObject([{ number, replaces: wrong.number }]);
    expect((await list({ number: wrong.number })).invoices[0]).not.toHaveProperty('replaces');
  });
});

test('a call for each 200 documents is enough: a day of 5,000 takes 25', async () => {
  const other = await openShop();
  const bearer = await other.token(['invoices.read']);
  const sales = 450;
  for (let index = 0; index < sales; index += 1) other.issue(saleSchema.parse(coffee));
  const rows: Row[] = [];
  let [calls, cursor]: [number, string | undefined] = [0, ''];
  while (cursor !== undefined) {
    const query = `from=2026-11-20&to=2026-11-20&limit=200${cursor && `&cursor=${cursor}`}`;
    const answer = await fetch(`${other.base}/v2/invoices?${query}`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    const page = (await answer.json()) as Page;
    calls += 1;
    rows.push(...page.invoices);
    cursor = page.nextCursor;
  }
  expect([calls, new Set(rows.map(({ uuid }) => uuid)).size]).toEqual([Math.ceil(sales / 200), sales]);
  await other.close();
});

/** Sells under a unique reference, and takes everything back under the same reference. */
async function sellAndTakeBack() {
  const reference = `R-${randomUUID()}`;
  const first = await sell({ ...coffee, reference });
  const corrects = [{ number: first.number }];
  const note = await sell({ kind: 'creditNote', lines: coffee.lines, corrects, reason: 'x', reference });
  return { reference, first, note };
}

describe('filters', () => {
  test('by reference, kind, customer and buyer, alone and together', async () => {
    const { reference, first, note } = await sellAndTakeBack();
    const trade = await sell({ ...coffee, customer: 'business', buyer });
    expect(await numbers({ reference })).toEqual([note.number, first.number]);
    expect(await numbers({ reference, kind: 'creditNote' })).toEqual([note.number]);
    expect(await numbers({ reference, kind: 'invoice,creditNote', number: first.number })).toEqual([
      first.number,
    ]);
    expect(await numbers({ reference, number: trade.number })).toEqual([]);
    expect(await numbers({ reference: reference.slice(1) })).toEqual([]);
    expect(await numbers({ buyer: buyer.vatNumber ?? '', limit: '1' })).toEqual([trade.number]);
    expect(await numbers({ buyer: buyer.name.split(' ')[1] ?? '', limit: '1' })).toEqual([trade.number]);
    expect(await numbers({ buyer: 'nobody at all' })).toEqual([]);
    expect(await numbers({ customer: 'business', limit: '1' })).toEqual([trade.number]);
    expect(await numbers({ customer: 'consumer', limit: '1' })).toEqual([note.number]);
    expect(await numbers({ customer: 'consumer', number: trade.number })).toEqual([]);
    const { invoices } = await list({ number: first.number });
    const changedSince = invoices[0]?.changedAt ?? '';
    expect(await numbers({ customer: 'business', changedSince })).toEqual([trade.number]);
    expect(await numbers({ customer: 'business', reference })).toEqual([]);
    expect((await list({ customer: 'shop' })).issues).toMatchObject([
      { code: 'value-not-allowed', params: { allowed: 'consumer, business' } },
    ]);
    for (const [field, value, allowed] of [
      ['kind', 'refund', 'invoice, creditNote, debitNote, prepayment'],
      ['kind', 'invoice,', 'invoice, creditNote, debitNote, prepayment'],
      ['status', 'lost', 'waiting, sending, accepted, rejected, parked'],
    ] as const)
      expect((await list({ [field]: value })).issues, value).toMatchObject([
        { path: [field, value === 'invoice,' ? 1 : 0], code: 'value-not-allowed', params: { allowed } },
      ]);
  });

  test('by several values, with commas between or each in a parameter of its own', async () => {
    const { reference, first, note } = await sellAndTakeBack();
    const found = async (query: string) => {
      const answer = await fetch(`${shop.base}/v2/invoices?reference=${reference}&${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return ((await answer.json()) as { invoices: { number: string }[] }).invoices.map(
        ({ number }) => number,
      );
    };
    const both = [note.number, first.number];
    expect(await found('kind=invoice,creditNote')).toEqual(both);
    expect(await found('kind=invoice&kind=creditNote')).toEqual(both);
    expect(await found('kind=creditNote&kind=creditNote')).toEqual([note.number]);
    expect(await found('status=accepted&status=waiting')).toEqual(both);
    expect(await found('status=accepted,parked')).toEqual([]);
  });

  test('a cursor belongs to its filters: another list refuses it', async () => {
    for (let index = 0; index < 3; index += 1) await sell();
    const { nextCursor: cursor = '' } = await list({ limit: '1' });
    expect((await list({ cursor, limit: '200' })).invoices.length).toBeGreaterThan(1);
    const { nextCursor: changed = '' } = await list({ limit: '1', changedSince: '2020-01-01T00:00:00Z' });
    for (const query of [
      { cursor, status: 'waiting' },
      { cursor, changedSince: '2020-01-01T00:00:00Z' },
      { cursor: changed },
      { cursor: changed, changedSince: '2020-01-02T00:00:00Z' },
      { cursor: 'icv:1' },
    ])
      expect((await list(query)).issues, JSON.stringify(query)).toMatchObject([
        { path: ['cursor'], code: 'cursor' },
      ]);
  });
});

test('lines are as sold, with the document’s amounts', async () => {
  const { uuid } = await sell({
    lines: [
      {
        name: 'Cheese',
        quantity: '1.5',
        unit: 'KGM',
        unitPrice: '46.00',
        discount: { percent: '10', reason: 'Old' },
        barcode: '6281000000014',
      },
      {
        name: 'Fee',
        quantity: 1,
        unitPrice: '5.00',
        vat: { category: 'Z', rate: '0', reason: 'VATEX-SA-32' },
      },
    ],
    discount: { amount: '2.00', reason: 'Voucher' },
  });
  const lines = (await (await get(`/v2/invoices/${uuid}/lines`)).json()) as {
    lines: { net: string; gross: string }[];
    adjustments: { kind: string; amount: string }[];
    taxExclusive: string;
  };
  expect(lines).toMatchObject({
    prices: 'includeVat',
    currency: 'SAR',
    lines: [
      {
        line: 1,
        quantity: '1.5',
        unit: 'KGM',
        unitPrice: '46',
        category: 'S',
        rate: '15.00',
        gross: '62.10',
        barcode: '6281000000014',
        adjustments: [{ kind: 'discount', reason: 'Old' }],
      },
      { line: 2, category: 'Z', net: '5.00', vat: '0.00' },
    ],
  });
  const sum =
    lines.lines.reduce((all, { net }) => all + halalas(net), 0) +
    lines.adjustments.reduce(
      (all, { kind, amount }) => all + (kind === 'charge' ? 1 : -1) * halalas(amount),
      0,
    );
  expect(sum).toBe(halalas(lines.taxExclusive));
  expect((await get(`/v2/invoices/${randomUUID()}/lines`)).status).toBe(404);
});

const halalas = (amount: string) => Math.round(Number(amount) * 100);

test('the events name the sale of a document and what its caller keeps beside it', async () => {
  const { uuid, saleId } = await sell({ ...coffee, reference: 'E-1', metadata: { shelf: 'b' } });
  let after = '';
  const events: { invoiceUuid: string }[] = [];
  for (;;) {
    const page = (await (await get(`/v2/events${after}`)).json()) as { events: typeof events; next: string };
    if (page.events.length === 0) break;
    events.push(...page.events);
    after = `?after=${page.next}`;
  }
  expect(events.filter(({ invoiceUuid }) => invoiceUuid === uuid)).toMatchObject([
    { type: 'invoice.issued', saleId, reference: 'E-1', metadata: { shelf: 'b' } },
  ]);
});

describe('changedSince', () => {
  test('lists what changed, oldest change first, and goes on where it ended', async () => {
    const [one, two] = [await sell(), await sell()];
    const { nextChangedSince: since = '' } = await list({
      changedSince: '2020-01-01T00:00:00Z',
      limit: '200',
    });
    expect((await list({ changedSince: since })).invoices).toEqual([]);
    decide(two.uuid, 'accepted');
    await shop.clock.advance(1_000);
    decide(one.uuid, 'parked');
    const at = new Date(shop.clock.now()).toISOString();
    const page = await list({ changedSince: since });
    expect(page.invoices.map(({ uuid, status }) => [uuid, status])).toEqual([
      [two.uuid, 'accepted'],
      [one.uuid, 'parked'],
    ]);
    expect((await list({ changedSince: at })).invoices.map(({ uuid }) => uuid)).toEqual([one.uuid]);
    // A manager sends the document again, which is also a change.
    shop.ledger.queue.resendParked(shop.clock.now());
    const next = await list({ changedSince: page.nextChangedSince ?? '' });
    expect(next.invoices.map(({ uuid, status }) => [uuid, status])).toEqual([[one.uuid, 'waiting']]);
    expect((await list({ changedSince: since, saleId: one.saleId })).invoices).toHaveLength(1);
    expect((await list({ changedSince: next.nextChangedSince ?? '', saleId: one.saleId })).invoices).toEqual(
      [],
    );
  });

  test('goes together with every other filter', async () => {
    const reference = `C-${randomUUID()}`;
    const { nextChangedSince: changedSince = '' } = await list({ changedSince: '2100-01-01T00:00:00Z' });
    const first = await sell({ ...coffee, reference });
    const trade = await sell({ ...coffee, customer: 'business', buyer, reference });
    await sell();
    decide(trade.uuid, 'parked');
    for (const [query, found] of [
      [{ reference }, [first, trade]],
      [{ reference, buyer: buyer.name }, [trade]],
      [{ reference, status: 'parked,rejected' }, [trade]],
      [{ reference, kind: 'creditNote' }, []],
      [{ reference, from: '2026-11-20', to: '2026-11-20' }, [first, trade]],
      [{ reference, to: '2026-11-19' }, []],
      [{ number: trade.number, status: 'parked' }, [trade]],
      [{ number: trade.number, kind: 'debitNote' }, []],
    ] as const) {
      const page = await list({ changedSince, ...query });
      expect([query, page.invoices.map(({ number }) => number)]).toEqual([
        query,
        found.map(({ number }) => number),
      ]);
      expect(page.nextChangedSince).toMatch(/^change-/);
    }
  });

  test.each(['yesterday', '2026-11-20', '2026-11-20T10:00', 'change-', 'change-1e3', 'change-999999999'])(
    '%s is refused',
    async (changedSince) => {
      expect((await list({ changedSince })).code).toBe('bad-input');
    },
  );

  test('a position of a ledger that was ahead is refused, and so nothing is missed after a restore', async () => {
    const { issues } = await list({ changedSince: 'change-123456789' });
    expect(issues).toMatchObject([{ path: ['changedSince'], code: 'cursor-ahead' }]);
  });

  test('a document that changes while its page is made is told at its new place alone', async () => {
    const made: Row[] = [];
    const { nextChangedSince = '' } = await list({ changedSince: '2100-01-01T00:00:00Z' });
    for (let index = 0; index < 25; index += 1) made.push(await sell());
    const [first, moved] = [made[0]?.uuid ?? '', made[15]?.uuid ?? ''];
    let rests = 0;
    const read = (changedSince: string) =>
      listInvoices(shop.ledger, parseOrFail(listQuerySchema, { changedSince, limit: '200' }), async () => {
        rests += 1;
        if (rests === 1) for (const uuid of [first, moved]) decide(uuid, 'accepted');
      });
    const page = await read(nextChangedSince);
    const next = await read(page.nextChangedSince ?? '');
    expect(rests).toBe(2);
    const told = (uuid: string) =>
      [...page.invoices, ...next.invoices].filter((row) => row.uuid === uuid).map(({ status }) => status);
    // The list showed the first document before the change, at its old place.
    expect([told(first), told(moved)]).toEqual([['waiting', 'accepted'], ['accepted']]);
    expect(page.invoices).toHaveLength(24);
    expect(next.invoices).toHaveLength(2);
  });

  test('whatever changes between pages, and however the clock jumps, nothing is missed or told twice', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('sell' as const) }),
      fc.record({
        do: fc.constantFrom('accepted' as const, 'rejected' as const, 'parked' as const),
        which: fc.nat(),
      }),
      fc.record({ do: fc.constant('resend' as const) }),
      fc.record({ do: fc.constant('clock' as const), by: fc.integer({ min: -90_000, max: 86_400_000 }) }),
      fc.record({ do: fc.constant('read' as const), limit: fc.integer({ min: 1, max: 4 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const other = await openShop({ enabled: false });
        const { ledger, clock } = other;
        /** The number of changes of each document so far. */
        const changes = new Map<string, number>();
        const told = new Map<string, string[]>();
        let query: { changedSince: string; cursor?: string } = { changedSince: '2020-01-01T00:00:00Z' };
        const read = async (limit: number): Promise<boolean> => {
          const page = await listInvoices(
            ledger,
            parseOrFail(listQuerySchema, { ...query, limit: String(limit) }),
          );
          for (const { uuid, status } of page.invoices) told.set(uuid, [...(told.get(uuid) ?? []), status]);
          const { nextCursor: cursor, nextChangedSince } = page;
          query =
            cursor === undefined
              ? { changedSince: nextChangedSince ?? '' }
              : { changedSince: query.changedSince, cursor };
          return cursor !== undefined;
        };
        const open = () =>
          [...changes.keys()].filter((uuid) =>
            ['waiting', 'parked'].includes(ledger.documents.get(uuid)?.submission.state ?? ''),
          );
        const changed = (uuid: string) => changes.set(uuid, (changes.get(uuid) ?? 0) + 1);
        for (const each of steps) {
          if (each.do === 'sell') changed(other.issue(saleSchema.parse(coffee)).entry.uuid);
          else if (each.do === 'clock') clock.set(Math.max(clock.now() + each.by, lastIssue(ledger)));
          else if (each.do === 'read') await read(each.limit);
          else if (each.do === 'resend') {
            for (const uuid of open()) if (stateOf(ledger, uuid) === 'parked') changed(uuid);
            ledger.queue.resendParked(clock.now());
          } else {
            const uuids = open();
            const uuid = uuids[each.which % uuids.length];
            if (uuid === undefined) continue;
            // A parked document that is sent leaves its state before it reaches another one.
            if (stateOf(ledger, uuid) === 'parked') changed(uuid);
            decide(uuid, each.do, { ...shop, ledger, clock });
            changed(uuid);
          }
        }
        while (await read(3));
        for (const [uuid, count] of changes) {
          const statuses = told.get(uuid) ?? [];
          expect(statuses.at(-1)).toBe(stateOf(ledger, uuid));
          expect(statuses.length).toBeLessThanOrEqual(count);
        }
        await read(200);
        expect([...told.values()].flat().length).toBeLessThanOrEqual(
          [...changes.values()].reduce((sum, count) => sum + count, 0),
        );
        await other.close();
        // Lets waiting connections notice that their time is over.
        await nextTick();
      }),
      { numRuns: 25 },
    );
  });
});

type Ledger = Shop['ledger'];
const stateOf = (ledger: Ledger, uuid: string) => ledger.documents.get(uuid)?.submission.state;
const lastIssue = (ledger: Ledger) => ledger.chain.head()?.issuedAt ?? 0;

describe('metadata', () => {
  const kept = async (metadata: unknown) => {
    const answer = await post(shop.base, token, JSON.stringify({ ...coffee, metadata }));
    return { status: answer.status, body: (await answer.json()) as Row & Page & { xml?: string } };
  };

  test('is given back as it was sent, and is in no document', async () => {
    const metadata = {
      valueOf: 'x',
      toString: 'y',
      prototype: 'z',
      'order.id-7_b': ' " <tag> & \\ \n \u0000 \u202E سعر 😀 ',
    };
    const { status, body } = await kept(metadata);
    expect([status, body.metadata]).toEqual([201, metadata]);
    const xml = shop.ledger.documents.issuedXml(body.uuid) ?? Buffer.of();
    expect(xml.toString('utf8')).not.toMatch(/order\.id|😀/);
    expect(readInvoice(xml).notes).toEqual([]);
    expect((await list({ limit: '1' })).invoices[0]?.metadata).toEqual(metadata);
    expect((await kept({ a: '', b: null })).body).not.toHaveProperty('metadata');
    expect((await kept({ a: '', b: 'c' })).body.metadata).toEqual({ b: 'c' });
  });

  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']));
  test.each([
    ['too many names', many(21), ['metadata'], 'metadata-keys'],
    ['a long name', { ['k'.repeat(41)]: 'v' }, ['metadata', 'k'.repeat(41)], 'metadata-key'],
    ['a name of another form', { 'a b': 'v' }, ['metadata', 'a b'], 'metadata-key'],
    ['a long text', { k: '😀'.repeat(501) }, ['metadata', 'k'], 'too-long'],
    ['a number', { k: 7 }, ['metadata', 'k'], 'metadata-form'],
    ['an object', { k: { deep: 'x' } }, ['metadata', 'k'], 'metadata-form'],
    ['half a character', { k: '\ud800' }, ['metadata', 'k'], 'metadata-form'],
    ['a list', ['v'], ['metadata'], 'metadata-form'],
  ])('%s is refused', async (_, metadata, path, code) => {
    const { status, body } = await kept(metadata);
    expect([status, body.issues]).toMatchObject([400, [{ path, code }]]);
  });

  test('20 names with the longest texts are kept; the name that changes what objects are is refused', async () => {
    const longest = Object.fromEntries(
      Object.keys(many(20)).map((key) => [key.padEnd(40, 'x'), '😀'.repeat(500)]),
    );
    expect((await kept(longest)).body.metadata).toEqual(longest);
    for (const name of ['__proto__']) {
      const metadata = `{"${name}":"x","a":"b"}`;
      const text = JSON.stringify(coffee).replace(/}$/, `,"metadata":${metadata}}`);
      expect((await post(shop.base, token, text)).status).toBe(400);
      // The command line reads such files with the schema.
      const read = metadataSchema.safeParse(JSON.parse(metadata));
      expect(read.error?.issues).toMatchObject([{ path: [name], params: { code: 'metadata-key' } }]);
    }
  });

  test('and reference make no other sale of one that is sent again: the first ones stay', async () => {
    const sale = { ...coffee, saleId: randomUUID(), reference: 'first', metadata: { attempt: '1' } };
    const key = { 'idempotency-key': randomUUID() };
    const first = await post(shop.base, token, sale, key);
    const retry = { ...sale, reference: 'second', metadata: { attempt: '2', more: 'x' } };
    const { metadata: _, reference: __, ...bare } = sale;
    for (const [body, headers] of [
      [retry, key],
      [retry, {}],
      [bare, key],
      [bare, {}],
    ] as const) {
      const again = await post(shop.base, token, body, headers);
      expect(again.status).toBe(200);
      expect(await again.json()).toMatchObject({ reference: 'first', metadata: { attempt: '1' } });
    }
    expect(first.status).toBe(201);
    expect((await post(shop.base, token, { ...retry, note: 'x' }, key)).status).toBe(409);
  });

  test('of a return is the return’s own', async () => {
    const { uuid } = await sell({ ...coffee, reference: 'sale', metadata: { till: '1' } });
    const answer = await fetch(`${shop.base}/v2/invoices/${uuid}/returns`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({
        everything: true,
        reason: 'x',
        reference: 'return',
        metadata: { counter: '9' },
      }),
    });
    expect(await answer.json()).toMatchObject({ reference: 'return', metadata: { counter: '9' } });
  });
});
