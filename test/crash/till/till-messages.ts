import type { FlowKind } from '../../../shared/contract/terminal/credentials.ts';

/* The messages between the laboratory and a till: one JSON object per line, orders on stdin, reports on stdout. */

/** The points of a till's work at which it can die or report. */
export const killPoints = [
  'begun', // a transaction on the ledger is open and nothing is written
  'document', // a new document's row is written and not committed
  'body', // a new document's texts are written with an earlier document as dictionary, and not committed
  'dictionary', // the texts of a document that will be a dictionary are written and not committed
  'uncommitted', // all of a transaction is written and not committed
  'committed', // a transaction is durable, and no answer has been sent
  'noting', // a transaction on the integrations' database is written and not committed
  'noted', // a transaction on the integrations' database is durable
  'migration', // the schema of the ledger is written and not committed
  'checkpoint', // the write-ahead log is about to be moved into the database file
  'written', // a new file is complete beside the one it replaces
  'renamed', // the new file has replaced the old one
  'send', // a call to the authority is about to begin
  'sent', // a call to the authority is in progress
  'answered', // the head of the authority's answer has arrived
  'card-asked', // the request to the card terminal is written, but either not committed or not sent
  'card-charged', // the card terminal has charged the card, and the till does not know it yet
  'card-answered', // the answer of the card terminal is written, either uncommitted or durable
  'refund-asked', // the refund request is written, but either not committed or not sent
  'refund-given', // the card terminal has refunded the money, and the till does not know it yet
  'refund-answered', // the answer to the refund is written, either uncommitted or durable
  'refund-taken', // the credit note is linked to the refund, not committed
  'shift-opened', // a shift is open, but either not committed or not answered
  'cash-moved', // cash is paid in or out, or the drawer is handed over, but this is either not committed or not answered
  'basket-held', // a basket is on hold, but either not committed or not answered
  'basket-recalled', // a basket is recalled, but either not committed or not answered
  'shift-closed', // a shift has its closing report, but it is either not committed or not answered
  'drawer-asked', // the line of the audit log before the drawer opens is written, not committed
  'drawer-pulsed', // the drawer is open, and the line that records it is not written
  'people-proved', // the list of people is written with its proof, but either not committed or not answered
  'print-begun', // the printer has the beginning of a receipt
  'print-done', // a receipt is completely printed, and the line that records it is not written
] as const;
export type KillPoint = (typeof killPoints)[number];

export interface KillPlan {
  readonly point: KillPoint;
  /** The number of the passage at which the till acts, counted from 1 since the plan was set. */
  readonly nth: number;
  /**
   * `die` makes the till send SIGKILL to itself at exactly this point; `report` makes it report and continue, and the
   * laboratory kills it shortly after.
   */
  readonly effect: 'die' | 'report';
}

/** The till's start parameters, in `KHATM_TILL`. The passphrase is in `KHATM_PASSPHRASE`. */
export interface TillStart {
  readonly folder: string;
  /** The folder of what the printer has printed. */
  readonly printerFolder: string;
  /** The address of the authority. */
  readonly address: string;
  /** Distinguishes this terminal from others at the authority. */
  readonly serial: string;
  /** The offset of the till's clock from this machine's, in milliseconds. */
  readonly aheadMs: number;
  /** Determines what the till leaves to chance. */
  readonly seed: string;
  readonly killPlan?: KillPlan | undefined;
}

/** Takes goods back from these documents, by credit notes that have sale numbers from `from` on. */
export interface TakeBack {
  readonly do: 'take-back';
  readonly uuids: readonly string[];
  readonly from: number;
  readonly seed: string;
}

export type TillOrder =
  | TakeBack
  /** Sells from sale number `from` on until it is stopped. `pauseMs` is the wait between two sales. */
  | { readonly do: 'sell'; readonly from: number; readonly pauseMs: number }
  /** Keeps issuing replacements for rejected documents. */
  | { readonly do: 'correct' }
  /** Prints the receipt of a document, and reports it. */
  | { readonly do: 'print'; readonly uuid: string }
  /** Stops selling and correcting. */
  | { readonly do: 'rest' }
  | { readonly do: 'kill-plan'; readonly killPlan: KillPlan }
  /** Starts or continues a credential flow. */
  | { readonly do: 'credential'; readonly kind: FlowKind; readonly otp: string }
  | { readonly do: 'backup'; readonly folder: string }
  /** Confirms the clock as a manager would, or also corrects the last document's time. */
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
      /** The file in which the client's ID and secret are handed over, as JSON. */
      readonly clientFile: string;
    }
  /** Closes the terminal, reports it, and ends. */
  | { readonly do: 'quit' }
  /**
   * Reports when no document is waiting any more. Parked documents are sent by hand, and rejected ones are corrected.
   */
  | { readonly do: 'drain' };

export type TillMessage =
  | { readonly is: 'opening' }
  | { readonly is: 'ready'; readonly state: string; readonly flow: FlowKind | undefined }
  | ({ readonly is: 'issued'; readonly sale: number } & Receipt)
  | ({ readonly is: 'corrected'; readonly rejected: string } & Receipt)
  /** `why` lists the issues of invalid input. */
  | { readonly is: 'refused'; readonly sale: number; readonly code: string; readonly why?: string }
  | { readonly is: 'at'; readonly point: KillPoint }
  | ({ readonly is: 'worked' } & DrawerWork)
  | {
      readonly is: 'credential';
      readonly state: string;
      readonly flow: FlowKind | undefined;
      readonly failure: string | undefined;
    }
  | { readonly is: 'printed' }
  | { readonly is: 'clock-settled' }
  | { readonly is: 'backing-up' }
  | { readonly is: 'backed-up'; readonly file: string; readonly icv: number }
  | { readonly is: 'integrations-open'; readonly certificate: string; readonly failure: string | undefined }
  /** `rejected` counts the documents that are rejected and not corrected. */
  | { readonly is: 'drained'; readonly waiting: number; readonly parked: number; readonly rejected: number }
  | { readonly is: 'closed' }
  | { readonly is: 'failed'; readonly order: string; readonly code: string };

/** A step of a cashier other than a sale, which the till has answered. */
export interface DrawerWork {
  readonly work: 'opened' | 'moved' | 'held' | 'recalled' | 'closed';
  /** The ID of the request; for a closing, the number of the shift. */
  readonly id: string;
}

/** The customer's copy of a receipt. */
export interface Receipt {
  readonly uuid: string;
  readonly hash: string;
  readonly icv: number;
  readonly number: string;
}
