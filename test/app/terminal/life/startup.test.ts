import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import { createWindowLock } from '../../../../main/app/terminal/window-lock.ts';
import {
  isAutostartOn,
  programToStart,
  setAutostart,
} from '../../../../main/base/platform/system/autostart.ts';
import type { Shell } from '../../../../main/base/platform/system/shell.ts';
import type { CommandName } from '../../../../shared/contract/index.ts';
import type { TextSize } from '../../../../shared/contract/terminal/startup.ts';
import type { TerminalStatus } from '../../../../shared/contract/terminal/terminal.ts';
import { newFolder } from '../../../support/khatm.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';
import { cashier, manager } from '../../../support/run/callers.ts';

/* Tests the program on this machine. A manager or the policy decides when it starts, and if its window can be left. */

/** Makes a desktop with a real autostart folder and a window that records when it is locked. */
function desktop() {
  const file = path.join(newFolder('autostart'), 'khatm.desktop');
  let isLocked = false;
  let textSize: TextSize = 100;
  const shell: Shell = {
    autostart: { isOn: () => isAutostartOn(file), set: (on) => setAutostart(file, on, '/opt/Khatm/khatm') },
    textSize: {
      read: () => textSize,
      set(percent) {
        textSize = percent;
      },
    },
    isLocked: () => isLocked,
    lock(next) {
      isLocked = next;
    },
    chooseFolder: () => Promise.resolve('/media/usb'),
  };
  return { shell, isLocked: () => isLocked };
}

function policyOf(content: object): string {
  const folder = newFolder('startup-policy');
  const file = path.join(folder, 'policy.json');
  writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
  if (process.platform !== 'win32') chmodSync(folder, 0o755);
  return file;
}

const fresh = { ...manager, isPinFresh: true };
async function ask(terminal: Terminal, name: CommandName, input: unknown = {}): Promise<unknown> {
  const answer = await terminal.call(name, input, fresh);
  return answer.ok ? answer.value : answer.failure.code;
}

test('a manager sets it, and the next start goes by it', async () => {
  const folder = await onboardedFolder('startup');
  const { shell, isLocked } = desktop();
  const terminal = await openTerminal({ folder, version: '0', shell });
  expect(await ask(terminal, 'startup.get')).toEqual({
    startup: { autostart: false, kiosk: false, isLocked: false, textSize: 100 },
  });
  expect(await ask(terminal, 'startup.set', { autostart: true, kiosk: true, textSize: 150 })).toEqual({
    startup: { autostart: true, kiosk: true, isLocked: true, textSize: 150 },
  });
  expect(await ask(terminal, 'startup.leaveKiosk')).toEqual({
    startup: { autostart: true, kiosk: true, isLocked: false, textSize: 150 },
  });
  await terminal.close();

  const next = desktop();
  const again = await openTerminal({ folder, version: '0', shell: next.shell });
  expect([isLocked(), next.isLocked()]).toEqual([false, true]);
  for (const name of ['startup.get', 'startup.set', 'startup.leaveKiosk'] as const)
    expect(await again.call(name, {}, cashier)).toMatchObject({ failure: { code: 'not-allowed' } });
  expect(await again.call('startup.leaveKiosk', {}, { ...manager, isPinFresh: false })).toMatchObject({
    failure: { code: 'pin-needed' },
  });
  expect(next.isLocked()).toBe(true);
  await again.close();
});

test('whoever asks for safe mode can leave the window, and a start that failed gives no way out', async () => {
  const folder = await onboardedFolder('startup-safe');
  const policyFile = policyOf({ kiosk: true });
  for (const [safeMode, locked] of [
    ['asked', false],
    ['starts', true],
  ] as const) {
    const { shell, isLocked } = desktop();
    const terminal = await openTerminal({ folder, version: '0', shell, policyFile, safeMode });
    await terminal.ready();
    expect(isLocked()).toBe(locked);
    await terminal.close();
  }
});

test('a window is locked only while somebody can sign in to leave it', () => {
  const { shell, isLocked } = desktop();
  const lock = createWindowLock(shell);
  const isLockedWith = (vault: TerminalStatus['vault'], people: TerminalStatus['people']) => {
    lock.follow({ vault, people });
    return isLocked();
  };
  lock.shell.lock(true);
  expect(isLocked()).toBe(false);
  expect(isLockedWith('locked', 'locked')).toBe(false);
  expect(isLockedWith('open', 'known')).toBe(true);
  expect(isLockedWith('unavailable', 'known')).toBe(false);
  expect(isLockedWith('open', 'lost')).toBe(false);
  expect(isLockedWith('open', 'free')).toBe(true);
  // A manager has left kiosk mode until the next start.
  lock.shell.lock(false);
  expect(isLockedWith('locked', 'locked')).toBe(false);
  expect(isLockedWith('open', 'known')).toBe(false);
});

test.skipIf(process.platform === 'win32')('a package starts by its launcher, where it has one', () => {
  const resources = newFolder('resources');
  const launcher = path.join(resources, 'khatm.sh');
  const program = (env = {}) => programToStart(env, '/opt/Khatm/khatm', resources);
  expect(program()).toBe('/opt/Khatm/khatm');
  writeFileSync(launcher, '#!/bin/sh\n', { mode: 0o755 });
  expect(program()).toBe(launcher);
  expect(program({ APPIMAGE: '/home/mona/khatm.AppImage' })).toBe('/home/mona/khatm.AppImage');
});

test('what the policy sets, nobody changes', async () => {
  const folder = await onboardedFolder('startup-policy');
  const { shell, isLocked } = desktop();
  const policyFile = policyOf({ kiosk: true, autostart: false });
  const terminal = await openTerminal({ folder, version: '0', shell, policyFile });
  expect(isLocked()).toBe(true);
  expect(await ask(terminal, 'policy.get')).toMatchObject({ fields: ['autostart', 'kiosk'] });
  for (const change of [{ kiosk: false }, { autostart: true }])
    expect(await ask(terminal, 'startup.set', change)).toBe('set-by-policy');
  expect(await ask(terminal, 'startup.get')).toEqual({
    startup: { autostart: false, kiosk: true, isLocked: true, textSize: 100 },
  });
  // A manager can still leave the window, for instance to help with the system.
  await ask(terminal, 'startup.leaveKiosk');
  expect(isLocked()).toBe(false);
  await terminal.close();
});

test('where the program has no window of its own there is nothing to set', async () => {
  const folder = await onboardedFolder('startup-none');
  const terminal = await openTerminal({ folder, version: '0' });
  expect(await ask(terminal, 'startup.get')).toEqual({});
  expect(await ask(terminal, 'startup.set', { kiosk: true })).toBe('not-found');
  await terminal.close();
});

test('each run leaves a line in the log at its start and at its end, so that one that vanished is seen', async () => {
  const folder = await onboardedFolder('runs');
  const lines = () =>
    readFileSync(path.join(folder, 'khatm.log'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string; pid: number; version?: string })
      .filter(({ msg }) => ['start', 'end'].includes(msg));
  const before = lines().length;
  const terminal = await openTerminal({ folder, version: '1.2.3' });
  await terminal.ready();
  expect(lines().slice(before)).toMatchObject([{ msg: 'start', version: '1.2.3', pid: process.pid }]);
  await terminal.close();
  writeFileSync(path.join(folder, 'training', 'ledger.db'), 'no database at all'.repeat(1_000));
  await expect(openTerminal({ folder, version: '1.2.3' })).rejects.toThrow();
  expect(lines().slice(before)).toMatchObject(['start', 'end', 'start', 'end'].map((msg) => ({ msg })));
});
