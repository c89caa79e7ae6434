import { beforeAll, describe, expect, test } from 'vitest';
import type { ChainKey } from '../../main/office/tills/chain-key.ts';
import { tenantNamed } from '../../main/office/tills/tills.ts';
import { vatSplit, vatSums } from '../../main/office/views/vat.ts';
import { addUpMonths } from '../../main/office/watch/add-up-months.ts';
import { enrolledTill } from './enrolled-till.ts';
import { hasServer, office, provideOffice } from './office.ts';

/* Tests that the sums of any days equal those of their documents, no matter if their months were added up. */

/** The days on which the till sells one document each, of 1.50 riyals of VAT. */
const sold = ['08-31', '09-01', '09-30', '10-01', '10-15', '10-31', '11-01', '11-30', '12-01'];
const day = (text: string) => `2025-${text}`;

const ranges = [
  ['a quarter and the days around it', '08-31', '12-01'],
  ['whole months', '09-01', '11-30'],
  ['one month', '10-01', '10-31'],
  ['a part of a month', '10-02', '10-30'],
  ['parts of two months', '09-30', '10-01'],
  ['a month and days after it', '10-01', '11-01'],
  ['days before a month and it', '09-30', '10-31'],
  ['one day', '10-15', '10-15'],
  ['a day without documents', '10-16', '10-16'],
] as const;

describe.skipIf(!hasServer)('the VAT of an office', () => {
  provideOffice();
  let key: ChainKey;
  beforeAll(async () => {
    if (!hasServer) return;
    const clock = { now: Date.parse(`${day('08-01')}T12:00:00+03:00`) };
    const till = await enrolledTill({ tenant: await tenantNamed(office.database, 'Shops'), clock });
    for (const each of sold) {
      clock.now = Date.parse(`${day(each)}T12:00:00+03:00`);
      till.sellCoffees(1);
    }
    clock.now = Date.now();
    till.sellCoffees(1);
    ({ key } = till);
    await till.feed();
  });

  const isSum = async (_what: string, first: string, last: string) => {
    const range = { from: day(first), to: day(last) };
    const count = sold.filter((each) => each >= first && each <= last).length;
    const amounts = { taxable: count * 1000, vat: count * 150 };
    const { tenant, entity, branch, device } = key;
    const { entities } = await vatSums(office.database, { tenant }, range, Date.now());
    expect(entities[0]).toMatchObject({ ...amounts, open: { count, vat: amounts.vat } });
    for (const part of [{}, { branch }, { branch, device }]) {
      const { rows } = await vatSplit(office.database, { tenant }, { ...range, entity, ...part });
      const sum = (of: 'count' | 'taxable' | 'vat') => rows.reduce((all, row) => all + row[of], 0);
      expect({ count: sum('count'), taxable: sum('taxable'), vat: sum('vat') }).toEqual({
        count,
        ...amounts,
      });
    }
  };
  test.each(ranges)('of %s', isSum);

  describe('when months were added up', () => {
    beforeAll(async () => {
      if (!hasServer) return;
      // Any number of processes may add up at once.
      await Promise.all([addUpMonths(office.database), addUpMonths(office.database)]);
      await addUpMonths(office.database);
    });

    test('is read from one row for each, and not from their days', async () => {
      const { rows } = await office.database.within({ tenant: key.tenant }, (client) =>
        client.query('SELECT month::text, count FROM vat_past_month ORDER BY month'),
      );
      expect(rows).toEqual([
        { month: day('08-01'), count: '1' },
        { month: day('09-01'), count: '2' },
        { month: day('10-01'), count: '3' },
        { month: day('11-01'), count: '2' },
        { month: day('12-01'), count: '1' },
      ]);
    });

    test.each(ranges)('of %s', isSum);

    test('of months that were added up and of one that is not over', async () => {
      const range = { from: day('10-01'), to: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) };
      const { entities } = await vatSums(office.database, { tenant: key.tenant }, range, Date.now());
      expect(entities[0]).toMatchObject({ taxable: 7000, vat: 1050, open: { count: 7 } });
    });
  });
});
