import { deflateSync, inflateSync } from 'node:zlib';
import type BetterSqlite3 from 'better-sqlite3';

/*
 * Reads the texts of documents from a ledger's file, independently of the product: of every hundred documents the first is the
 * dictionary of the others, as far as its first 32,000 bytes. The counter stands before each text, in four bytes.
 */

/** Reads the XML of a document by its counter, and its dictionary. */
export function readBody(database: BetterSqlite3.Database, icv: number) {
  const select = database.prepare<[number], Buffer>('SELECT xml FROM body WHERE icv = ?').pluck();
  const stored = (counter: number): Buffer => {
    const packed = select.get(counter);
    if (packed === undefined) throw new Error(`document ${counter} has no body`);
    return packed;
  };
  const first = Math.floor((icv - 1) / 100) * 100 + 1;
  const dictionary = first === icv ? undefined : inflateSync(stored(first)).subarray(4, 32_004);
  const whole = inflateSync(stored(icv), dictionary && { dictionary });
  return { place: whole.subarray(0, 4), xml: whole.subarray(4), dictionary };
}

/** Replaces a document's XML in a database without guards, see `tamper`. */
export function changeBody(
  database: BetterSqlite3.Database,
  icv: number,
  change: (text: string) => string,
): void {
  const { place, xml, dictionary } = readBody(database, icv);
  const changed = Buffer.concat([place, Buffer.from(change(xml.toString('utf8')))]);
  const packed = deflateSync(changed, dictionary && { dictionary });
  database.prepare('UPDATE body SET xml = ? WHERE icv = ?').run(packed, icv);
}
