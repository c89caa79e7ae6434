/** The receiver's start parameters, in `KHATM_RECEIVER`. */
export interface ReceiverStart {
  readonly port: number;
  /** JSON of its key and certificate, PEM. */
  readonly identityFile: string;
  /** The file for its events, one JSON object per line. */
  readonly eventsFile: string;
  readonly seed: string;
  readonly secret: string;
}

/** A line on its stdin. */
export interface ReceiverOrder {
  /** The share of requests that fail. */
  readonly failing: number;
  /** The offset of its clock from this machine's, milliseconds. */
  readonly aheadMs: number;
}

/** A line of its file. */
export interface Recorded {
  /** X-Service-Delivery. */
  readonly delivery: string;
  readonly body: string;
  /** The reason it was refused. */
  readonly fault?: string;
}
