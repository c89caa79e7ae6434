import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

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
