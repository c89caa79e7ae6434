import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { openEncryptedFile } from '../../../main/base/vault/encrypted-file.ts';
import { takeLock } from '../../../main/books/ledger/queue/process-lock.ts';
import { newFolder, start } from '../../support/khatm.ts';
import { chance } from '../../support/run/chance.ts';
import { passphrase } from './passphrase.ts';

/* Tests several processes on one encrypted file, and processes that die while they write it. */

const open = (file: string) =>
  openEncryptedFile({ file, opener: { passphrase }, lock: takeLock, create: false });

/**
 * Writes until the end, or until the process is killed soon after a number of answers. Returns the last number that it
 * reported.
 */
async function write(file: string, name: string, count: number, kill?: { after: number; andThenMs: number }) {
  const child = start('test/base/vault/write-secrets.ts', file, name, String(count));
  if (child.stdout === null) throw new Error('no output');
  let last = 0;
  const die = () => setTimeout(() => child.kill('SIGKILL'), kill?.andThenMs);
  if (kill?.after === 0) die();
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    last = Number(line);
    if (last === kill?.after) die();
  });
  const [[code]] = await Promise.all([once(child, 'exit'), once(lines, 'close')]);
  if (kill === undefined) expect(code).toBe(0);
  return last;
}

test('processes that write at once lose none of each other’s secrets, on a file that none had made', async () => {
  const file = path.join(newFolder('vault-shared'), 'secrets.json');
  const names = ['window', 'cli', 'service'];
  await Promise.all(names.map((name) => write(file, name, 15)));
  const vault = await open(file);
  expect((await vault.names('')).length).toBe(names.length * 16);
  for (const name of names)
    for (let number = 1; number <= 15; number += 1)
      expect(await vault.get(`${name}/${number}`)).toBe(`${name} ${number}`);
});

test('a process killed at any moment of writing leaves the old contents or the new ones', async () => {
  const random = chance();
  const file = path.join(newFolder('vault-killed'), 'secrets.json');
  await write(file, 'settled', 2);
  for (let round = 0; round < 12; round += 1) {
    const name = `round-${round}`;
    const after = round % 4;
    // The first processes die while they open the file or wait for its lock.
    const andThenMs = after === 0 ? 60 + round * 20 : random.next() * 12;
    const told = await write(file, name, 200, { after, andThenMs });
    const vault = await open(file);
    const latest = Number((await vault.get(`${name}/latest`)) ?? 0);
    expect([told, told + 1]).toContain(latest);
    for (let number = 1; number <= latest; number += 1)
      expect(await vault.get(`${name}/${number}`)).toBe(`${name} ${number}`);
    expect(await vault.get('settled/latest')).toBe('2');
    // The lock ended with the process, so the next write does not wait.
    await vault.set('settled/after', name);
  }
});

test('what a dead process left half-written beside the file is nothing to anybody', async () => {
  const file = path.join(newFolder('vault-half'), 'secrets.json');
  await write(file, 'settled', 1);
  writeFileSync(`${file}.new`, '{"khatm":"vau');
  const vault = await open(file);
  await vault.set('a', '1');
  expect([await vault.get('a'), await vault.get('settled/1')]).toEqual(['1', 'settled 1']);
});
