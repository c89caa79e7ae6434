import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { openTerminal } from '../../../main/app/terminal/terminal.ts';
import { freePort } from '../../support/free-port.ts';
import { khatm, start } from '../../support/khatm.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { manager } from '../../support/run/callers.ts';

/* Many documents that a wrong clock had rejected, issued again by a call that is killed, and by two programs at once. */

const lines = [{ name: 'تمر', quantity: 2, unitPrice: '10.00' }];

/** Makes a folder in which the authority has rejected so many documents. */
async function rejectedFolder(name: string, count: number): Promise<string> {
  const folder = await onboardedFolder(name);
  const faults = [{ kind: 'clock-skew', seconds: -172_800 }] as const;
  const terminal = await openTerminal({ folder, version: '0', faults });
  await terminal.ready();
  for (let made = 0; made < count; made += 1)
    expect(await terminal.call('sale.issue', { lines }, manager)).toMatchObject({ ok: true });
  await terminal.idle();
  await terminal.close();
  return folder;
}

/** Returns the counter of each re-issued document, with those of the documents in its place. */
function successorsIn(data: string): { replaced: number; by: string }[] {
  const database = new Database(path.join(data, 'training', 'ledger.db'), { readonly: true });
  const found = database
    .prepare(
      `SELECT d.icv AS replaced, group_concat(r.icv) AS "by" FROM document AS d JOIN reissue AS r ON r.replaces = d.icv
       GROUP BY d.icv ORDER BY d.icv`,
    )
    .all() as { replaced: number; by: string }[];
  database.close();
  return found;
}

/** Expects that each of the first documents has one successor, which is the only other document. */
async function expectEachOnce(data: string, count: number): Promise<void> {
  const found = successorsIn(data);
  expect(found.map(({ replaced }) => replaced)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
  const successors = found.map(({ by }) => Number(by)).toSorted((one, other) => one - other);
  expect(successors).toEqual(Array.from({ length: count }, (_, at) => count + at + 1));
  expect(await khatm('ledger', 'rejected', '--data', data)).toMatchObject({ code: 0 });
  expect((await khatm('ledger', 'check', '--all', '--data', data)).code).toBe(0);
}

const reissue = (data: string) =>
  ['ledger', 'rejected', '--reissue', 'BR-KSA-04', '--json', '--data', data] as const;

async function killedAfter(printed: number, child: ChildProcess): Promise<void> {
  let count = 0;
  createInterface({ input: child.stdout ?? process.stdin }).on('line', () => {
    count += 1;
    if (count >= printed) child.kill('SIGKILL');
  });
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

test('a call that is killed again and again leaves none, and issues none twice', async () => {
  const count = 60;
  const data = await rejectedFolder('reissue-killed', count);
  for (const printed of [1, 11, 8])
    await killedAfter(printed, start('main/app/cli/khatm.ts', ...reissue(data)));
  const made = successorsIn(data).length;
  expect(made).toBeGreaterThanOrEqual(20);
  expect(made).toBeLessThan(count);
  const last = await khatm(...reissue(data));
  expect(last).toMatchObject({ code: 0, stderr: '' });
  expect(last.stdout.trim().split('\n')).toHaveLength(count - made);
  await expectEachOnce(data, count);
});

test('the API of a serving program and the command line at once put each right once', async () => {
  const count = 40;
  const data = await rejectedFolder('reissue-both', count);
  const port = await freePort();
  await khatm('integration', 'api', 'on', '--port', String(port), '--data', data);
  const added = await khatm(
    ...['integration', 'client', 'add', '--name', 'Shop', '--scope', 'invoices.write', '--json'],
    ...['--data', data],
  );
  const { client, secret } = JSON.parse(added.stdout) as { client: { id: string }; secret: string };
  const serving = start('main/app/cli/khatm.ts', 'serve', '--data', data);
  let output = '';
  serving.stdout?.on('data', (part) => {
    output += part;
  });
  await vi.waitFor(() => expect(output).toContain('api: '), { timeout: 30_000 });
  const base = `http://127.0.0.1:${port}`;
  const access = await fetch(`${base}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.id,
      client_secret: secret,
    }),
  });
  const { access_token: token } = (await access.json()) as { access_token: string };
  const call = start('main/app/cli/khatm.ts', ...reissue(data));
  const printed: { rejected: { number: string }; issued: { number: string } }[] = [];
  const reading = once(
    createInterface({ input: call.stdout ?? process.stdin }).on('line', (line) =>
      printed.push(JSON.parse(line)),
    ),
    'close',
  );
  await vi.waitFor(() => expect(printed.length).toBeGreaterThan(0), { timeout: 30_000, interval: 1 });
  const answered = await fetch(`${base}/v2/invoices/reissue`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ cause: 'BR-KSA-04' }),
  });
  const { results } = (await answered.json()) as { results: typeof printed };
  await reading;
  expect(printed).toHaveLength(count);
  const numbers = new Map(printed.map(({ rejected, issued }) => [rejected.number, issued.number]));
  expect(results.length).toBeGreaterThan(0);
  for (const { rejected, issued } of results) expect(issued.number).toBe(numbers.get(rejected.number));
  const ended = once(serving, 'exit');
  serving.kill('SIGTERM');
  await ended;
  await expectEachOnce(data, count);
});
