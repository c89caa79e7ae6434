import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect } from 'vitest';

/*
 * The corpus freezes what leaves the product. A story is played with a fixed clock, keys and chance; each thing that
 * leaves it (XML, QR, a receipt's text, a CSV, an answer) is compared by its SHA-256 with the one on record.
 */

/** Records what leaves one story. */
export type Keep = (name: string, content: string | Uint8Array) => void;

/**
 * Returns the function with which the stories of a file record what leaves them. After the file's last test, the digests
 * must be those in `test/corpus/digests/GROUP.json`. `KHATM_CORPUS=write` writes that file instead; `KHATM_CORPUS_OUT`
 * names a folder in which the contents are kept, to compare two of them.
 */
export function corpusOf(group: string): Keep {
  const file = path.join(import.meta.dirname, 'digests', `${group}.json`);
  const digests = new Map<string, string>();
  const out = process.env.KHATM_CORPUS_OUT;
  afterAll(() => {
    const found = Object.fromEntries([...digests].toSorted(([one], [other]) => (one < other ? -1 : 1)));
    if (process.env.KHATM_CORPUS === 'write') {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify(found, undefined, 2)}\n`);
    }
    const recorded: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    expect(found).toEqual(recorded);
  });
  return (name, content) => {
    if (digests.has(name)) throw new Error(`the story records ${name} twice`);
    digests.set(name, createHash('sha256').update(content).digest('hex'));
    if (out === undefined) return;
    const kept = path.join(out, group, name);
    mkdirSync(path.dirname(kept), { recursive: true });
    writeFileSync(kept, content);
  };
}
