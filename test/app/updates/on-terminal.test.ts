import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Terminal } from '../../../main/app/terminal/terminal.ts';
import { openTerminal } from '../../../main/app/terminal/terminal.ts';
import { appImageInstaller } from '../../../main/app/updates/appimage.ts';
import { noteStart } from '../../../main/app/updates/former.ts';
import { readState } from '../../../main/app/updates/state.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { keptText } from '../../support/kept-text.ts';
import { newFolder } from '../../support/khatm.ts';
import { keys, packageOf } from './release.ts';
import { publishForHere } from './release-for-here.ts';
import { serveUpdates, type UpdateServer } from './server.ts';

/* Tests updates on a real terminal with a ledger, a real server, and a file in place of the program. */

let root: string;
let data: string;
let program: string;
let server: UpdateServer;
let terminal: Terminal;
let finish: (() => void) | undefined;
let isRestarted: boolean;

beforeEach(async () => {
  root = newFolder('update-terminal');
  data = path.join(root, 'data');
  program = path.join(root, 'Khatm.AppImage');
  mkdirSync(data);
  writeFileSync(program, packageOf('0.1.0'), { mode: 0o755 });
  publishForHere(path.join(root, 'dist'));
  server = await serveUpdates(path.join(root, 'dist'));
  isRestarted = false;
});
afterEach(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

async function open(version: string): Promise<void> {
  noteStart(path.join(data, 'updates'), version);
  terminal = await openTerminal({
    folder: data,
    stateFolder: path.join(root, 'state'),
    version,
    environment: 'training',
    updates: {
      keys,
      installer: appImageInstaller(program, () => {
        isRestarted = true;
      }),
      end: (rest) => {
        finish = rest;
      },
    },
  });
  await terminal.ready();
}

async function call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
  const answer = await terminal.callFromScreen(name, input);
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return answer.value as CommandOutput<N>;
}
const sell = () => call('sale.issue', { lines: [{ name: 'Coffee', quantity: 1, unitPrice: '14' }] });

test('0.1.0 becomes 0.2.0: not with an open basket, and the books go on', async () => {
  await open('0.1.0');
  const { uuid } = await sell();
  await call('update.setSettings', {
    server: server.address,
    automatic: false,
    night: { from: '02:00', to: '05:00' },
  });
  expect((await call('update.look', {})).offer).toMatchObject({ version: '0.2.0', notes: { ar: 'أفضل.' } });

  const basket = { id: crypto.randomUUID(), draft: keptText(), lines: 1, goods: [] };
  await call('basket.keep', basket);
  const answer = await terminal.callFromScreen('update.install', { when: 'now' });
  expect(answer).toMatchObject({ failure: { code: 'update-waits', detail: { why: 'basket' } } });
  await call('basket.keep', { ...basket, lines: 0 });

  await terminal.idle();
  await call('update.install', { when: 'now' });
  expect(readFileSync(program, 'utf8')).toMatch(/^0\.2\.0\n/);
  await terminal.close();
  finish?.();
  expect(isRestarted).toBe(true);

  await open('0.2.0');
  await expect.poll(() => readState(path.join(data, 'updates')).installing).toBeUndefined();
  expect(await call('update.get', {})).toMatchObject({ version: '0.2.0', last: { version: '0.2.0' } });
  expect((await call('update.get', {})).last?.why).toBeUndefined();
  expect(await call('invoice.get', { uuid })).toMatchObject({ uuid });
  await sell();
  expect(await call('maintenance.check', {})).toEqual({ documents: 2 });
  await terminal.close();
});

test('a till before its first sale takes an update', async () => {
  await open('0.1.0');
  const { offer } = await call('update.lookIn', { folder: path.join(root, 'dist') });
  expect(offer).toMatchObject({ version: '0.2.0' });
  await terminal.idle();
  await call('update.install', { when: 'now' });
  await terminal.close();
  expect(readFileSync(program, 'utf8')).toMatch(/^0\.2\.0\n/);

  await open('0.2.0');
  await expect.poll(async () => (await call('update.get', {})).last).toMatchObject({ version: '0.2.0' });
  expect((await call('update.get', {})).last?.why).toBeUndefined();
  await terminal.close();
});

test('another ledger than before is no health', async () => {
  await open('0.1.0');
  await sell();
  await call('update.lookIn', { folder: path.join(root, 'dist') });
  // The documents are still waiting for the authority.
  for (let count = 0; count < 5; count++) await sell();
  await call('update.install', { when: 'now' });
  await terminal.close();
  rmSync(path.join(data, 'training'), { recursive: true });

  await open('0.2.0');
  await expect.poll(async () => (await call('update.get', {})).last?.why).toBe('not-healthy');
  expect((await call('terminal.status', {})).alarms).toContainEqual({
    kind: 'update',
    level: 'amber',
    why: 'failed',
    since: expect.any(String),
  });
  await terminal.close();
});
