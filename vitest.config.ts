import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// For the workers and for every terminal that a test starts: what one Node has compiled the next need not. It is a
// fifth of the processor time of a run.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'khatm-compile-cache');

export default defineConfig({
  plugins: [react()],
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/electron/**', 'test/bench/**'],
    globalSetup: 'test/renderer/serve-screens.ts',
    // Every core: most tests wait for other processes and for the disk now and then.
    maxWorkers: '100%',
    // Real processes, real files and real windows: slow machines need patience, no test measures time.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
