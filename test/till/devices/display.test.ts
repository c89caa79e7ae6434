import { createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { createCustomerDisplay } from '../../../main/till/devices/customer-display.ts';
import { displayBytes, displayLines, type Shown } from '../../../main/till/devices/display-text.ts';
import type { OpenLine } from '../../../main/till/devices/line/open-line.ts';
import { createLines } from '../../../main/till/devices/line/open-line.ts';
import type { Display } from '../../../shared/contract/till/devices.ts';
import { failing } from '../../books/ledger/support.ts';
import { anyCharacter } from '../../support/any-character.ts';

const words = { welcome: 'WELCOME', item: 'ITEM', total: 'TOTAL', change: 'CHANGE' };
const linesOf = (shown: Shown) => displayLines(shown, words);

/** A customer display on a socket. It follows the manuals of displays with Epson's commands. */
async function openFakeDisplay() {
  const texts: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const received: Buffer[] = [];
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('end', () => texts.push(shownBy(Buffer.concat(received))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const display: Display = { connection: { by: 'network', host: '127.0.0.1', port }, words };
  return { texts, display };
}

/** Obeys the commands in order, and returns both lines of the display. */
function shownBy(bytes: Buffer): string {
  const cells = [' '.repeat(20), ' '.repeat(20)].map((line) => [...line]);
  let [row, column] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const [byte = 0, next = 0] = bytes.subarray(at);
    if (byte === 0x1b && next === 0x40) at += 1;
    else if (byte === 0x1f && next === 0x01) at += 1;
    else if (byte === 0x1f && next === 0x24) {
      [column, row] = [(bytes[at + 2] ?? 0) - 1, (bytes[at + 3] ?? 0) - 1];
      at += 3;
    } else if (byte === 0x0c) for (const line of cells) line.fill(' ');
    else {
      const line = cells[row];
      if (byte < 0x20 || byte > 0x7e || line === undefined || column > 19)
        throw new Error(`byte ${byte} at ${at}`);
      line[column] = String.fromCharCode(byte);
      column += 1;
    }
  }
  return cells.map((line) => line.join('')).join('\n');
}

describe('the two lines for the customer', () => {
  it('have the item with its amount, the total, and the change', () => {
    expect(
      linesOf({ what: 'item', name: 'قهوة عربية | Arabic coffee', amount: 2_800, total: 4_353 }),
    ).toEqual(['Arabic coffee  28.00', 'TOTAL      43.53 SAR']);
    expect(linesOf({ what: 'item', name: 'قهوة', amount: 100, total: 100 })[0]).toBe('ITEM            1.00');
    expect(linesOf({ what: 'total', total: 123_456 })).toEqual(['TOTAL', '         1234.56 SAR']);
    expect(linesOf({ what: 'paid', total: 4_353, change: 647 })).toEqual([
      'TOTAL      43.53 SAR',
      'CHANGE      6.47 SAR',
    ]);
    expect(linesOf({ what: 'welcome' })).toEqual(['      WELCOME', '']);
  });

  it('are never longer than the display, and have no letter that it does not know', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000_000 });
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), amount, amount, (name, one, total) => {
        const lines = linesOf({ what: 'item', name, amount: one, total });
        for (const line of lines) expect(line).toMatch(/^[\x20-\x7e]{1,20}$/);
        expect(shownBy(Buffer.from(displayBytes(lines)))).toBe(
          lines.map((line) => line.padEnd(20)).join('\n'),
        );
      }),
    );
  });
});

describe('the display', () => {
  it('shows the newest text, and passes over those in between', async () => {
    const { texts, display } = await openFakeDisplay();
    const shown = createCustomerDisplay({ display: () => display, openLine: createLines(systemClock) });
    for (let total = 1; total <= 50; total += 1) shown.show({ what: 'total', total: 100 * total });
    await expect.poll(() => texts.at(-1)).toBe(`${'TOTAL'.padEnd(20)}\n${'50.00 SAR'.padStart(20)}`);
    expect(texts.length).toBeLessThan(5);
    await shown.welcome(display);
    await expect.poll(() => texts.at(-1)).toContain('WELCOME');
  });

  it('that is away or slow hinders nobody, and is shown the next text when it is back', async () => {
    const { texts, display } = await openFakeDisplay();
    let isAway = true;
    const open = createLines(systemClock);
    const openLine: OpenLine = (connection) =>
      isAway ? Promise.reject(new Error('away')) : open(connection);
    const shown = createCustomerDisplay({ display: () => display, openLine });
    shown.show({ what: 'total', total: 100 });
    await expect(shown.welcome(display)).rejects.toEqual(failing('display-failed'));
    isAway = false;
    shown.show({ what: 'total', total: 200 });
    await expect.poll(() => texts.at(-1)).toContain('2.00 SAR');
  });
});
