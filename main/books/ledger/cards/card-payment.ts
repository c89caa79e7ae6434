import {
  type cardSettlements,
  type cardStates,
  unresolvedCardStates,
} from '../../../../shared/contract/till/card.ts';
import type { Halalas } from '../../../../shared/values/money.ts';
import type { CardApproval } from '../../../document/invoice/card-approval.ts';

export type CardState = (typeof cardStates)[number];

/** A payment at a card terminal, recorded before the terminal is asked. */
export interface CardPayment extends CardApproval {
  readonly sale: string;
  /** The card terminal that was asked; only it can say how the payment ended. */
  readonly terminal: string;
  readonly amount: Halalas;
  readonly currency: string;
  readonly at: number;
  readonly changedAt: number;
  readonly state: CardState;
  readonly taken?: Halalas | undefined;
  readonly says?: string | undefined;
  /** The manager who stated the outcome, if the card terminal did not report it. */
  readonly endedBy?: string | undefined;
  /** The number of the document that used the payment. */
  readonly document?: string | undefined;
  readonly settlement?: (typeof cardSettlements)[number] | undefined;
  /** The sale id of a refund's credit note; if omitted, the customer pays. */
  readonly note?: string | undefined;
  /** The id of the payment to whose card a refund goes back, if known. */
  readonly purchase?: string | undefined;
}

export const isUnresolved = ({ state }: Pick<CardPayment, 'state'>) => unresolvedCardStates.includes(state);
