import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { trainingCompany } from '../../main/app/environment/credentials/training.ts';
import { openTerminal } from '../../main/app/terminal/terminal.ts';
import { systemClock } from '../../main/base/platform/clock.ts';
import { openVault } from '../../main/base/vault/open-vault.ts';
import { takeLock } from '../../main/books/ledger/queue/process-lock.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import type { CommandName } from '../../shared/contract/index.ts';
import { orFail } from '../../shared/stored/stored-form.ts';
import { pairForm } from '../../shared/stored/vault/entries.ts';
import { newFolder } from '../support/khatm.ts';
import { makeCheapVault } from '../support/passphrase-vault.ts';
import { manager } from '../support/run/callers.ts';
import { memoryOf, namesIn } from '../support/search-secrets.ts';
import { passphrase, signIn, unlock, manager as wizardManager } from '../support/wizard.ts';
import { type Program, startProgram } from './program.ts';

/*
 * Tests that a crash of a real till leaves a dump on this machine, and that the dump has none of the till's secrets.
 * The same search finds them in the memory of the process shortly before, so it would find them in the dump too.
 */

const data = newFolder('electron-dump');
const crashes = path.join(data, 'window', 'crashes');

/** Sets simulation up and returns the secrets of the till by name. */
async function prepare(authority: Sandbox): Promise<Record<string, string>> {
  await makeCheapVault(data, passphrase);
  const terminal = await openTerminal({ folder: data, version: '0', passphrase });
  const ask = async (name: CommandName, input: unknown): Promise<unknown> => {
    const answer = await terminal.call(name, input, { ...manager, isPinFresh: true });
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.failure)}`);
    return answer.value;
  };
  await terminal.ready();
  await ask('people.save', { name: wizardManager.name, role: 'manager', pin: wizardManager.pin });
  await ask('environment.show', { environment: 'simulation' });
  await ask('environment.setAddress', { environment: 'simulation', address: authority.address });
  await ask('company.save', trainingCompany);
  await ask('credential.begin', { kind: 'onboarding', otp: authority.makeOtp() });
  await terminal.close();

  const folder = path.join(data, 'simulation');
  const { store } = await openVault({ folder, folderId: 'test', lock: takeLock, passphrase });
  const found: Record<string, string> = { passphrase };
  for (const name of await store.names('simulation/')) {
    const text = (await store.get(name)) ?? '';
    if (name.includes('/key/')) found.key = text;
    if (name.includes('/production/')) found['secret of the pair'] = orFail(pairForm.read(text)).secret;
  }
  return found;
}

const dumps = (): string[] => {
  if (!existsSync(crashes)) return [];
  return readdirSync(crashes, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.dmp'))
    .map((name) => path.join(crashes, name));
};

describe.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
  'the dump of a till that crashed',
  () => {
    let authority: Sandbox;
    let program: Program;
    let secrets: Record<string, string>;

    beforeAll(async () => {
      authority = await startSandbox({ clock: systemClock, plays: 'simulation' });
      secrets = await prepare(authority);
    });
    // The next program could not start while this one runs.
    afterEach(() => program?.end());
    afterAll(() => authority?.close());

    /** Starts the till and makes it issue one sale after another. Then crashes it in the given way. */
    async function crash(how: (pid: number) => unknown): Promise<void> {
      const before = dumps().length;
      program = await startProgram(data);
      const page = await program.page();
      await unlock(page);
      await signIn(page);
      await page.getByRole('heading', { name: 'Today' }).first().waitFor();
      await page.evaluate(() => {
        const { call } = (
          window as unknown as { khatm: { call(name: string, input: unknown): Promise<unknown> } }
        ).khatm;
        const sale = { lines: [{ name: 'Coffee', quantity: 2, unitPrice: '14.00' }] };
        const sell = (): unknown => call('sale.issue', sale).then(sell);
        void sell();
      });
      await page.waitForTimeout(1_500);
      const pid = program.pid() ?? 0;
      if (before === 0) expect(namesIn(memoryOf(pid), secrets)).toEqual(Object.keys(secrets).toSorted());
      await how(pid);
      await program.ended();
      await expect.poll(() => dumps().length, { timeout: 20_000 }).toBe(before + 1);
      await program.end();
    }

    test('holds no secret, whatever the till was doing', async () => {
      expect(Object.keys(secrets)).toHaveLength(3);
      await crash(() => program.run('process.crash()'));
      // The process crashes from outside, in the middle of a sale.
      for (const round of [1, 2]) await crash((pid) => process.kill(pid, round === 1 ? 'SIGSEGV' : 'SIGILL'));
      const texts = dumps().map((file) => readFileSync(file));
      for (const text of texts) {
        expect(text.subarray(0, 4).toString()).toBe('MDMP');
        expect(text.length).toBeGreaterThan(20_000);
      }
      expect(namesIn(texts, secrets)).toEqual([]);
      // Three crashes and searches through all memory of a process take a minute of processor time.
    }, 300_000);

    test('is for this user alone, and is sent nowhere', async () => {
      program = await startProgram(data);
      await unlock(await program.page());
      await expect.poll(() => statSync(crashes).mode & 0o077, { timeout: 20_000 }).toBe(0);
      const handlers = program.commands().filter((command) => command.includes(`--database=${crashes}`));
      expect(handlers.length).toBeGreaterThan(0);
      expect(handlers.filter((command) => /--url=\S/.test(command))).toEqual([]);
    });
  },
);
