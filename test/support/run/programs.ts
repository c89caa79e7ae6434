import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { folderOfBundles } from './run-folder.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** The programs that many tests start, by their files in this repository. */
export const bundled: readonly string[] = [
  'main/app/cli/khatm.ts',
  'main/app/start.ts',
  'main/office/start.ts',
  'test/crash/killed-cli.ts',
  'test/crash/programs/receiver.ts',
  'test/crash/till/till.ts',
  'test/crash/office/office-process.ts',
  'test/crash/office/till.ts',
  'test/app/processes/terminal.ts',
  'test/app/updates/till.ts',
];

/**
 * Returns the name of the bundle of a source. All bundles are in one folder, so that each finds the bundles of its
 * threads.
 */
export const bundleOf = (source: string): string =>
  `${source.replaceAll(path.sep, '/').replace(/\.ts$/, '').replaceAll('/', '-')}.js`;

/**
 * Returns the file with which Node starts a program of this repository. In a run of the tests many programs are
 * bundles, which start in half the processor time of the sources. The first test that needs one makes them all, for
 * that run only.
 */
export function programFile(source: string): string {
  const folder = folderOfBundles();
  if (folder === undefined || !bundled.includes(source)) return path.join(root, source);
  if (!existsSync(folder)) makeBundles(folder);
  return path.join(folder, bundleOf(source));
}

function makeBundles(ready: string): void {
  mkdirSync(path.dirname(ready), { recursive: true });
  const folder = mkdtempSync(`${ready}-`);
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'bundle-programs.ts'), folder], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Native packages and those that read their own files are not in the bundles. On Windows the folder is below them.
  if (process.platform !== 'win32')
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  try {
    renameSync(folder, ready);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EEXIST', 'ENOTEMPTY'].includes(code)) throw error;
    // Another test worker was faster.
    rmSync(folder, { recursive: true });
  }
}
