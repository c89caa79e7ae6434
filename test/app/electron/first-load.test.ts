import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/*
 * The first screen waits for everything that the terminal imports; optional libraries are loaded later. The bundler may
 * put a library into a file that is loaded at once, so this test reads the build's output.
 */

interface FileOfMain {
  readonly file: string;
  readonly name: string;
  /** The files that are loaded with it, and the packages outside of the bundle. */
  readonly loads: readonly string[];
  readonly packages: readonly string[];
}

const list = path.resolve(import.meta.dirname, '../../../out/files-of-main.json');
const filesOfMain = () => JSON.parse(readFileSync(list, 'utf8')) as readonly FileOfMain[];

/** The packages that are loaded along with a part of the program. */
function packagesWith(part: string): Set<string> {
  const files = filesOfMain();
  const seen = new Set<string>();
  const found = new Set<string>();
  const load = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const file = files.find((one) => one.file === name);
    if (file === undefined) found.add(name);
    for (const one of file?.packages ?? []) found.add(one);
    for (const one of file?.loads ?? []) load(one);
  };
  const start = files.filter(({ name }) => name === part);
  expect(start).toHaveLength(1);
  for (const { file } of start) load(file);
  return found;
}

// `npm test` makes the build before it runs this test.
describe.skipIf(!existsSync(list))('the bundled program', () => {
  it('opens its window with no library but the one that reads settings', () => {
    const found = [...packagesWith('main')].filter((name) => !name.startsWith('node:'));
    expect(found.toSorted()).toEqual(['electron', 'zod']);
  });

  it.each([
    '@node-oauth/oauth2-server',
    'fastify',
    'fontkit',
    'oauth4webapi',
    'pdfkit',
    'read-excel-file',
    'write-excel-file',
  ])('shows its first screen without %s', (library) => {
    const found = packagesWith('run-terminal');
    expect(found).toContain('libxml2-wasm');
    expect(found).not.toContain(library);
    // The build contains it under this name.
    expect(filesOfMain().flatMap(({ packages }) => packages)).toContain(library);
  });
});
