import type { FlowKind } from '../../shared/contract/credentials.ts';

/* What the laboratory and a till say to each other: one JSON object a line, orders on stdin, news on stdout. */

/** Where in its work a till is to die, or to say that it is there. */
export const aimPoints = [
  'begun', // a transaction on the ledger is open and nothing is written
  'document', // a new document's row is written, and not committed
  'uncommitted', // all of a transaction is written, and not committed
  'committed', // a transaction is durable, and nobody knows yet
  'noting', // all of a transaction on the integrations' rows is written, and not committed
  'noted', // such a transaction is durable
  'migration', // a step of the ledger's form is taken, and not committed
  'checkpoint', // the write-ahead log is about to be moved into the file
  'written', // a file is whole beside the one it replaces
  'renamed', // it has taken that one's place
  'send', // a call to the authority is about to begin
  'sent', // it is under way
  'answered', // its answer's head is there
] as const;
export type AimPoint = (typeof aimPoints)[number];

export interface Aim {
  readonly point: AimPoint;
  /** Counted from now on, from 1. */
  readonly nth: number;
  /** die: SIGKILL to itself, at exactly this point. tell: say so and go on; whoever listens kills shortly after. */
  readonly deed: 'die' | 'tell';
}

/** What a till is told once, in `KHATM_TILL`. The passphrase comes by `KHATM_PASSPHRASE`. */
export interface TillStart {
  readonly folder: string;
  /** Of the authority. */
  readonly address: string;
  /** Tells this terminal from others at the authority. */
  readonly serial: string;
  /** Ahead of this machine's clock, milliseconds. */
  readonly aheadMs: number;
  readonly aim?: Aim | undefined;
}

/** Takes goods back of these documents, by credit notes that have sale numbers from `from` on. */
export interface TakeBack {
  readonly do: 'take-back';
  readonly uuids: readonly string[];
  readonly from: number;
  readonly seed: string;
}

export type TillOrder =
  | TakeBack
  /** Sells from sale number `from` on, without end, with so many milliseconds between two. */
  | { readonly do: 'sell'; readonly from: number; readonly pauseMs: number }
  /** Issues anew what the authority rejects, without end. */
  | { readonly do: 'correct' }
  /** Sells, and corrects, no more. */
  | { readonly do: 'rest' }
  | { readonly do: 'aim'; readonly aim: Aim }
  /** Begins a way to a credential, or goes on with it. */
  | { readonly do: 'credential'; readonly kind: FlowKind; readonly otp: string }
  | { readonly do: 'backup'; readonly folder: string }
  /** A manager says that the clock is right, or that it is and the last document's time was wrong. */
  | { readonly do: 'clock'; readonly say: 'confirm' | 'correct' }
  /** Opens the terminal to other programs. */
  | {
      readonly do: 'open-doors';
      /** Of the API. */
      readonly port: number;
      /** Where events go. */
      readonly receiver: { readonly url: string; readonly secret: string };
      /** By which events that come in are known. */
      readonly officeSecret: string;
      readonly dropFolder: string;
      /** Where the client's id and secret are handed over, as JSON. */
      readonly clientFile: string;
    }
  /** Closes the terminal, says so, and ends. */
  | { readonly do: 'quit' }
  /** Says so when nothing waits any more; what is parked is sent by hand, what was rejected is corrected. */
  | { readonly do: 'drain' };

export type TillNews =
  | { readonly is: 'opening' }
  | { readonly is: 'ready'; readonly state: string; readonly flow: FlowKind | undefined }
  | ({ readonly is: 'issued'; readonly sale: number } & Receipt)
  | ({ readonly is: 'corrected'; readonly rejected: string } & Receipt)
  | { readonly is: 'refused'; readonly sale: number; readonly code: string }
  | { readonly is: 'at'; readonly point: AimPoint }
  | {
      readonly is: 'credential';
      readonly state: string;
      readonly flow: FlowKind | undefined;
      readonly failure: string | undefined;
    }
  | { readonly is: 'clock-settled' }
  | { readonly is: 'backing-up' }
  | { readonly is: 'backed-up'; readonly file: string; readonly icv: number }
  | { readonly is: 'doors-open'; readonly certificate: string; readonly failure: string | undefined }
  /** `rejected`: and not corrected. */
  | { readonly is: 'drained'; readonly waiting: number; readonly parked: number; readonly rejected: number }
  | { readonly is: 'closed' }
  | { readonly is: 'failed'; readonly order: string; readonly code: string };

/** What the customer has in hand. */
export interface Receipt {
  readonly uuid: string;
  readonly hash: string;
  readonly icv: number;
  readonly number: string;
}
