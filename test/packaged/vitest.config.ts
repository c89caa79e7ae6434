import { defineConfig } from 'vitest/config';
import { enterRunFolder } from '../support/run/run-folder.ts';

enterRunFolder();

/** The test that builds and installs packages, as root of a machine that may be changed; `npm run test:packaged`. */
export default defineConfig({
  test: {
    include: ['test/packaged/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 600_000,
    // Its usual second is too short for a busy machine.
    expect: { poll: { timeout: 20_000 } },
    fileParallelism: false,
  },
});
