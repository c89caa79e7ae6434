import { appendFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import type { DrawPage } from '../../../main/till/devices/till-printer.ts';
import { FailureError } from '../../../shared/failure.ts';
import type { Ask } from '../ask.ts';
import { pass } from '../kill-points.ts';

/** The drawer is opened by hand after every fourth sale, and the receipt is printed after every third. */
const openEvery = 4;
const printEvery = 3;

/**
 * The parts of ESC/POS that the printer knows: a drawer's pulse, the beginning and the end of a print, and status
 * requests.
 */
const pulse = Buffer.of(0x1b, 0x70);
const raster = Buffer.of(0x1d, 0x76, 0x30);
/** The number of bytes before the dots of an image. */
const rasterHead = 8;
const cut = Buffer.of(0x1d, 0x56);
const whenDone = Buffer.of(0x1d, 0x72);
const status = Buffer.of(0x10, 0x04);

/** The file with the pulses sent to the drawer, one line for each, in the folder of a shop's printer. */
export const pulsesOf = (printerFolder: string) => path.join(printerFolder, 'pulses');
/** The file with the prints, one line of JSON for each step, in the folder of a shop's printer. */
export const printsOf = (printerFolder: string) => path.join(printerFolder, 'prints');

/** A step of a print: how far the printer got, and what is on the paper. */
export interface PrintStep {
  readonly step: 'begun' | 'cut';
  readonly number: string;
  readonly copy: boolean;
}

/** The number of digits in a document's number; a flag for copies follows these. */
const digits = 6;
/** This is added to each digit, so that its byte is not a command. */
const asByte = 0x80;

/**
 * Replaces the window that draws pages. It draws an image whose first dots encode the document's number, so that the
 * printer knows which document it prints for any till.
 */
export const drawPage: DrawPage = async (html, dots) => {
  const number =
    /\bT1-(\d{6})\b/.exec(html.replaceAll(/<style>.*?<\/style>/gs, ''))?.[1] ?? '0'.repeat(digits);
  const text = `${number}${html.includes('نسخة') ? 1 : 0}`;
  const bgra = new Uint8Array(dots * 8 * 4).fill(255);
  for (const [place, digit] of [...text].entries())
    for (let bit = 0; bit < 8; bit += 1)
      if ((asByte + Number(digit)) & (0x80 >> bit))
        bgra.fill(0, 4 * (8 * place + bit), 4 * (8 * place + bit) + 3);
  return [{ width: dots, height: 8, bgra }];
};

/** Reads what `drawPage` encoded in an image. */
function paperOf(bytes: Uint8Array): Omit<PrintStep, 'step'> {
  const text = [...bytes].map((byte) => byte - asByte).join('');
  return { number: `T1-${text.slice(0, digits)}`, copy: text[digits] === '1' };
}

/** The work with the printer after a sale. */
export interface TillPrinting {
  /** Opens the drawer by hand, as a manager. */
  openDrawer(sale: number): Promise<void>;
  /** Prints the receipt of a document. */
  print(uuid: string): Promise<void>;
  /** Prints the document if its sale is to be printed. */
  printSale(sale: number, uuid: string): Promise<void>;
}

/**
 * A receipt printer with a drawer, which exists as long as the till does. The printed paper outlives the till.
 * @param printerFolder is not on the till's disk, because a full disk does not stop a real printer
 */
export async function connectPrinter(printerFolder: string, ask: Ask): Promise<TillPrinting> {
  const note = (step: PrintStep) => appendFileSync(printsOf(printerFolder), `${JSON.stringify(step)}\n`);
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    let paper: Omit<PrintStep, 'step'> | undefined;
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      if (bytes.includes(status)) socket.write(Uint8Array.of(0x12));
      if (bytes.includes(pulse)) {
        appendFileSync(pulsesOf(printerFolder), 'pulse\n');
        pass('drawer-pulsed');
      }
      const at = received.indexOf(raster);
      const dots = at === -1 ? undefined : received.subarray(at + rasterHead, at + rasterHead + digits + 1);
      if (paper === undefined && dots?.length === digits + 1) {
        paper = paperOf(dots);
        note({ step: 'begun', ...paper });
        pass('print-begun');
      }
      if (paper !== undefined && bytes.includes(cut)) {
        note({ step: 'cut', ...paper });
        pass('print-done');
      }
      if (bytes.includes(whenDone)) socket.write(Uint8Array.of(0));
    });
  });
  server.unref();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });

  /** Another till on this folder may have started with its own printer. */
  async function connect(): Promise<void> {
    const { printer, ...settings } = await ask('device.settings', {});
    if (printer.by === 'network' && printer.port === port) return;
    await ask('device.setSettings', {
      ...settings,
      printer: { by: 'network', host: '127.0.0.1', port },
      drawer: { use: 'byHand', pin: 2 },
    });
  }
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await connect();
      await work();
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
    }
  }
  const print = (uuid: string) => attempt(() => ask('receipt.print', { uuid }));

  return {
    print,
    printSale: async (sale, uuid) => {
      if (sale % printEvery === 0) await print(uuid);
    },
    openDrawer: async (sale) => {
      if (sale % openEvery === 0) await attempt(() => ask('drawer.open', { reason: 'Change' }));
    },
  };
}

/** Replaces the printers of the system, since the laboratory has none. */
export const systemPrinters = { list: async () => [], print: async () => {} };
