export interface CardApproval {
  readonly id: string;
  readonly reference?: string | undefined;
  readonly approvalCode?: string | undefined;
  readonly lastFour?: string | undefined;
  readonly scheme?: string | undefined;
}
