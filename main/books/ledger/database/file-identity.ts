import { statSync } from 'node:fs';

/** Returns a value that distinguishes a file from another one under the same name; undefined if there is no file. */
export function fileIdentity(file: string): string | undefined {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}
