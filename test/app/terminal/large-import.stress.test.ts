import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { newFolder } from '../../support/khatm.ts';
import { cashier, manager } from '../../support/run/callers.ts';

/* Tests a list of 100,000 rows: how far it is, how it is stopped, and that the till sells meanwhile. */

let terminal: Terminal;
beforeAll(async () => {
  terminal = await openTerminal({ folder: newFolder('large-import'), version: '1' });
  await terminal.ready();
});
afterAll(() => terminal.close());

async function ask<N extends CommandName>(name: N, input: CommandInput<N>, caller = manager) {
  const result = await terminal.call(name, input, caller);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

const rows = 100_000;
const base64 = Buffer.from(
  [
    'Name,Codes,Price,Unit,Group',
    ...Array.from(
      { length: rows },
      (_, index) => `Article ${index},C-${index},${index % 90}.50,pc,G${index % 20}`,
    ),
  ].join('\n'),
).toString('base64');
const total = async () => (await ask('article.list', { text: '', language: 'en' })).total;

/** Sells until the work is done, and returns how long each sale took and how far the work was after it. */
async function sellDuring(work: Promise<unknown>) {
  let isDone = false;
  const over = work.finally(() => {
    isDone = true;
  });
  const sales: number[] = [];
  const seen: number[] = [];
  while (!isDone) {
    const begun = performance.now();
    await ask('sale.issue', { lines: [{ name: 'Tea', quantity: 1, unitPrice: '3.00' }] }, cashier);
    sales.push(performance.now() - begun);
    seen.push((await ask('article.importProgress', {})).done);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await over;
  return { sales: sales.toSorted((one, other) => one - other), seen: new Set(seen) };
}

test('a list of 100,000 rows is read and imported while the till sells, and stopped without a trace', async () => {
  const reading = ask('article.previewImport', { base64 });
  const whileRead = await sellDuring(reading);
  const preview = await reading;
  expect(preview).toMatchObject({ rows, added: rows, refused: 0 });

  const stopped = terminal.call('article.import', { import: preview.import }, manager);
  let done = 0;
  while (done < 0.6 * rows) done = (await ask('article.importProgress', {})).done;
  await ask('article.stopImport', {});
  expect(await stopped).toMatchObject({ failure: { issues: [{ code: 'import-stopped' }] } });
  expect(await total()).toBe(0);

  const whileWritten = await sellDuring(ask('article.import', { import: preview.import }));
  expect(await total()).toBe(rows);
  for (const { sales, seen } of [whileRead, whileWritten]) {
    console.log(`sales ${sales.length}, median ${sales[sales.length >> 1]} ms, longest ${sales.at(-1)} ms`);
    expect(seen.size).toBeGreaterThan(2);
    expect(sales[Math.floor(sales.length * 0.5)]).toBeLessThan(500);
  }
}, 300_000);
