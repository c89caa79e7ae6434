import type { FeedHead } from '../../../shared/office/wire/feed.ts';
import type { KillPlan } from '../till/till-messages.ts';

/*
 * The messages between the laboratory and its processes: one JSON object per line, orders on stdin, reports on stdout.
 */

/** The start parameters of a till, in `KHATM_OFFICE_TILL`. */
export interface TillStart {
  readonly folder: string;
  /** The offset of the till's clock from this machine's, in milliseconds. */
  readonly aheadMs: number;
  /** Determines what the till leaves to chance. */
  readonly seed: string;
  readonly killPlan?: KillPlan | undefined;
}

export type TillOrder =
  /** Makes sales. The till's clock advances between two of them. */
  | { readonly do: 'sell'; readonly count: number; readonly stepMs: number }
  | { readonly do: 'enrol'; readonly address: string; readonly code: string }
  | { readonly do: 'clock'; readonly aheadMs: number }
  /** If no plan is given, the previous one ends. */
  | { readonly do: 'kill-plan'; readonly killPlan?: KillPlan | undefined }
  | { readonly do: 'head' };

export type TillMessage =
  /**
   * `refused` is the code of the reason why the till may issue nothing. `isAsked` is true when the office has answered
   * before.
   */
  | { readonly is: 'ready'; readonly refused?: string | undefined; readonly isAsked: boolean }
  | { readonly is: 'enrolled' }
  | ({ readonly is: 'issued' } & Receipt)
  /** All of the sales are made, or `refused` is the code of the reason why the till issues nothing more. */
  | { readonly is: 'sold'; readonly refused?: string | undefined; readonly isAsked: boolean }
  | { readonly is: 'moved' | 'kill-planned' }
  | { readonly is: 'head'; readonly head: FeedHead; readonly found: string | undefined };

/** The customer's copy of a receipt. */
export interface Receipt {
  readonly icv: number;
  readonly hash: string;
}

/** The point at which a process of the office dies: one of the statements that it sends to the database. */
export interface OfficeKillPlan {
  /** The number of the statement, from 1, since the plan was set. */
  readonly nth: number;
  /** The death comes before the statement is sent, or after it is done but before anybody knows. */
  readonly when: 'before' | 'after';
  /** `connection` is the process of the database that runs the statement. */
  readonly dies: 'office' | 'database' | 'connection';
}

/** An order; each is answered by the line `taken`. */
export type OfficeOrder =
  /** If no plan is given, the previous one ends. */
  | { readonly do: 'kill-plan'; readonly killPlan?: OfficeKillPlan | undefined }
  | { readonly do: 'clock'; readonly aheadMs: number };
