import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { privateFile } from '../../../base/platform/files/private-files.ts';
import { readInput } from '../files.ts';
import { describeSystemError, isSystemError, UsageError } from '../usage-error.ts';

export interface Place {
  readonly file: string;
  /** The line, from 1, in a file with a sale in each line. */
  readonly line?: number;
}

/** The text of one sale, or the reason why there is none. */
export type SaleText = { readonly place: Place } & (
  | { readonly bytes: Buffer; readonly fault?: undefined }
  | { readonly fault: string }
);

/** The sales of a call, which can be read more than once. */
export interface Sales {
  read(): AsyncIterable<SaleText> | Iterable<SaleText>;
  close(): void;
}

/** The size of a sale of 5,000 lines with long names; the API and the drop folder have the same limit. */
const longestSale = 4 * 1024 * 1024;

/** Fewer characters cannot hold a sale. */
const shortestSale = 10;

const tooLong = `must have at most ${longestSale} bytes`;

export function salesOfFiles(files: readonly string[], longest = Number.POSITIVE_INFINITY): Sales {
  return {
    *read() {
      for (const file of files) yield { place: { file }, ...readFile(file, longest) };
    },
    close() {},
  };
}

function readFile(file: string, longest: number): { bytes: Buffer } | { fault: string } {
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() && statSync(file).size > longest)
      return { fault: tooLong };
    return { bytes: readInput(file) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { fault: error.message.replace(`${file}: `, '') };
  }
}

/** Returns the sales of a folder, a file with a line for each, or standard input (`-`). @throws UsageError */
export async function salesFrom(from: string): Promise<Sales> {
  if (from === '-') return spooled(process.stdin);
  try {
    const found = statSync(from);
    if (found.isDirectory()) return salesOfFolder(from);
    // A pipe can be read once only.
    if (!found.isFile()) return await spooled(createReadStream(from), from);
  } catch (cause) {
    if (!isSystemError(cause)) throw cause;
    throw new UsageError(describeSystemError({ ...cause, path: from }), { cause });
  }
  if (from.toLowerCase().endsWith('.json')) return salesOfFiles([from], longestSale);
  return { read: () => linesOf(from, from), close() {} };
}

function salesOfFolder(folder: string): Sales {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && /^[^.].*\.json$/i.test(entry.name))
    .map(({ name }) => path.join(folder, name))
    .toSorted();
  return salesOfFiles(files, longestSale);
}

/** Stores a stream in a private file, so that all of it can be checked before the first sale is issued. */
async function spooled(input: NodeJS.ReadableStream, name = '-'): Promise<Sales> {
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-issue-'));
  const file = path.join(folder, `${randomUUID()}.ndjson`);
  const close = () => rmSync(folder, { recursive: true, force: true });
  try {
    await pipeline(input, createWriteStream(file, { mode: privateFile }));
  } catch (error) {
    close();
    throw error;
  }
  return { read: () => linesOf(file, name), close };
}

/** Yields each line that is not blank, however long the file is. */
async function* linesOf(file: string, name: string): AsyncGenerator<SaleText> {
  let line = 1;
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer) => {
    length += part.length;
    if (length <= longestSale) parts.push(part);
    else parts = [];
  };
  const end = (): SaleText | undefined => {
    const place = { file: name, line };
    const bytes = Buffer.concat(parts);
    const text = length > longestSale ? { place, fault: tooLong } : { place, bytes };
    const isBlank = length < shortestSale && bytes.toString('utf8').trim() === '';
    line += 1;
    parts = [];
    length = 0;
    return isBlank ? undefined : text;
  };
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let to = chunk.indexOf(0x0a); to !== -1; to = chunk.indexOf(0x0a, from)) {
      add(chunk.subarray(from, to));
      const text = end();
      if (text !== undefined) yield text;
      from = to + 1;
    }
    add(chunk.subarray(from));
  }
  const last = end();
  if (last !== undefined) yield last;
}
