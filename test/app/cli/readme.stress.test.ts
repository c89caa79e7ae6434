import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { khatm } from '../../support/khatm.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const readmes = [
  'README.md',
  ...readdirSync(path.join(root, 'main'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('main', name)),
];
/** The lines of the shell blocks. */
const lines = readmes.flatMap((name) =>
  [...readFileSync(path.join(root, name), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(
    ([, block = '']) =>
      block
        .trim()
        .split('\n')
        .map((line) => ({ name, line })),
  ),
);

/** The pages for machines where the program is installed and `khatm` is a command. */
const installed = ['main/base/platform/policy/README.md', 'main/app/updates/README.md'];

test('where the program may not be installed, no README calls a command khatm', () => {
  const bare = lines.filter(({ line, name }) => /(?:^|…\s)khatm\s/.test(line) && !installed.includes(name));
  expect(bare).toEqual([]);
});

const called = lines.flatMap(({ line }) => {
  const [, call] = /(?:npm run --silent khatm --|^\s*khatm) ([^#>]*)/.exec(line) ?? [];
  return call === undefined || call.startsWith('--') ? [] : [call.trim()];
});

test.each(called)('what the READMEs show is known: khatm %s', async (call) => {
  const [words = ''] = /^[a-z|]+(?: [a-z|]+)*/.exec(call) ?? [];
  const flags = [...call.matchAll(/--[a-z-]+/g)].map(([flag]) => flag);
  for (const last of words.split(' ').at(-1)?.split('|') ?? []) {
    const command = [...words.split(' ').slice(0, -1), last];
    const help = await khatm(...command, '--help');
    expect(help.code).toBe(0);
    expect(help.stdout).toMatch(new RegExp(`^Usage: khatm ${command.join(' ')}\\b`));
    for (const flag of flags) expect(help.stdout).toContain(flag);
  }
});
