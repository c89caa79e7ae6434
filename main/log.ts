import { mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Names under which a secret could ever reach a log line; nobody passes them on purpose. */
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

/** The terminal's log: one JSON line per event in `<folder>/khatm.log`; codes and numbers, never documents or secrets. */
export function openLog(folder: string): Logger {
  mkdirSync(folder, { recursive: true });
  return pino(
    {
      base: { pid: process.pid },
      redact: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    },
    appendingTo(path.join(folder, 'khatm.log')),
  );
}

/**
 * Each line is in the file when its call returns. One that the disk does not take is lost: a log must not end the
 * terminal, nor fill its memory until there is room again (pino's own destination does the one or the other).
 */
function appendingTo(file: string): DestinationStream {
  let opened: number | undefined;
  return {
    write(line) {
      try {
        opened ??= openSync(file, 'a');
        writeSync(opened, line);
      } catch {
        // There is nowhere to say so.
      }
    },
  };
}
