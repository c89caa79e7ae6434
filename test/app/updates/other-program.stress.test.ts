import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import { appImageInstaller } from '../../../main/app/updates/appimage.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { buyer } from '../../document/invoice/fixtures.ts';
import { coffee, post } from '../../integration/api/shop.ts';
import { newFolder } from '../../support/khatm.ts';
import { letProgramIn } from '../../support/other-program.ts';
import { keys, packageOf } from './release.ts';
import { publishForHere } from './release-for-here.ts';

/*
 * Tests another program that requests a clearance while the till updates itself. A buyer waits for the clearance, and
 * the authority is slow.
 */

let root: string;
let program: string;
let terminal: Terminal;
let onStep: (step: string) => void;
let beforePause: () => Promise<void>;
let ask: (path: string) => Promise<{ status: string }>;
let sell: () => Promise<string>;

beforeEach(async () => {
  root = newFolder('update-program');
  program = path.join(root, 'Khatm.AppImage');
  writeFileSync(program, packageOf('0.1.0'), { mode: 0o755 });
  publishForHere(path.join(root, 'dist'));
  onStep = () => undefined;
  beforePause = async () => undefined;
  const installer = appImageInstaller(program, () => undefined);
  terminal = await openTerminal({
    folder: path.join(root, 'data'),
    stateFolder: path.join(root, 'state'),
    version: '0.1.0',
    environment: 'training',
    updates: {
      keys,
      installer: {
        ...installer,
        async keepFormer(...place) {
          const former = await installer.keepFormer(...place);
          await beforePause();
          return former;
        },
      },
      end: () => undefined,
      onStep: (step) => onStep(step),
    },
  });
  await terminal.ready();
  const { base, token } = await letProgramIn(call);
  ask = async (uuid) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${base}/v2/invoices/${uuid}`, { headers });
    return (await answer.json()) as { status: string };
  };
  sell = async () => {
    const answer = await post(base, token, { ...coffee, customer: 'business', buyer });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { uuid: string }).uuid;
  };
  await call('update.lookIn', { folder: path.join(root, 'dist') });
  await call('practice.cause', { kind: 'slow' });
});
afterEach(async () => {
  await terminal.close();
  rmSync(root, { recursive: true });
});

async function call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
  const answer = await terminal.callFromScreen(name, input);
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return answer.value as CommandOutput<N>;
}
const versionThere = () => readFileSync(program, 'utf8').split('\n', 1)[0];
const statusOf = async (uuid: string) => (await ask(uuid)).status;

test('an update waits for the end of a clearance that is under way', async () => {
  const uuid = await sell();
  await expect.poll(() => statusOf(uuid)).toBe('sending');
  let atNote: Promise<string> | undefined;
  onStep = (step) => {
    if (step === 'note') atNote = statusOf(uuid);
  };
  await call('update.install', { when: 'now' });
  expect(await atNote).toBe('accepted');
  expect(versionThere()).toBe('0.2.0');
  // The terminal answers requests until it has ended.
  expect(await statusOf(uuid)).toBe('accepted');
});

test('a clearance that is asked for while sending is paused stops the update, and goes out', async () => {
  let selling: Promise<string> | undefined;
  // The call of this document is in progress while sending is paused.
  beforePause = async () => {
    const { uuid } = await call('sale.issue', coffee);
    await expect.poll(() => statusOf(uuid), { interval: 10 }).toBe('sending');
    setTimeout(() => {
      selling = sell();
    }, 100);
  };
  const answer = await terminal.callFromScreen('update.install', { when: 'now' });
  expect(answer).toMatchObject({ failure: { code: 'update-waits', detail: { why: 'sending' } } });
  expect(versionThere()).toBe('0.1.0');
  const uuid = (await selling) ?? '';
  await expect.poll(() => statusOf(uuid), { timeout: 60_000 }).toBe('accepted');

  await call('practice.end', {});
  await terminal.idle();
  beforePause = async () => undefined;
  await call('update.install', { when: 'now' });
  expect(versionThere()).toBe('0.2.0');
});
