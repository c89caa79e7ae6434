import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { khatm, newFolder } from '../../support/khatm.ts';

/* A client's secret is printed once. It is in no file of the folder, no log, no audit line and no bundle. */

const data = newFolder('client-secrets');

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());

async function secretOf(...command: string[]) {
  const run = await khatm('integration', ...command, '--data', data, '--json');
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const { client, secret } = JSON.parse(run.stdout);
  expect(secret).toMatch(/^[\w-]{40,}$/);
  return { id: client.id as string, secret: secret as string };
}

test('client add and rotate', async () => {
  const added = await secretOf('client', 'add', '--name', 'Web shop', '--scope', 'invoices.write');
  const rotated = await secretOf('client', 'rotate', added.id);
  const webhook = await khatm(
    'integration',
    'webhook',
    'add',
    '--data',
    data,
    '--json',
    'http://127.0.0.1:9/',
  );
  const secrets = [added.secret, rotated.secret, JSON.parse(webhook.stdout).secret as string];
  expect(new Set(secrets).size).toBe(3);

  const bundle = path.join(newFolder('bundle'), 'support.zip');
  await khatm('diagnose', '--data', data, '--bundle', bundle);
  const outputs = await Promise.all([
    khatm('audit', 'list', '--data', data, '--json'),
    khatm('integration', 'client', 'list', '--data', data, '--json'),
    khatm('integration', 'webhook', 'list', '--data', data, '--json'),
  ]);
  expect(outputs[0]?.stdout).toContain('Web shop');
  const held: [string, Buffer][] = [
    ...filesIn(data).map((file): [string, Buffer] => [file, readFileSync(file)]),
    ...Object.entries(unzipSync(readFileSync(bundle))).map(([name, bytes]): [string, Buffer] => [
      `bundle ${name}`,
      Buffer.from(bytes),
    ]),
    ...outputs.map(({ stdout, stderr }, index): [string, Buffer] => [
      `answer ${index}`,
      Buffer.from(stdout + stderr),
    ]),
  ];
  expect(held.some(([name]) => name.endsWith('integration.db'))).toBe(true);
  expect(held.some(([name]) => name.startsWith('bundle'))).toBe(true);
  for (const secret of secrets)
    for (const spelling of [
      secret,
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('hex'),
    ])
      expect(held.filter(([, bytes]) => bytes.includes(spelling)).map(([name]) => name)).toEqual([]);
});
