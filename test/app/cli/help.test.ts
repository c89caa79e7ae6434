import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../../main/app/cli/command-line.ts';
import { khatm, newFolder, start } from '../../support/khatm.ts';

const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
const nameOf = (command: Command): string =>
  command.parent === null ? '' : `${nameOf(command.parent)} ${command.name()}`.trim();
const commands = leaves(createProgram()).map((command) => [nameOf(command), command] as const);

/** The commands that need no option, or that need one of two options and check this themselves. */
const needNone = [
  'demo',
  'backup-key',
  'verify-backup',
  'verify',
  'sandbox',
  'policy show',
  'policy check',
  'policy schema',
  'folder where',
  'folder share',
];

describe('the help of', () => {
  test.each(commands)('khatm %s names each option, and which are required', (name, command) => {
    const help = command.createHelp().formatHelp(command, command.createHelp());
    const plain = help.replace(/\s+/g, ' ');
    for (const option of command.options.filter(({ hidden }) => !hidden)) {
      expect(plain).toContain(option.flags);
      const described = command.createHelp().optionDescription(option);
      expect(described.endsWith('(required)')).toBe(option.mandatory);
      expect(plain).toContain(described.replace(/\s+/g, ' '));
    }
    const isUpdate = name.startsWith('update');
    if (!needNone.includes(name) && !isUpdate) expect(plain).toContain('(required');
  });

  test('khatm issue says what its exit codes mean and how long it waits', async () => {
    const { stdout, code } = await khatm('issue', '--help');
    expect(code).toBe(0);
    for (const part of ['Exit codes: 0', '--wait <seconds>', 'default: "10"', '--schema', '/docs'])
      expect(stdout).toContain(part);
    expect(stdout).not.toContain('shared/sale/sale.ts');
  });

  test('khatm issue --schema is a JSON Schema whose fields are described', async () => {
    const { stdout } = await khatm('issue', '--schema');
    const { properties } = JSON.parse(stdout);
    for (const name of ['saleId', 'lines', 'customer', 'buyer'])
      expect(properties[name].description).toBeTypeOf('string');
  });
});

describe('a command whose reader has gone', () => {
  test('ends with its own exit code and without a word', async () => {
    const child = start('main/app/cli/khatm.ts', 'issue', '--schema');
    child.stdout?.destroy();
    const [output, [code]] = await Promise.all([
      text(child.stderr as NodeJS.ReadableStream),
      once(child, 'exit'),
    ]);
    expect({ said: output, code }).toEqual({ said: '', code: 0 });
  });
});

test('a number of seconds that is none is refused before anything is issued', async () => {
  const run = await khatm('issue', '--data', newFolder('wait'), '--wait', 'long', 'sale.json');
  expect(run).toMatchObject({
    code: 2,
    stderr: 'khatm: --wait long: must be a whole number of seconds from 0 to 99999; here is “l”\n',
  });
});
