export interface CardApproval {
  readonly id: string;
  readonly reference?: string | undefined;
  readonly approvalCode?: string | undefined;
  /** The last four digits of the card; no more of its number is stored. */
  readonly lastFour?: string | undefined;
  readonly scheme?: string | undefined;
}
