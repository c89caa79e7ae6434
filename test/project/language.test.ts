import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { commentsOf, declaredIn, namesOf, parseSource, type Source, titlesOf, wordsOf } from './comments.ts';
import { unclearIn } from './plain-english.ts';

/*
 * Comments are plain English: the first word is a verb or a noun with its article, and a word has one meaning. The same
 * holds for titles of tests, for names, and for the texts of the command line and the API (`texts.test.ts`). This test
 * refuses patterns that made them hard to read; the rest is for reviewers.
 */

const ambiguousWords =
  'doors?|desks?|standings?|judges?|judged|judging|errands?|turns?|deeds?|fleets?|headquarters';
const ambiguousNames = new RegExp(`^(${ambiguousWords})$`);
/**
 * Finds the few files that may have such a name, because reading the names of all files would take seconds. Each word
 * begins after a sign or with a capital; otherwise every file with a `return` would be one of them.
 */
const ambiguousText = new RegExp(
  [
    `(?<![A-Za-z])(${ambiguousWords})`,
    ambiguousWords.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
    ambiguousWords.toUpperCase(),
  ].join('|'),
);

/** Names that do not say what a value is: say input, request, existing, ownFolder. Fields may have stored names. */
const vagueNames = /^(said|asked|known|own)$/;
const vagueText =
  /[\s(,{[.](said|asked|known|own)(?=\s*[,)}\]=:?])|\b(const|let|function) (said|asked|known|own)\b/;

const root = path.resolve(import.meta.dirname, '../..');
const files = ['main', 'renderer', 'shared', 'test'].flatMap((top) =>
  readdirSync(path.join(root, top), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(top, file.replaceAll('\\', '/')))
    .filter((file) => /\.(tsx?|css)$/.test(file)),
);

/**
 * Returns the part of the sources that a file belongs to: `main/books/ledger` for each folder of the main process, otherwise
 * the top folder, such as `renderer` or `test`.
 */
const roomOf = (file: string) =>
  file.startsWith('main/') ? file.split('/', 2).join('/') : (file.split('/')[0] ?? '');

/** Parses a file. Of a stylesheet, only the comments and line breaks are left, which a program may have too. */
const sourceOf = (file: string, code: string) =>
  parseSource(
    file,
    file.endsWith('.css') ? code.replace(/(\/\*[\s\S]*?\*\/)|[^\n]/g, (_, comment = '') => comment) : code,
  );

function findings(file: string): string[] {
  const code = readFileSync(path.join(root, file), 'utf8');
  const source = sourceOf(file, code);
  const inComments = commentsOf(source).flatMap(({ line, text }) =>
    unclearIn(text, 'comment').map((why) => `${file}:${line}: ${why}\n    ${text}`),
  );
  const inNames = (ambiguousText.test(code) ? namesOf(source) : [])
    .filter(({ name }) => wordsOf(name).some((word) => ambiguousNames.test(word)))
    .map(({ line, name }) => `${file}:${line}: ${name} has a word of several meanings`);
  const vague = (vagueText.test(code) ? declaredIn(source) : [])
    .filter(({ name }) => vagueNames.test(name))
    .map(({ line, name }) => `${file}:${line}: ${name} does not say what the value is`);
  const inTitles = file.endsWith('.test.ts') ? titleFindings(file, source) : [];
  return [...inComments, ...inNames, ...vague, ...inTitles];
}

const titleFindings = (file: string, source: Source) =>
  titlesOf(source).flatMap(({ line, text }) =>
    unclearIn(text, 'title').map((why) => `${file}:${line}: ${why}\n    ${text}`),
  );

const rooms = [...new Set(files.map(roomOf))].sort();
const findingsOf = (room: string) => files.filter((file) => roomOf(file) === room).flatMap(findings);

test.each(rooms)('%s reads as plain English', (room) => {
  expect(findingsOf(room)).toEqual([]);
});

/** The files with the brand's seal: the logo, its colour, the icons. */
const filesOfSeal = new Set([
  'main/app/electron/tray/seal-image.ts',
  'main/app/electron/tray/tray-presence.ts',
  'main/app/electron/tray/tray.ts',
  'main/document/paper/pdf/heading.ts',
  'main/document/paper/pdf/sheet.ts',
  'main/document/paper/pdf/totals.ts',
  'main/document/paper/table-pdf.ts',
  'renderer/till/frame/logo.tsx',
  'renderer/ui/page/theme.ts',
  'shared/office/wire/orders.ts',
]);

test('"seal" is the brand’s word: say issue, stamp, sign or encrypt', () => {
  const found = files.flatMap((file) => {
    if (file.startsWith('test/') || filesOfSeal.has(file)) return [];
    const code = readFileSync(path.join(root, file), 'utf8');
    if (!/seal/i.test(code)) return [];
    const source = sourceOf(file, code);
    const isSeal = (word: string) => /^seal(s|ed|ing)?$/.test(word);
    return [...commentsOf(source).map(({ line, text }) => ({ line, name: text })), ...namesOf(source)]
      .filter(({ name }) => wordsOf(name).some(isSeal))
      .map(({ line, name }) => `${file}:${line}: ${name}`);
  });
  expect(found).toEqual([]);
});

describe('the check', () => {
  const refused = (comment: string) => unclearIn(comment, 'comment').length > 0;

  test('refuses what is hard to read, and lets plain sentences through', () => {
    for (const comment of [
      'What whoever is at the screen must know now.',
      'Whose turn it is.',
      'Where there is nowhere to send the browser.',
      'The caller is told nothing.',
      'The lines come to ten riyals.',
      'It is sent no more.',
      'Opens the door.',
      '@throws FailureError `not-found`',
    ])
      expect(refused(comment), comment).toBe(true);
    for (const comment of [
      'Alarms to show, most severe first.',
      'Returns the total.',
      'When the clock was set back, the wait is ignored.',
      'A page has no more than ten lines.',
      'Turns the page.',
    ])
      expect(refused(comment), comment).toBe(false);
  });

  test('finds comments and names where they are, and nothing in strings', () => {
    const code = [
      '/** One. */',
      "const a = '// no comment'; // Two.",
      '// Three,',
      '// continued.',
      `const b = \`/* no comment $\{a /* Four. */} */\`;`,
      'openDoor(<p>// shown</p>);',
    ].join('\n');
    const source = parseSource('a.tsx', code);
    expect(commentsOf(source)).toEqual([
      { line: 1, text: 'One.' },
      { line: 2, text: 'Two.' },
      { line: 3, text: 'Three, continued.' },
      { line: 5, text: 'Four.' },
    ]);
    expect(namesOf(source).map(({ name }) => name)).toContain('openDoor');
    expect(wordsOf('openDoor')).toEqual(['open', 'door']);
    for (const name of ['door', 'doors', 'Door', 'openDoor', 'open_door', 'OPEN_DOOR', 'door2Open', '#door'])
      expect(ambiguousText.test(name), name).toBe(true);
    expect(ambiguousText.test('return indoors')).toBe(false);
  });

  test('finds titles and declared names', () => {
    const code = [
      "describe('a till', () => {",
      `  test.each(rows)(\`sells $\{what}\`, ({ a: known, ...own }, [said]) => ask(known, own, said));`,
      "  const text = 'no title';",
      '});',
    ].join('\n');
    const source = parseSource('a.test.ts', code);
    expect(titlesOf(source)).toEqual([
      { line: 1, text: 'a till' },
      { line: 2, text: 'sells …' },
    ]);
    expect(declaredIn(source).map(({ name }) => name)).toEqual(['known', 'own', 'said', 'text']);
    for (const part of ['const said =', '(known) =>', '{ a: own }', '(...asked)', ', known?: string'])
      expect(vagueText.test(part), part).toBe(true);
  });
});
