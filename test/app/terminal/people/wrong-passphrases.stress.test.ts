import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import { systemClock } from '../../../../main/base/platform/clock.ts';
import type { CommandInput, CommandName } from '../../../../shared/contract/index.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';

const mona = { name: 'Mona', pin: '482913' };
const passphrase = 'the shop at the corner';
let folder: string;
let terminal: Terminal;
/**
 * The number of milliseconds that have passed. The time is simulated, because on a busy machine a guess takes as long
 * as the wait after it.
 */
let passed = 0;
const [now, monotonic] = [systemClock.now(), systemClock.monotonic()];
const clock = { ...systemClock, now: () => now + passed, monotonic: () => monotonic + passed };

async function open(): Promise<void> {
  terminal = await openTerminal({ folder, version: '0', clock });
  await terminal.ready().catch(() => undefined);
}
async function ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<void> {
  expect(await terminal.callFromScreen(name, input)).toMatchObject({ ok: true });
}
async function refused<N extends CommandName>(name: N, input: CommandInput<N>) {
  const result = await terminal.callFromScreen(name, input);
  if (result.ok) throw new Error(`${name} was allowed`);
  return result.failure;
}
function refusalsInAudit(): number {
  const database = new Database(path.join(folder, 'simulation', 'ledger.db'));
  const rows = database.prepare("SELECT id FROM audit WHERE action = 'vault.passphrase-refused'").all();
  database.close();
  return rows.length;
}

beforeEach(async () => {
  folder = await onboardedFolder('wrong-passphrases');
  await open();
  await ask('people.save', { ...mona, role: 'manager' });
});
afterEach(() => terminal.close());

// Windows has a keychain for each user, which needs no passphrase.
test.skipIf(process.platform === 'win32')(
  'wrong passphrases wait as wrong PINs do, over a restart too, and are audited',
  async () => {
    await ask('environment.show', { environment: 'simulation', passphrase });
    await terminal.close();
    await open();
    const guess = (text: string) => refused('vault.unlock', { passphrase: text });
    const wrong = { code: 'vault-locked', detail: { why: 'wrong-passphrase' } };
    for (const text of ['a guess of length', 'another guess', 'a third guess'])
      expect(await guess(text)).toEqual(wrong);
    const wait = { code: 'vault-locked', detail: { why: 'passphrase-wait', seconds: expect.any(Number) } };
    expect(await guess(passphrase)).toEqual(wait);
    await terminal.close();
    await open();
    expect(await guess(passphrase)).toEqual(wait);
    expect(refusalsInAudit()).toBe(3);
    passed += 6_000;
    await ask('vault.unlock', { passphrase });

    await ask('people.signIn', mona);
    const change = (current: string) =>
      refused('vault.changePassphrase', { current, next: 'the shop across the road' });
    for (const text of ['a guess of length', 'another guess', 'a third guess'])
      expect(await change(text)).toEqual(wrong);
    expect(await change(passphrase)).toEqual(wait);
  },
);
