import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { screenOutput, screenPlugins } from './vite.screens.ts';

/** The colour profile that pdfkit reads beside its own file, for PDF/A. */
const profile = 'data/sRGB_IEC61966_2_1.icc';
/** secp256k1 in WebAssembly. */
const curve = 'secp256k1.wasm';

const { resolve } = createRequire(import.meta.url);

/** Puts files beside the bundle that packages read beside their own: pdfkit's profile, and the curve's program. */
const filesBeside: Plugin = {
  name: 'files-beside',
  generateBundle() {
    for (const [fileName, file] of [
      [profile, path.join(path.dirname(resolve('pdfkit')), profile)],
      [curve, path.join(path.dirname(resolve('tiny-secp256k1')), '..', curve)],
    ] as const)
      this.emitFile({ type: 'asset', fileName, source: readFileSync(file) });
  },
};

/**
 * Gives the bundle fflate's form for browsers: the one for Node declares a name that electron-vite declares too. For large
 * files its `zip` and `unzip` begin a thread as browsers do, which fails here; all that calls them is in a thread anyway.
 */
const fflateInThreads: Plugin = {
  name: 'fflate-in-threads',
  enforce: 'pre',
  resolveId: (id) => (id === 'fflate' ? '\0fflate' : undefined),
  load: (id) =>
    id === '\0fflate'
      ? `import { unzipSync, zipSync } from 'fflate/browser';
        export * from 'fflate/browser';
        const atOnce = (work) => (data, options, done = options) => {
          let made = null;
          let failed = null;
          try {
            made = work(data, options === done ? {} : options);
          } catch (error) {
            failed = error;
          }
          done(failed, made);
          return () => {};
        };
        export const zip = atOnce(zipSync);
        export const unzip = atOnce(unzipSync);`
      : undefined,
};

/** Lists what each file of the bundle loads along with it, and the packages in it; no part of a package. */
const listOfFiles: Plugin = {
  name: 'list-of-files',
  writeBundle(_, bundle) {
    const files = Object.values(bundle).flatMap((file) => {
      if (file.type !== 'chunk') return [];
      const names = Object.entries(file.modules).map(([id, { renderedLength }]) =>
        renderedLength > 0 ? /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1] : undefined,
      );
      const packages = [...new Set(names.filter((name) => name !== undefined))].toSorted();
      return [{ file: file.fileName, name: file.name, loads: file.imports, packages }];
    });
    writeFileSync('out/files-of-main.json', JSON.stringify(files, undefined, 1));
  },
};

/** Only Electron's three parts are bundled; main, shared and test also run as they are under Node 24. */
export default defineConfig({
  main: {
    plugins: [filesBeside, fflateInThreads, listOfFiles],
    define: {
      'process.env.KHATM_DEVELOPMENT_PACKAGE': JSON.stringify(process.env.KHATM_DEVELOPMENT_PACKAGE ?? ''),
    },
    build: {
      outDir: 'out/main',
      // Bundled, so that a package holds what the program uses of its libraries and nothing else of them.
      externalizeDeps: false,
      rollupOptions: {
        // Native addons, which are files of the target's platform; see .scripts/package. And a part of Electron.
        external: [/^better-sqlite3($|\/)/, /^keytar($|\/)/, '@github/keytar', 'original-fs'],
        // The keychain has a process of its own; copying a ledger, making PDFs, reading sales, feeding a head
        // office, files with articles or buyers, the file of a month, and keys from PINs and passphrases, have a thread
        // each, and checking books several.
        input: {
          main: 'main/app/electron/main.ts',
          'keychain-process': 'main/base/vault/keychain-process.ts',
          'copy-worker': 'main/books/ledger/copy-worker.ts',
          'pdf-worker': 'main/document/paper/pdf-worker.ts',
          'catalogue-worker': 'main/till/catalogue/catalogue-worker.ts',
          'buyer-files-worker': 'main/till/catalogue/buyers/buyer-files-worker.ts',
          'month-worker': 'main/till/accountant/month-worker.ts',
          'report-worker': 'main/till/table-files/report-worker.ts',
          'sale-worker': 'main/till/issue/sale-worker.ts',
          'check-worker': 'main/till/issue/check-worker.ts',
          'feed-worker': 'main/link/feed/feed-worker.ts',
          'key-worker': 'main/base/platform/key-worker.ts',
        },
        // Beside the workers, which the parts find by their own address.
        output: {
          format: 'es',
          chunkFileNames: '[name]-[hash].js',
          minify: { compress: false, mangle: false, codegen: true },
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      // A sandboxed preload must be one CommonJS file.
      rollupOptions: {
        input: { preload: 'main/app/electron/preload.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    base: './',
    plugins: screenPlugins(),
    build: {
      outDir: 'out/renderer',
      minify: true,
      // Fonts and scripts stay files of their own: the page's policy allows no data: scripts.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2000,
      rollupOptions: { input: 'renderer/index.html', output: screenOutput },
    },
  },
});
