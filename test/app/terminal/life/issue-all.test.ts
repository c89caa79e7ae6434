import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import { mostSalesTogether } from '../../../../shared/contract/till/sales.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';
import { cashier, manager } from '../../../support/run/callers.ts';

/* Tests another program that sends many sales in one command. */

let folder: string;
let terminal: Terminal;
beforeAll(async () => {
  folder = await onboardedFolder('issue-all');
  terminal = await openTerminal({ folder, version: '0' });
  await terminal.ready();
});
afterAll(() => terminal.close());

const sale = (more: object = {}) => ({
  saleId: randomUUID(),
  lines: [{ name: 'Coffee', quantity: 1, unitPrice: '10.00' }],
  ...more,
});
const issueAll = (sales: readonly object[]) => terminal.call('sale.issueAll', { sales }, manager);
async function issued(sales: readonly object[]) {
  const answer = await issueAll(sales);
  expect(answer).toMatchObject({ ok: true });
  return (answer as { value: CommandOutput<'sale.issueAll'> }).value.results;
}

/** Counts the commits in the ledger's write-ahead log, where the last frame of each one is marked. */
function commits(): number {
  const log = readFileSync(path.join(folder, 'training', 'ledger.db-wal'));
  const frame = 24 + log.readUInt32BE(8);
  const salt = log.subarray(16, 24);
  let count = 0;
  for (let at = 32; at + frame <= log.length; at += frame)
    if (log.subarray(at + 8, at + 16).equals(salt) && log.readUInt32BE(at + 4) !== 0) count += 1;
  return count;
}

test('as many as one command takes share one commit', async () => {
  await terminal.call('practice.cause', { kind: 'away' }, manager);
  const sales = Array.from({ length: mostSalesTogether }, () => sale());
  await terminal.idle();
  const before = commits();
  const results = await issued(sales);
  expect(commits() - before).toBe(1);
  const icvs = results.map((result) => ('issued' in result ? result.issued.icv : 0));
  expect(icvs).toEqual(icvs.map((_, index) => (icvs[0] ?? 0) + index));
  await terminal.call('practice.end', {}, manager);
});

test('those that were issued before answer with their documents, beside new ones', async () => {
  const [old, fresh] = [sale(), sale()];
  const [first] = await issued([old]);
  const [again, next] = await issued([old, fresh]);
  expect(again).toEqual({ ...first, existed: true });
  expect(next).toMatchObject({ existed: false });
});

test('one that is refused keeps the others from nothing, and no counter is lost', async () => {
  const [before] = await issued([sale()]);
  const existing = sale();
  await issued([existing]);
  const other = { ...existing, lines: [{ name: 'Tea', quantity: 1, unitPrice: '5.00' }] };
  const results = await issued([sale(), other, sale()]);
  expect(results).toMatchObject([
    { existed: false },
    { failure: { code: 'sale-differs' } },
    { existed: false },
  ]);
  const last = results[2];
  const icvOf = (result: typeof last) => (result !== undefined && 'issued' in result ? result.issued.icv : 0);
  expect(icvOf(last) - icvOf(before)).toBe(3);
});

test('is a manager’s, and takes no more than a till beside can wait for', async () => {
  const refused = await terminal.call('sale.issueAll', { sales: [sale()] }, cashier);
  expect(refused).toMatchObject({ failure: { code: 'not-allowed' } });
  const many = Array.from({ length: mostSalesTogether + 1 }, () => sale());
  for (const sales of [many, []])
    expect(await issueAll(sales)).toMatchObject({ failure: { code: 'bad-input' } });
});
