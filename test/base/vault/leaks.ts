import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns every form in which a secret could appear in a file, a line or an answer, as bytes. */
export function formsOf(secret: string): Buffer[] {
  const text = Buffer.from(secret);
  // A key is stored as Base64, and its decoded bytes must not be anywhere either.
  const bytes = Buffer.from(secret, 'base64');
  const sources = bytes.length >= 16 ? [text, bytes] : [text];
  return sources.flatMap((source) => [
    source,
    Buffer.from(source.toString('hex')),
    Buffer.from(source.toString('hex').toUpperCase()),
    Buffer.from(source.toString('latin1'), 'utf16le'),
    Buffer.from([...source].join(',')), // This is the JSON of an array of bytes.
    ...base64Within(source).flatMap((form) => [
      Buffer.from(form),
      Buffer.from(form.replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ]);
}

/**
 * Returns the characters of the bytes in Base64 at any position in a longer text (DER in PEM, a Basic header). There
 * are three cases, without the characters that share bits with their neighbours.
 */
function base64Within(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return text.slice(before === 0 ? 0 : before + 1, Math.floor(((before + bytes.length) * 8) / 6));
  });
}

/**
 * Returns true when any form of any secret is in the bytes. Text that PEM breaks into lines is also checked as one
 * line.
 */
export function leaks(secrets: readonly string[], where: Buffer | string): boolean {
  const bytes = Buffer.from(where);
  const unbroken = Buffer.from(bytes.toString('latin1').replace(/\\r|\\n|\s/g, ''), 'latin1');
  return secrets.flatMap(formsOf).some((form) => bytes.includes(form) || unbroken.includes(form));
}

/** Returns all files below a folder. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** Returns the files below a folder that contain a form of a secret. */
export function leakingFiles(secrets: readonly string[], folder: string): string[] {
  return filesIn(folder).filter((file) => leaks(secrets, readFileSync(file)));
}
