import { defineConfig } from 'vitest/config';
import { enterRunFolder } from '../support/run/run-folder.ts';

enterRunFolder();

/** The tests that need a real Electron and a display; `npm run test:electron`. */
export default defineConfig({
  test: {
    include: ['test/electron/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Its usual second is too short for a busy machine.
    expect: { poll: { timeout: 20_000 } },
    // Each opens windows; one at a time on a small machine.
    fileParallelism: false,
  },
});
