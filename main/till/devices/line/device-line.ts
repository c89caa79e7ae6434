export interface DeviceLine {
  /** Resolves when the system has accepted all bytes. Rejects when the device accepts none for too long, or is gone. */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Resolves with the first byte from the device that is an answer, and skips other bytes; undefined if none arrives
   * within these milliseconds.
   */
  read(milliseconds: number, isAnswer: (byte: number) => boolean): Promise<number | undefined>;
  /**
   * Ends the writing. Resolves when everything written has been taken, as far as that can be known; rejects if the
   * device has closed the line.
   */
  sent(): Promise<void>;
  /** Resolves when everything written has been sent, or cannot be sent. Never rejects. */
  close(): Promise<void>;
}
