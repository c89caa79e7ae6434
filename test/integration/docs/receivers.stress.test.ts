import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOpenApi } from '../../../main/integration/api/openapi/openapi.ts';
import { docsPage } from '../../../main/integration/docs/docs-page.ts';
import { freePort } from '../../support/free-port.ts';
import { newFolder } from '../../support/khatm.ts';
import { cleared } from '../../support/run/outcomes.ts';
import { office, provideOffice } from '../webhooks/office.ts';
import { codeOf } from './page.ts';

/* Tests the receivers of the page against the real sender, copied as a reader would copy them. */

const page = docsPage(makeOpenApi({ version: '1.2.3' }), undefined);

interface Language {
  readonly id: string;
  /** The programs that the receiver needs. Each can print its version. */
  readonly needs: readonly string[];
  readonly file: string;
  start(file: string, port: number): readonly [command: string, ...parameters: string[]];
}

const languages: readonly Language[] = [
  { id: 'receiver-python', needs: ['python3'], file: 'receiver.py', start: (file) => ['python3', file] },
  {
    id: 'receiver-javascript',
    needs: [],
    file: 'receiver.mjs',
    start: (file) => [process.execPath, file],
  },
  {
    id: 'receiver-php',
    needs: ['php'],
    file: 'receiver.php',
    start: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
  },
  {
    id: 'receiver-csharp',
    needs: ['mcs', 'mono'],
    file: 'receiver.cs',
    start(file) {
      execFileSync('mcs', ['-langversion:7', `-out:${file}.exe`, file]);
      return ['mono', `${file}.exe`];
    },
  },
];

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const folder = newFolder('receivers');
beforeAll(() => mkdirSync(folder, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

provideOffice();

describe.each(languages)('$id', ({ id, needs, file, start }) => {
  const missing = needs.filter((program) => !isThere(program));

  test.skipIf(missing.length > 0)(
    `takes what is signed now, and nothing else ${missing.join(' ')}`,
    async () => {
      // The receivers compare timestamps with the real time.
      office.clock.sleep(Date.now() - office.clock.now());
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/`;
      const { secret = '' } = await office.sender.endpoints.add({
        url,
        kinds: ['cleared'],
        allowPrivate: true,
      });
      const source = path.join(folder, file);
      writeFileSync(source, codeOf(page, id));
      const env = { ...process.env, KHATM_WEBHOOK_SECRET: `an-older-one ${secret}`, PORT: String(port) };
      const [command, ...parameters] = start(source, port);
      const program = spawn(command, parameters, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [program.stdout, program.stderr])
        stream.on('data', (part) => {
          output += part;
        });
      try {
        await listening(program, port, () => output);
        for (let each = 0; each < 3; each += 1) await cutCall(port);
        const uuid = office.settle(cleared);
        await office.send();
        expect(office.delivery().state).toBe('delivered');
        await expect.poll(() => output).toContain(uuid);

        const body = JSON.stringify({ id: 'x', type: 'invoice.forged', data: {} });
        const now = Math.floor(Date.now() / 1000);
        const v1 = (at: number | string, text = body, by = secret) =>
          createHmac('sha256', by).update(`${at}.${text}`).digest('hex');
        const signed = (at: number | string, hex = v1(at)) => ({ 'khatm-signature': `t=${at},v1=${hex}` });
        const post = async (headers: Record<string, string>) =>
          (await fetch(url, { method: 'POST', body, headers })).status;
        // The standard's signature does not cover the time, so somebody who has a body could send it with any time.
        const standard = {
          'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
          'x-service-timestamp': String(now),
        };
        const calls: [number, Record<string, string>][] = [
          [400, {}],
          [400, standard],
          [400, { ...standard, 'x-service-timestamp': 'abc' }],
          [400, signed(now - 3600)],
          [400, signed(now + 3600)],
          [400, { ...standard, ...signed(now - 3600) }],
          [400, signed('abc')],
          [400, signed('')],
          [400, signed(-1)],
          [400, signed('9'.repeat(400))],
          [400, { 'khatm-signature': 'é=1,v1=ü' }],
          [400, { 'khatm-signature': `v1=${v1(now)},t=${now}` }],
          [401, signed(now, v1(now - 3600))],
          [401, { ...standard, ...signed(now, v1(now - 3600)) }],
          [401, signed(now, v1(now, `${body} `))],
          [401, signed(now, v1(now, body, 'wrong'))],
          [401, signed(now, v1(now).slice(0, -1))],
          [401, signed(now, `${v1(now)}0`)],
          [401, signed(now, '')],
          [401, signed(now, 'ü'.repeat(32))],
          [401, { 'khatm-signature': `t=${now},v0=${v1(now)}` }],
        ];
        for (const [status, headers] of calls)
          expect([headers, await post(headers)]).toEqual([headers, status]);
        expect(output).not.toContain('invoice.forged');
        const either = `t=${now},v1=${v1(now, body, 'a newer one')},v1=${v1(now, body, 'an-older-one')},v2=more`;
        expect(await post({ 'khatm-signature': either })).toBe(200);
        await expect.poll(() => output).toContain('invoice.forged');
      } finally {
        program.kill('SIGKILL');
        await once(program, 'close');
      }
    },
  );

  test('is short enough to be read', () => {
    expect(codeOf(page, id).trim().split('\n').length).toBeLessThanOrEqual(15);
  });
});

/** Begins a call and ends its connection in the middle of the body. */
async function cutCall(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"id":');
  // The program must have begun to read the body before the connection ends.
  await pause(100);
  socket.resetAndDestroy();
  await once(socket, 'close');
}

/** Waits until a program accepts connections. */
async function listening(program: ChildProcess, port: number, output: () => string): Promise<void> {
  for (;;) {
    if (program.exitCode !== null) throw new Error(output());
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await pause(50);
  }
}
