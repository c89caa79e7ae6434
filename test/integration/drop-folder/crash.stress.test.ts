import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { openLedger } from '../../../main/books/ledger/ledger.ts';
import { newFolder, start } from '../../support/khatm.ts';
import { chance } from '../../support/run/chance.ts';
import { isLong, rounds } from '../../support/run/effort.ts';

/*
 * Tests a terminal whose power fails at random moments while a program drops its sales. No sale may be lost or issued
 * twice.
 */

const root = newFolder('drop-crash');
afterAll(() => rmSync(root, { recursive: true, force: true }));
const place = (...parts: string[]) => path.join(root, 'drop', ...parts);
const sales = isLong ? 150 : 30;
const refused = rounds(30);
const kills = isLong ? 14 : 3;

/** Half of the sales have no saleId, so that only the file identifies them. */
function dropAll(): void {
  mkdirSync(place('in'), { recursive: true });
  for (let index = 0; index < sales + refused; index += 1) {
    const lines = index < sales ? [{ name: `صنف ${index}`, quantity: 1, unitPrice: '1.15' }] : [];
    const sale = { ...(index % 2 === 0 && { saleId: randomUUID() }), lines, note: `sale ${index}` };
    writeFileSync(place('in', `${index}.tmp`), JSON.stringify(sale));
    renameSync(place('in', `${index}.tmp`), place('in', `${index}.json`));
  }
}

/** Runs the terminal until it ends, or kills it shortly after this many issued documents. */
async function run(killAfter?: { issued: number; andThenMs: number }): Promise<number | null> {
  const child = start('test/integration/drop-folder/terminal.ts', root);
  if (child.stdout === null || child.stderr === null) throw new Error('no output');
  let complaints = '';
  child.stderr.on('data', (part) => {
    complaints += part;
  });
  let issued = 0;
  const lines = createInterface({ input: child.stdout }).on('line', () => {
    issued += 1;
    if (issued === killAfter?.issued) setTimeout(() => child.kill('SIGKILL'), killAfter.andThenMs);
  });
  const [[code]] = await Promise.all([once(child, 'exit'), once(lines, 'close')]);
  expect(complaints).toBe('');
  return code;
}

const whole = (name: string) => !name.startsWith('.') && name.endsWith('.json');

test('killed again and again, it issues each sale once', async () => {
  const random = chance();
  dropAll();
  for (let round = 0; round < kills; round += 1) {
    // The kill happens between issuing a file's document, writing its files in out/ and removing the file.
    expect(await run({ issued: 1 + round, andThenMs: random.next() * 6 })).toBeNull();
    const done = readdirSync(place('out')).filter(whole).length;
    expect(done).toBeLessThan(sales);
  }
  expect(await run()).toBe(0);

  const ledger = openLedger(path.join(root, 'ledger.db'), { environment: 'training' });
  expect(ledger.search.counts().issued).toBe(sales);
  const notes = new Set<unknown>();
  for (let index = 0; index < sales; index += 1) {
    const status = JSON.parse(readFileSync(place('out', `${index}.json`), 'utf8'));
    const { note } = (ledger.documents.get(status.uuid)?.sale ?? {}) as { note?: string };
    expect(note).toBe(`sale ${index}`);
    notes.add(note);
    expect(readFileSync(place('out', `${index}.xml`))).toEqual(ledger.documents.issuedXml(status.uuid));
  }
  expect(notes.size).toBe(sales);
  expect(readdirSync(place('refused')).filter((name) => !name.includes('reason')).length).toBe(refused);
  expect(readdirSync(place('refused')).filter((name) => name.endsWith('.reason.json')).length).toBe(refused);
  ledger.close();
}, 180_000);
