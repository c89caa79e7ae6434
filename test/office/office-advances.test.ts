import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { riyadhDateTime } from '../../main/base/platform/riyadh-time.ts';
import type { LedgerEntry } from '../../main/books/ledger/documents/entry.ts';
import { checkBytes } from '../../main/office/check/check-bytes.ts';
import { checkOffice } from '../../main/office/check/check-office.ts';
import { ingest } from '../../main/office/ingest/ingest.ts';
import { tenantNamed } from '../../main/office/tills/tills.ts';
import { vatSplit, vatSums } from '../../main/office/views/vat.ts';
import { reportRows } from '../../main/till/accountant/reports/report-rows.ts';
import { batchSchema, type EventRow } from '../../shared/office/wire/feed.ts';
import { type SaleInput, saleSchema } from '../../shared/sale/sale.ts';
import { enrolledTill } from './enrolled-till.ts';
import { hasServer, office, provideOffice } from './office.ts';

/* Tests that VAT on an advance is owed once. The office's sums must equal the till's own return to the halala. */

const now = Date.UTC(2026, 10, 22, 7);
const days = { from: '2026-11-22', to: '2026-11-22' };

/** Reports the final state of a document to the office. */
async function answered(
  till: Awaited<ReturnType<typeof enrolledTill>>,
  { icv }: LedgerEntry,
  outcome: EventRow['outcome'],
  at: number,
): Promise<void> {
  const rows = till.batch();
  const event: EventRow = {
    ...{ id: rows.head.event + 1, icv, at, event: 'answered', httpStatus: 400 },
    ...{ outcome, why: null, status: 'REJECTED', answer: null, cleared: null },
    ...{ nextAt: null, reportBy: null },
  };
  const later = { ...rows, documents: [], events: [event], audit: [] };
  const batch = batchSchema.parse({ ...later, head: { ...rows.head, event: event.id } });
  expect(await ingest(office.database, till.key, batch)).toMatchObject({ result: 'kept' });
}

describe.skipIf(!hasServer)('VAT with advances', () => {
  provideOffice();
  let tenant: number;
  beforeAll(async () => {
    if (hasServer) tenant = await tenantNamed(office.database, 'Advances');
  });

  it('is that of the till’s own return, and a rejected final invoice deducts nothing', async () => {
    const clock = { now };
    const till = await enrolledTill({ tenant, clock });
    const issue = (unitPrice: string, more: Partial<SaleInput> = {}) => {
      clock.now += 1000;
      const lines = [{ name: 'قهوة', quantity: '1', unitPrice }];
      return till.issueInto(till.ledger, saleSchema.parse({ saleId: randomUUID(), lines, ...more })).entry;
    };
    const deducting = ({ number, issuedAt }: LedgerEntry, amount: string) => {
      const { date: issueDate, time: issueTime } = riyadhDateTime(issuedAt);
      const prepayments = [{ number, issueDate, issueTime, amounts: [{ amount }] }];
      return { prepayments } satisfies Partial<SaleInput>;
    };
    issue('33.35');
    const first = issue('57.55', { kind: 'prepayment' });
    const second = issue('19.99', { kind: 'prepayment' });
    issue('115.07', deducting(first, '57.55'));
    const last = issue('40.01', deducting(second, '19.99'));
    const ownVat = () => {
      const sources = { ledger: till.ledger, articlesOf: () => [] };
      const [, sales = 0, returns = 0, vat = 0] = reportRows('vatReturn', sources, days).total as number[];
      return { taxable: sales + returns, vat };
    };

    expect(await till.feed()).toMatchObject({ result: 'kept' });

    const sums = async () => {
      const { entities } = await vatSums(office.database, { tenant }, days, clock.now);
      const [entity] = entities;
      const split = await vatSplit(office.database, { tenant }, { ...days, entity: till.key.entity });
      const parts = entity?.rows.map(({ part, count, taxable, vat }) => [part, count, taxable, vat]);
      return {
        parts,
        sum: { taxable: entity?.taxable, vat: entity?.vat },
        open: entity?.open,
        split: split.rows,
      };
    };
    const whole = await sums();
    expect(whole.sum).toEqual(ownVat());
    expect(whole.parts).toEqual([
      ['sales', 5, 23_127, 3_470],
      ['deducted', 2, -6_742, -1_012],
    ]);
    expect(whole.split).toMatchObject([{ count: 5, ...ownVat() }]);
    expect(whole.open).toEqual({ count: 5, vat: ownVat().vat });
    expect((await checkOffice(office.database, 47)).findings).toEqual([]);

    const bytes = async () => {
      const found: string[] = [];
      for await (const { detail } of checkBytes(office.database)) found.push(detail);
      return found;
    };
    expect(await bytes()).toEqual([]);

    await answered(till, last, 'rejected', clock.now);
    const after = await sums();
    expect(after.parts?.[1]).toEqual(['deducted', 1, -5_004, -751]);
    expect(after.split).toMatchObject([{ count: 4 }]);
    expect((await checkOffice(office.database, 47)).findings).toEqual([]);
    till.ledger.close();
  });

  it('of a rejected invoice goes, although its rounding is as much as what it deducts', async () => {
    const clock = { now };
    const till = await enrolledTill({ tenant, clock, name: 'Rounds' });
    const issue = (unitPrice: string, more: Partial<SaleInput>) => {
      clock.now += 1000;
      const lines = [{ name: 'قهوة', quantity: '1', unitPrice }];
      return till.issueInto(till.ledger, saleSchema.parse({ saleId: randomUUID(), lines, ...more })).entry;
    };
    const { number, issuedAt } = issue('1.00', { kind: 'prepayment' });
    const { date: issueDate, time: issueTime } = riyadhDateTime(issuedAt);
    const amounts = [{ amount: '1.00' }];
    const last = issue('11.50', {
      prepayments: [{ number, issueDate, issueTime, amounts }],
      payableRounding: '1.00',
    });
    await till.feed();
    await answered(till, last, 'rejected', clock.now);
    expect((await checkOffice(office.database, 47)).findings).toEqual([]);
    till.ledger.close();
  });
});
