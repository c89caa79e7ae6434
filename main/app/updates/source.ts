import path from 'node:path';
import type { UpdateTrouble } from '../../../shared/update.ts';
import { inFolder, piecesOfFile } from '../../base/outside/outside-folder.ts';
import type { Published } from './check-manifest.ts';
import { manifestBytesAtMost, manifestName, signatureName } from './manifest.ts';

/** The bytes of a file, from a position on. */
export interface Opened {
  /** The position at which the bytes begin: 0 if the source can only begin there. */
  readonly from: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** A source with a manifest and the files that it names. */
export interface Source {
  manifest(signal?: AbortSignal): Promise<Published | UpdateTrouble>;
  /** Opens a file that the manifest names. @throws an error of the network or the file system */
  open(name: string, from: number, signal?: AbortSignal): Promise<Opened | UpdateTrouble>;
}

/** The longest file of a signature: 64 bytes in Base64 are shorter. */
const signatureBytesAtMost = 200;

/** Makes a source from a folder, for instance on a stick or a share. */
export function folderSource(folder: string): Source {
  const read = (name: string, atMost: number): Promise<Buffer> =>
    inFolder(folder, {}, async (place) => (await place.read(name, atMost)) ?? absent(name));

  return {
    async manifest() {
      try {
        const bytes = await read(manifestName, manifestBytesAtMost);
        return { bytes, signature: (await read(signatureName, signatureBytesAtMost)).toString('latin1') };
      } catch (error) {
        if (error instanceof RangeError) return 'malformed';
        return isAbsent(error) ? 'missing' : 'unreachable';
      }
    },
    async open(name, from, signal) {
      const isThere = inFolder(folder, {}, async (place) => {
        const file = await place.open(name);
        await file?.close();
        return file !== undefined;
      });
      try {
        if (!(await isThere)) return 'missing';
      } catch (error) {
        return isAbsent(error) ? 'missing' : 'unreachable';
      }
      return { from, body: piecesOfFile(path.join(folder, name), from, signal) };
    },
  };
}

const absent = (name: string): never => {
  throw Object.assign(new Error(`${name}: no such file`), { syscall: 'open', code: 'ENOENT' });
};

const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The number of milliseconds in which the server must begin to answer. */
const answerWithin = 30_000;

/**
 * Makes a source from a server, whose files are under `<address>/<ring>/`. No redirect is followed, since proxies and
 * authorities are chosen for the address that was set.
 */
export function serverSource(address: string, ring: string, fetch: typeof globalThis.fetch): Source {
  const base = new URL(`${address.replace(/\/+$/, '')}/${ring}/`);

  async function ask(name: string, headers: Record<string, string>, signal?: AbortSignal): Promise<Response> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('no answer in time')), answerWithin);
    try {
      return await fetch(new URL(name, base), {
        redirect: 'manual',
        headers,
        signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
      });
    } finally {
      clearTimeout(timer);
    }
  }

  async function read(name: string, atMost: number, signal?: AbortSignal): Promise<Buffer | UpdateTrouble> {
    const answer = await ask(name, { 'cache-control': 'no-cache' }, signal);
    if (answer.status === 404) return discard(answer, 'missing');
    if (answer.status !== 200 || answer.body === null) return discard(answer, 'unreachable');
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of answer.body) {
      length += part.length;
      if (length > atMost) return 'malformed';
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  return {
    async manifest(signal) {
      try {
        const bytes = await read(manifestName, manifestBytesAtMost, signal);
        if (typeof bytes === 'string') return bytes;
        const signature = await read(signatureName, signatureBytesAtMost, signal);
        return typeof signature === 'string' ? signature : { bytes, signature: signature.toString('latin1') };
      } catch {
        return 'unreachable';
      }
    },
    async open(name, from, signal) {
      const headers = { 'accept-encoding': 'identity', ...(from > 0 && { range: `bytes=${from}-` }) };
      const answer = await ask(name, headers, signal);
      const { status, body } = answer;
      if (status === 404) return discard(answer, 'missing');
      if (status === 416) return { from: 0, body: await discard(answer, emptyBody()) };
      if (body === null || (status !== 200 && status !== 206)) return discard(answer, 'unreachable');
      if (status === 200) return { from: 0, body };
      const begins = /^bytes (\d+)-/.exec(answer.headers.get('content-range') ?? '')?.[1];
      return Number(begins) === from ? { from, body } : discard(answer, 'unreachable');
    },
  };
}

/** Releases the connection of an answer whose body nobody reads. */
async function discard<T>(answer: Response, result: T): Promise<T> {
  await answer.body?.cancel().catch(() => undefined);
  return result;
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {
  // The source has nothing after the existing part, so the caller begins again.
}
