import type { Halalas } from '../../../../shared/values/money.ts';

export interface CardRequest {
  /** The till's own id: the card terminal never charges twice for it. */
  readonly id: string;
  readonly amount: Halalas;
  readonly currency: string;
}

export interface RefundRequest extends CardRequest {
  /** The card terminal's reference for the payment that is refunded, if it is known. */
  readonly purchase?: string | undefined;
}

/** The answer of a card terminal, in its own words; `pending` while it waits for the customer. */
export type CardAnswer =
  | { readonly state: 'pending' }
  | {
      readonly state: 'approved';
      /** The amount and currency that were taken or refunded; they may differ from those requested. */
      readonly taken: Halalas;
      readonly currency: string;
      readonly reference?: string | undefined;
      readonly approvalCode?: string | undefined;
      readonly lastFour?: string | undefined;
      readonly scheme?: string | undefined;
    }
  | { readonly state: 'declined' | 'cancelled'; readonly says?: string | undefined };

/** The card terminal could not be reached: it received no request, and nothing was charged. */
export class NotAsked extends Error {}

/**
 * The interface to a card terminal of any maker. If a call rejects with anything but `NotAsked`, the answer is lost;
 * `status` then says how the payment ended.
 */
export interface CardTerminal {
  /** The name of the card terminal, which is stored with each payment. */
  readonly name: string;
  /** Requests a payment and resolves with its outcome. @throws NotAsked */
  ask(request: CardRequest): Promise<CardAnswer>;
  /** Requests a refund to a card, and resolves with its outcome. @throws NotAsked */
  refund(request: RefundRequest): Promise<CardAnswer>;
  /**
   * Returns the outcome of a payment or a refund. If the card terminal has never seen it, it is reported as cancelled,
   * and refused if the request arrives later.
   */
  status(id: string): Promise<CardAnswer>;
  /** Cancels a payment or a refund unless its outcome is known, and returns the outcome as `status` does. */
  cancel(id: string): Promise<CardAnswer>;
}
