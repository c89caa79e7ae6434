import { defineConfig } from 'vite';
import { screenOutput, screenPlugins } from './vite.screens.ts';

/** The screens of the head office: a page of its own, which no desktop package has in it. */
export default defineConfig({
  root: 'renderer/office',
  base: '/office/',
  plugins: screenPlugins(),
  build: {
    outDir: '../../out/office',
    emptyOutDir: true,
    // Fonts and scripts stay files of their own: the page's policy allows no data: scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
    rolldownOptions: { output: screenOutput },
  },
});
