import type { Paper, Printer } from '../../shared/contract/receipts.ts';

export interface PrintOptions {
  readonly paper: Paper;
  /** The system's default where left out. */
  readonly printer?: string | undefined;
}

/** The printers of this machine, where the terminal has a way to them. */
export interface ReceiptPrinter {
  list(): Promise<Printer[]>;
  /**
   * Prints a page that is complete in itself, without asking anybody.
   * @throws FailureError `printer-gone`; `print-failed`, whose `detail.why` has the system's words
   */
  print(html: string, options: PrintOptions): Promise<void>;
}
