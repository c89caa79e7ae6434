export interface DeviceLine {
  /** Resolves when the system has accepted all bytes. Rejects when the device accepts none for too long, or is gone. */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Resolves with the first byte from the device that is an answer, and skips other bytes; undefined if none arrives
   * within these milliseconds.
   */
  read(milliseconds: number, isAnswer: (byte: number) => boolean): Promise<number | undefined>;
  /** Resolves when everything written has been sent, or cannot be sent. Never rejects. */
  close(): Promise<void>;
}
