import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fail } from '../../../shared/failure.ts';

export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns the user that the server runs as, if it is not the office's own user. PostgreSQL refuses to run as root;
 * every system has `nobody`, so no user has to be created.
 */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, , uid, gid] =
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .find(([name]) => name === 'nobody') ?? [];
  if (uid === undefined || gid === undefined)
    return fail('folder-unusable', { detail: { why: 'no user nobody' } });
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
