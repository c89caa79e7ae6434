import { constants, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type Batch, batchSchema, mostBytes } from '../../../shared/office/wire/feed.ts';
import { parseJson } from './parse-json.ts';
import { zstdContentSize } from './zstd-content-size.ts';

export interface PackedBatch {
  readonly body: Uint8Array;
  readonly encoding: string;
}

/**
 * The largest batch in bytes, and the largest document of a larger batch in characters, that the server reads itself:
 * whatever is in them, that takes less than a tenth of a second.
 */
export const mostHere = { batch: 512 * 1024, document: 128 * 1024 };

/**
 * The number of values in a batch, of which a till needs a tenth at most. Lists in lists would take sixty times the
 * memory of their text, and a thread without memory ends the whole program.
 */
const mostValues = 100_000;

/** The bytes of a batch that are unpacked into one buffer; a usual batch fits into it. */
const mostAtOnce = 2 ** 20;

/**
 * Returns undefined for a body that is not a batch, or is larger than declared.
 * @param size the unpacked size that it declares
 */
export function readBatch({ body, encoding }: PackedBatch, size: number): Batch | undefined {
  // With one buffer for the whole batch, a small one takes a fifth of the time.
  const chunkSize = Math.min(size, mostAtOnce) + 64;
  const limit = { maxOutputLength: Math.max(size, 1), chunkSize };
  try {
    const read = {
      zstd: () => zstdDecompressSync(body, { ...limit, params: { [constants.ZSTD_d_windowLogMax]: 25 } }),
      gzip: () => gunzipSync(body, limit),
      identity: () => Buffer.from(body.buffer, body.byteOffset, body.byteLength),
    }[encoding];
    const json = read?.();
    if (json === undefined || (json.length > mostHere.batch && hasTooMany(json))) return undefined;
    return batchSchema.safeParse(parseJson(json)).data;
  } catch {
    return undefined;
  }
}

/** Returns the unpacked size that a body declares, beyond which no bytes are read; undefined if it declares none. */
export function unpackedSize(body: Buffer, encoding: string): number | undefined {
  if (encoding === 'zstd') return zstdContentSize(body) ?? mostBytes.whole;
  if (encoding !== 'gzip') return body.length;
  return body.length < 4 ? undefined : body.readUInt32LE(body.length - 4);
}

/** Returns true for a text with more values than any batch has; they are counted by what stands before each. */
function hasTooMany(json: Buffer): boolean {
  let values = 0;
  let isText = false;
  for (let at = 0; at < json.length && values <= mostValues; at += 1) {
    const byte = json[at];
    if (byte === quote) isText = !isText;
    else if (isText) at += byte === backslash ? 1 : 0;
    else if (byte === comma || byte === bracket || byte === brace) values += 1;
  }
  return values > mostValues;
}

const [quote, backslash, comma, bracket, brace] = Buffer.from('"\\,[{');
