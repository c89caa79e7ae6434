import path from 'node:path';
import pino, { type DestinationStream, type Logger } from 'pino';
import { makeFolders } from './files/make-folder.ts';
import { type RotationLimits, rotatingFile } from './files/rotating-file.ts';

export type { Logger } from 'pino';

/** Field names under which a secret could reach a log line by mistake. */
const secretNames = [
  'secret',
  'password',
  'passphrase',
  'privateKey',
  'key',
  'otp',
  'authorization',
  'token',
];

/** The limits of the log: enough for months of everyday work, while a repeated defect cannot fill the disk. */
const limits: RotationLimits = { bytes: 5 * 1024 * 1024, files: 5 };

/** The terminal's log: a JSON line per event in `<folder>/khatm.log`, with codes and never documents or secrets. */
export function openLog(folder: string, rotation = limits): Logger {
  makeFolders(folder);
  return pino(
    {
      base: { pid: process.pid },
      redact: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    },
    appendingTo(path.join(folder, 'khatm.log'), rotation),
  );
}

/**
 * Each line is in the file when its call returns. A line that the disk cannot store is lost: a log must not end the
 * terminal, or fill its memory until there is space again (pino's own destination does one or the other).
 */
function appendingTo(name: string, limits: RotationLimits): DestinationStream {
  const file = rotatingFile(name, limits);
  return {
    write(line) {
      try {
        file.append(line);
      } catch {
        // The log itself failed: there is no place to report it.
      }
    },
  };
}
