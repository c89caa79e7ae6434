import type { CommandOutput } from '../../../shared/contract/index.ts';
import type { PrintUse } from '../../../shared/contract/till/devices.ts';
import type { Paper, Printing } from '../../../shared/contract/till/receipts.ts';
import { FailureError, fail } from '../../../shared/failure.ts';
import type { ShopLines } from '../../../shared/shop-lines.ts';
import {
  devicesSetting,
  ownPrintersSetting,
  printingSetting,
  shopSetting,
} from '../../../shared/stored/settings/terminal.ts';
import type { Settings } from '../../base/platform/settings.ts';
import type { PrintOptions, ReceiptPrinter } from '../../document/paper/printer.ts';
import { printerId } from './tried-printer.ts';

/** Returns the printers that the settings name, by `printerId`. */
export const printersInUse = (settings: Settings): string[] => [
  printerId(settings.read(devicesSetting).printer, settings.read(printingSetting).printer),
  ...Object.values(settings.read(ownPrintersSetting)).map(({ printer, name }) => printerId(printer, name)),
];

export type ReceiptPaper = ReturnType<typeof createPaper>;

export interface PaperOptions {
  /** The settings of this machine, the same in every environment. */
  readonly settings: Settings;
  /** Omitted if the entry point has no printers: then the screen that asked prints. */
  readonly printer?: ReceiptPrinter | undefined;
  /** Returns true while training plays a printer without paper. */
  readonly isPaperOut?: (() => boolean) | undefined;
}

export function createPaper({ settings, printer, isPaperOut }: PaperOptions) {
  const ownFor = (use: PrintUse): PrintOptions | undefined => {
    const ownPrinter = settings.read(ownPrintersSetting)[use];
    return ownPrinter && { paper: ownPrinter.paper, printer: ownPrinter.name, ownPrinter };
  };

  /** Prints a page; if there are no printers, returns it to the screen that asked. */
  async function print(html: string, by: PrintOptions): Promise<CommandOutput<'receipt.print'>> {
    if (isPaperOut?.() === true) fail('print-failed', { detail: { why: 'practice' } });
    if (printer === undefined) return { by: 'page', html };
    await printer.print(html, by);
    return { by: 'terminal' };
  }

  return {
    /** False if the screen that asked prints. */
    hasPrinter: printer !== undefined,
    printing: (): Printing => settings.read(printingSetting),
    /** Returns the printer and the paper for one use: the printer chosen for it, or else the receipt printer. */
    printerFor: (use: PrintUse): PrintOptions => ownFor(use) ?? settings.read(printingSetting),
    shop: (): ShopLines => settings.read(shopSetting),
    print,
    /**
     * Prints a receipt, on the spare printer if the first one fails, for whatever reason: what a printer does not report
     * as printed is not. @param pageOf makes the page for a paper
     */
    async printReceipt(
      pageOf: (paper: Paper) => string,
      by: PrintOptions,
    ): Promise<CommandOutput<'receipt.print'>> {
      const page = pageOf(by.paper);
      try {
        return await print(page, by);
      } catch (error) {
        const spare = ownFor('spare');
        if (!(error instanceof FailureError) || spare === undefined) throw error;
        // The failure of the main printer says more than that of the spare one.
        await print(pageOf(spare.paper), spare).catch(() => Promise.reject(error));
        return { by: 'terminal', spare: true };
      }
    },
  };
}
