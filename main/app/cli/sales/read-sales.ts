import path from 'node:path';
import { inFolder, isPlainFile, piecesOfFile } from '../../../base/outside/outside-folder.ts';
import { newScratch, removeOwn } from '../../../base/platform/files/own-files.ts';
import { isFolder, readInput, refuseInput } from '../files.ts';
import { UsageError } from '../usage-error.ts';

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

export function salesOfFiles(files: readonly string[], longest?: number): Sales {
  return {
    async *read() {
      for (const file of files) yield { place: { file }, ...(await readFile(file, longest)) };
    },
    close() {},
  };
}

async function readFile(
  file: string,
  longest: number | undefined,
): Promise<{ bytes: Buffer } | { fault: string }> {
  try {
    return { bytes: await readInput(file, longest) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { fault: error.message.replace(`${file}: `, '') };
  }
}

/** Returns the sales of a folder, a file with a line for each, or standard input (`-`). @throws UsageError */
export async function salesFrom(from: string): Promise<Sales> {
  if (from === '-') return spooled(process.stdin as AsyncIterable<Buffer>);
  if (await isFolder(from)) return salesOfFolder(from);
  const isThere = await isPlainFile(from).catch((cause) => refuseInput(from, cause));
  if (!isThere) throw new UsageError(`${from}: no such file or folder`);
  if (from.toLowerCase().endsWith('.json')) return salesOfFiles([from], longestSale);
  return { read: () => linesOf(from, from), close() {} };
}

async function salesOfFolder(folder: string): Promise<Sales> {
  const files = await inFolder(folder, {}, async (place) => {
    const names = (await place.names()).filter((name) => /^[^.].*\.json$/i.test(name)).toSorted();
    const found: string[] = [];
    for (const name of names)
      if ((await place.look(name))?.isDirectory() !== true) found.push(path.join(folder, name));
    return found;
  });
  return salesOfFiles(files, longestSale);
}

const spooledName = 'sales.ndjson';

/** Stores a stream in a private file, so that all of it can be checked before the first sale is issued. */
async function spooled(input: AsyncIterable<Buffer>): Promise<Sales> {
  const folder = newScratch('khatm-issue-');
  const close = () => removeOwn(folder);
  try {
    await inFolder(folder, {}, async (place) => {
      const output = await place.begin();
      try {
        for await (const bytes of input) await output.write(bytes);
        await output.keep(spooledName);
      } finally {
        await output.end();
      }
    });
  } catch (error) {
    close();
    throw error;
  }
  return { read: () => linesOf(path.join(folder, spooledName), '-'), close };
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
  for await (const chunk of piecesOfFile(file)) {
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
