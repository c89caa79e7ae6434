import { execFileSync } from 'node:child_process';
import { constants, mkdirSync, openSync, readSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { openPathLine } from '../../../main/till/devices/line/path-line.ts';
import { setSerialLine } from '../../../main/till/devices/line/serial-line.ts';
import { devicesSchema } from '../../../shared/contract/till/devices.ts';
import { testFolder } from '../../books/ledger/support.ts';

const device = (path: string) => ({ by: 'path', path, baud: 9_600 }) as const;
const isUnix = process.platform !== 'win32';

describe.skipIf(!isUnix)('a device with a path', () => {
  it('takes every byte, also when it is busy meanwhile', async () => {
    const path = join(testFolder(), 'printer');
    execFileSync('mkfifo', [path]);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const line = await openPathLine(device(path), systemClock);
    // This is more than the capacity of a pipe, so the rest waits until somebody reads.
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    let isWritten = false;
    const writing = line.write(bytes).then(() => {
      isWritten = true;
    });
    const received: Buffer[] = [];
    await expect
      .poll(() => {
        const part = Buffer.alloc(65_536);
        const count = tryRead(reader, part);
        received.push(part.subarray(0, count));
        return isWritten && count === 0;
      })
      .toBe(true);
    await writing;
    await line.close();
    expect(Buffer.concat(received).equals(bytes)).toBe(true);
    expect(await line.read(0, () => true)).toBeUndefined();
  });

  it('is refused when nobody is there, and when it is a file or a folder', async () => {
    const folder = testFolder();
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await expect(openPathLine(device(pipe), systemClock)).rejects.toThrow();
    const file = join(folder, 'ledger.db');
    writeFileSync(file, 'books');
    symlinkSync(file, join(folder, 'link'));
    mkdirSync(join(folder, 'folder'));
    for (const name of ['ledger.db', 'link', 'folder', 'missing'])
      await expect(openPathLine(device(join(folder, name)), systemClock)).rejects.toThrow();
    expect(statSync(file).size).toBe(5);
    expect(() => statSync(join(folder, 'missing'))).toThrow();
  });
});

const tryRead = (file: number, part: Buffer): number => {
  try {
    return readSync(file, part);
  } catch {
    return 0;
  }
};

describe('a serial line', () => {
  async function programsFor(platform: NodeJS.Platform, path: string): Promise<string[]> {
    const runs: string[] = [];
    await setSerialLine(
      { by: 'path', path, baud: 38_400 },
      { platform, run: async (program, args) => runs.push([program, ...args].join(' ')) },
    );
    return runs;
  }

  it('is set by the tool of each system, and USB is left alone', async () => {
    expect(await programsFor('linux', '/dev/ttyUSB0')).toEqual([
      'stty -F /dev/ttyUSB0 38400 raw -echo cs8 -parenb -cstopb clocal',
    ]);
    expect(await programsFor('darwin', '/dev/cu.usbserial-1')).toEqual([
      'stty -f /dev/cu.usbserial-1 38400 raw -echo cs8 -parenb -cstopb clocal',
    ]);
    expect(await programsFor('win32', '\\\\.\\COM3')).toEqual([
      'mode.com COM3: BAUD=38400 PARITY=N DATA=8 STOP=1',
    ]);
    expect(await programsFor('linux', '/dev/usb/lp0')).toEqual([]);
  });
});

it.each(['/etc/passwd', 'C:\\ledger.db', '/dev/../home/khatm/ledger.db', '\\\\server\\share', '-F /dev/tty'])(
  'the settings take no path such as %s',
  (path) => {
    const settings = { cut: true, drawer: { use: 'none', pin: 2 }, card: 'none' };
    expect(devicesSchema.safeParse({ ...settings, printer: { by: 'path', path } }).success).toBe(false);
  },
);
