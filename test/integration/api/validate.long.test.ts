import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { anySale } from '../../document/invoice/arbitrary-sale.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { rounds } from '../../support/run/effort.ts';
import { coffee, openShop, post } from './shop.ts';

/* Tests that a program which validates a sale gets the same result when the sale is issued. */

const unlimited = { burst: 1_000_000, perSecond: 1_000_000 };
const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
/**
 * Generates texts such as programs send: long, Arabic, made only of marks and control characters, or with the signs of
 * formulas.
 */
const anyText = fc.oneof(
  fc.constantFrom('قهوة', '=cmd|calc', 'a\u0000b', '\u202Egnip', '\u200F', ' ', 'x', '\uFEFFname', '\uD800'),
  fc.integer({ min: 1, max: 1_200 }).map((length) => 'قهوة عربية '.repeat(200).slice(0, length)),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
);
const goods: fc.Arbitrary<SaleInput> = fc.oneof(
  fc.constant(coffee),
  anySale('includeVat').map(({ sale: { corrects: _, reason: __, prepayments: ___, ...sale } }) => ({
    ...sale,
    kind: 'invoice' as const,
  })),
);
const advance = {
  number: 'T1-000002',
  issueDate: '2026-11-20',
  issueTime: '13:00:00',
  amounts: [{ amount: '1.00' }],
};
const more = fc.constantFrom<object>(
  { supplyDate: '2026-11-19' },
  { supplyDate: '2027-01-01' },
  { supplyDate: '2026-02-30' },
  { payments: [{ means: 'cash', amount: '1.00' }] },
  { payments: [{ means: 'onAccount' }] },
  { payments: [{ means: 'exchange' }] },
  { payments: [{ means: 'cash', amount: '28.00', tendered: '5.00' }] },
  ...[
    [{ number: 'T1-000001' }],
    [{ number: 't1-000001', issueDate: '2026-11-20' }],
    [{ number: 'T1-000001' }, { number: 'T1-000001' }],
    [{ number: 'OLD-1', issueDate: '2026-01-31', otherSystem: { total: '80.00' } }],
    [{ number: '000001', issueDate: '2026-11-20', otherSystem: { total: '28000.00' } }],
  ].map((corrects) => ({ kind: 'creditNote', reason: 'Returned', corrects })),
  ...[
    [advance],
    [advance, advance],
    [{ ...advance, issueTime: '13:00:01' }],
    [{ ...advance, number: 'T1-000001' }],
    [{ ...advance, number: 'OLD-2', otherSystem: { total: '2.00' } }],
  ].map((prepayments) => ({ prepayments })),
);
const plain = { ...coffee, note: undefined, reference: undefined };
const nearSale = fc
  .record({
    sale: goods,
    more: rarely(more),
    note: rarely(anyText),
    reference: rarely(anyText),
    name: rarely(anyText),
  })
  .map(({ sale, more: added, note, reference, name }) => ({
    ...sale,
    ...added,
    note,
    reference,
    lines: sale.lines.map((line, index) => (index === 0 && name !== undefined ? { ...line, name } : line)),
  }));

test('of any sale says just what issuing it says', async () => {
  const other = await openShop({ rates: { sales: unlimited, reading: unlimited, address: unlimited } });
  const bearer = await other.token(['invoices.write', 'notes.other-systems']);
  await post(other.base, bearer, { ...coffee, lines: [{ ...coffee.lines[0], quantity: 1_000 }] });
  const paid = { kind: 'prepayment', lines: [{ name: 'Advance', quantity: 1, unitPrice: '900.00' }] };
  await post(other.base, bearer, paid);
  const outcomes = new Set<number>();
  await fc.assert(
    fc.asyncProperty(nearSale, async (sale) => {
      const checked = await fetch(`${other.base}/v2/sales/validate`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify(sale),
      });
      const body = (await checked.json()) as Record<string, unknown>;
      const answer = await post(other.base, bearer, sale);
      const issued = (await answer.json()) as Record<string, unknown>;
      const { requestId: _, ...problem } = body;
      const { requestId: __, ...refusal } = issued;
      outcomes.add(answer.status);
      if (answer.status !== 201) {
        expect([checked.status, problem]).toEqual([answer.status, refusal]);
        return;
      }
      const { taxExclusive, vat, payable, breakdown, rounding, kind, currency } = issued;
      expect([checked.status, body]).toEqual([
        200,
        expect.objectContaining({ taxExclusive, vat, payable, breakdown, rounding, kind, currency }),
      ]);
    }),
    // One sale of each outcome comes first, because a short run may not generate a refused one.
    {
      numRuns: rounds(300),
      endOnFailure: true,
      examples: [[plain], [{ ...plain, supplyDate: '2026-02-30' }]],
    },
  );
  expect(outcomes).toEqual(new Set([201, 400]));
  expect(other.errors).toEqual([]);
  await other.close();
});
