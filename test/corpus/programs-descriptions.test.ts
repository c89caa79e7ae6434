import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../main/app/cli/command-line.ts';
import { openShop } from '../integration/api/shop.ts';
import { corpusOf } from './keep.ts';

/* The product's descriptions of itself, for programs and for those who write them. */

const keep = corpusOf('programs-descriptions');

test.each([
  ['openapi.json', '/openapi.json'],
  ['openapi-3.0.json', '/openapi-3.0.json'],
  ['docs.html', '/docs'],
  ['docs.css', '/docs/docs.css'],
  ['khatm.http', '/docs/khatm.http'],
  ['postman.json', '/docs/khatm.postman_collection.json'],
])('%s', async (name, where) => {
  const shop = await openShop();
  try {
    const answer = await fetch(`${shop.base}${where}`, { headers: { connection: 'close' } });
    expect(answer.status).toBe(200);
    const { host } = new URL(shop.base);
    keep(`api/${name}`, (await answer.text()).replaceAll(shop.base, 'http://till').replaceAll(host, 'till'));
  } finally {
    await shop.close();
  }
});

const words = path.resolve(import.meta.dirname, '../../shared/words');
const wordLists = ['en', 'ar'].flatMap((language) =>
  readdirSync(path.join(words, language), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${language}/${name.replaceAll(path.sep, '/')}`),
);

test.each(wordLists)('the words of %s', async (name) => {
  const list: object = await import(path.join(words, name));
  keep(`words/${name.replace('.ts', '.json')}`, JSON.stringify(list, undefined, 1));
});

const withParts = (command: Command): Command[] => [command, ...command.commands.flatMap(withParts)];
const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;

test('the help of each command', () => {
  for (const command of withParts(createProgram())) {
    let text = '';
    command.configureOutput({
      writeOut: (part) => {
        text += part;
      },
      getOutHelpWidth: () => 80,
      getOutHasColors: () => false,
    });
    command.outputHelp();
    keep(`help/${nameOf(command).replaceAll(' ', '-')}.txt`, text);
  }
});
