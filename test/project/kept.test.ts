import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/*
 * Several programs work on one data folder. Lists every setting, and everything that a process keeps in memory of a
 * database or a vault, in `main/app/environment/kept.md`. `KHATM_KEPT=write` writes that page.
 */

const root = path.resolve(import.meta.dirname, '../..');
const page = path.join(root, 'main/app/environment/kept.md');
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const filesIn = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => file.endsWith('.ts'))
    .toSorted();

/** The head office and the sandbox have their own databases, each with one process. */
const sources = filesIn('main')
  .filter((file) => !/^main\/(office|sandbox)\//.test(file))
  .map((file) => ({ file, text: textOf(file) }));
const short = (file: string) => file.replace(/^main\//, '').replace(/\.ts$/, '');

/** Files with a variable that outlives a call beside reads of a database or a vault, and how it stays true. */
const memory: Readonly<Record<string, string>> = {
  'app/environment/backups/backups': 'the backup of this process; whether one failed is a setting',
  'app/environment/guards/rollback-guard': 'compared with the newest document before each use',
  'books/ledger/database/changes': 'the counts of commits themselves',
  'books/ledger/shifts/shifts': 'sums within one call',
  'books/ledger/sums/takings': 'a sum within one call',
  'integration/api/api-service': 'a timer; the settings are read at each use, and the port is followed',
  'integration/api/listener': 'this process’s own server; its settings are followed',
  'integration/inbound/inbound': 'a timer; the events are rows',
  'link/feed/certificate-pin': 'read from the vault before each call',
  'link/feed/membership': 'this process’s own work; the enrolment is followed',
  'link/orders/order-inbox': 'made again with each enrolment',
  'sending/credential/gateway-way': 'compared with the settings before each use',
  'sending/credential/read-credentials': 'compared with the mark of the credentials before each use',
  'till/accountant/months': 'the file that this process makes; one that is unfinished is a setting',
  'till/catalogue/article-of': 'compared with the version of the list before each use',
  'till/devices/till-devices': 'the trouble of this process’s devices',
};

const readsRows = /\b(?:settings|secrets|store|kept)\.(?:read|get|has)\(|\.prepare[<(]|\.pluck\(\)/;
const remembers = sources
  .filter(({ text }) => readsRows.test(text))
  .filter(({ text }) => makersIn(text).some((maker) => /^ {2}let \w+/m.test(maker)) || /^let \w+/m.test(text))
  .map(({ file }) => short(file));

/** Returns the functions of a file that make something which outlives the call. */
function makersIn(text: string): string[] {
  const functions = text.match(/^(?:export )?(?:async )?function[\s\S]*?^\}/gm) ?? [];
  return functions.filter((body) => /^ {2}return \{/m.test(body));
}

/** Returns the values that are made from rows and told apart by a mark. */
const marked = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/\.(kept|follow)\(\s*'([^']+)'/g)].map(([, way = '', what = '']) => ({
    what,
    file: short(file),
    learns: way === 'kept' ? 'before each use' : 'before each use of what depends on it, or within a second',
  })),
);

const settings = ['terminal', 'environment', 'office', 'catalogue', 'integration'].flatMap((home) =>
  [...textOf(`shared/stored/settings/${home}.ts`).matchAll(/export const (\w+) = \w+\(\s*'([^']+)'/g)].map(
    ([, variable = '', name = '']) => {
      const users = sources.filter(({ text }) => new RegExp(`\\b${variable}\\b`).test(text));
      const writes = new RegExp(`\\bwrite\\(\\s*${variable}\\b`);
      const writers = users.filter(({ text }) => writes.test(text));
      return { name, home, writers, readers: users.filter((user) => !writers.includes(user)) };
    },
  ),
);

const cells = (some: readonly { readonly file: string }[]) =>
  some.map(({ file }) => `\`${short(file)}\``).join(' ') || '–';

const expected = `# What several programs on one folder share

This page is made by \`test/project/kept.test.ts\`, from the code.

## Settings

A setting is read from its database at each use, so another program's change is used with the next call.

| setting | database | written by | also read by |
|---|---|---|---|
${settings.map(({ name, home, writers, readers }) => `| \`${name}\` | ${home === 'terminal' || home === 'catalogue' ? 'terminal' : home === 'integration' ? 'integration' : 'ledger'} | ${cells(writers)} | ${cells(readers)} |`).join('\n')}

## Kept in memory with a mark

| value | file | learns of a change |
|---|---|---|
${marked.map(({ what, file, learns }) => `| ${what} | \`${file}\` | ${learns} |`).join('\n')}

## Other variables beside rows

| file | how it stays true |
|---|---|
${Object.entries(memory)
  .map(([file, how]) => `| \`${file}\` | ${how} |`)
  .join('\n')}
`;

test('each file that keeps something beside rows is in the table, with how it stays true', () => {
  expect(remembers).toEqual(Object.keys(memory).toSorted());
});

test('no maker reads a setting once for all its calls', () => {
  const once = sources.filter(({ text }) =>
    makersIn(text).some((maker) => /^ {2}let \w+ = .*settings\.read\(/m.test(maker)),
  );
  expect(once.map(({ file }) => short(file))).toEqual([]);
});

test('the page shows what the code has', () => {
  if (process.env.KHATM_KEPT === 'write') writeFileSync(page, expected);
  expect(readFileSync(page, 'utf8')).toBe(expected);
});
