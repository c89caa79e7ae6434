import type {
  Connection,
  Devices,
  DrawerPin,
  PrinterConnection,
} from '../../../shared/contract/till/devices.ts';
import type { Paper } from '../../../shared/contract/till/receipts.ts';
import { fail } from '../../../shared/failure.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { createSerialQueue } from '../../base/platform/serial-queue.ts';
import type { PrintOptions, ReceiptPrinter } from '../../document/paper/printer.ts';
import { type Pixels, toBitmap } from './escpos/bitmap.ts';
import { kick } from './escpos/commands.ts';
import { printPicture } from './escpos/print-picture.ts';
import type { DeviceLine } from './line/device-line.ts';
import type { OpenLine } from './line/open-line.ts';

/**
 * Draws a page that is complete in itself, in the dots of a receipt printer, and returns it in parts from top to
 * bottom. The column without its white edges has the given width in dots.
 */
export type DrawPage = (html: string, dots: number) => Promise<readonly Pixels[]>;

/** Dots of the printed column: printers for rolls have eight to the millimetre. */
const columns: Readonly<Record<Paper, number>> = { roll80: 576, roll58: 384, a4: 576 };

/** The receipt printer of the till and the drawer that is plugged into it. */
export function createTillPrinter({
  system,
  draw,
  devices,
  openLine,
  clock,
}: {
  /** The system's printers, if the entry point can use them. */
  readonly system: ReceiptPrinter | undefined;
  /** Omitted if the entry point has no window. */
  readonly draw: DrawPage | undefined;
  readonly devices: () => Devices;
  readonly openLine: OpenLine;
  readonly clock: Pick<Clock, 'monotonic'>;
}) {
  /** Prints run one after the other: most printers accept one connection, and a pulse must not interrupt a picture. */
  const queue = createSerialQueue();

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

  /**
   * Prints a page on this printer.
   * @throws FailureError `printer-gone`, `printer-no-paper`, `printer-cover-open`, `print-cut-off`, `print-failed`
   */
  async function printOn(
    connection: Connection,
    html: string,
    { paper, cut }: { paper: Paper; cut: boolean },
  ): Promise<void> {
    const dots = columns[paper];
    const drawn = await (draw ?? fail('print-failed', { detail: { why: 'no window' } }))(html, dots);
    const picture = await toBitmap(drawn, dots);
    await queue.run(() => withLine(connection, (line) => printPicture(line, picture, { cut, clock })));
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
          : printOn(printer, html, { paper: options.paper, cut });
      },
    },
    /** Sends the pulse that opens the drawer. @throws FailureError `drawer-failed` */
    async kick(printer: PrinterConnection, pin: DrawerPin) {
      // The system's printers take pages, not pulses.
      if (printer.by === 'system') fail('drawer-failed', { detail: { why: 'system printer' } });
      else
        await queue
          .run(() => withLine(printer, (line) => line.write(kick(pin))))
          .catch((cause: unknown) => fail('drawer-failed', { detail: { why: messageOf(cause) } }, cause));
    },
  };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown');
