import { mkdirSync } from 'node:fs';
import path from 'node:path';
import pino, { type Logger } from 'pino';

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
    pino.destination({ dest: path.join(folder, 'khatm.log'), sync: true }),
  );
}
