import type { OwnPrinter } from '../../../shared/contract/till/devices.ts';
import type { Paper, Printer } from '../../../shared/contract/till/receipts.ts';

export interface PrintOptions {
  readonly paper: Paper;
  /** The printer; by default the system's default printer. */
  readonly printer?: string | undefined;
  /** True for papers that no customer waits for, such as labels: receipts go first. */
  readonly canWait?: boolean | undefined;
  /** True for a test page: what is known of the printer does not count. */
  readonly isNew?: boolean | undefined;
  /** A printer other than the receipt printer; omitted for the receipt printer. */
  readonly ownPrinter?: Pick<OwnPrinter, 'printer' | 'cut'> | undefined;
}

export interface ReceiptPrinter {
  list(): Promise<Printer[]>;
  /**
   * Prints a page that is complete in itself, without a dialog.
   * @throws FailureError `printer-gone`; `print-failed`, whose `detail.why` has the system's message
   */
  print(html: string, options: PrintOptions): Promise<void>;
}
