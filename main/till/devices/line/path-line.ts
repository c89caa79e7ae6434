import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { Connection } from '../../../../shared/contract/till/devices.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { DeviceLine } from './device-line.ts';
import { setSerialLine } from './serial-line.ts';
import { pauseOf, writeTimeoutMs } from './timing.ts';

type PathConnection = Extract<Connection, { by: 'path' }>;

/** The number of bytes written at a time, and milliseconds before a busy device is tried again. */
const atOnce = 4_096;
const pause = 20;

/** Opens a device by its path, which is read and written like a file. Rejects if the path is not a device. */
export async function openPathLine(
  connection: PathConnection,
  clock: Pick<Clock, 'after'>,
): Promise<DeviceLine> {
  const { canRead } = await checkDevice(connection.path);
  await setSerialLine(connection);
  const file = await open(connection.path, flagsOf(canRead));

  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length; at += atOnce)
        await writePart(file, bytes.subarray(at, at + atOnce), clock);
    },
    async read(milliseconds, isAnswer) {
      if (!canRead) return undefined;
      for (let waited = 0; waited < milliseconds; waited += pause) {
        const byte = (await readWhatIsThere(file)).find(isAnswer);
        if (byte !== undefined) return byte;
        await pauseOf(clock, pause);
      }
      return undefined;
    },
    // The system reports neither more nor less than each write did.
    sent: async () => undefined,
    close: () => file.close().catch(() => undefined),
  };
}

/** If the path was mistyped, or links to a file, no receipt may overwrite that file. */
async function checkDevice(path: string): Promise<{ canRead: boolean }> {
  // On Windows only names of devices begin like this, and reading one would block.
  if (path.startsWith('\\\\.\\')) return { canRead: false };
  const found = await stat(path);
  if (!found.isCharacterDevice() && !found.isFIFO()) throw new Error('not a device');
  return { canRead: found.isCharacterDevice() };
}

/** A device that is off or out of paper would block the write, so this tries again instead. It creates no file. */
function flagsOf(canRead: boolean): number {
  const { O_RDWR, O_WRONLY, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;
  return (canRead ? O_RDWR : O_WRONLY) | O_NONBLOCK | O_NOCTTY;
}

async function writePart(file: FileHandle, part: Uint8Array, clock: Pick<Clock, 'after'>): Promise<void> {
  let rest = part;
  for (let waited = 0; rest.length > 0; ) {
    const written = await file.write(rest).then(
      ({ bytesWritten }) => bytesWritten,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EAGAIN') return 0;
        throw error;
      },
    );
    rest = rest.subarray(written);
    if (written > 0) waited = 0;
    else if (waited >= writeTimeoutMs) throw new Error('the device takes no bytes');
    else {
      await pauseOf(clock, pause);
      waited += pause;
    }
  }
}

async function readWhatIsThere(file: FileHandle): Promise<number[]> {
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64);
    return [...buffer.subarray(0, bytesRead)];
  } catch {
    return []; // Nothing is connected, or the device does not answer at all.
  }
}
