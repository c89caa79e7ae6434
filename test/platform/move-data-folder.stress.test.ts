import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isWine } from '../support/wine.ts';
import { isWhole, settle, shop } from './former-shop.ts';

const isWindows = process.platform === 'win32';
/** A folder on another disk than the temporary one; Wine has this machine's root as a drive. */
const otherDisk = [isWindows ? 'Z:\\tmp' : '/dev/shm'].find(
  (folder) => (isWine || !isWindows) && existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
);

describe.each([
  ['on one disk', tmpdir()],
  ['to another disk', otherDisk],
])('a move %s', (_, disk) => {
  test.skipIf(disk === undefined)(
    'that is killed at any step leaves one whole, and is done at the next start',
    async () => {
      let kills = 0;
      for (let step = 0; ; step += 1) {
        const { former, data, books } = shop({ disk: disk ?? '', documents: 1 });
        const program = path.join(import.meta.dirname, 'killed-move.ts');
        const { status, signal, stderr } = spawnSync(
          process.execPath,
          [program, data, former, String(step)],
          {
            encoding: 'utf8',
          },
        );
        if (status === 0) break;
        // Windows knows no signals: it ends the process with code 1.
        expect([status, signal, stderr]).toEqual(isWindows ? [1, null, ''] : [null, 'SIGKILL', '']);
        kills += 1;
        expect([isWhole(former, books), isWhole(data, books)]).toContain(true);
        // A terminal that opens now uses the new place, if anything is there.
        if (existsSync(data)) expect(isWhole(data, books)).toBe(true);

        expect(await settle(data, former)).toBe(data);
        expect(isWhole(data, books)).toBe(true);
        expect(isWhole(former, books)).toBe(false);
        expect(readdirSync(path.dirname(data))).toEqual(['data']);
      }
      expect(kills).toBeGreaterThan(3);
    },
  );
});
