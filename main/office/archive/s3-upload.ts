import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

/*
 * Uploads files with the checksum of each piece, and compares the stored result with the file. A large one is sent in
 * pieces; pieces from an earlier attempt are not sent again.
 */

/** A bucket; errors thrown by `ask` contain no part of a request. */
export interface Bucket {
  readonly name: string;
  ask<T>(what: string, send: (client: S3Client) => Promise<T>): Promise<T>;
}

/** Returns the version that has the file. Ends with the signal's reason between two pieces. */
export type Upload = (key: string, file: string, signal?: AbortSignal) => Promise<HeadObjectCommandOutput>;

/** The bytes of a piece; one is in memory at a time. S3 accepts 10,000 pieces, so a file may have 156 GiB. */
const pieceBytes = 16 * 1024 ** 2;

type Pieces = Awaited<ReturnType<typeof readPieces>>;

interface Piece {
  /** SHA-256, base64. */
  readonly checksum: string;
  /** The tag of a piece, in stores without a checksum: MD5, hex, in quotes. */
  readonly tag: string;
}

/** Makes the function that uploads a file and reads it back. @throws Error if the stored file differs afterwards */
export function createUpload(bucket: Bucket): Upload {
  return async (key, file, signal) => {
    const handle = await open(file, 'r');
    try {
      const pieces = await readPieces(handle);
      const before = await versionWith(bucket, key, pieces).catch(() => undefined);
      if (before !== undefined) return before;
      if (pieces.each.length > 1) await uploadPieces(bucket, key, { handle, pieces, signal });
      else await uploadWhole(bucket, key, handle, pieces);
      const sent = await versionWith(bucket, key, pieces);
      if (sent === undefined) throw new Error(`${key} is not in s3://${bucket.name} as it was sent`);
      return sent;
    } finally {
      await handle.close();
    }
  };
}

async function readPieces(handle: FileHandle) {
  const whole = createHash('sha256');
  const each: Piece[] = [];
  let bytes = 0;
  do {
    const piece = await readPiece(handle, each.length);
    whole.update(piece);
    const tag = `"${createHash('md5').update(piece).digest('hex')}"`;
    each.push({ checksum: sha256Of(piece), tag });
    bytes += piece.length;
  } while (bytes === each.length * pieceBytes);
  if (each.length > 1 && bytes === (each.length - 1) * pieceBytes) each.pop();
  return { bytes, sha256: whole.digest('hex'), each };
}

async function readPiece(handle: FileHandle, index: number): Promise<Buffer> {
  const piece = Buffer.alloc(pieceBytes);
  let length = 0;
  for (;;) {
    const position = index * pieceBytes + length;
    const { bytesRead } = await handle.read(piece, length, pieceBytes - length, position);
    length += bytesRead;
    if (bytesRead === 0 || length === pieceBytes) return piece.subarray(0, length);
  }
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64');

/**
 * Returns the checksum that S3 computes for a file: of its bytes, or of the checksums of its pieces, with their number.
 */
function checksumOf({ each }: Pieces): string {
  const [only] = each;
  if (only !== undefined && each.length === 1) return only.checksum;
  const checksums = each.map(({ checksum }) => Buffer.from(checksum, 'base64'));
  return `${sha256Of(Buffer.concat(checksums))}-${each.length}`;
}

/**
 * Returns the newest version if its content is the file's. If the store reports no checksum, or computes it in another
 * way, the version is read.
 */
async function versionWith(
  bucket: Bucket,
  key: string,
  pieces: Pieces,
): Promise<HeadObjectCommandOutput | undefined> {
  const at = { Bucket: bucket.name, Key: key };
  const found = await bucket.ask('HeadObject', (client) =>
    client.send(new HeadObjectCommand({ ...at, ChecksumMode: 'ENABLED' })),
  );
  if (found.ContentLength !== pieces.bytes) return undefined;
  if (found.ChecksumSHA256 === checksumOf(pieces)) return found;
  return (await digestOfVersion(bucket, key, found)) === pieces.sha256 ? found : undefined;
}

/** Reads a version; returns its SHA-256, hex. */
export async function digestOfVersion(
  bucket: Bucket,
  key: string,
  { VersionId }: Pick<HeadObjectCommandOutput, 'VersionId'>,
): Promise<string> {
  const { Body: body } = await bucket.ask('GetObject', (client) =>
    client.send(new GetObjectCommand({ Bucket: bucket.name, Key: key, VersionId })),
  );
  if (!(body instanceof Readable)) throw new Error('the store answered without a file');
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function uploadWhole(bucket: Bucket, key: string, handle: FileHandle, pieces: Pieces): Promise<void> {
  const body = await readPiece(handle, 0);
  await bucket.ask('PutObject', (client) =>
    client.send(
      new PutObjectCommand({
        Bucket: bucket.name,
        Key: key,
        Body: body,
        ContentLength: body.length,
        ChecksumSHA256: checksumOf(pieces),
      }),
    ),
  );
}

async function uploadPieces(
  bucket: Bucket,
  key: string,
  { handle, pieces, signal }: { handle: FileHandle; pieces: Pieces; signal: AbortSignal | undefined },
): Promise<void> {
  const { id, sent } = await beginUpload(bucket, key, pieces);
  const at = { Bucket: bucket.name, Key: key, UploadId: id };
  const parts: { PartNumber: number; ETag: string | undefined; ChecksumSHA256: string }[] = [];
  for (const [index, { checksum }] of pieces.each.entries()) {
    signal?.throwIfAborted();
    const number = index + 1;
    const tag =
      sent.get(number) ?? (await uploadPiece(bucket, at, number, await readPiece(handle, index), checksum));
    parts.push({ PartNumber: number, ETag: tag, ChecksumSHA256: checksum });
  }
  await bucket.ask('CompleteMultipartUpload', (client) =>
    client.send(new CompleteMultipartUploadCommand({ ...at, MultipartUpload: { Parts: parts } })),
  );
}

async function uploadPiece(
  bucket: Bucket,
  at: { Bucket: string; Key: string; UploadId: string },
  number: number,
  body: Buffer,
  checksum: string,
): Promise<string | undefined> {
  const { ETag: tag } = await bucket.ask('UploadPart', (client) =>
    client.send(
      new UploadPartCommand({
        ...at,
        PartNumber: number,
        Body: body,
        ContentLength: body.length,
        ChecksumSHA256: checksum,
      }),
    ),
  );
  return tag;
}

/** Continues an upload that was begun for the same file, with its pieces; others are aborted. */
async function beginUpload(
  bucket: Bucket,
  key: string,
  pieces: Pieces,
): Promise<{ id: string; sent: ReadonlyMap<number, string> }> {
  const at = { Bucket: bucket.name, Key: key };
  const { Uploads: uploads = [] } = await bucket.ask('ListMultipartUploads', (client) =>
    client.send(new ListMultipartUploadsCommand({ Bucket: bucket.name, Prefix: key })),
  );
  let begun: { id: string; sent: ReadonlyMap<number, string> } | undefined;
  for (const { UploadId: id } of uploads.filter((upload) => upload.Key === key)) {
    if (id === undefined) continue;
    const sent = begun === undefined ? await sentPieces(bucket, { ...at, UploadId: id }, pieces) : undefined;
    if (sent === undefined)
      await bucket.ask('AbortMultipartUpload', (client) =>
        client.send(new AbortMultipartUploadCommand({ ...at, UploadId: id })),
      );
    else begun = { id, sent };
  }
  if (begun !== undefined) return begun;
  const { UploadId: id } = await bucket.ask('CreateMultipartUpload', (client) =>
    client.send(new CreateMultipartUploadCommand({ ...at, ChecksumAlgorithm: 'SHA256' })),
  );
  if (id === undefined) throw new Error(`s3://${bucket.name}: an upload without a name`);
  return { id, sent: new Map() };
}

/** Returns the tags of the stored pieces; undefined if any belongs to another file. */
async function sentPieces(
  bucket: Bucket,
  at: { Bucket: string; Key: string; UploadId: string },
  pieces: Pieces,
): Promise<ReadonlyMap<number, string> | undefined> {
  const sent = new Map<number, string>();
  for (let after: string | undefined; ; ) {
    const page = await bucket.ask('ListParts', (client) =>
      client.send(new ListPartsCommand({ ...at, ...(after !== undefined && { PartNumberMarker: after }) })),
    );
    for (const { PartNumber: number = 0, ChecksumSHA256: checksum, ETag: tag } of page.Parts ?? []) {
      const piece = pieces.each[number - 1];
      const isOwn = checksum === undefined ? tag === piece?.tag : checksum === piece?.checksum;
      if (tag === undefined || piece === undefined || !isOwn) return undefined;
      sent.set(number, tag);
    }
    if (page.IsTruncated !== true) return sent;
    after = page.NextPartNumberMarker;
  }
}
