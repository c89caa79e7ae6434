/** The receiver's start parameters, in `KHATM_RECEIVER`. */
export interface ReceiverStart {
  readonly port: number;
  /** The file with the receiver's key and certificate, as JSON with PEM texts. */
  readonly identityFile: string;
  /** The file for received events, one JSON object per line. */
  readonly eventsFile: string;
  readonly seed: string;
  readonly secret: string;
}

/** One line on the receiver's stdin. */
export interface ReceiverOrder {
  /** The share of requests that fail. */
  readonly failing: number;
  /** The offset of the receiver's clock from this machine's, in milliseconds. */
  readonly aheadMs: number;
}

/** One line of the receiver's file. */
export interface Recorded {
  /** The value of the `X-Service-Delivery` header. */
  readonly delivery: string;
  readonly body: string;
  /** The reason for which the request was refused. */
  readonly fault?: string;
}
