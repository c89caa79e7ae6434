import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { makeFolders } from '../files/make-folder.ts';
import { mayOthersChange, type ReadAccess, readAccess } from '../policy/windows-access.ts';

/*
 * Makes the folder for all users and its access list, as the administrator. It touches no file of a user: the books are
 * moved at that user's next start, not by a program with more rights.
 */

export interface ShareOptions {
  readonly root: string;
  /** A group of this machine, created if missing, whose members work at the till. */
  readonly group: string;
  readonly run?: (program: string, args: readonly string[]) => void;
  readonly read?: ReadAccess;
}

/** SIDs of groups, whose names differ between languages of Windows; the last is the owner of a file. */
const [administrators, system, users, owner] = ['*S-1-5-32-544', '*S-1-5-18', '*S-1-5-32-545', '*S-1-3-4'];

/** The flags for rights to everything within a folder, but not to the folder itself. */
const within = '(OI)(CI)(IO)';

/** Removes rights that somebody granted: `/grant:r` replaces only the entries of the accounts it names. */
const emptied = (folder: string): string[][] => [
  [folder, '/setowner', administrators, '/L', '/Q'],
  [folder, '/reset', '/L', '/Q'],
];

/** Returns the arguments of icacls for the policy's folder: users read it, administrators write it. */
const accessOfParent = (folder: string): string[][] => [
  ...emptied(folder),
  [
    ...[folder, '/inheritance:r', '/grant:r'],
    ...[`${administrators}:(OI)(CI)F`, `${system}:(OI)(CI)F`, `${users}:(OI)(CI)RX`, '/L', '/Q'],
  ],
];

/**
 * Returns the arguments of icacls for the folder for all users. The group may enter it, add to it and change its
 * content, but cannot remove the folder or grant rights. Owning the folder gives no further rights. Other users may
 * only read who owns it, which their own till checks.
 */
const accessOfRoot = (folder: string, group: string): string[][] => [
  ...emptied(folder),
  [
    ...[folder, '/inheritance:r', '/grant:r'],
    ...[`${administrators}:(OI)(CI)F`, `${system}:(OI)(CI)F`, `${users}:(RC)`],
    ...[`${group}:(RX,WD,AD)`, '/L', '/Q'],
  ],
  [folder, '/grant', `${group}:${within}M`, `${owner}:${within}M`, '/L', '/Q'],
];

/** The names of groups that icacls and net accept, without characters that would be an option or a pattern. */
export const isGroupName = (name: string) =>
  /^[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,63}$/u.test(name) && !name.endsWith('.');

/**
 * Makes the folder, or corrects its access list.
 * @returns the obstacle: a link, or a folder of somebody else that is not empty
 * @throws Error if a program of Windows fails, for instance without an administrator's rights
 */
export function shareFolder({
  root,
  group,
  run = runOnWindows,
  read = readAccess,
}: ShareOptions): { readonly refused: 'link' | 'foreign'; readonly place: string } | undefined {
  const parent = path.dirname(root);
  for (const place of [parent, root]) {
    if (isMissing(place)) continue;
    if (!lstatSync(place).isDirectory()) return { refused: 'link', place };
    if (!belongsToOthers(place, read)) continue;
    // Otherwise somebody's private files would belong to an administrator and be visible to all.
    if (readdirSync(place).length > 0) return { refused: 'foreign', place };
    // Its creator may still have it open, with the right to change its access list.
    rmdirSync(place);
  }
  const wasMissing = isMissing(root);
  if (isMissing(parent)) {
    makeFolders(path.dirname(parent));
    mkdirSync(parent);
  }
  for (const args of accessOfParent(parent)) run('icacls.exe', args);
  try {
    run('net.exe', ['localgroup', group]);
  } catch {
    run('net.exe', ['localgroup', group, '/add']);
  }
  // The folder is made only now, when nobody else can put a link in its place.
  if (isMissing(root)) mkdirSync(root);
  else if (!lstatSync(root).isDirectory()) return { refused: 'link', place: root };
  else if (wasMissing) return { refused: 'foreign', place: root };
  for (const args of accessOfRoot(root, group)) run('icacls.exe', args);
  return undefined;
}

const isMissing = (place: string) => lstatSync(place, { throwIfNoEntry: false }) === undefined;

/** If Windows does not answer, the folder counts as somebody else's. */
function belongsToOthers(place: string, read: ReadAccess): boolean {
  try {
    return mayOthersChange(read([place])[0] ?? '', 'name');
  } catch {
    return true;
  }
}

/** Runs a program by its full path, so that no other program of that name is run. */
function runOnWindows(program: string, args: readonly string[]): void {
  const file = path.win32.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', program);
  execFileSync(file, [...args], { stdio: ['ignore', 'ignore', 'pipe'], timeout: 30_000, windowsHide: true });
}
