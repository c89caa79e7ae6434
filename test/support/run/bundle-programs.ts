import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { bundled, bundleOf } from './programs.ts';

/*
 * `node test/support/run/bundle-programs.ts FOLDER` makes a bundle of each program that many tests start, and of the
 * threads and processes that these start.
 */

const root = path.resolve(import.meta.dirname, '../../..');
const [outDir = ''] = process.argv.slice(2);

/** The folder as Vite writes it, on every system with slashes. */
const ours = root.replaceAll(path.sep, '/');

/** Matches the places where a source names the file of a thread or process beside it. */
const besideIt = new RegExp(
  String.raw`(new URL\(|path\.join\(import\.meta\.dirname, )[\`'](?:\./)?([\w-]+)` +
    String.raw`(?:\.ts|\$\{path\.extname\(import\.meta\.url\)\})[\`'](, import\.meta\.url)?`,
  'g',
);

/** Matches the same with the function that starts a thread beside a module. */
const workerBesideIt = /workerBeside\(import\.meta\.url, '([\w-]+)'/g;

/** Lets a bundle start the threads and processes beside itself, and find all other files relative to its source. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes('import.meta.') || !id.startsWith(ours) || id.includes('node_modules'))
      return undefined;
    const starts: string[] = [];
    const emit = (name: string): string => {
      const source = path.join(path.dirname(id), `${name}.ts`);
      const fileName = bundleOf(path.relative(root, source));
      this.emitFile({ type: 'chunk', id: source, fileName });
      return fileName;
    };
    const keep = (start: string): string => `\0${starts.push(start) - 1}\0`;
    const marked = code
      .replace(besideIt, (_, call: string, name: string, base = '') =>
        keep(`${call}'./${emit(name)}'${base}`),
      )
      .replace(workerBesideIt, (_, name: string) =>
        keep(`workerBeside(import.meta.url, '${path.parse(emit(name)).name}'`),
      );
    const placed = marked
      .replaceAll('import.meta.dirname', JSON.stringify(path.normalize(path.dirname(id))))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
    const left = /import\.meta\.\w+/.exec(placed);
    if (left !== null) this.error(`${id} has ${left[0]}, which a bundle cannot have`);
    return placed.replace(/\0(\d+)\0/g, (_, at) => starts[Number(at)] ?? '');
  },
};

/** With this module, a key that the same run has derived before is not derived again. */
const first = 'test/support/run/remember-scrypt.ts';
const programs = new Set(bundled.map(bundleOf));

await build({
  configFile: false,
  root,
  logLevel: 'error',
  plugins: [placesOfSources],
  // These packages have many files each. Other packages are native, need separate files next to them, or have few
  // files.
  ssr: {
    noExternal: [
      ...['commander', 'csv-parse', 'csv-stringify', 'decimal.js', 'jose', 'jsbarcode', 'qrcode', 'zod'],
    ],
  },
  build: {
    ssr: true,
    outDir,
    target: 'node24',
    rolldownOptions: {
      input: Object.fromEntries(
        [first, ...bundled].map((source) => [bundleOf(source), path.join(root, source)]),
      ),
      output: {
        entryFileNames: '[name]',
        chunkFileNames: '[name]-[hash].js',
        banner: ({ fileName }) => (programs.has(fileName) ? `import './${bundleOf(first)}';` : ''),
      },
    },
  },
});
// Without this file, Node reads each module twice to detect that it is a module.
writeFileSync(path.join(outDir, 'package.json'), '{"type":"module"}');
