/** A disagreement between documents that name each other and the law of corrections. */
export type BalanceFinding = {
  /** The counter of the newest document that it is about. */
  readonly number: number;
} & (
  | Excess
  /** `debits`: rejected debit notes with which it would fit. The ledger is as it was written; they are issued again. */
  | (Omit<Excess, 'what'> & { readonly what: 'rests-on-rejected'; readonly debits: readonly string[] })
  | {
      readonly what: 'pieces-too-many';
      readonly of: string;
      readonly by: readonly string[];
      /** The line of `of`, from 1. */
      readonly line: number;
      /** A decimal quantity. */
      readonly excess: string;
    }
  /** A note, a deduction or a document that was issued again differs from the document that it names. */
  | { readonly what: 'unlike'; readonly document: string; readonly of: string; readonly reason: string }
  /** A document of this terminal is named as another system's. */
  | {
      readonly what: 'own-as-other';
      readonly document: string;
      readonly named: string;
      readonly of: string;
    }
);

interface Excess {
  readonly what: 'taken-too-much';
  /** The numbers of the documents of which it was taken. */
  readonly of: readonly string[];
  /** The numbers of the notes and deductions that took it. */
  readonly by: readonly string[];
  /** A decimal amount in the documents' currency; of `vatInSar` in riyals. */
  readonly excess: string;
  /** `total`, `vatInSar`, or a VAT category and rate such as `S 15.00`. */
  readonly at: string;
}
