import type {
  Connection,
  Devices,
  DrawerPin,
  PrinterConnection,
} from '../../../shared/contract/till/devices.ts';
import type { Paper } from '../../../shared/contract/till/receipts.ts';
import { fail } from '../../../shared/failure.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { PrintOptions, ReceiptPrinter } from '../../document/paper/printer.ts';
import { type Pixels, toBitmap } from './escpos/bitmap.ts';
import { openDrawerBehind } from './escpos/open-drawer-behind.ts';
import { type PrinterMemory, printPicture } from './escpos/print-picture.ts';
import type { DeviceLine } from './line/device-line.ts';
import type { OpenLine } from './line/open-line.ts';
import { createPrinterQueue, type PrinterQueue } from './printer-queue.ts';
import { printerId } from './tried-printer.ts';

/**
 * Draws a page that is complete in itself, in the dots of a receipt printer, and returns it in parts from top to
 * bottom. The column without its white edges has the given width in dots.
 */
export type DrawPage = (html: string, dots: number) => Promise<readonly Pixels[]>;

/** Dots of the printed column: printers for rolls have eight to the millimetre. */
const columns: Readonly<Record<Paper, number>> = { roll80: 576, roll58: 384, a4: 576 };

export interface TillPrintOptions extends Pick<PrintOptions, 'paper' | 'canWait' | 'isNew'> {
  readonly cut: boolean;
}

/** The printers that have answered once, by their ids; kept, because a printer may hang while the program is off. */
export interface AnsweringPrinters {
  read(): readonly string[];
  write(ids: string[]): void;
}

/** The receipt printer of the till and the drawer that is plugged into it. */
export function createTillPrinter({
  system,
  draw,
  devices,
  openLine,
  clock,
  answering,
}: {
  /** The system's printers, if the entry point can use them. */
  readonly system: ReceiptPrinter | undefined;
  /** Omitted if the entry point has no window. */
  readonly draw: DrawPage | undefined;
  readonly devices: () => Devices;
  readonly openLine: OpenLine;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly answering: AnsweringPrinters;
}) {
  const lines = createPrinterLines(openLine, answering);

  /**
   * Prints a page on this printer.
   * @throws FailureError `printer-gone`, `printer-no-paper`, `printer-cover-open`, `print-cut-off`, `print-failed`
   */
  async function printOn(
    connection: Connection,
    html: string,
    { paper, cut, canWait = false, isNew = false }: TillPrintOptions,
  ): Promise<void> {
    const dots = columns[paper];
    const drawn = await (draw ?? fail('print-failed', { detail: { why: 'no window' } }))(html, dots);
    const picture = await toBitmap(drawn, dots);
    await lines.use(connection, canWait ? 'later' : 'first', async (line, memory) => {
      if (isNew) memory.answers = false;
      await printPicture(line, picture, { cut, clock, memory });
    });
  }

  return {
    printOn,
    /** Prints on the receipt printer that the settings name, or on the given one; undefined if nothing can print. */
    printer: system && {
      list: system.list,
      print(html: string, options: PrintOptions) {
        const { printer, cut } = options.ownPrinter ?? devices();
        return printer.by === 'system'
          ? system.print(html, options)
          : printOn(printer, html, { ...options, cut });
      },
    },
    /**
     * Sends the pulse that opens the drawer. Resolves if the printer has executed it, or at least accepted it.
     * @throws FailureError `drawer-failed`; its `detail.pulse` is `sent` if it may have opened all the same
     */
    async kick(printer: PrinterConnection, pin: DrawerPin) {
      // The system's printers take pages, not pulses.
      if (printer.by === 'system') fail('drawer-failed', { detail: { why: 'system printer' } });
      let isSent = false;
      const pulse = () =>
        lines.use(printer, 'first', (line, memory) => {
          isSent = true;
          return openDrawerBehind(line, pin, memory);
        });
      await pulse().catch((cause: unknown) =>
        fail('drawer-failed', { detail: { why: messageOf(cause), ...(isSent && { pulse: 'sent' }) } }, cause),
      );
    },
  };
}

/** The number of printers that are remembered: more than any till has. */
const mostKept = 20;

/**
 * Each printer has a queue of its own, so that none waits for another. Within it prints run one after the other: most
 * printers accept one connection, and a pulse must not interrupt a picture.
 */
function createPrinterLines(openLine: OpenLine, answering: AnsweringPrinters) {
  const queues = new Map<string, PrinterQueue>();

  const memoryOf = (id: string): PrinterMemory => ({
    get answers() {
      return answering.read().includes(id);
    },
    set answers(isSo) {
      if (isSo === answering.read().includes(id)) return;
      const others = answering.read().filter((other) => other !== id);
      answering.write(isSo ? [...others, id].slice(-mostKept) : others);
    },
  });

  async function withLine<T>(connection: Connection, work: (line: DeviceLine) => Promise<T>): Promise<T> {
    const line = await openLine(connection).catch((cause: unknown) =>
      fail('printer-gone', { detail: { why: messageOf(cause) } }, cause),
    );
    try {
      return await work(line);
    } finally {
      await line.close();
    }
  }

  return {
    use<T>(
      connection: Connection,
      when: Parameters<PrinterQueue['run']>[1],
      work: (line: DeviceLine, memory: PrinterMemory) => Promise<T>,
    ): Promise<T> {
      // The names of devices on a network are the same in any case.
      const id = printerId(connection, undefined).toLowerCase();
      const queue = queues.get(id) ?? createPrinterQueue();
      queues.set(id, queue);
      return queue.run(() => withLine(connection, (line) => work(line, memoryOf(id))), when);
    },
  };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown');
