import type { Database } from '../database/database.ts';
import { unlessDamaged } from '../documents/damage.ts';
import { createDocumentFacts } from '../documents/document-facts.ts';
import { createDocumentDigest } from '../documents/row-digest.ts';
import { isSameJson } from './same-json.ts';

export type DocumentFault =
  /** A document has no line, two lines, or one that disagrees with its rows. */
  | 'document-without-line'
  | 'document-twice'
  | 'document-differs'
  /** A line names a document that does not exist. */
  | 'line-without-document'
  /** A document cannot be read, so that what rests on it cannot be proved. */
  | 'document-damaged';

interface Place {
  readonly number: string;
  readonly hash: string;
  readonly dueAt: number;
  /** 1 when a manager said that it was issued at an earlier time than it states. */
  readonly isLater: 0 | 1;
}

/**
 * Compares documents with the lines that were written with them.
 * @param corrected takes a document whose time was corrected later, and the deadline with which it was issued
 */
export function createDocumentLines(
  database: Database,
  find: (what: DocumentFault, icv: number) => void,
  corrected: (icv: number, dueAt: number) => void,
) {
  const facts = createDocumentFacts(database);
  const digestOf = createDocumentDigest(database);
  const document = database.prepare<[number], Place>(
    `SELECT d.number, d.hash, s.due_at AS dueAt, w.icv IS NOT NULL AS isLater
     FROM document AS d LEFT JOIN submission AS s USING (icv) LEFT JOIN wrong_time AS w USING (icv) WHERE icv = ?`,
  );
  const allDocuments = database.prepare<[], number>('SELECT icv FROM document ORDER BY icv').pluck();
  const seen = new Set<number>();

  const digestNow = (icv: number, told: unknown) =>
    unlessDamaged(
      (): unknown => digestOf(icv),
      (number) => {
        find('document-damaged', number);
        return told;
      },
    );

  return {
    take(actor: string, detail: Readonly<Record<string, unknown>>): void {
      const icv = Number(detail.icv);
      const row = document.get(icv);
      if (row === undefined || seen.has(icv)) {
        find(row === undefined ? 'line-without-document' : 'document-twice', icv);
        return;
      }
      seen.add(icv);
      const { isLater, dueAt, ...named } = row;
      if (isLater === 1) corrected(icv, Number(detail.dueAt));
      const { kind, name, ...rest } = facts.issuedBy(icv);
      const paid = facts.payments(icv);
      // The card terminal's answer is in another line, so it is omitted here.
      const payments = paid.map(({ card: _, ...payment }) => payment);
      const cards = paid.flatMap(({ card }) => card?.id ?? []);
      const expected = {
        icv,
        ...named,
        by: kind,
        ...rest,
        payments,
        ...(cards.length > 0 && { cards }),
        // A correction of the time moves the deadline with it.
        dueAt: isLater === 1 ? detail.dueAt : dueAt,
        digest: digestNow(icv, detail.digest),
      };
      if (actor !== name || !isSameJson(detail, expected)) find('document-differs', icv);
    },
    end(): void {
      for (const icv of allDocuments.iterate()) if (!seen.has(icv)) find('document-without-line', icv);
    },
  };
}
