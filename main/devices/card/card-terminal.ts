import type { Halalas } from '../../../shared/money.ts';

/** The request for a payment at a card terminal. */
export interface CardRequest {
  /** The till's own id: the card terminal never charges twice for it. */
  readonly id: string;
  readonly amount: Halalas;
  readonly currency: string;
}

/** The request for a refund, under an id of its own. */
export interface RefundRequest extends CardRequest {
  /** The card terminal's reference of the payment that is given back, if it is known. */
  readonly purchase?: string | undefined;
}

/** The answer of a card terminal, in its own words; `pending` while the customer has the card. */
export type CardAnswer =
  | { readonly state: 'pending' }
  | {
      readonly state: 'approved';
      /** The amount and currency that it took, or gave back; they may differ from those asked for. */
      readonly taken: Halalas;
      readonly currency: string;
      readonly reference?: string | undefined;
      readonly approvalCode?: string | undefined;
      /** The last four digits of the card. */
      readonly lastFour?: string | undefined;
      readonly scheme?: string | undefined;
    }
  | { readonly state: 'declined' | 'cancelled'; readonly says?: string | undefined };

/** The card terminal could not be reached: it received no question, and nothing was charged. */
export class NotAsked extends Error {}

/**
 * The port to a card terminal of any maker. A rejection other than `NotAsked` means that the answer is lost; `status`
 * then says how the payment ended.
 */
export interface CardTerminal {
  /** The name by which a payment remembers whom it was asked of. */
  readonly name: string;
  /** Asks for a payment and resolves with its end. @throws NotAsked */
  ask(request: CardRequest): Promise<CardAnswer>;
  /** Asks for money to be given back to a card, and resolves with its end. @throws NotAsked */
  refund(request: RefundRequest): Promise<CardAnswer>;
  /**
   * Returns the outcome of a payment or a refund. One that the card terminal has never seen is reported as cancelled,
   * and is refused if the request arrives later after all.
   */
  status(id: string): Promise<CardAnswer>;
  /** Cancels a payment or a refund unless its outcome is known, and answers like `status`. */
  cancel(id: string): Promise<CardAnswer>;
}
