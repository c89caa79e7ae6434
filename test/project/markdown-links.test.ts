import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const pages = execFileSync('git', ['ls-files', '-z', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && existsSync(path.join(root, file)));

/** Returns the targets of links and images: `[text](target)`, `[name]: target`, `href="…"` and `src="…"`. */
function targetsOf(text: string): string[] {
  const prose = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');
  return [
    ...prose.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g),
    ...prose.matchAll(/^\s*\[[^\]]+\]:\s*<?(\S+?)>?\s*$/gm),
    ...prose.matchAll(/\b(?:href|src)="([^"]+)"/g),
  ].map(([, target = '']) => target);
}

/** Returns the anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => anchorOf(title));

function problemOf(page: string, target: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
  const [file = '', anchor] = decodeURI(target).split('#');
  const found = file === '' ? path.join(root, page) : path.resolve(root, path.dirname(page), file);
  if (!existsSync(found)) return `${page}: ${target} does not exist`;
  if (anchor === undefined || !found.endsWith('.md')) return undefined;
  return anchorsOf(readFileSync(found, 'utf8')).includes(anchor)
    ? undefined
    : `${page}: ${target} has no such heading`;
}

test('every relative link of a committed page leads somewhere', () => {
  expect(pages).toContain('README.md');
  const problems = pages.flatMap((page) =>
    targetsOf(readFileSync(path.join(root, page), 'utf8')).map((target) => problemOf(page, target)),
  );
  expect(problems.length).toBeGreaterThan(pages.length);
  expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
});

test('a link that leads nowhere is found, wherever it stands', () => {
  const text = '[a](gone.md) ![b](<gone.png> "title") <img src="gone.svg">\n[c]: gone.txt\n`[d](code.md)`';
  expect(targetsOf(text).sort()).toEqual(['gone.md', 'gone.png', 'gone.svg', 'gone.txt']);
  expect(problemOf('main/README.md', 'gone.md')).toBe('main/README.md: gone.md does not exist');
  expect(problemOf('README.md', 'main/README.md#no-such-heading')).toContain('no such heading');
  expect(problemOf('README.md', 'main/README.md#the-main-process')).toBeUndefined();
  expect(problemOf('README.md', 'https://example.com/gone')).toBeUndefined();
});
