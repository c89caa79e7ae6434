/** A line to a device, for as long as it has something to say. */
export interface DeviceLine {
  /** Resolves when the system has taken all bytes. Rejects when the device takes none for too long, or is gone. */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Resolves with the first byte from the device that is an answer; undefined when none comes in these milliseconds.
   * Bytes of other kinds are passed over.
   */
  read(milliseconds: number, isAnswer: (byte: number) => boolean): Promise<number | undefined>;
  /** Resolves when what was written has left, or cannot. Never rejects. */
  close(): Promise<void>;
}
