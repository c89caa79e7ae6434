import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifyDocument } from '../../../main/document/stamp/verify/verify.ts';
import { anySale } from '../../document/invoice/arbitrary-sale.ts';
import { rejected } from '../../support/run/outcomes.ts';
import { provideShop } from './provide-shop.ts';
import { post } from './shop.ts';

const { shop, token } = await provideShop();

interface Answer {
  uuid: string;
  number: string;
  saleId: string;
  kind: string;
  payable: string;
  paidBack: string;
  xml: string;
  code: string;
  refusal?: string;
  issues: { path: unknown[]; code: string }[];
  left: { line: number; name: string; sold: string; left: string }[];
}

const basket = {
  lines: [
    { name: 'Cheese', quantity: '1.5', unit: 'KGM', unitPrice: '45.00' },
    { name: 'Bread', quantity: 3, unitPrice: '2.35' },
  ],
  discount: { amount: '5.00' },
};
const all = { everything: true, reason: 'Faulty' };

async function sold(sale: unknown = basket): Promise<Answer> {
  return (await (await post(shop.base, token, sale)).json()) as Answer;
}

async function giveBack(uuid: string, body: unknown, key: string = randomUUID(), bearer = token) {
  const answer = await fetch(`${shop.base}/v2/invoices/${uuid}/returns`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      prefer: 'return=representation',
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

async function whatIsLeft(uuid: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}` };
  return (await (await fetch(`${shop.base}/v2/invoices/${uuid}/returns`, { headers })).json()) as Answer;
}

const halalas = (amount: string) => Math.round(Number(amount) * 100);

describe('POST /v2/invoices/{uuid}/returns', () => {
  test('gives back whole coins of a sale that was rounded to them, by one means or several', async () => {
    const { uuid } = await sold({
      lines: [
        { name: 'A', quantity: 1, unitPrice: '10.13' },
        { name: 'B', quantity: 1, unitPrice: '7.29' },
      ],
      payableRounding: '-0.42',
      payments: [{ means: 'cash', amount: '17.00' }],
    });
    const part = (line: number, ...amounts: string[]) => ({
      lines: [{ line, quantity: '1' }],
      reason: 'Faulty',
      ...(amounts.length > 0 && {
        payments: amounts.map((amount, index) => ({ means: index === 0 ? 'cash' : 'card', amount })),
      }),
    });
    expect((await giveBack(uuid, part(1))).body).toMatchObject({ paidBack: '10.00' });
    const short = await giveBack(uuid, part(2, '4.00', '2.99'));
    expect(short.body.issues).toMatchObject([{ code: 'payments-sum', params: { limit: '7.00' } }]);
    const pieces = await giveBack(uuid, part(2, '4.50', '2.50'));
    expect(pieces.body.issues).toMatchObject([
      { path: ['payments', 0, 'amount'], code: 'cash-in-coins', params: { limit: '1.00' } },
    ]);
    const both = await giveBack(uuid, { ...part(2, '7.00'), payment: 'cash' });
    expect(both.body.issues).toMatchObject([{ path: ['payments'], code: 'payment-or-payments' }]);
    const key = randomUUID();
    const rest = await giveBack(uuid, part(2, '4.00', '3.00'), key);
    expect(rest.body).toMatchObject({
      paidBack: '7.00',
      payments: [
        { means: 'cash', amount: '4.00' },
        { means: 'card', amount: '3.00' },
      ],
    });
    // The same goods again are the same note only if they are paid back in the same way.
    expect((await giveBack(uuid, part(2, '4.00', '3.00'), key)).body.uuid).toBe(rest.body.uuid);
    expect((await giveBack(uuid, part(2, '3.00', '4.00'), key)).status).toBe(409);
  });

  test('pays nothing back for a gift, and refuses a means of payment', async () => {
    const given = { special: { nominal: true }, lines: [{ name: 'Hamper', quantity: 2, unitPrice: '115' }] };
    const gift = await sold(given);
    expect(gift).toMatchObject({ payable: '0.00', payments: [] });
    const paid = await sold({ ...given, payments: [{ means: 'cash' }] });
    expect(paid).toMatchObject({
      code: 'bad-input',
      issues: [{ path: ['payments'], code: 'gift-not-paid' }],
    });
    const refused = await giveBack(gift.uuid, { ...all, payment: 'cash' });
    expect(refused.body.issues).toMatchObject([{ path: ['payment'], code: 'gift-not-paid' }]);
    const key = randomUUID();
    const back = await giveBack(gift.uuid, all, key);
    expect(back.body).toMatchObject({ kind: 'creditNote', paidBack: '0.00' });
    expect((await giveBack(gift.uuid, all, key)).body.uuid).toBe(back.body.uuid);
  });

  test('lines and quantities issue a credit note, and the answer says what is left', async () => {
    const { uuid, number } = await sold();
    const { status, body } = await giveBack(uuid, {
      lines: [{ line: 2, quantity: '1' }],
      reason: 'Stale',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: 'creditNote', left: [{ left: '1.5' }, { left: '2' }] });
    expect(body.paidBack).toBe(body.payable);
    expect(verifyDocument(Buffer.from(body.xml)).filter(({ ok }) => !ok)).toEqual([]);
    expect(body.xml).toContain(`<cbc:ID>${number}</cbc:ID>`);
    expect(await whatIsLeft(uuid)).toEqual({ left: body.left });
  });

  test('all returns of an invoice add up to it', async () => {
    await fc.assert(
      fc.asyncProperty(anySale('includeVat'), fc.nat(), async ({ sale }, pick) => {
        const invoice = await sold(sale);
        if (invoice.uuid === undefined) return;
        const [first] = (await whatIsLeft(invoice.uuid)).left;
        if (first === undefined) return;
        let back = 0;
        if (pick % 2 === 0) {
          const line = await giveBack(invoice.uuid, {
            lines: [{ line: 1, quantity: first.left }],
            reason: 'x',
          });
          if (line.status !== 201) return;
          back += halalas(line.body.paidBack);
        }
        const rest = await giveBack(invoice.uuid, all);
        if (rest.status === 409) expect(rest.body.issues[0]?.code).toBe('returned-all');
        else back += halalas(rest.body.paidBack);
        expect(back).toBe(halalas(invoice.payable));
      }),
      { numRuns: 15 },
    );
  });

  test('more than is left is refused, and told what is left', async () => {
    const { uuid } = await sold();
    const { status, body } = await giveBack(uuid, { lines: [{ line: 2, quantity: 4 }], reason: 'x' });
    expect([status, body.code]).toEqual([409, 'returned-too-much']);
    expect(body.left.map(({ left }) => left)).toEqual(['1.5', '3']);
    expect(body.issues).toMatchObject([{ path: ['lines', 0, 'quantity'], params: { limit: '3' } }]);
    // Nothing was issued under the key, so the corrected request may use the same one.
    const key = randomUUID();
    await giveBack(uuid, { lines: [{ line: 9, quantity: 1 }], reason: 'x' }, key);
    expect((await giveBack(uuid, { lines: [{ line: 1, quantity: 1 }], reason: 'x' }, key)).status).toBe(201);
  });

  test('the same key and request again give the same note, whatever came back since', async () => {
    const { uuid } = await sold();
    const key = randomUUID();
    const request = { lines: [{ line: 2, quantity: 2 }], reason: 'x' };
    const first = await giveBack(uuid, request, key);
    await giveBack(uuid, all);
    const again = await giveBack(uuid, request, key);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.uuid).toBe(first.body.uuid);
    expect(again.body.left.map(({ left }) => left)).toEqual(['0', '0']);
    expect((await giveBack(uuid, all, key)).body.code).toBe('key-reused');
    const other = await sold();
    expect((await giveBack(other.uuid, request, key)).body.code).toBe('key-reused');
  });

  test('an id of the caller names one note under any key', async () => {
    const { uuid } = await sold();
    const request = { saleId: randomUUID(), lines: [{ line: 1, quantity: '0.5' }], reason: 'x' };
    const first = await giveBack(uuid, request);
    const again = await giveBack(uuid, { ...request, saleId: request.saleId.toUpperCase() });
    expect([again.status, again.body.uuid]).toEqual([200, first.body.uuid]);
    for (const other of [{ lines: [{ line: 1, quantity: 1 }] }, { reason: 'y' }])
      expect((await giveBack(uuid, { ...request, ...other })).body.code).toBe('sale-differs');
    const elsewhere = await sold();
    expect((await giveBack(elsewhere.uuid, request)).status).toBe(409);
  });

  test('an id that names a note of some goods is no answer to everything, nor to another repayment', async () => {
    const { uuid } = await sold();
    const part = { saleId: randomUUID(), lines: [{ line: 1, quantity: '0.5' }], reason: 'Faulty' };
    await giveBack(uuid, part);
    for (const other of [{ ...all }, { lines: part.lines, reason: part.reason, payment: 'card' }])
      expect((await giveBack(uuid, { saleId: part.saleId, ...other })).body.code).toBe('sale-differs');
    // A repeated request for "all that is left" is the same request, although nothing is left by then.
    const rest = { ...all, saleId: randomUUID(), payment: 'card' };
    const first = await giveBack(uuid, rest);
    const again = await giveBack(uuid, rest);
    expect([first.status, again.status, again.body.uuid]).toEqual([201, 200, first.body.uuid]);
  });

  test('of an invoice that the authority rejected nothing comes back; a return made before stays', async () => {
    const { uuid, number } = await sold();
    const key = randomUUID();
    const before = await giveBack(uuid, { lines: [{ line: 1, quantity: '0.5' }], reason: 'x' }, key);
    const claimed = shop.ledger.queue.claim(uuid, shop.clock.now(), 60_000);
    if (claimed === undefined) throw new Error('not claimed');
    shop.ledger.queue.settle(claimed, rejected, { state: 'rejected' }, shop.clock.now());
    const { status, body } = await giveBack(uuid, all);
    expect([status, body.code, body.left]).toEqual([409, 'not-returnable', []]);
    expect(body.issues).toMatchObject([{ path: [], code: 'corrects-rejected', params: { number } }]);
    expect(await whatIsLeft(uuid)).toEqual({ refusal: 'corrects-rejected', left: [] });
    const again = await giveBack(uuid, { lines: [{ line: 1, quantity: '0.5' }], reason: 'x' }, key);
    expect([before.status, again.status, again.body.uuid]).toEqual([201, 200, before.body.uuid]);
  });

  test('an id that the server made may be sent back', async () => {
    const { uuid } = await sold();
    const key = randomUUID();
    const request = { lines: [{ line: 2, quantity: 1 }], reason: 'x' };
    const first = await giveBack(uuid, request, key);
    for (const [saleId, under] of [
      [first.body.saleId.toUpperCase(), key],
      [`{${first.body.saleId}}`, randomUUID()],
    ] as const) {
      const again = await giveBack(uuid, { ...request, saleId }, under);
      expect([again.status, again.body.uuid]).toEqual([200, first.body.uuid]);
    }
    expect((await giveBack(uuid, request, key)).body.uuid).toBe(first.body.uuid);
  });

  test('one of two at the same moment gets the last goods', async () => {
    const { uuid } = await sold();
    const answers = await Promise.all([giveBack(uuid, all), giveBack(uuid, all), giveBack(uuid, all)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect((await whatIsLeft(uuid)).refusal).toBe('returned-all');
  });

  test('a generated client may say that it does not want everything', async () => {
    const { uuid } = await sold();
    const some = { everything: false, lines: [{ line: 2, quantity: '1' }], reason: 'Stale' };
    expect((await giveBack(uuid, some)).status).toBe(201);
    expect((await whatIsLeft(uuid)).left.map(({ left }) => left)).toEqual(['1.5', '2']);
  });

  test.each([
    ['nothing chosen', { reason: 'x' }, 'lines-or-everything'],
    ['nothing, and not everything', { everything: false, reason: 'x' }, 'lines-or-everything'],
    ['both', { lines: [{ line: 1, quantity: 1 }], everything: true, reason: 'x' }, 'lines-or-everything'],
    ['no reason', { everything: true }, 'required'],
    ['a quantity of nothing', { lines: [{ line: 1, quantity: 0 }], reason: 'x' }, undefined],
    ['an unknown field', { ...all, amount: '5.00' }, 'unknown-field'],
  ])('%s is refused', async (_, body, code) => {
    const { uuid } = await sold();
    const answer = await giveBack(uuid, body);
    expect(answer.status).toBe(400);
    if (code !== undefined) expect(answer.body.issues.map((issue) => issue.code)).toContain(code);
    expect((await whatIsLeft(uuid)).left.map(({ left }) => left)).toEqual(['1.5', '3']);
  });

  test('a note, an unknown invoice and a reader’s token get nothing', async () => {
    const { uuid } = await sold();
    const note = await giveBack(uuid, all);
    const ofNote = await giveBack(note.body.uuid, all);
    expect([ofNote.status, ofNote.body.code]).toEqual([409, 'not-returnable']);
    expect(ofNote.body.issues[0]?.code).toBe('return-of-note');
    expect((await giveBack(randomUUID(), all)).status).toBe(404);
    const reader = await shop.token(['invoices.read']);
    expect((await giveBack(uuid, all, randomUUID(), reader)).status).toBe(403);
  });
});
