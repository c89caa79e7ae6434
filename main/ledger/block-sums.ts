import { type Database, withFailures } from './database.ts';
import type { DocumentSums, Range } from './filtered-documents.ts';

/** Sums of documents in a row, ready for any number of them: whole blocks are kept, the ends are added up. */
export interface BlockSums {
  /** Adds up at most this many further blocks. Returns how many: fewer means all that are full. */
  learn(blocks: number): number;
  /**
   * Returns the sums of a range by currency, of one person's documents or all; undefined while too many of them are in no
   * block yet.
   */
  sums(range: Range, by: string | undefined): DocumentSums[] | undefined;
}

/** Documents of a block; what is kept depends on it. */
const blockSize = 1_000;
/** Documents outside of blocks that are added up in some milliseconds. */
const scannedAtMost = 20_000;

const columns = `count(*) AS count, sum(CASE d.kind WHEN 'creditNote' THEN -d.payable ELSE d.payable END) AS total,
  sum(CASE d.kind WHEN 'creditNote' THEN d.payable ELSE 0 END) AS returned`;

/** @param size of a block; by default that of the ledger, whose kept sums have no other */
export function createBlockSums(database: Database, size = blockSize): BlockSums {
  const built = database.prepare<[], number>('SELECT coalesce(max(block) + 1, 0) FROM document_sum').pluck();
  const last = database.prepare<[], number>('SELECT coalesce(max(icv), 0) FROM document').pluck();
  const build = database.prepare<[{ block: number }]>(
    `INSERT INTO document_sum (block, actor, currency, count, total, returned)
     SELECT :block, coalesce(i.actor, ''), d.currency, ${columns}
     FROM document AS d INDEXED BY document_sums LEFT JOIN issued_by AS i USING (icv)
     WHERE d.icv BETWEEN :block * ${size} + 1 AND (:block + 1) * ${size} GROUP BY 2, 3`,
  );
  const ofAll = createAdding(database, { ofBlock: 'true', ofDocument: '', ofReplaced: '' });
  const ofPerson = createAdding(database, {
    ofBlock: 'actor = :by',
    ofDocument: 'CROSS JOIN issued_by AS i ON i.icv = d.icv AND i.actor = :by',
    // A list that has only one of the two has nothing to take off.
    ofReplaced: `AND r.replaces >= :first AND EXISTS (SELECT 1 FROM issued_by WHERE icv = r.icv AND actor = :by)
      AND EXISTS (SELECT 1 FROM issued_by WHERE icv = r.replaces AND actor = :by)`,
  });

  const learn = database.transaction((blocks: number): number => {
    const first = built.get() ?? 0;
    const until = Math.min(first + blocks, Math.floor((last.get() ?? 0) / size));
    for (let block = first; block < until; block += 1) build.run({ block });
    return Math.max(0, until - first);
  });

  return {
    learn: (blocks) =>
      withFailures(() => {
        const isBehind = Math.floor((last.get() ?? 0) / size) > (built.get() ?? 0);
        return database.readonly || !isBehind ? 0 : learn.immediate(blocks);
      }),
    sums: (range, by) =>
      withFailures(() => {
        const firstBlock = Math.ceil((range.first - 1) / size);
        const endBlock = Math.max(firstBlock, Math.min(Math.floor(range.last / size), built.get() ?? 0));
        const isEmpty = endBlock === firstBlock;
        const ends = isEmpty
          ? { untilFirst: range.last, fromLast: range.last + 1 }
          : { untilFirst: firstBlock * size, fromLast: endBlock * size + 1 };
        const scanned =
          Math.max(0, ends.untilFirst - range.first + 1) + Math.max(0, range.last - ends.fromLast + 1);
        if (scanned > scannedAtMost) return undefined;
        const parameters = { ...range, ...ends, firstBlock, endBlock };
        return by === undefined ? ofAll.all(parameters) : ofPerson.all({ ...parameters, by });
      }),
  };
}

interface Conditions {
  readonly ofBlock: string;
  readonly ofDocument: string;
  readonly ofReplaced: string;
}

function createAdding(database: Database, { ofBlock, ofDocument, ofReplaced }: Conditions) {
  const ofEnd = (from: string, until: string) => `
    SELECT d.currency, ${columns} FROM document AS d INDEXED BY document_sums ${ofDocument}
    WHERE d.icv BETWEEN ${from} AND ${until} GROUP BY d.currency`;
  return database.prepare<[object], DocumentSums>(
    `SELECT currency, sum(count) AS count, sum(total) AS total, sum(returned) AS returned FROM (
       SELECT currency, count, total, returned FROM document_sum
       WHERE block >= :firstBlock AND block < :endBlock AND ${ofBlock}
       UNION ALL ${ofEnd(':first', ':untilFirst')}
       UNION ALL ${ofEnd(':fromLast', ':last')}
       UNION ALL SELECT currency, -count, -total, -returned FROM (
         SELECT d.currency, ${columns}
         FROM reissue AS r CROSS JOIN document AS d INDEXED BY document_sums ON d.icv = r.replaces
         WHERE r.icv BETWEEN :first AND :last ${ofReplaced} GROUP BY d.currency))
     GROUP BY currency ORDER BY currency <> 'SAR', currency`,
  );
}
