import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fail } from '../../../shared/failure.ts';

export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

const unnamed =
  'root runs no database. Start the office as an ordinary user, or name the one that PostgreSQL runs as in ' +
  'KHATM_POSTGRES_USER. No other program should run as that user, who can read and change all that the office keeps';

/**
 * Returns the user that the server runs as, if it is not the office's own user. PostgreSQL refuses to run as root, and
 * every program of the user that it gets instead could change all that the office keeps. So root must name one.
 * @throws FailureError `folder-unusable` with `why`
 */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const name = process.env.KHATM_POSTGRES_USER ?? fail('folder-unusable', { detail: { why: unnamed } });
  const [, , uid, gid] =
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .find(([login]) => login === name) ?? [];
  if (uid === undefined || gid === undefined || Number(uid) === 0)
    return fail('folder-unusable', {
      detail: { why: `KHATM_POSTGRES_USER: ${name} is no ordinary user here` },
    });
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}

/**
 * Returns the outermost folder around this one that only root may enter; PostgreSQL itself reports only that access to
 * a file was denied.
 */
export async function closedFolder(folder: string, user: ServerUser): Promise<string | undefined> {
  const around = path.dirname(folder);
  const closed = around === folder ? undefined : await closedFolder(around, user);
  if (closed !== undefined) return closed;
  const found = await stat(folder).catch(() => undefined);
  return found !== undefined && found.uid !== user.uid && (found.mode & 0o001) === 0 ? folder : undefined;
}
