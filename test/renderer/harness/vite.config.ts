import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vite';
import { screenOutput, screenPlugins } from '../../../.scripts/vite.screens.ts';

/**
 * Serves the screens on the fake terminal: `vite --config test/renderer/harness/vite.config.ts`, then open
 * /test/renderer/harness/dev.html.
 */
export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  base: './',
  plugins: screenPlugins(),
  resolve: {
    alias: [
      {
        find: /^.*\/invoice\/reading\/read-invoice\.ts$/,
        replacement: fileURLToPath(new URL('no-documents.ts', import.meta.url)),
      },
    ],
  },
  build: {
    outDir: 'test-results/renderer',
    emptyOutDir: true,
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
    rolldownOptions: {
      input: fileURLToPath(new URL('dev.html', import.meta.url)),
      output: screenOutput,
    },
  },
});
