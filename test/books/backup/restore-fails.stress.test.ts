import { cpSync, existsSync, promises, readdirSync, readFileSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import { settleRestore } from '../../../main/books/backup/restore-note.ts';
import { testFolder } from '../ledger/support.ts';
import { shop } from './two-backups.ts';

it('a restore in which one call fails leaves all as it was, or all restored', async () => {
  const { folder, target, integration, restore } = await shop();
  const before = testFolder();
  cpSync(folder, before, { recursive: true });
  const real = { ...promises };
  const names = ['rename', 'rm', 'writeFile', 'mkdir', 'copyFile', 'open'] as const;
  const seen = new Set<string>();
  for (let failsAt = 1; !seen.has('not reached'); failsAt += 1) {
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true });
    cpSync(before, folder, { recursive: true });
    let step = 0;
    const wrapped = names.map((name) => [
      name,
      async (...input: unknown[]) => {
        step += 1;
        if (step === failsAt) throw Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: name });
        return (real[name] as (...input: unknown[]) => Promise<unknown>)(...input);
      },
    ]);
    Object.assign(promises, Object.fromEntries(wrapped));
    syncBuiltinESMExports();
    const told = await restore().then(
      () => 'restored',
      () => 'failed',
    );
    Object.assign(promises, real);
    syncBuiltinESMExports();
    await settleRestore(folder);
    const isOld = readFileSync(target).equals(readFileSync(path.join(before, 'ledger.db')));
    expect([failsAt, told, existsSync(integration)]).toEqual([
      failsAt,
      isOld ? 'failed' : 'restored',
      !isOld,
    ]);
    seen.add(step < failsAt ? 'not reached' : told);
  }
  expect(seen.has('failed')).toBe(true);
});
