import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { openLedger } from '../../main/books/ledger/ledger.ts';
import { documentReaders } from '../../main/till/issue/document-readers.ts';
import { khatm, newFolder, start } from '../support/khatm.ts';
import { chance } from '../support/run/chance.ts';

/*
 * The power fails at random moments while a till sends its sales, and the till sends them again. No acknowledged sale
 * may be lost or issued twice, and the chain must be unbroken.
 */

/** The first rounds end during start-up and onboarding, and the later ones between and inside sales. */
const played = Array.from({ length: 12 }, (_, round) => round);
const folder = newFolder('crash');
const data = path.join(folder, 'data');
const files = Array.from({ length: 60 }, (_, index) => {
  const file = path.join(folder, `sale-${index}.json`);
  const lines = [{ name: `صنف ${index}`, quantity: 1 + (index % 5), unitPrice: `${index}.95` }];
  writeFileSync(file, JSON.stringify({ saleId: randomUUID(), lines }));
  return file;
});

interface Acknowledged {
  uuid: string;
  hash: string;
  icv: number;
}

/**
 * Issues all sales and kills the process soon after a number of them is acknowledged; returns the acknowledged ones.
 */
async function issueUntilKilled(afterSales: number, andThenMs: number): Promise<Acknowledged[]> {
  const child = start('main/app/cli/khatm.ts', 'issue', '--data', data, '--no-wait', ...files);
  const acknowledged: Acknowledged[] = [];
  if (child.stdout === null) throw new Error('no output');
  const lines = createInterface({ input: child.stdout });
  const kill = () => setTimeout(() => child.kill('SIGKILL'), andThenMs);
  if (afterSales === 0) kill();
  lines.on('line', (line) => {
    acknowledged.push(JSON.parse(line));
    if (acknowledged.length === afterSales) kill();
  });
  await Promise.all([once(child, 'exit'), once(lines, 'close')]);
  return acknowledged;
}

test('a terminal killed at any moment of issue loses, doubles and forks nothing', async () => {
  const random = chance();
  const acknowledged = new Map<string, Acknowledged>();
  for (const round of played) {
    const afterSales = round < 4 ? 0 : (round - 3) * 6;
    const andThenMs = round < 4 ? 150 + round * 250 : random.next() * 4;
    for (const sale of await issueUntilKilled(afterSales, andThenMs)) acknowledged.set(sale.uuid, sale);
    if (acknowledged.size === 0) continue;

    const ledger = openLedger(path.join(data, 'training', 'ledger.db'), { environment: 'training' });
    const check = await ledger.checkChain(documentReaders);
    expect(check.broken).toBeUndefined();
    expect(ledger.checkFile()).toEqual([]);
    for (const { uuid, hash, icv } of acknowledged.values())
      expect(ledger.documents.get(uuid)).toMatchObject({ hash, icv });
    ledger.close();
  }

  const whole = await khatm('issue', '--data', data, ...files);
  expect(whole.stderr).toBe('');
  expect(whole.code).toBe(0);
  const lines = whole.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.every(({ status }) => status === 'accepted')).toBe(true);
  // There are as many documents as sales, although some were sent twice.
  expect(lines.map(({ icv }) => icv).toSorted((a, b) => a - b)).toEqual(files.map((_, index) => index + 1));
  expect((await khatm('ledger', 'check', '--data', data)).code).toBe(0);
}, 180_000);
