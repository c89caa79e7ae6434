import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { newFolder } from '../support/khatm.ts';
import { programFile } from '../support/run/programs.ts';

/* The other tests start these programs as bundles, but people start them from their sources. */

const root = path.resolve(import.meta.dirname, '../..');
const file = path.join(newFolder('programs'), 'file');
writeFileSync(file, '');

// `npm start` prints a line when it builds the screens, which only the first of two starts does.
beforeAll(() => {
  spawnSync(process.execPath, ['.scripts/build.mjs', '--if-changed'], { cwd: root });
});

const answerOf = (program: string, args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

test.each([
  ['main/app/cli/khatm.ts', 0, ['issue', '--schema']],
  ['main/app/cli/khatm.ts', 2, ['ledger', 'check', '--data', file]],
  // The program loads the whole terminal before it finds that its folder is a file.
  ['main/app/start.ts', 2, ['--preview', '--data', file]],
  ['main/office/start.ts', 2, ['check', '--data', file]],
])('%s answers from its sources as from its bundle, with %i', (source, status, args) => {
  const answer = answerOf(path.join(root, source), args);
  expect(answer.status).toBe(status);
  expect(answer.stdout + answer.stderr).not.toBe('');
  expect(answerOf(programFile(source), args)).toEqual(answer);
});
