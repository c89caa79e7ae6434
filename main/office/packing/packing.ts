import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/*
 * Packs documents of a chain. They resemble each other: the same certificate, seller and form. So one in hundreds is
 * stored whole, and those after it by what differs from it, which is an eighth.
 */

/**
 * The number of counters between a whole document and those that are packed by it: it costs a hundredth of their bytes,
 * and damage to it reaches no further.
 */
const reach = 500;

/** The most bytes of a document that others are packed by: reading it again with each of them must cost little. */
const mostBytes = 64 * 1024;

/** A document that is stored whole, by which others are packed. */
export interface Whole {
  readonly icv: number;
  readonly xml: Buffer;
}

/**
 * The counters of a chain's newest document, and of its newest copy of the authority, that are stored whole; null if there is
 * none.
 */
export interface Wholes {
  readonly body: number | null;
  readonly cleared: number | null;
}

/** A document as it is stored. */
export interface Packed {
  /** The counter of the whole document by which it is packed; null if it is whole itself. */
  readonly base: number | null;
  readonly bytes: Buffer;
}

/** Returns true if a document may be packed by the whole one with this counter. */
export const isInReach = (whole: number, icv: number): boolean => Math.abs(icv - whole) < reach;

/**
 * Packs documents of one chain in their order.
 * @param whole the newest one that is stored whole
 */
export function createPacker(whole: Whole | undefined) {
  let base = whole;
  return {
    pack(icv: number, xml: Buffer): Packed {
      if (base !== undefined && isInReach(base.icv, icv))
        return { base: base.icv, bytes: compress(xml, base.xml) };
      if (xml.length <= mostBytes) base = { icv, xml };
      return { base: null, bytes: compress(xml) };
    },
    /** The counter of the newest document that is stored whole; null if there is none. */
    get whole(): number | null {
      return base?.icv ?? null;
    },
  };
}

/**
 * A buffer for a usual document, and stating its size beforehand, make packing a third faster. The checksum tells bytes
 * that were packed by another document.
 */
const compress = (xml: Buffer, dictionary?: Buffer): Buffer =>
  zstdCompressSync(xml, {
    pledgedSrcSize: xml.length,
    chunkSize: 8192,
    dictionary,
    params: { [constants.ZSTD_c_checksumFlag]: 1 },
  });

/**
 * Returns a document's bytes.
 * @param whole the stored bytes of the document by which it is packed; null if it is whole itself
 * @throws Error for damaged bytes, and where `whole` is missing or another one
 */
export function unpack(bytes: Uint8Array, whole: Uint8Array | null): Buffer {
  if (whole === null) return zstdDecompressSync(bytes);
  return zstdDecompressSync(bytes, { dictionary: zstdDecompressSync(whole) });
}

/** Joins the whole documents by which those in a table are packed, as `<alias>_whole`. */
export const joinWhole = (table: 'body' | 'cleared', alias: string): string =>
  `LEFT JOIN ${table} AS ${alias}_whole ON ${alias}_whole.bucket = ${alias}.bucket
       AND ${alias}_whole.device = ${alias}.device AND ${alias}_whole.generation = ${alias}.generation
       AND ${alias}_whole.icv = ${alias}.base`;
