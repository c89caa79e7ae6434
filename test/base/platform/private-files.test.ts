import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openTerminal } from '../../../main/app/terminal/terminal.ts';
import { makePrivate } from '../../../main/base/platform/files/private-files.ts';
import { newFolder } from '../../support/khatm.ts';
import { manager } from '../../support/run/callers.ts';
import { isWine } from '../../support/wine.ts';

const modeOf = (file: string) => (lstatSync(file).mode & 0o777).toString(8);

/** Returns every path within a folder that others may open in any way. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => (lstatSync(file).mode & 0o077) !== 0)
    .map((file) => path.relative(folder, file));
}

function openUp(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
}

test.skipIf(process.platform === 'win32')(
  'what a terminal keeps is for its user alone, also what was there before, its backups and its exports',
  async () => {
    const folder = newFolder('private');
    const data = path.join(folder, 'data');
    let terminal = await openTerminal({ folder: data, version: '0' });
    await terminal.ready();
    await terminal.close();
    openUp(data);
    // Other programs put their files into this folder.
    mkdirSync(path.join(data, 'training', 'drop'), { mode: 0o755 });
    writeFileSync(path.join(data, 'training', 'drop', 'sale.json'), '{}', { mode: 0o644 });
    writeFileSync(path.join(folder, 'elsewhere'), '', { mode: 0o644 });
    symlinkSync(path.join(folder, 'elsewhere'), path.join(data, 'link'));

    terminal = await openTerminal({ folder: data, version: '0' });
    await terminal.ready();
    const ask = async (name: string, input: unknown) =>
      expect(await terminal.call(name, input, manager)).toMatchObject({ ok: true });
    await ask('sale.issue', { lines: [{ name: 'تمر', quantity: 1, unitPrice: '10.00' }] });
    const copies = path.join(folder, 'copies');
    mkdirSync(copies, { mode: 0o700 });
    await ask('maintenance.setBackups', { folder: path.join(copies, 'backups') });
    await ask('maintenance.export', { folder: path.join(copies, 'export') });

    expect(modeOf(data)).toBe('700');
    expect(openToOthers(data).filter((name) => !name.startsWith(path.join('training', 'drop')))).toEqual([]);
    expect(modeOf(path.join(data, 'training', 'drop', 'sale.json'))).toBe('644');
    expect(modeOf(path.join(folder, 'elsewhere'))).toBe('644');
    expect(modeOf(copies)).toBe('700');
    expect(readdirSync(copies, { recursive: true }).length).toBeGreaterThan(5);
    expect(openToOthers(copies)).toEqual([]);
    await terminal.close();
  },
);

test('on Windows the folder is given an access list that its contents inherit', async () => {
  const calls: { program: string; args: readonly string[] }[] = [];
  const system = {
    platform: 'win32' as const,
    user: 'SHOP\\till',
    run: async (program: string, args: readonly string[]) => calls.push({ program, args }),
  };
  await makePrivate('C:\\Khatm\\data', { system });
  expect(calls).toEqual([
    {
      program: expect.stringMatching(/\\System32\\icacls\.exe$/),
      args: [
        'C:\\Khatm\\data',
        '/inheritance:r',
        '/grant:r',
        'SHOP\\till:(OI)(CI)F',
        '*S-1-5-32-544:(OI)(CI)F',
        '*S-1-5-18:(OI)(CI)F',
        '/Q',
      ],
    },
  ]);
});

test('a folder that cannot be made private opens all the same, and it is said', async () => {
  const errors: unknown[] = [];
  const system = {
    platform: 'win32' as const,
    user: 'SHOP\\till',
    run: () => Promise.reject(new Error('icacls ended with 5')),
  };
  await makePrivate('C:\\Khatm\\data', { system, onError: (error) => errors.push(error) });
  expect(errors).toHaveLength(1);
});

// Wine's icacls does nothing, but reports success.
test.skipIf(isWine)('a folder that is gone cannot be made private either, and it is said', async () => {
  const errors: unknown[] = [];
  await makePrivate(path.join(newFolder('private'), 'gone'), { onError: (error) => errors.push(error) });
  expect(errors).toHaveLength(1);
});
