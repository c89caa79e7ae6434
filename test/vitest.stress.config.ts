import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { screenPlugins } from '../.scripts/vite.screens.ts';
import { findSamples } from './support/run/find-samples.ts';
import { LongestFirst } from './support/run/longest-first.ts';
import { enterRunFolder, environmentOfPrograms } from './support/run/run-folder.ts';

enterRunFolder();
findSamples();
// For the workers, see test/support/run/effort.ts.
process.env.KHATM_STRESS ??= 'part';
// One seed for the run, which chooses the parts that are played, so that a file that is played again has the same.
process.env.KHATM_SEED ??= randomUUID().slice(0, 8);

/** The long tests: those of which `npm test` plays a twentieth, and those that it leaves out. */
export default defineConfig({
  plugins: screenPlugins(),
  test: {
    globalSetup: ['test/renderer/harness/serve-screens.ts', 'test/support/run/forget-programs.ts'],
    reporters: ['default', './test/support/run/retry-reporter.ts', './test/support/run/left-out-reporter.ts'],
    setupFiles: './test/support/run/remember-scrypt.ts',
    env: environmentOfPrograms(),
    // Most of what a test makes is short-lived: room for it saves a sixteenth of the processor time.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    // Three for a core: many wait for clocks, disks and other processes. With two, a seventh of the time was idle.
    maxWorkers: availableParallelism() * 3,
    sequence: { sequencer: LongestFirst },
    // On a busy machine half a minute becomes minutes; no test measures time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Its usual second is too short for a busy machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.{long,stress}.test.ts'],
          exclude: ['test/renderer/**', 'test/e2e/**'],
          // As in `npm test`: files share what they import.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/{renderer,e2e}/**/*.{long,stress}.test.ts'],
          isolate: false,
          // As in `npm test`: a real browser on a busy machine misses a moment now and then.
          retry: process.env.CI === undefined ? 0 : 1,
        },
      },
    ],
  },
});
