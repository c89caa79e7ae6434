/** A file for a person to save. */
export interface NamedFile {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** Returns a file as commands answer with it. */
export const fileAnswer = ({ fileName, bytes }: NamedFile) => ({
  fileName,
  base64: Buffer.from(bytes).toString('base64'),
});

/** Returns the bytes of a file that a screen sent. */
export const bytesOf = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'));
