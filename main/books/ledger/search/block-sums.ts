import type { Database } from '../database/database.ts';
import type { Range } from './filter-sql.ts';
import type { AddedUp } from './list-sums.ts';

/** Limits the sums to the documents of a person, or the parts paid by a means; if omitted, all are included. */
export interface SumsOf {
  readonly by?: string | undefined;
  readonly means?: string | undefined;
}

/** The number of documents in a block; the stored sums depend on it. */
const blockSize = 1_000;
/** The number of documents outside blocks that can be added up in a few milliseconds. */
const scannedAtMost = 20_000;

const columns = `count(*) AS count, sum(CASE kind WHEN 'creditNote' THEN -amount ELSE amount END) AS total,
  sum(CASE kind WHEN 'creditNote' THEN amount ELSE 0 END) AS returned`;

/** A kind of sum: its table, and the values that it adds up. */
interface Summed {
  readonly table: string;
  /** The key columns other than the block and the currency. */
  readonly keys: string;
  /** Selects the rows to add up. @param which a condition on the counter */
  readonly rows: (which: string) => string;
}

const ofDocuments: Summed = {
  table: 'document_sum',
  keys: 'actor',
  rows: (which) => `
    SELECT currency, kind, payable AS amount, by_name AS actor FROM document WHERE icv ${which}`,
};

/** A part counts as unknown, and as zero, if any part of its document is unknown. */
const ofParts: Summed = {
  table: 'document_means_sum',
  keys: 'means, actor',
  rows: (which) => `
    SELECT d.currency, d.kind, p.amount, p.means, d.by_name AS actor
    FROM (SELECT icv, means,
        CASE WHEN EXISTS (SELECT 1 FROM payment AS u WHERE u.icv = w.icv AND u.amount IS NULL) THEN 0 ELSE sum(amount) END AS amount
      FROM payment AS w WHERE icv ${which} GROUP BY icv, means) AS p
      CROSS JOIN document AS d ON d.icv = p.icv`,
};

/**
 * Creates the sums of successive documents, fast for any number of them: the sums of whole blocks are stored, and only
 * the documents at both ends are added up each time.
 * @param size the size of a block; for the sums stored in a ledger only the default is possible
 */
export function createBlockSums(database: Database, size = blockSize) {
  const documents = createKeeper(database, ofDocuments, size);
  const parts = createKeeper(database, ofParts, size);
  const adding = new Map<string, ReturnType<typeof createAdding>>();

  function addingOf(of: SumsOf) {
    const filters = (['by', 'means'] as const).filter((one) => of[one] !== undefined);
    const statement = adding.get(filters.join());
    if (statement !== undefined) return statement;
    const made = createAdding(database, of.means === undefined ? ofDocuments : ofParts, filters);
    adding.set(filters.join(), made);
    return made;
  }

  return {
    /** Adds up at most this many blocks; returns their number, which is smaller when all full ones are done. */
    learn: (blocks: number) => Math.max(documents.learn(blocks), parts.learn(blocks)),
    /** Returns the sums of a range by currency; undefined while too many of its documents are not in a block yet. */
    sums: (range: Range, of: SumsOf) => {
      const { built } = of.means === undefined ? documents : parts;
      const firstBlock = Math.ceil((range.first - 1) / size);
      const endBlock = Math.max(firstBlock, Math.min(Math.floor(range.last / size), built()));
      const isEmpty = endBlock === firstBlock;
      const ends = isEmpty
        ? { untilFirst: range.last, fromLast: range.last + 1 }
        : { untilFirst: firstBlock * size, fromLast: endBlock * size + 1 };
      const scanned =
        Math.max(0, ends.untilFirst - range.first + 1) + Math.max(0, range.last - ends.fromLast + 1);
      if (scanned > scannedAtMost) return undefined;
      return addingOf(of).all({ ...range, ...ends, firstBlock, endBlock, ...of });
    },
  };
}

function createKeeper(database: Database, { table, keys, rows }: Summed, size: number) {
  const next = database.prepare<[], number>(`SELECT coalesce(max(block) + 1, 0) FROM ${table}`).pluck();
  const last = database.prepare<[], number>('SELECT coalesce(max(icv), 0) FROM document').pluck();
  const build = database.prepare<[{ block: number }]>(
    `INSERT INTO ${table} (block, ${keys}, currency, count, total, returned)
     SELECT :block, ${keys}, currency, ${columns}
     FROM (${rows(`BETWEEN :block * ${size} + 1 AND (:block + 1) * ${size}`)}) GROUP BY ${keys}, currency`,
  );
  const mark = database.prepare<[{ block: number }]>(
    `INSERT OR IGNORE INTO ${table} (block, ${keys}, currency, count, total, returned)
     VALUES (:block, ${keys.replace(/\w+/g, "''")}, '', 0, 0, 0)`,
  );
  const built = () => next.get() ?? 0;
  const full = () => Math.floor((last.get() ?? 0) / size);

  const learn = database.transaction((blocks: number): number => {
    const first = built();
    const until = Math.min(first + blocks, full());
    for (let block = first; block < until; block += 1) {
      build.run({ block });
      mark.run({ block });
    }
    return Math.max(0, until - first);
  });

  return {
    built,
    learn: (blocks: number) => (database.readonly || full() <= built() ? 0 : learn.immediate(blocks)),
  };
}

type Filter = 'by' | 'means';
const conditionOf: Readonly<Record<Filter, string>> = { by: 'actor = :by', means: 'means = :means' };
function createAdding(database: Database, { table, rows }: Summed, filters: readonly Filter[]) {
  const has = (...some: Filter[]) =>
    ['true', ...filters.filter((one) => some.includes(one)).map((one) => conditionOf[one])].join(' AND ');
  const where = has('by', 'means');
  const sumOf = (which: string, condition = where) =>
    `SELECT currency, ${columns} FROM (${rows(which)}) WHERE ${condition} GROUP BY currency`;
  // As in takings, a rejected document is subtracted where its replacement counts, even if that is another person's or
  // another day's.
  const replaced = `IN (SELECT r.replaces FROM reissue AS r JOIN (SELECT icv, by_name AS actor FROM document) USING (icv)
    WHERE r.icv BETWEEN :first AND :last AND ${has('by')})`;
  return database.prepare<[object], AddedUp>(
    `SELECT currency, sum(count) AS count, sum(total) AS total, sum(returned) AS returned FROM (
       SELECT currency, count, total, returned FROM ${table}
       WHERE block >= :firstBlock AND block < :endBlock AND currency <> '' AND ${where}
       UNION ALL ${sumOf('BETWEEN :first AND :untilFirst')}
       UNION ALL ${sumOf('BETWEEN :fromLast AND :last')}
       UNION ALL SELECT currency, -count, -total, -returned FROM (
         ${sumOf(replaced, has('means'))}))
     GROUP BY currency ORDER BY currency <> 'SAR', currency`,
  );
}
