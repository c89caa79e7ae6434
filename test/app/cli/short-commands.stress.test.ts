import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openTerminal } from '../../../main/app/terminal/terminal.ts';
import { khatm, khatmWith, newFolder } from '../../support/khatm.ts';
import { manager } from '../../support/run/callers.ts';

/* Tests that commands which are not for sending send nothing, even if documents wait in the folder. */

const data = newFolder('short-commands');
const file = path.join(newFolder('short-sales'), 'sale.json');

beforeAll(async () => {
  writeFileSync(file, JSON.stringify({ lines: [{ name: 'Coffee', quantity: 1, unitPrice: '14.00' }] }));
  expect(await khatm('issue', '--data', data, '--no-wait', file)).toMatchObject({ code: 0 });
});

/** Returns the documents in the ledger. */
async function documents() {
  const terminal = await openTerminal({ folder: data, version: '0', sends: 'nothing' });
  try {
    await terminal.ready();
    const answer = await terminal.call('invoice.list', {}, manager);
    if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
    return (answer.value as { rows: { state: string }[] }).rows.map(({ state }) => state);
  } finally {
    await terminal.close();
  }
}

test.each([
  ['integration', 'client', 'list'],
  ['integration', 'api', 'status'],
  ['integration', 'sandbox'],
  ['office', 'status'],
  ['credential', 'status'],
  ['network'],
  ['issue', '--no-wait', file],
])('khatm %s %s %s', async (...command) => {
  const before = await documents();
  expect(await khatm(...command, '--data', data)).toMatchObject({ code: 0 });
  const after = await documents();
  expect(after.slice(-before.length)).toEqual(before);
  expect(new Set(after)).toEqual(new Set(['waiting']));
});

test('khatm manager', async () => {
  const pin = { KHATM_PIN: '739164' };
  expect(await khatmWith(pin, 'manager', '--data', data, '--name', 'Sara')).toMatchObject({ code: 0 });
  expect(new Set(await documents())).toEqual(new Set(['waiting']));
});

test('khatm issue that waits sends what is due, and says what became of its own', async () => {
  const run = await khatm('issue', '--data', data, '--wait', '30', file);
  expect(JSON.parse(run.stdout)).toMatchObject({ status: 'accepted' });
});

test('a sale that is not answered in time is issued all the same', async () => {
  const slow = path.join(newFolder('slow-sale'), 'slow.json');
  const sale = { lines: [{ name: 'khatm-test: slow=60000', quantity: 1, unitPrice: '14.00' }] };
  writeFileSync(slow, JSON.stringify(sale));
  const run = await khatm('issue', '--data', data, '--wait', '1', slow);
  expect(run.code).toBe(0);
  expect(['waiting', 'sending']).toContain(JSON.parse(run.stdout).status);
});

test('a client or receiver that is not there is called so', async () => {
  const id = '7b0b6f0e-6f6f-4a52-9d43-1f1d0a3f4c11';
  for (const [what, ...command] of [
    ['client', 'client', 'rotate'],
    ['client', 'client', 'revoke'],
    ['receiver', 'webhook', 'test'],
    ['receiver', 'webhook', 'remove'],
  ])
    expect(await khatm('integration', ...command, id, '--data', data)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${id}: there is no such ${what}`),
    });
});
