import { spawnSync } from 'node:child_process';
import { copyFile, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolders } from '../../base/platform/files/make-folder.ts';
import { publish } from '../../base/platform/files/sync-files.ts';
import {
  powerShell,
  powerShellSwitches,
  powerShellVariables,
} from '../../base/platform/windows-powershell.ts';
import type { Installer } from './installer.ts';

export interface NsisOptions {
  /** The program's own file, which is started again after the installer, with any result. */
  readonly program: string;
  /** The folder that keeps the installers of the present and the former version. */
  readonly folder: string;
  /** Runs a script of PowerShell that keeps running when this program ends, with these variables. */
  readonly run?: (script: string, variables: Readonly<Record<string, string>>) => void;
}

/**
 * Waits until this program is gone, since an installer fails while it is running. Then installs silently and starts the
 * program: the new version, or the former one if a person refused, a till is still open, or the installation failed. If
 * the installer has already started it, the second start only shows its window.
 *
 * The installer lies in a folder of the user, and an administrator approves it. So it is opened in a mode in which
 * Windows lets nobody write, rename or delete it, and is hashed and started while it is open, so that nothing can
 * replace it meanwhile.
 *
 * Only the installer itself is waited for, and not the program that it starts. The paths are variables, so that no
 * character of one is read as a command; the script is quoted in the shell, so it contains no double quotes and no %.
 */
const installScript = [
  `$ErrorActionPreference = 'Stop'`,
  `Wait-Process -Id $env:KHATM_PROCESS -Timeout 60 -ErrorAction SilentlyContinue`,
  `Start-Sleep -Seconds 2`,
  `try { $file = [IO.File]::Open($env:KHATM_INSTALLER, 'Open', 'Read', 'Read')`,
  `$sha256 = New-Object Security.Cryptography.SHA256CryptoServiceProvider`,
  `$found = [BitConverter]::ToString($sha256.ComputeHash($file)) -replace '-'`,
  `if ($found -ne $env:KHATM_SHA256) { throw 'another installer' }`,
  `$installing = Start-Process -FilePath $env:KHATM_INSTALLER -ArgumentList '/S', '--updated', '--force-run' -Verb RunAs -PassThru`,
  `$installing.WaitForExit()`,
  `} finally { if ($file) { $file.Close() }`,
  `Start-Process -FilePath $env:KHATM_PROGRAM }`,
].join('; ');

/** The number of installers that are kept. */
const kept = 2;

/**
 * Makes the installer for Windows. It runs once the terminal is closed, because no file of a running program can be
 * replaced. Going back needs the installer of the former version, which is kept if that version was an update too.
 */
export function nsisInstaller({ program, folder, run = runOnWindows }: NsisOptions): Installer {
  const installerOf = (version: string) => path.join(folder, `${version}.exe`);
  return {
    kind: 'nsis',
    // The program is installed for everybody, so an administrator must agree.
    isSilent: false,
    isElevated: true,
    async keepFormer(_, version) {
      const installer = installerOf(version);
      return (await stat(installer).catch(() => undefined)) === undefined ? undefined : installer;
    },
    async install(file, version, sha256) {
      const installer = installerOf(version);
      if (path.resolve(file) !== path.resolve(installer)) {
        makeFolders(folder);
        await copyFile(file, `${installer}.part`);
        await publish(`${installer}.part`, installer);
        await prune(folder);
      }
      return () =>
        run(installScript, {
          KHATM_INSTALLER: installer,
          KHATM_SHA256: sha256,
          KHATM_PROGRAM: program,
          KHATM_PROCESS: String(process.pid),
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

/**
 * The script runs in the background of the shell, which returns at once. A child process would end with this program,
 * and a detached PowerShell does not run, because it has no console.
 */
function runOnWindows(script: string, variables: Readonly<Record<string, string>>): void {
  const line = `start "" /b "${powerShell()}" ${powerShellSwitches.join(' ')} "${script}"`;
  // If the script does not run, nothing is installed; the next start finds the old version and reports that.
  spawnSync(process.env.ComSpec ?? 'cmd.exe', ['/d', '/v:off', '/s', '/c', `"${line}"`], {
    stdio: 'ignore',
    windowsHide: true,
    windowsVerbatimArguments: true,
    env: { ...powerShellVariables(), ...variables },
  });
}
