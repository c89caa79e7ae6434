import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../main/app/cli/command-line.ts';
import { makeOpenApi } from '../../main/integration/api/openapi/openapi.ts';
import { en as failures } from '../../shared/words/en/faults/failures.ts';
import { en as issues } from '../../shared/words/en/faults/issues.ts';
import { en as problems } from '../../shared/words/en/faults/problems.ts';
import { unclearIn } from './plain-english.ts';

/* The texts for people who write programs are plain English too: the command line's help, the API's, and its errors. */

/** Returns the texts in a value, each with the path to it. */
function textsIn(value: unknown, path: string): { readonly path: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, `${path}.${key}`));
}

const findings = (texts: readonly { readonly path: string; readonly text: string }[]) =>
  texts.flatMap(({ path, text }) => unclearIn(text, 'text').map((why) => `${path}: ${why}\n    ${text}`));

const withParts = (command: Command): Command[] => [command, ...command.commands.flatMap(withParts)];

test('the help of the command line', () => {
  const texts = withParts(createProgram()).flatMap((command) => [
    { path: `khatm ${command.name()}`, text: command.description() },
    ...command.registeredArguments.map((argument) => ({
      path: `khatm ${command.name()} ${argument.name()}`,
      text: argument.description,
    })),
    ...command.options.map((option) => ({
      path: `khatm ${command.name()} ${option.flags}`,
      text: option.description,
    })),
  ]);
  expect(findings(texts)).toEqual([]);
});

test('the description of the API', () => {
  const texts = textsIn(makeOpenApi({ version: '0' }), 'openapi').filter(({ path }) =>
    /\.(summary|description|title)$/.test(path),
  );
  expect(texts.length).toBeGreaterThan(300);
  expect(findings(texts)).toEqual([]);
});

test('the messages of errors', () => {
  expect(findings(textsIn({ failures, issues, problems }, 'words'))).toEqual([]);
});
