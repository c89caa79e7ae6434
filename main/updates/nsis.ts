import { spawn } from 'node:child_process';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { publish } from '../backup/durable-file.ts';
import { privateFolder } from '../platform/private-files.ts';
import type { Installer } from './installer.ts';

export interface NsisOptions {
  /** The helper that asks for an administrator's rights; the system asks by itself where it is missing. */
  readonly elevate: string | undefined;
  /** The program's own file, which starts again after the installer, whatever became of that. */
  readonly program: string;
  /** The folder that keeps the installers of the present and the former version. */
  readonly folder: string;
  /** Runs a line of the system's shell that lives on when this program ends, with these variables. */
  readonly run?: (line: string, variables: Readonly<Record<string, string>>) => void;
}

/**
 * Waits until this program is gone, since an installer that still sees it gives up. Then installs, silently, and starts the
 * program: the new version, or the former one where a person refused, a till is still open, or the installation failed.
 * Where the installer has started it, the second start only shows its window. The paths are variables, since the shell
 * reads no character in the value of one as its own.
 */
const line = (installer: string) =>
  `ping -n 4 127.0.0.1 >nul & start "" /wait ${installer} /S --updated --force-run & start "" "%KHATM_PROGRAM%"`;
/** Installers that are kept. */
const kept = 2;

/**
 * Windows: the installer runs once the terminal is closed, since no file of a running program can be replaced. Going
 * back needs the installer of the former version, which is there if that one came as an update, too.
 */
export function nsisInstaller({ elevate, program, folder, run = runDetached }: NsisOptions): Installer {
  const installerOf = (version: string) => path.join(folder, `${version}.exe`);
  return {
    kind: 'nsis',
    // Installed for everybody, so that an administrator must agree.
    isSilent: false,
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
      return () =>
        elevate === undefined
          ? run(line('"%KHATM_INSTALLER%"'), { KHATM_INSTALLER: own, KHATM_PROGRAM: program })
          : run(line('"%KHATM_ELEVATE%" -wait "%KHATM_INSTALLER%"'), {
              KHATM_ELEVATE: elevate,
              KHATM_INSTALLER: own,
              KHATM_PROGRAM: program,
            });
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

function runDetached(line: string, variables: Readonly<Record<string, string>>): void {
  const child = spawn(process.env.ComSpec ?? 'cmd.exe', ['/d', '/v:off', '/s', '/c', `"${line}"`], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    windowsVerbatimArguments: true,
    env: { ...process.env, ...variables },
  });
  // The program that would hear of it is ending; the next start finds the old version and says so.
  child.once('error', () => undefined);
  child.unref();
}
