export interface NamedFile {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

export const fileAnswer = ({ fileName, bytes }: NamedFile) => ({
  fileName,
  base64: Buffer.from(bytes).toString('base64'),
});

export const bytesOf = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'));
