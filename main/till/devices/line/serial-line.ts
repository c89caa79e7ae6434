import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Connection } from '../../../../shared/contract/till/devices.ts';

const runProgram = promisify(execFile);

/** Facts and tools of the system; tests supply their own. */
interface SerialTools {
  readonly platform: NodeJS.Platform;
  run(program: string, args: readonly string[]): Promise<unknown>;
}

const thisSystem: SerialTools = {
  platform: process.platform,
  run: (program, args) => runProgram(program, [...args], { timeout: 5_000, windowsHide: true }),
};

/**
 * Sets speed and form of a serial line with the system's own tool: eight bits, no parity, one stop bit, and every byte
 * as it is. Devices of other kinds are not changed.
 */
export async function setSerialLine(
  { path, baud }: Extract<Connection, { by: 'path' }>,
  { platform, run }: SerialTools = thisSystem,
): Promise<void> {
  const port = /^\\\\\.\\(COM\d+)$/i.exec(path)?.[1];
  if (platform === 'win32') {
    if (port !== undefined)
      await run('mode.com', [`${port}:`, `BAUD=${baud}`, 'PARITY=N', 'DATA=8', 'STOP=1']);
  } else if (/^\/dev\/(tty|cu|serial\/)/.test(path))
    await run('stty', [
      platform === 'linux' ? '-F' : '-f',
      path,
      String(baud),
      'raw',
      '-echo',
      'cs8',
      '-parenb',
      '-cstopb',
      'clocal',
    ]);
}
