import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manyTills } from '../../../main/integration/docs/many-tills.ts';
import { newFolder, start } from '../../support/khatm.ts';
import { rounds } from '../../support/run/effort.ts';
import { programFile } from '../../support/run/programs.ts';

/*
 * Runs the script for forty tills as it is in the page for integrators and in the README. Most runs have fewer tills,
 * because the script starts a program three times for each.
 */

const many = rounds(40, 10);
const script = manyTills.replace('seq -w 1 40', `seq -w 1 ${many}`);
const root = path.resolve(import.meta.dirname, '../../..');
const folder = newFolder('forty-tills');
const tills = path.join(folder, 'tills');
const told: { till: string; type: string }[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', () => {
    told.push({ till: request.url ?? '', type: JSON.parse(body).type });
    response.end();
  });
});

/** Runs the script with `khatm` on the path. */
async function play(): Promise<{ code: number | null; errors: string }> {
  const bin = path.join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const khatm = path.join(bin, 'khatm');
  writeFileSync(
    khatm,
    `#!/bin/sh\nexec '${process.execPath}' '${programFile('main/app/cli/khatm.ts')}' "$@"\n`,
  );
  chmodSync(khatm, 0o755);
  const { port } = receiver.address() as AddressInfo;
  const child = spawn('bash', ['-c', script], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      PATH: `${bin}:${process.env.PATH}`,
      TILLS: tills,
      RECEIVER: `http://127.0.0.1:${port}`,
    },
  });
  const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, errors };
}

const numbers = Array.from({ length: many }, (_, index) => String(index + 1).padStart(2, '0'));
const [lastButOne = '', last = ''] = numbers.slice(-2);
const file = (number: string, step: string) => path.join(tills, `till-${number}.${step}.json`);
const outputOf = (number: string, step: string) => JSON.parse(readFileSync(file(number, step), 'utf8'));

/** Serves a till, and sells at it like the program for which the script made a client. */
async function sellAt(number: string): Promise<Response> {
  const served = start('main/app/cli/khatm.ts', 'serve', '--data', path.join(tills, `till-${number}`));
  try {
    let output = '';
    for await (const part of served.stdout as NodeJS.ReadableStream) {
      output += part;
      if (output.includes('/docs')) break;
    }
    const [, base = ''] = /api: (\S+),/.exec(output) ?? [];
    const { client, secret } = outputOf(number, 'client');
    const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: secret };
    const tokens = await fetch(`${base}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
    const { access_token: token } = (await tokens.json()) as { access_token: string };
    const answer = await fetch(`${base}/v2/invoices`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': `first-of-${number}`,
      },
      body: JSON.stringify({ lines: [{ name: 'قهوة | Coffee', quantity: 1, unitPrice: '14.00' }] }),
    });
    await expect.poll(() => told.map(({ till }) => till), { timeout: 30_000 }).toContain(`/till-${number}`);
    return answer;
  } finally {
    served.kill('SIGTERM');
    if (served.exitCode === null) await once(served, 'exit');
  }
}

describe.skipIf(process.platform === 'win32')('forty tills', () => {
  beforeAll(async () => {
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
  afterAll(() => {
    receiver.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('are set up by one script, which goes on where it was cut off', async () => {
    expect(await play()).toEqual({ code: 0, errors: '' });
    for (const number of numbers) {
      expect(outputOf(number, 'api')).toMatchObject({ enabled: true, port: 8_800 + Number(number) });
      expect(outputOf(number, 'client')).toMatchObject({
        client: { name: 'Web shop' },
        secret: expect.any(String),
      });
      expect(outputOf(number, 'webhook')).toMatchObject({
        endpoint: { enabled: true },
        secret: expect.any(String),
      });
    }
    const secrets = numbers.flatMap((number) => [
      outputOf(number, 'client').secret,
      outputOf(number, 'webhook').secret,
    ]);
    expect(new Set(secrets).size).toBe(2 * many);
    for (const each of readdirSync(tills)) expect(statSync(path.join(tills, each)).mode & 0o077).toBe(0);

    const kept = readFileSync(file(last, 'client'), 'utf8');
    rmSync(file(lastButOne, 'api'));
    expect(await play()).toEqual({ code: 0, errors: '' });
    expect(outputOf(lastButOne, 'api')).toMatchObject({ port: 8_800 + Number(lastButOne) });
    expect(readFileSync(file(last, 'client'), 'utf8')).toBe(kept);
  }, 1_200_000);

  test('sell, and tell of it, each to its own address', async () => {
    for (const number of ['01', numbers[Math.floor(many / 2)] ?? '', last]) {
      const answer = await sellAt(number);
      expect(answer.status, await answer.clone().text()).toBe(201);
    }
    expect(new Set(told.map(({ type }) => type))).toEqual(new Set(['invoice.reported']));
  });

  test('have the same script in the README', () => {
    const readme = readFileSync(path.join(root, 'main/app/cli/README.md'), 'utf8');
    expect(readme).toContain(`\`\`\`bash\n${manyTills.trim()}\n\`\`\``);
  });
});
