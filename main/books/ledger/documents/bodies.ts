import { deflateSync, inflateSync } from 'node:zlib';
import type { Sale } from '../../../../shared/sale/sale.ts';
import type { Database } from '../database/database.ts';
import { damaged, unlessDamaged } from './damage.ts';

/*
 * Documents of one till are almost alike: certificate, seller and form repeat in each, and often the articles too. So
 * of every `blockSize` documents the first is the dictionary of the others, which then take a twentieth of their size.
 * A dictionary is as safe as the document that it is: in the chain, in every backup, and protected by its hash. Each
 * text has a checksum of itself and of its dictionary, and begins with the counter of its document. So an altered
 * dictionary, or the text of another document in this one's place, is noticed and never gives other bytes.
 */

/** The number of documents with one dictionary: of so many, the damage of one makes the others unreadable. */
const blockSize = 100;
/** The dictionary is the beginning of a document, as much as deflate can look back. */
const dictionaryLength = 32_000;
/** The number of decompressed dictionaries that are kept in memory. */
const keptDictionaries = 4;

/** A document's XML or sale as it is stored. */
export type Packed = Buffer;

interface Body<T> {
  readonly xml: T;
  readonly sale: T;
}

/** The texts of documents, compressed. */
export type Bodies = ReturnType<typeof createBodies>;

const made = new WeakMap<Database, Bodies>();

/** Returns the texts of a database, which all its readers share with the dictionaries in memory. */
export function bodiesOf(database: Database): Bodies {
  const before = made.get(database);
  if (before !== undefined) return before;
  const bodies = createBodies(database);
  made.set(database, bodies);
  return bodies;
}

function createBodies(database: Database) {
  const selectOf = (text: keyof Body<Packed>) =>
    database.prepare<[number], Packed>(`SELECT ${text} FROM body WHERE icv = ?`).pluck();
  const selectText = { xml: selectOf('xml'), sale: selectOf('sale') };
  const insert = database.prepare<[number, Packed, Packed]>(
    'INSERT INTO body (icv, xml, sale) VALUES (?, ?, ?)',
  );
  const beginnings = { xml: keepBeginnings(), sale: keepBeginnings() };

  /** Returns what a text of a document rests on; undefined for the first of a block, which is stored alone. */
  function dictionaryFor(icv: number, text: keyof Body<Packed>): Buffer | undefined {
    const first = firstOfBlock(icv);
    return first === icv ? undefined : beginnings[text](first, selectText[text].get(first) ?? damaged(first));
  }
  const unpackText = (icv: number, packed: Packed | null, text: keyof Body<Packed>) =>
    packed === null
      ? damaged(icv)
      : unpack(packed, icv, needsDictionary(packed) ? dictionaryFor(icv, text) : undefined);
  const unpackXml = (icv: number, packed: Packed | null) => unpackText(icv, packed, 'xml');
  const saleOf = (icv: number, packed: Packed | null): Sale =>
    JSON.parse(unpackText(icv, packed, 'sale').toString());

  return {
    ...createClearedCopies(database),
    /** Stores the texts of a new document. Runs within the transaction that issues it. */
    insert(icv: number, xml: Buffer, sale: string): void {
      const packText = (whole: Buffer, text: keyof Body<Packed>) =>
        pack(
          icv,
          whole,
          orNothing(() => dictionaryFor(icv, text)),
        );
      insert.run(icv, packText(xml, 'xml'), packText(Buffer.from(sale), 'sale'));
    },
    /**
     * Returns the document byte for byte; undefined when there is none.
     * @throws FailureError `document-damaged` as all readers here
     */
    xml: (icv: number): Buffer | undefined => {
      const packed = selectText.xml.get(icv);
      return packed && unpackXml(icv, packed);
    },
    /** Returns the document; undefined when it is damaged or missing. */
    xmlUnlessDamaged: (icv: number): Buffer | undefined => {
      const packed = selectText.xml.get(icv);
      return packed && orNothing(() => unpackXml(icv, packed));
    },
    /** Returns both texts of a document. */
    textsOf: (icv: number): { xml: Buffer; sale: string } => ({
      xml: unpackXml(icv, selectText.xml.get(icv) ?? null),
      sale: unpackText(icv, selectText.sale.get(icv) ?? null, 'sale').toString(),
    }),
    /** Returns the document of a row of `body`; null where the row is missing. */
    xmlOf: unpackXml,
    /** Returns the sale of a row of `body`; rows are written by this program alone, so it is not checked again. */
    saleOf,
    /** Returns the sale as `saleOf` does; undefined when it is damaged, for what only helps to find documents. */
    saleUnlessDamaged: (icv: number, packed: Packed | null): Sale | undefined =>
      orNothing(() => saleOf(icv, packed)),
  };
}

/** The authority's own copies. They come in any order, so the first that came of a block is its dictionary. */
function createClearedCopies(database: Database) {
  const insert = database.prepare<[number, number | null, Packed]>(
    'INSERT INTO cleared_document (icv, base, xml) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const selectBase = database
    .prepare<[number, number], number | null>(
      'SELECT min(icv) FROM cleared_document WHERE icv BETWEEN ? AND ? AND base IS NULL',
    )
    .pluck();
  const select = database.prepare<[number], { base: number | null; xml: Packed }>(
    'SELECT base, xml FROM cleared_document WHERE icv = ?',
  );
  const beginningOf = keepBeginnings();
  const dictionaryOf = (base: number | null): Buffer | undefined =>
    base === null ? undefined : beginningOf(base, (select.get(base) ?? damaged(base)).xml);
  const unpackCopy = (icv: number, packed: Packed, base: number | null) =>
    unpack(packed, icv, dictionaryOf(base));

  return {
    /** Stores the authority's own copy, once. Runs within the caller's transaction. */
    insertCleared(icv: number, xml: Buffer): void {
      const first = firstOfBlock(icv);
      const base = selectBase.get(first, first + blockSize - 1) ?? null;
      const dictionary = orNothing(() => dictionaryOf(base));
      insert.run(icv, dictionary === undefined ? null : base, pack(icv, xml, dictionary));
    },
    /** Returns the authority's own copy byte for byte; undefined when there is none. */
    clearedXml: (icv: number): Buffer | undefined => {
      const row = select.get(icv);
      return row && unpackCopy(icv, row.xml, row.base);
    },
    /** Returns the copy of a row of `cleared_document`. */
    clearedXmlOf: unpackCopy,
  };
}

/** The least number of bytes that zlib accepts for a part of its output. */
const leastChunk = 64;

const firstOfBlock = (icv: number): number => icv - ((icv - 1) % blockSize);

/** The counter before a stored text, four bytes. */
const placeLength = 4;

/** Compresses a text, and proves that it can be read again: what is issued cannot be issued a second time. */
function pack(icv: number, text: Buffer, dictionary?: Buffer): Packed {
  const place = Buffer.alloc(placeLength);
  place.writeUInt32BE(icv);
  const whole = Buffer.concat([place, text]);
  // A higher level would take a tenth of a millisecond more for a twentieth of the bytes.
  const packed = deflateSync(whole, { level: 6, ...(dictionary && { dictionary }) });
  const chunkSize = Math.max(whole.length, leastChunk);
  if (!inflateSync(packed, { chunkSize, ...(dictionary && { dictionary }) }).equals(whole))
    throw new Error('a text was not stored as it is');
  return packed;
}

function unpack(packed: Packed, icv: number, dictionary?: Buffer): Buffer {
  try {
    const whole = inflateSync(packed, dictionary && { dictionary });
    return whole.readUInt32BE(0) === icv ? whole.subarray(placeLength) : damaged(icv);
  } catch {
    return damaged(icv);
  }
}

/** Returns true if the text was compressed with a dictionary; the second byte says so (RFC 1950, FDICT). */
const needsDictionary = (packed: Packed): boolean => ((packed[1] ?? 0) & 0x20) !== 0;

/**
 * A sale does not fail because of a damaged document: what is issued after a damaged dictionary is stored alone, and
 * what is damaged cannot be found by its contents.
 */
const orNothing = <T>(read: () => T): T | undefined => unlessDamaged(read, () => undefined);

/**
 * Returns a function that gives the dictionary which a stored text is, and keeps the newest ones decompressed. A text is
 * compared with the kept one, because a transaction that was undone may have shown another one under its counter.
 */
function keepBeginnings() {
  const kept = new Map<number, { readonly packed: Packed; readonly beginning: Buffer }>();
  return (icv: number, packed: Packed): Buffer => {
    const before = kept.get(icv);
    if (before?.packed.equals(packed)) return before.beginning;
    const beginning = unpack(packed, icv).subarray(0, dictionaryLength);
    kept.set(icv, { packed, beginning });
    const [oldest] = kept.keys();
    if (kept.size > keptDictionaries && oldest !== undefined) kept.delete(oldest);
    return beginning;
  };
}
