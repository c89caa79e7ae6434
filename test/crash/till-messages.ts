import type { FlowKind } from '../../shared/contract/credentials.ts';

/* Messages between the laboratory and a till: one JSON object per line, orders on stdin, news on stdout. */

/** Points of its work at which a till can die or report. */
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
  /** die: SIGKILL to itself at exactly this point. tell: report and continue; the laboratory kills it shortly after. */
  readonly deed: 'die' | 'tell';
}

/** The till's start parameters, in `KHATM_TILL`. The passphrase is in `KHATM_PASSPHRASE`. */
export interface TillStart {
  readonly folder: string;
  /** The authority's address. */
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
  /** Sells from sale number `from` on, without end, with this many milliseconds between two. */
  | { readonly do: 'sell'; readonly from: number; readonly pauseMs: number }
  /** Keeps issuing replacements for rejected documents. */
  | { readonly do: 'correct' }
  /** Stops selling and correcting. */
  | { readonly do: 'rest' }
  | { readonly do: 'aim'; readonly aim: Aim }
  /** Starts or continues a credential flow. */
  | { readonly do: 'credential'; readonly kind: FlowKind; readonly otp: string }
  | { readonly do: 'backup'; readonly folder: string }
  /** A manager says that the clock is right, or that it is and the last document's time was wrong. */
  | { readonly do: 'clock'; readonly say: 'confirm' | 'correct' }
  /** Opens the terminal to other programs. */
  | {
      readonly do: 'open-integrations';
      /** The port of the API. */
      readonly port: number;
      /** The receiver of events. */
      readonly receiver: { readonly url: string; readonly secret: string };
      /** The secret that authenticates received events. */
      readonly officeSecret: string;
      readonly dropFolder: string;
      /** The file in which the client's id and secret are handed over, as JSON. */
      readonly clientFile: string;
    }
  /** Closes the terminal, says so, and ends. */
  | { readonly do: 'quit' }
  /** Reports when nothing waits any more; parked documents are sent by hand, and rejected ones corrected. */
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
  | { readonly is: 'integrations-open'; readonly certificate: string; readonly failure: string | undefined }
  /** `rejected`: and not corrected. */
  | { readonly is: 'drained'; readonly waiting: number; readonly parked: number; readonly rejected: number }
  | { readonly is: 'closed' }
  | { readonly is: 'failed'; readonly order: string; readonly code: string };

/** The customer's copy. */
export interface Receipt {
  readonly uuid: string;
  readonly hash: string;
  readonly icv: number;
  readonly number: string;
}
