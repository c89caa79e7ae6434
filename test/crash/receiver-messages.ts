/** What the receiver is told once, in `KHATM_RECEIVER`. */
export interface ReceiverStart {
  readonly port: number;
  /** JSON of its key and certificate, PEM. */
  readonly identityFile: string;
  /** Where it writes down what it was told, one JSON object a line. */
  readonly eventsFile: string;
  readonly seed: string;
  readonly secret: string;
}

/** A line on its stdin. */
export interface ReceiverOrder {
  /** How often it fails, of 1. */
  readonly failing: number;
  /** How far its clock is ahead of this machine's, milliseconds. */
  readonly aheadMs: number;
}

/** A line of its file. */
export interface Recorded {
  /** X-Service-Delivery. */
  readonly delivery: string;
  readonly body: string;
  /** Why it was not taken. */
  readonly fault?: string;
}
