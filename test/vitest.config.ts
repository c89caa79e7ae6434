import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { screenPlugins } from '../.scripts/vite.screens.ts';
import { findSamples } from './support/run/find-samples.ts';
import { LongestFirst } from './support/run/longest-first.ts';
import { enterRunFolder, environmentOfPrograms } from './support/run/run-folder.ts';

enterRunFolder();
findSamples();

/** Tests that replace a module, which has to happen before anything else imports it. */
const alone = [
  'test/integration/drop-folder/drop-folder.test.ts',
  'test/base/platform/refused-log-folder.test.ts',
  'test/app/electron/*.test.ts',
];
/** Tests in which a browser takes part. */
const inBrowser = ['test/renderer/**', 'test/e2e/**', 'test/app/preview/**'];
/** `npm run test:electron` and `npm run test:stress` play those. */
const elsewhere = ['test/electron/**', 'test/packaged/**', 'test/**/*.stress.test.ts'];

export default defineConfig({
  plugins: screenPlugins(),
  // Electron's file system without archives is plain Node's.
  resolve: { alias: { 'original-fs': 'node:fs' } },
  test: {
    globalSetup: ['test/renderer/harness/serve-screens.ts', 'test/support/run/forget-programs.ts'],
    reporters: [
      'default',
      './test/support/run/retry-reporter.ts',
      ['./test/support/run/left-out-reporter.ts', { isNpmTest: true }],
    ],
    setupFiles: './test/support/run/remember-scrypt.ts',
    env: environmentOfPrograms(),
    // Most of what a test makes is short-lived: room for it saves a sixteenth of the processor time.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=128'],
    // One more than cores: most tests wait for other processes, for clocks and for the browser now and then.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Real processes, real files and real windows: slow machines need long time-outs; no test measures time.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Its usual second is too short for a busy machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [...alone, ...inBrowser, ...elsewhere],
          // Files share what they import, which would be half of the time. None leaves anything behind.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: inBrowser.map((folder) => `${folder}/*.test.ts`),
          exclude: elsewhere,
          isolate: false,
          // A real browser on a busy machine misses a moment now and then; no other test is retried.
          retry: process.env.CI === undefined ? 0 : 1,
        },
      },
    ],
  },
});
