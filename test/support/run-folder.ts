import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * Everything that one run of the tests writes lies in one folder, which goes with the run: test files, the programs they
 * start and the browsers all take their temporary folder from the environment.
 */

const variable = 'KHATM_TEST_RUN';

/**
 * Makes the folder of this run the temporary folder; it goes when this process ends. Vitest reads its configuration more
 * than once: the first time counts.
 */
export function enterRunFolder(): void {
  if (process.env[variable] !== undefined) return;
  // Compiled code outlives a run: it is a fifth of the processor time of the next one.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'khatm-compile-cache');
  // A short name: the path of a Unix socket has little more than a hundred bytes.
  const folder = mkdtempSync(join(tmpdir(), 'khatm-'));
  process.env[variable] = folder;
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  // The machine's record of each ledger must not mix with that of the person who runs the tests.
  process.env.KHATM_STATE = join(folder, 'state');
  // A browser that was just closed may still write for a moment.
  process.once('exit', () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  );
}
