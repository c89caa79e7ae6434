import { appendFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { FailureError } from '../../shared/failure.ts';
import type { Ask } from './ask.ts';
import { pass } from './kill-points.ts';

/** One sale in this many comes before the drawer is opened by hand. */
const openEvery = 4;

/** The pulse of ESC/POS for a drawer. */
const pulse = Buffer.of(0x1b, 0x70);

/** The file beside a ledger with the pulses that its drawer got, one line for each. */
export const pulsesOf = (ledgerFile: string) => `${ledgerFile}.pulses`;

/**
 * A receipt printer with a drawer, for the life of the till. What its drawer got outlives the till.
 * @returns a function that opens the drawer after a sale as a manager does
 */
export async function connectDrawer(ledgerFile: string, ask: Ask): Promise<(sale: number) => Promise<void>> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      if (!bytes.includes(pulse)) return;
      appendFileSync(pulsesOf(ledgerFile), 'pulse\n');
      pass('drawer-pulsed');
    });
  });
  server.unref();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return async (sale) => {
    if (sale % openEvery !== 0) return;
    try {
      const { printer, ...settings } = await ask('device.settings', {});
      // Another till on this folder may have come with its own.
      if (printer.by !== 'network' || printer.port !== port)
        await ask('device.setSettings', {
          ...settings,
          printer: { by: 'network', host: '127.0.0.1', port },
          drawer: { use: 'byHand', pin: 2 },
        });
      await ask('drawer.open', { reason: 'Change' });
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
    }
  };
}
