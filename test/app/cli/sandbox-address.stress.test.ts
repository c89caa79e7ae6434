import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import type { SandboxView } from '../../../shared/contract/terminal/practice.ts';
import { khatm, start } from '../../support/khatm.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { manager } from '../../support/run/callers.ts';

/*
 * Tests that a script can find the training sandbox, that it can have a fixed port, and that it works beside a running
 * till.
 */

async function listening() {
  const server = createServer((_, response) => void response.end('another program')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, server };
}
const textAt = async (page: string) => (await fetch(page)).text();

async function statusOf(data: string) {
  const { stdout } = await khatm('credential', 'status', '--data', data, '--json');
  return JSON.parse(stdout).sandbox;
}

test('at a port that is set once, and said by the status whether a till runs or not', async () => {
  const data = await onboardedFolder('sandbox-port');
  expect(await statusOf(data)).toEqual({ running: false });
  const { port, server } = await listening();
  server.close();
  const set = await khatm('integration', 'sandbox', '--data', data, '--port', String(port), '--json');
  const page = `http://127.0.0.1:${port}/`;
  const facts = { running: false, address: `${page}e-invoicing/sandbox`, page, port };
  expect(JSON.parse(set.stdout)).toEqual(facts);
  const serving = start('main/app/cli/khatm.ts', 'serve', '--data', data);
  await once(serving.stdout as NodeJS.ReadableStream, 'data');
  try {
    expect(await textAt(page)).toContain('Plays: training');
    expect(await statusOf(data)).toEqual({ ...facts, running: true });
  } finally {
    serving.kill('SIGTERM');
    await once(serving, 'exit');
  }
  const any = await khatm('integration', 'sandbox', '--data', data, '--any-port', '--json');
  expect(JSON.parse(any.stdout)).toEqual({ running: false });
});

test('a port that another program has keeps no till from opening', async () => {
  const data = await onboardedFolder('sandbox-port-taken');
  const { port, server } = await listening();
  await khatm('integration', 'sandbox', '--data', data, '--port', String(port));
  const terminal = await openTerminal({ folder: data, version: '0' });
  await terminal.ready();
  const view = await viewIn(terminal);
  expect(view.port).toBe(port);
  expect(await textAt(view.page)).toContain('Plays: training');
  await terminal.close();
  server.close();
});

test('of two programs on one folder both name the authority of the one that leads', async () => {
  const folder = await onboardedFolder('sandbox-of-two');
  const open = async () => {
    const terminal = await openTerminal({ folder, version: '0' });
    await terminal.ready();
    return terminal;
  };
  const [first, second] = [await open(), await open()];
  const leading = await viewIn(first);
  expect(leading.runsHere).toBe(true);
  expect(await viewIn(second)).toEqual({ ...leading, runsHere: false });
  await second.close();
  expect(await textAt(leading.page)).toContain('Plays: training');
  await first.close();
});

test.each([
  ['--port', 'x'],
  ['--port', '80'],
  ['--port', '8080', '--any-port'],
  ['--env', 'production'],
])('refuses %s %s', async (...args) => {
  const data = await onboardedFolder('sandbox-refused');
  expect(await khatm('integration', 'sandbox', '--data', data, ...args)).toMatchObject({
    code: 2,
    stdout: '',
  });
});

async function viewIn(terminal: Terminal): Promise<SandboxView> {
  const answer = await terminal.call('practice.sandbox', {}, manager);
  expect(answer).toMatchObject({ ok: true });
  return (answer as { value: SandboxView }).value;
}
