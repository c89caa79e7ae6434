import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import type { SafeModeReason } from '../../../../shared/alarm.ts';
import type { CommandName } from '../../../../shared/contract/index.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';
import { manager } from '../../../support/run/callers.ts';

/*
 * Opens a terminal, by default not in safe mode. In safe mode selling and sending continue, and nothing else on the
 * machine or the network is used.
 */

async function open(folder: string, safeMode?: SafeModeReason): Promise<Terminal> {
  const terminal = await openTerminal({ folder, version: '1.2.3', safeMode });
  await terminal.ready();
  return terminal;
}

const call = (terminal: Terminal, name: CommandName, input: unknown = {}) =>
  terminal.call(name, input, { ...manager, isPinFresh: true });

async function ask(terminal: Terminal, name: CommandName, input: unknown = {}): Promise<unknown> {
  const answer = await call(terminal, name, input);
  if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.failure)}`);
  return answer.value;
}

const sale = {
  lines: [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }],
  payments: [{ means: 'cash' }],
};
const refusal = { ok: false, failure: { code: 'safe-mode' } };

/** Makes a till whose drawer opens for cash, on a device that counts its connections. */
async function tillWithDrawer() {
  let visits = 0;
  const device = createServer((socket) => {
    visits += 1;
    socket.on('error', () => undefined).resume();
  });
  const port = await new Promise<number>((resolve) => {
    device.listen(0, '127.0.0.1', () => resolve((device.address() as { port: number }).port));
  });
  onTestFinished(() => void device.close());
  const folder = await onboardedFolder('safe-mode');
  const terminal = await open(folder);
  const devices = {
    printer: { by: 'network', host: '127.0.0.1', port },
    cut: true,
    drawer: { use: 'withCash', pin: 2 },
    card: 'simulator',
  };
  await ask(terminal, 'device.setSettings', devices);
  await ask(terminal, 'receipt.setSettings', { autoPrint: true, paper: 'roll80' });
  await ask(terminal, 'integration.dropFolder.set', { enabled: true });
  await terminal.close();
  return { folder, devices, visits: () => visits };
}

test('a sale is issued and accepted, and no device, program or head office is touched', async () => {
  const { folder, devices, visits } = await tillWithDrawer();
  const terminal = await open(folder, 'starts');
  await ask(terminal, 'sale.issue', sale);
  await terminal.idle();
  expect(await ask(terminal, 'terminal.status')).toMatchObject({
    waiting: 0,
    issued: 1,
    alarms: [{ kind: 'safe-mode', level: 'amber', why: 'starts' }],
  });
  expect(visits()).toBe(0);
  expect(await ask(terminal, 'device.present')).toEqual({ drawer: false, display: false });
  expect(await ask(terminal, 'receipt.settings')).toMatchObject({ autoPrint: false });
  for (const name of ['integration.api.get', 'integration.clients.list', 'integration.reopen'] as const)
    expect(await call(terminal, name)).toMatchObject(refusal);
  expect(await call(terminal, 'device.setSettings', devices)).toMatchObject(refusal);
  expect(await ask(terminal, 'diagnosis.run')).toMatchObject({
    steps: expect.arrayContaining([expect.objectContaining({ finding: 'version-safe' })]),
  });
  await terminal.close();

  const usual = await open(folder);
  expect(await ask(usual, 'device.settings')).toEqual(devices);
  expect(await ask(usual, 'receipt.settings')).toMatchObject({ autoPrint: true });
  await ask(usual, 'sale.issue', sale);
  await expect.poll(visits).toBe(1);
  expect(await ask(usual, 'terminal.status')).toMatchObject({ issued: 2, alarms: [] });
  await usual.close();
});
