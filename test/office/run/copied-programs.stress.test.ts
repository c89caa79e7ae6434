import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  findPrograms,
  type Programs,
  removeOtherCopies,
  runnable,
} from '../../../main/office/database/programs.ts';
import { hasServer, officeFolder } from '../office.ts';
import { serverUser } from './server-user.ts';

/*
 * Tests a project that only root can read. PostgreSQL does not run as root, so it then runs from a copy beside its
 * data.
 */

const user = serverUser() ?? { uid: 0, gid: 0 };
const canClose = hasServer && process.getuid?.() === 0 && process.env.KHATM_POSTGRES === undefined;

let open: Programs;
/** The same programs, in a folder to which other users have no access. */
let closed: Programs;
let home: string;

beforeAll(async () => {
  if (!canClose) return;
  open = (await findPrograms()) as Programs;
  home = path.join(officeFolder(), 'home');
  mkdirSync(home);
  chmodSync(home, 0o700);
  symlinkSync(path.resolve(open.initdb, '../../..'), path.join(home, 'package'));
  closed = inFolder(path.join(home, 'package/native/bin'));
});

const inFolder = (bin: string): Programs => ({
  initdb: path.join(bin, 'initdb'),
  postgres: path.join(bin, 'postgres'),
  pg_ctl: path.join(bin, 'pg_ctl'),
});

test.runIf(canClose)('programs that another user can run stay where they are', async () => {
  const folder = officeFolder();
  expect(await runnable(open, folder, user)).toEqual(open);
  expect(readdirSync(folder)).toEqual([]);
});

test.runIf(canClose)(
  'programs in a closed folder are copied once, for others to run and not to change',
  async () => {
    const folder = officeFolder();
    const { postgres, initdb } = await runnable(closed, folder, user);
    const [name = ''] = readdirSync(folder);
    expect(name).toMatch(/^postgres-programs-\d.*-linux-/);
    expect(initdb).toBe(path.join(folder, name, 'bin/initdb'));
    expect(execFileSync(postgres, ['--version'], { ...user, cwd: '/', encoding: 'utf8' })).toContain(
      'PostgreSQL',
    );
    const links = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
      const at = path.join(entry.parentPath, entry.name);
      const { uid, mode } = lstatSync(at);
      if (entry.isSymbolicLink()) return true;
      expect({ at, uid, others: mode & 0o022 }).toEqual({ at, uid: 0, others: 0 });
      return false;
    });
    expect(links).toContain(true);

    const { ino } = lstatSync(postgres);
    expect(await runnable(closed, folder, user)).toEqual(inFolder(path.dirname(postgres)));
    expect(lstatSync(postgres).ino).toBe(ino);
    rmSync(folder, { recursive: true });
  },
);

test.runIf(canClose)(
  'half a copy, or one that does not run, is made again; what is not used goes',
  async () => {
    const folder = officeFolder();
    const { postgres } = await runnable(closed, folder, user);
    const whole = path.resolve(postgres, '../..');
    truncateSync(postgres);
    mkdirSync(`${whole}.part`);
    mkdirSync(path.join(folder, 'postgres-programs-17.0.0'));
    mkdirSync(path.join(folder, 'postgres'));
    const again = await runnable(closed, folder, user);
    expect(execFileSync(again.postgres, ['--version'], { ...user, cwd: '/', encoding: 'utf8' })).toContain(
      'Postgre',
    );
    await removeOtherCopies(folder, again);
    expect(readdirSync(folder).sort()).toEqual(['postgres', path.basename(whole)]);
    await removeOtherCopies(folder, open);
    expect(readdirSync(folder)).toEqual(['postgres']);
  },
);

test.runIf(canClose)('nothing is copied into a folder that is closed too', async () => {
  const data = path.join(home, 'data');
  mkdirSync(data, { recursive: true });
  expect(await runnable(closed, data, user)).toEqual(closed);
  expect(readdirSync(data)).toEqual([]);
});
