import { unzipSync } from 'fflate';

/**
 * Returns the encodings in which a text may appear in a file: plain, escaped, hex, UTF-16, and Base64 at each offset.
 */
export function spellingsOf(mark: string): Buffer[] {
  const bytes = Buffer.from(mark, 'utf8');
  const base64 = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    // The first and last characters depend on the neighbouring bytes.
    return text.slice(offset === 0 ? 0 : offset + 1, Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const escaped = [...mark].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const texts = [
    mark,
    JSON.stringify(mark).slice(1, -1),
    encodeURIComponent(mark),
    escaped.join(''),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [...texts.map((text) => Buffer.from(text, 'utf8')), Buffer.from(mark, 'utf16le')];
}

/** Returns the marks found in a zip file: in its names, its bytes or the bytes of its files. */
export function marksInZip(zip: Uint8Array, marks: readonly string[]): string[] {
  const files = Object.entries(unzipSync(zip));
  const places = [
    zip,
    ...files.map(([, bytes]) => bytes),
    Buffer.from(files.map(([name]) => name).join('\n')),
  ];
  return marksIn(places, marks);
}

export function marksIn(places: readonly Uint8Array[], marks: readonly string[]): string[] {
  const buffers = places.map((bytes) => Buffer.from(bytes));
  return marks.filter((mark) =>
    spellingsOf(mark).some((spelling) => buffers.some((bytes) => bytes.includes(spelling))),
  );
}
