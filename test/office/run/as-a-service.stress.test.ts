import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:https';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from '../../support/khatm.ts';
import { linkShippedPackages } from '../../support/shipped-packages.ts';
import { makeTestCa } from '../../support/test-ca.ts';
import { hasServer, office, provideOffice } from '../office.ts';

/* Tests the files for running a head office: a systemd unit and a container. Neither is started here. */

const root = path.resolve(import.meta.dirname, '../../..');
const context = path.join(root, 'main/office/run');
const unit = path.join(context, 'khatm-office.service');
const ca = makeTestCa();
const identity = ca.issue('localhost');

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Starts an office with the command of one of the files, and waits for its address. */
async function startOffice(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, args, {
    ...{ cwd, stdio: ['ignore', 'pipe', 'inherit'] },
    env: { ...process.env, DATABASE_URL: office.server.url, ...env },
  });
  const closed = once(child, 'close');
  stops.push(() => {
    child.kill();
    return closed;
  });
  if (child.stdout === null) throw new Error('no output');
  for await (const line of createInterface(child.stdout)) {
    const [, address] = /^head office at (\S+)/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('ended early');
}

/** Returns the status of an answer over TLS from a server with a certificate signed by the test's authority. */
const statusOf = (address: string) =>
  new Promise((resolve, reject) => {
    get(address, { ca: ca.pem, servername: 'localhost' }, ({ statusCode }) => resolve(statusCode)).on(
      'error',
      reject,
    );
  });

function certificateIn(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'certificate.pem'), identity.cert);
  writeFileSync(path.join(folder, 'key.pem'), identity.key);
}

test.skipIf(spawnSync('which', ['systemd-analyze']).status !== 0)(
  'systemd accepts the unit, and counts it among the guarded ones',
  () => {
    const folder = newFolder('unit');
    const file = path.join(folder, path.basename(unit));
    // The unit's program must exist; here it is another Node.
    writeFileSync(file, readFileSync(unit, 'utf8').replace('/usr/bin/node', process.execPath));
    const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    expect({ status: verified.status, said: verified.stderr }).toEqual({ status: 0, said: '' });
    const guarded = spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=30', file], {
      encoding: 'utf8',
    });
    expect({ status: guarded.status, last: guarded.stdout.trim().split('\n').at(-1) }).toMatchObject({
      status: 0,
    });
    rmSync(folder, { recursive: true });
  },
);

describe.skipIf(!hasServer)('a head office', () => {
  provideOffice();
  const keys = newFolder('order-key');
  const orderKey = path.join(keys, 'order-key.json');
  beforeAll(() => {
    const built = spawnSync(process.execPath, ['.scripts/build.mjs', 'office', '--if-changed'], {
      cwd: root,
    });
    expect(built.status).toBe(0);
  }, 180_000);

  test('starts as its unit says, over TLS', async () => {
    const folder = newFolder('service');
    certificateIn(folder);
    const [, line = ''] = /^ExecStart=\/usr\/bin\/node (.+)$/m.exec(readFileSync(unit, 'utf8')) ?? [];
    const args = line
      .replaceAll('/etc/khatm-office', folder)
      .replace('443', '0')
      .replace('9464', '0')
      .replace('0.0.0.0', '127.0.0.1')
      .replace(/\$\{ADDRESS\}/, 'https://office.example')
      .split(' ');
    const address = await startOffice(args, root, { KHATM_ORDER_KEY: orderKey });
    expect(address).toMatch(/^https:/);
    expect(await statusOf(`${address}/readyz`)).toBe(204);
    expect(existsSync(orderKey)).toBe(true);
  }, 60_000);

  test('starts in its container, with nothing but what that holds', async () => {
    const stages = readFileSync(path.join(context, 'Containerfile'), 'utf8')
      .split(/^FROM /m)
      .slice(1);
    const steps = stages.map((stage) => stage.split('\n'));
    const [screens = [], last = []] = steps;
    const copiedBy = (lines: readonly string[]) =>
      lines
        .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
        .flatMap((line) => line.split(' ').slice(1, -1));
    for (const name of copiedBy(screens)) expect(readdirSync(root)).toContain(name);
    // The first stage must have all folders that the build of the screens reads.
    for (const name of ['renderer', 'shared', 'package-lock.json', '.scripts'])
      expect(copiedBy(screens)).toContain(name);

    const folder = newFolder('container');
    for (const name of copiedBy(last))
      cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
    cpSync(path.join(root, 'out', 'office'), path.join(folder, 'out', 'office'), {
      recursive: true,
    });
    linkShippedPackages(folder);
    const data = path.join(folder, 'data');
    certificateIn(data);
    chmodSync(data, 0o700);
    // All processes of an office share the key.
    cpSync(orderKey, path.join(data, 'order-key.json'));
    const listIn = (name: string): string[] =>
      JSON.parse(last.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? '');
    const [program, ...args] = listIn('ENTRYPOINT');
    expect(program).toBe('node');
    const more = listIn('CMD').map((arg) =>
      arg.replace('/data', data).replace('8443', '0').replace('0.0.0.0', '127.0.0.1'),
    );
    const [, variable = '', value = ''] = /^ENV (\w+)=(.+)$/m.exec(last.join('\n')) ?? [];
    const address = await startOffice([...args, ...more], folder, {
      [variable]: value.replace('/data', data),
    });
    expect(await statusOf(`${address}/readyz`)).toBe(204);
    expect(readdirSync(data).toSorted()).toEqual(['certificate.pem', 'key.pem', 'order-key.json']);
  }, 60_000);
});
