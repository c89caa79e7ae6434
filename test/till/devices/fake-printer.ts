import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** An image printed by the fake printer, one value for each dot: 0 black, 255 white. */
export interface Printout {
  readonly width: number;
  readonly height: number;
  readonly luminance: Uint8ClampedArray;
}

export interface PrinterMood {
  /** Makes the printer answer no status request. */
  silent?: boolean;
  paperOut?: boolean;
  coverOpen?: boolean;
  /** After this many bands the paper ends, the connection breaks, or the printer stops answering. */
  after?: { readonly bands: number; readonly what: 'paperOut' | 'close' | 'hang' };
}

/** The printers that have answered, in memory. */
export function answeringPrinters(ids: readonly string[] = []) {
  let kept = [...ids];
  return {
    read: () => kept,
    write(changed: string[]) {
      kept = changed;
    },
  };
}

interface Band {
  readonly bytesPerRow: number;
  readonly rows: Uint8Array;
}

/**
 * A receipt printer with a cash drawer on a socket, which follows the manuals: it obeys ESC/POS commands in order and
 * counts each unknown byte.
 */
export async function openFakePrinter(mood: PrinterMood = {}) {
  const done: string[] = [];
  const bands: Band[] = [];
  const kicks: number[][] = [];
  let received: Uint8Array = new Uint8Array();
  let connections = 0;
  const sockets = new Set<Socket>();

  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    let bytes = Buffer.alloc(0);
    let paperOut = mood.paperOut ?? false;
    let isStopped = false;
    socket.on('error', () => undefined);
    const say = (byte: number) => {
      if (!mood.silent) socket.write(Uint8Array.of(byte));
    };
    const status = (kind: number) =>
      say(0b0001_0010 | (kind === 4 && paperOut ? 0x60 : 0) | offlineBits(kind, mood, paperOut));

    /** Executes the command at the beginning. Returns its length, or 0 while it is incomplete. */
    function obey(): number {
      const [first = 0, second = 0, third = 0] = bytes;
      if (first === 0x10 && second === 0x04) {
        if (bytes.length < 3) return 0;
        status(third);
        return 3;
      }
      if (isStopped) return bytes.length > 1 ? skipToRealTime(bytes) : 0;
      if (first === 0x1b && second === 0x40) return note('init', 2);
      if (first === 0x1b && second === 0x64) return bytes.length < 3 ? 0 : note(`feed ${third}`, 3);
      if (first === 0x1b && second === 0x70) {
        if (bytes.length < 5) return 0;
        kicks.push([...bytes.subarray(0, 5)]);
        return note('kick', 5);
      }
      if (first === 0x1d && second === 0x56)
        return bytes.length < 4 ? 0 : note(`cut ${third} ${bytes[3]}`, 4);
      if (first === 0x1d && second === 0x72) {
        if (bytes.length < 3) return 0;
        say(0);
        return note('asked when done', 3);
      }
      if (first === 0x1d && second === 0x76) return takeBand();
      return bytes.length < 2 ? 0 : note(`unknown ${first.toString(16)}`, 1);
    }

    function takeBand(): number {
      if (bytes.length < 8) return 0;
      const bytesPerRow = (bytes[4] ?? 0) + 256 * (bytes[5] ?? 0);
      const height = (bytes[6] ?? 0) + 256 * (bytes[7] ?? 0);
      const length = 8 + bytesPerRow * height;
      if (bytes.length < length) return 0;
      bands.push({ bytesPerRow, rows: Uint8Array.from(bytes.subarray(8, length)) });
      if (mood.after !== undefined && bands.length >= mood.after.bands) {
        if (mood.after.what === 'close') socket.destroy();
        if (mood.after.what === 'paperOut') paperOut = true;
        isStopped = true;
      }
      return note('band', length);
    }

    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      bytes = Buffer.concat([bytes, chunk]);
      if (isStopped && mood.after?.what === 'hang') return;
      for (let length = obey(); length > 0; length = obey()) {
        bytes = bytes.subarray(length);
        if (bytes.length === 0) break;
      }
    });
  });

  function note(what: string, length: number): number {
    done.push(what);
    return length;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  onTestFinished(close);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    connection: { by: 'network', host: '127.0.0.1', port } as const,
    mood,
    done,
    kicks,
    close,
    connections: () => connections,
    received: () => received,
    /** Returns the image on the paper. */
    printout: () => printoutOf(bands),
  };
}

const offlineBits = (kind: number, { coverOpen }: PrinterMood, paperOut: boolean): number =>
  kind === 2 ? (coverOpen ? 0x04 : 0) | (paperOut ? 0x20 : 0) : 0;

/** A stopped printer obeys only real-time commands. */
function skipToRealTime(bytes: Uint8Array): number {
  const at = bytes.findIndex((byte, index) => byte === 0x10 && bytes[index + 1] === 0x04);
  return at > 0 ? at : at === 0 ? 0 : bytes.length - 1;
}

/** Joins the bands of dots as they appear on paper. */
export function printoutOf(bands: readonly Band[]): Printout {
  const bytesPerRow = bands[0]?.bytesPerRow ?? 0;
  const rows = Buffer.concat(bands.map((band) => band.rows));
  const width = 8 * bytesPerRow;
  const height = bytesPerRow === 0 ? 0 : rows.length / bytesPerRow;
  const luminance = new Uint8ClampedArray(width * height).fill(255);
  for (const [index, byte] of rows.entries())
    for (let bit = 0; bit < 8; bit += 1) if (byte & (0x80 >> bit)) luminance[8 * index + bit] = 0;
  return { width, height, luminance };
}
