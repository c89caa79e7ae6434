import type { FleetHead } from '../../../shared/fleet/feed.ts';
import type { KillPlan } from '../till-messages.ts';

/* Messages between the laboratory and its processes: one JSON object per line, orders on stdin, news on stdout. */

/** The start parameters of a till, in `KHATM_FLEET_TILL`. */
export interface TillStart {
  readonly folder: string;
  /** Offset of the till's clock from this machine's, in milliseconds. */
  readonly aheadMs: number;
  readonly killPlan?: KillPlan | undefined;
}

export type TillOrder =
  /** Sells; between two sales the till's clock moves on. */
  | { readonly do: 'sell'; readonly count: number; readonly stepMs: number }
  | { readonly do: 'enrol'; readonly address: string; readonly code: string }
  | { readonly do: 'clock'; readonly aheadMs: number }
  /** Without a plan the previous one ends. */
  | { readonly do: 'kill-plan'; readonly killPlan?: KillPlan | undefined }
  | { readonly do: 'head' };

export type TillNews =
  /** `refused`: the code for which it may issue nothing. `isAsked`: whether the office has answered before. */
  | { readonly is: 'ready'; readonly refused?: string | undefined; readonly isAsked: boolean }
  | { readonly is: 'enrolled' }
  | ({ readonly is: 'issued' } & Receipt)
  /** All of the sales are made, or the code for which the till issues nothing more. */
  | { readonly is: 'sold'; readonly refused?: string | undefined; readonly isAsked: boolean }
  | { readonly is: 'moved' | 'kill-planned' }
  | { readonly is: 'head'; readonly head: FleetHead; readonly found: string | undefined };

/** The customer's copy of a receipt. */
export interface Receipt {
  readonly icv: number;
  readonly hash: string;
}

/** The point at which a process of the office dies: one of the statements that it sends to the database. */
export interface OfficeKillPlan {
  /** Counted from 1 since the plan was set. */
  readonly nth: number;
  /** Before the statement is sent, or once it is done and nobody has heard of it. */
  readonly when: 'before' | 'after';
  /** `connection`: the process of the database that has the statement. */
  readonly dies: 'office' | 'database' | 'connection';
}

/** Each is answered by the line `taken`. */
export type OfficeOrder =
  /** Without a plan the previous one ends. */
  | { readonly do: 'kill-plan'; readonly killPlan?: OfficeKillPlan | undefined }
  | { readonly do: 'clock'; readonly aheadMs: number };
