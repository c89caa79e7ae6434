import type { CommandOutput, CommandParsed } from '../../../shared/contract/index.ts';
import { fail } from '../../../shared/failure.ts';
import { devicesSetting, triedPrinterSetting } from '../../../shared/stored/settings/terminal.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import type { Settings } from '../../base/platform/settings.ts';
import { testPageHtml } from '../../document/paper/test-page.ts';
import type { ReceiptPaper } from './paper.ts';
import type { TillDevices } from './till-devices.ts';
import { printerId } from './tried-printer.ts';

export interface TestPagesOptions {
  readonly settings: Settings;
  readonly clock: Pick<Clock, 'now'>;
}

/** Prints test pages, and remembers the receipt printer that printed one. */
export function createTestPages({ settings, clock }: TestPagesOptions) {
  const page = (paper: CommandParsed<'receipt.printTest'>['paper']) => {
    const { date, time } = riyadhDateTime(clock.now());
    return testPageHtml({ paper, at: `${date} ${time}` });
  };

  return {
    /** Prints on a printer that may become the receipt printer. @throws FailureError as `printOn` */
    async onTill(
      { printer, paper, cut }: CommandParsed<'device.tryPrinter'>,
      { printOn }: Pick<TillDevices, 'printOn'>,
    ): Promise<void> {
      await printOn(printer, page(paper), { paper, cut, isNew: true });
      settings.write(triedPrinterSetting, printerId(printer, undefined));
    },
    /** Prints on a printer for one use, such as labels. @throws FailureError `print-failed` without a window */
    async onOwn(
      { name, paper, ...ownPrinter }: CommandParsed<'device.tryOwnPrinter'>,
      devices: Pick<TillDevices, 'printer'>,
    ): Promise<void> {
      const printer = devices.printer ?? fail('print-failed', { detail: { why: 'no window' } });
      await printer.print(page(paper), { paper, printer: name, ownPrinter, isNew: true });
    },
    /** Prints on the printer of the receipts' settings, or returns the page to the screen that asked. */
    async onReceipts(
      by: CommandParsed<'receipt.printTest'>,
      { print }: Pick<ReceiptPaper, 'print'>,
    ): Promise<CommandOutput<'receipt.print'>> {
      const printed = await print(page(by.paper), { ...by, isNew: true });
      // If the page itself prints, nothing here knows if that succeeded.
      if (printed.by === 'terminal')
        settings.write(triedPrinterSetting, printerId(settings.read(devicesSetting).printer, by.printer));
      return printed;
    },
  };
}
