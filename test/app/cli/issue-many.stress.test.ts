import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { khatm, newFolder, start } from '../../support/khatm.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';

/* Tests one call with 500 sales that is killed repeatedly, and one that runs while a till sells. */

const folder = newFolder('issue-many');
function salesFile(name: string, count: number): { file: string; ids: string[] } {
  const ids = Array.from({ length: count }, () => randomUUID());
  const lines = [{ name: 'تمر', quantity: 2, unitPrice: '10.00' }];
  const file = path.join(folder, name);
  writeFileSync(file, ids.map((saleId) => `${JSON.stringify({ saleId, lines })}\n`).join(''));
  return { file, ids };
}
function idsIn(data: string): string[] {
  const database = new Database(path.join(data, 'training', 'ledger.db'), { readonly: true });
  const ids = database.prepare('SELECT sale_id FROM document ORDER BY icv').pluck().all() as string[];
  database.close();
  return ids;
}

test('a call that is killed and given again issues each sale once, in its order', async () => {
  const data = await onboardedFolder('issue-killed');
  const { file, ids } = salesFile('killed.ndjson', 500);
  const args = ['issue', '--data', data, '--no-wait', '--from', file] as const;
  for (const after of [700, 1_000, 1_300]) {
    const child = start('main/app/cli/khatm.ts', ...args);
    child.stdout?.resume();
    await pause(after);
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  const run = await khatm(...args);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const lines = run.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ saleId }) => saleId)).toEqual(ids);
  expect(idsIn(data)).toEqual(ids);
  expect((await khatm('ledger', 'check', '--data', data)).code).toBe(0);
});

test('two calls at once issue what both have once, and one chain', async () => {
  const data = await onboardedFolder('issue-two');
  const { file, ids } = salesFile('two.ndjson', 300);
  const runs = await Promise.all(
    [1, 2].map(() => khatm('issue', '--data', data, '--no-wait', '--from', file)),
  );
  for (const run of runs) {
    expect(run.stderr).toBe('');
    expect(run.code).toBe(0);
    expect(run.stdout.trim().split('\n')).toHaveLength(300);
  }
  expect(idsIn(data).toSorted()).toEqual(ids.toSorted());
  expect((await khatm('ledger', 'check', '--data', data)).code).toBe(0);
});
