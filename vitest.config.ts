import { defineConfig } from 'vitest/config';
import { enterRunFolder } from './test/support/run-folder.ts';
import { screenPlugins } from './vite.screens.ts';

enterRunFolder();

/** Tests that only compute: nothing that one leaves behind can reach another, so they share what they import. */
const pure = [
  'test/{gateway,invoice,rules}/*.test.ts',
  'test/stamp/!(mutations.long|verify-memory.stress).test.ts',
  'test/conformance/matrix.test.ts',
  'test/integration/webhooks/{addresses,status}.test.ts',
  'test/ledger/{issue-time,machine-id,machine-marks,search-words}.test.ts',
  'test/people/*.test.ts',
  'test/platform/{close-in-order,dispatch,riyadh-time}.test.ts',
  'test/receipt/text-lines.test.ts',
  'test/renderer/{bridge,correction,draft,format,live,search-text}.test.ts',
  'test/renderer/{setup-steps,special-draft}.test.ts',
  'test/sandbox/faults.test.ts',
  'test/submission/{concurrency-limiter,retry}.test.ts',
  'test/terminal/pending-work.test.ts',
  'test/words/*.test.ts',
];
/** Tests in which a browser takes part. */
const inBrowser = ['test/renderer/**', 'test/e2e/**', 'test/preview/**'];
/** `npm run test:electron` and `npm run test:stress` play those. */
const elsewhere = ['test/electron/**', 'test/bench/**', 'test/**/*.stress.test.ts'];

export default defineConfig({
  plugins: screenPlugins(),
  test: {
    globalSetup: 'test/renderer/serve-screens.ts',
    reporters: ['default', './test/support/retry-reporter.ts'],
    // Every core: most tests wait for other processes and for the disk now and then.
    maxWorkers: '100%',
    // Real processes, real files and real windows: slow machines need patience, no test measures time.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: { name: 'pure', include: pure, exclude: elsewhere, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [...pure, ...inBrowser, ...elsewhere],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: inBrowser.map((folder) => `${folder}/*.test.ts`),
          exclude: [...pure, ...elsewhere],
          // A real browser on a busy machine misses a moment now and then; no other test is retried.
          retry: process.env.CI === undefined ? 0 : 1,
        },
      },
    ],
  },
});
