import { test } from 'vitest';
import { cashier } from '../support/run/callers.ts';
import { corpusOf } from './keep.ts';
import { asText, type Play, play } from './play.ts';
import { pageOf } from './till-papers.ts';
import { buyer, coffee, dates, shelf } from './till-sales.ts';

/* The drawer from its float to its closing report. */

const keep = corpusOf('till-shifts');
const hour = 3_600_000;

/** Plays a shift with documents of every kind and cash that goes in and out. */
async function workShift({ ask, clock, terminal, id }: Play): Promise<void> {
  const minute = () => clock.sleep(60_000);
  await ask('shift.open', { id: id(), float: 200_00 }, cashier);
  await ask('sale.issue', {
    lines: [coffee, dates],
    payments: [{ means: 'cash', amount: '41.11', tendered: '50' }],
  });
  minute();
  await ask('sale.issue', { lines: [shelf], payments: [{ means: 'card' }], discount: { percent: '10' } });
  await ask('sale.issue', {
    customer: 'business',
    buyer,
    lines: [shelf],
    payments: [{ means: 'onAccount' }],
  });
  minute();
  await ask('shift.move', { id: id(), kind: 'in', amount: 50_00, reason: 'فكة | Change' }, cashier);
  await ask('shift.move', { id: id(), kind: 'out', amount: 35_50, reason: 'منظفات | Cleaning' }, cashier);
  minute();
  const corrects = [{ number: 'T1-000001' }];
  await ask('sale.issue', {
    kind: 'creditNote',
    corrects,
    reason: 'Broken',
    lines: [{ ...coffee, quantity: 1 }],
  });
  await ask('sale.issue', { kind: 'prepayment', lines: [{ ...shelf, unitPrice: '100' }] });
  await ask('sale.issue', { lines: [coffee], currency: 'USD', exchangeRate: '3.75' });
  minute();
  await ask('account.pay', { id: id(), key: `number ${buyer.vatNumber}`, means: 'cash', amount: 500_00 });
  await ask('shift.takeOver', { id: id() });
  await terminal.idle();
}

test('a shift', async () => {
  const till = await play('shift');
  const { ask, clock } = till;
  await workShift(till);
  keep('shift/open.json', asText(await ask('shift.current', {}, cashier)));
  keep('shift/x.json', asText(await ask('shift.report', {})));
  keep('shift/x.html', pageOf(await ask('shift.print', { number: 1 })));
  clock.sleep(hour);
  const count = [
    { value: 50_000, count: 1 },
    { value: 10_000, count: 2 },
    { value: 500, count: 11 },
    { value: 25, count: 3 },
  ];
  keep('shift/z.json', asText(await ask('shift.close', { number: 1, count })));
  keep('shift/z.html', pageOf(await ask('shift.print', { number: 1 })));
  keep('shift/copy.html', pageOf(await ask('shift.print', { number: 1 })));
});

test('shifts one after the other, one of them uncounted', async () => {
  const { ask, clock, id } = await play('shifts');
  for (const number of [1, 2, 3]) {
    await ask('shift.open', { id: id(), float: 100_00 * number });
    await ask('sale.issue', { lines: [coffee] });
    clock.sleep(9 * hour);
    await ask('shift.close', { number, ...(number !== 2 && { count: [{ value: 10_000, count: number }] }) });
  }
  keep('shifts/list.json', asText(await ask('shift.list', {})));
  keep('shifts/uncounted.html', pageOf(await ask('shift.print', { number: 2 })));
  keep('shifts/closed-again.json', asText(await ask('shift.close', { number: 3 })));
});

test('refusals of the drawer', async () => {
  const { ask, refused, id } = await play('drawer-refused');
  const failures = [await refused('shift.report', {})];
  const opening = { id: id(), float: 100 };
  await ask('shift.open', opening, cashier);
  failures.push(
    await refused('shift.open', { ...opening, float: 200 }, cashier),
    await refused('shift.open', { id: id(), float: 100 }, cashier),
    await refused('shift.close', { number: 1 }, cashier),
    await refused('shift.close', { number: 7, count: [] }),
  );
  keep('drawer-refused/failures.json', asText(failures));
});
