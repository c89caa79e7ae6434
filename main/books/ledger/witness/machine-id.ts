import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Access to facts of the system; tests supply their own. */
export interface SystemFacts {
  readonly platform: NodeJS.Platform;
  readText(file: string): Promise<string>;
  run(program: string, args: readonly string[]): Promise<string>;
}

const askMs = 5_000;
const runProgram = promisify(execFile);

export const thisSystem: SystemFacts = {
  platform: process.platform,
  readText: (file) => readFile(file, 'utf8'),
  run: async (program, args) =>
    (await runProgram(program, [...args], { timeout: askMs, windowsHide: true })).stdout,
};

/** The pattern of an id: 32 hex digits (machine-id(5)) or a UUID. */
const idPattern = /[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/**
 * Returns the system's id of this machine, which lasts until a new installation: Linux's machine-id, Windows'
 * MachineGuid, a Mac's platform UUID. Returns undefined if the system has none.
 */
export async function machineId(system: SystemFacts = thisSystem): Promise<string | undefined> {
  for (const ask of questions[system.platform] ?? questions.linux ?? []) {
    const answer = await ask(system).catch(() => '');
    const [id] = idPattern.exec(answer) ?? [];
    if (id !== undefined) return id.toLowerCase();
  }
  return undefined;
}

type Question = (system: SystemFacts) => Promise<string>;

const questions: Partial<Record<NodeJS.Platform, readonly Question[]>> = {
  linux: [
    ({ readText }) => readText('/etc/machine-id'),
    ({ readText }) => readText('/var/lib/dbus/machine-id'),
  ],
  // The full path is used, so that no other program called reg is run.
  win32: [
    ({ run }) =>
      run(path.win32.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'reg.exe'), [
        'query',
        'HKLM\\SOFTWARE\\Microsoft\\Cryptography',
        '/v',
        'MachineGuid',
      ]),
  ],
  darwin: [
    async ({ run }) => {
      const registry = await run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
      return /"IOPlatformUUID" = "([^"]+)"/.exec(registry)?.[1] ?? '';
    },
  ],
};

/**
 * Returns the place of a ledger: this machine and this folder, as a hash that reveals neither. A copy of the folder, on
 * another machine or in another folder, has another place.
 * @returns hex; undefined for an unknown machine, which has no place
 */
export function placeOf(machine: string | undefined, folder: string): string | undefined {
  if (machine === undefined) return undefined;
  return createHash('sha256')
    .update(JSON.stringify(['khatm', machine, path.resolve(folder)]))
    .digest('hex');
}
