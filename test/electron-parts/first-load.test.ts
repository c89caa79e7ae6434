import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/* The first screen waits for everything that the terminal imports; libraries that it can do without are loaded later. */

const electron = path.resolve(import.meta.dirname, '../../main/electron');
const importing = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;

/** The packages that are loaded along with a file. */
function packagesWith(file: string, seen = new Set<string>(), found = new Set<string>()): Set<string> {
  if (seen.has(file)) return found;
  seen.add(file);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(importing)) {
    if (name.startsWith('.')) packagesWith(path.resolve(path.dirname(file), name), seen, found);
    else found.add(name);
  }
  return found;
}

test('the window waits for no library but the one that reads settings', () => {
  const found = [...packagesWith(path.join(electron, 'main.ts'))].filter((name) => !name.startsWith('node:'));
  expect(found.toSorted()).toEqual(['electron', 'zod']);
});

test.each([
  '@node-oauth/oauth2-server',
  'fastify',
  'fontkit',
  'oauth4webapi',
  'pdfkit',
  'read-excel-file/universal',
  'write-excel-file/universal',
])('the first screen does not wait for %s', (library) => {
  const found = packagesWith(path.join(electron, 'run-terminal.ts'));
  // The walk went through the whole terminal.
  expect(found).toContain('libxml2-wasm');
  expect(found).not.toContain(library);
});
