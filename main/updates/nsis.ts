import { spawn } from 'node:child_process';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { publish } from '../backup/durable-file.ts';
import { privateFolder } from '../platform/private-files.ts';
import type { Installer } from './installer.ts';

export interface NsisOptions {
  /** The helper by which an installation for all users asks for an administrator's rights; none for one user's own. */
  readonly elevate: string | undefined;
  /** The folder that keeps the installers of the present and the former version. */
  readonly folder: string;
  /** Starts a program that lives on when this one ends. */
  readonly run?: (program: string, args: readonly string[]) => void;
}

/** Silent, closes what is left of the old version, and starts the new one. */
const silently = ['/S', '--updated', '--force-run'];
/** Installers that are kept. */
const kept = 2;

/**
 * Windows: the installer runs once the terminal is closed, since no file of a running program can be replaced. Going
 * back needs the installer of the former version, which is there if that one came as an update, too.
 */
export function nsisInstaller({ elevate, folder, run = runDetached }: NsisOptions): Installer {
  const installerOf = (version: string) => path.join(folder, `${version}.exe`);
  return {
    kind: 'nsis',
    isSilent: elevate === undefined,
    async keepFormer(_, version) {
      const own = installerOf(version);
      return (await stat(own).catch(() => undefined)) === undefined ? undefined : own;
    },
    async install(file, version) {
      const own = installerOf(version);
      if (path.resolve(file) !== path.resolve(own)) {
        await mkdir(folder, { recursive: true, mode: privateFolder });
        await copyFile(file, `${own}.part`);
        await publish(`${own}.part`, own);
        await prune(folder);
      }
      return () => (elevate === undefined ? run(own, silently) : run(elevate, [own, ...silently]));
    },
  };
}

async function prune(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.exe'));
  const dated = await Promise.all(
    files.map(async (name) => ({ name, at: (await stat(path.join(folder, name))).mtimeMs })),
  );
  for (const { name } of dated.toSorted((a, b) => b.at - a.at).slice(kept))
    await rm(path.join(folder, name), { force: true });
}

function runDetached(program: string, args: readonly string[]): void {
  const child = spawn(program, [...args], { detached: true, stdio: 'ignore', windowsHide: true });
  // The program that would hear of it is ending; the next start finds the old version and says so.
  child.once('error', () => undefined);
  child.unref();
}
