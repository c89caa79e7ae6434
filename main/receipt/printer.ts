/** The printers of this machine, where the terminal has a way to them. */
export interface ReceiptPrinter {
  /** Names as the system knows them. */
  list(): Promise<string[]>;
  /**
   * Prints a page that is complete in itself, without asking anybody.
   * @param printer the system's default where left out
   * @throws FailureError `print-failed`; `detail.why` has the system's words
   */
  print(html: string, printer?: string): Promise<void>;
}
