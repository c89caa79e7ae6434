import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { spellingsOf } from '../app/diagnosis/search-bytes.ts';

/** Returns the forms in which a secret may be in memory: its text in every encoding, and its bytes in both orders. */
function formsOf(secret: string): Buffer[] {
  const texts = spellingsOf(secret);
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(secret)) return texts;
  const bytes = Buffer.from(secret, 'base64');
  // JavaScript's large integers are stored with the lowest digits first.
  return [...texts, bytes, Buffer.from(bytes.toReversed()), ...spellingsOf(bytes.toString('hex'))];
}

/** Returns the names of the secrets that are in one of the places, sorted. */
export function namesIn(places: Iterable<Buffer>, secrets: Readonly<Record<string, string>>): string[] {
  const found = new Set<string>();
  const forms = Object.entries(secrets).map(([name, secret]) => [name, formsOf(secret)] as const);
  for (const place of places)
    for (const [name, texts] of forms) if (texts.some((text) => place.includes(text))) found.add(name);
  return [...found].toSorted();
}

const pieceLength = 1024 * 1024;
/** The number of bytes that a piece has in common with the next one; no form of a secret is as long. */
const overlap = 4096;
const nothing = Buffer.alloc(pieceLength + overlap);

/**
 * Reads the memory that a process has written to, piece by piece. Leaves out pieces of zeros, which nine tenths of an
 * Electron's memory are. This needs Linux and root.
 */
export function* memoryOf(pid: number): Generator<Buffer> {
  const file = openSync(`/proc/${pid}/mem`, 'r');
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
      if (from === undefined || to === undefined) continue;
      const end = BigInt(`0x${to}`);
      for (let at = BigInt(`0x${from}`); at < end; at += BigInt(pieceLength)) {
        const piece = Buffer.alloc(Math.min(pieceLength + overlap, Number(end - at)));
        try {
          readSync(file, piece, 0, piece.length, at);
        } catch {
          continue;
        }
        if (!piece.equals(nothing.subarray(0, piece.length))) yield piece;
      }
    }
  } finally {
    closeSync(file);
  }
}
