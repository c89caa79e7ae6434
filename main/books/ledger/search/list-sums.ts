import type { CommandOutput } from '../../../../shared/contract/index.ts';
import type { Database } from '../database/database.ts';
import { fromWhere, type Place, passing, type Range } from './filter-sql.ts';
import { type FilterPlan, ofMeans } from './invoice-filter.ts';

export type DocumentSums = NonNullable<CommandOutput<'invoice.sums'>['sums']>[number];
export type AddedUp = Omit<DocumentSums, 'purchased'>;

/** The number of documents added up within 50 ms; those of one period are adjacent in the file and read faster. */
const summedAtMost = { ofTime: 250_000, ofOthers: 30_000 };

/** Creates the sums. @param prepared returns a statement, prepared once */
export function createListSums(prepared: (sql: string) => ReturnType<Database['prepare']>) {
  /** Adds up documents of a source, or only the self-billed ones, and subtracts the documents that they replace. */
  function addUp(source: Place, plan: FilterPlan, range: Range, isBought = false): AddedUp[] {
    const isOfTime = plan.conditions.length === 0 && source.counter !== selfBilled.counter;
    const counted = isOfTime
      ? 'document AS d WHERE d.icv BETWEEN :first AND :last'
      : 'found CROSS JOIN document AS d ON d.icv = found.icv WHERE true';
    const replaced = `(SELECT r.replaces AS icv ${replacedBy(plan)}) AS o
      CROSS JOIN document AS d ON d.icv = o.icv WHERE true`;
    const bought = isBought ? ` AND d.icv IN (${boughtSql})` : '';
    const amount = 'means' in plan.parameters ? paidByMeans : 'd.payable';
    const sums = `${sumOf(counted + bought, 1, amount)} UNION ALL ${sumOf(replaced + bought, -1, amount)}`;
    const found = isOfTime
      ? ''
      : `WITH found AS MATERIALIZED (SELECT ${source.counter} AS icv ${passing(source, plan)})`;
    const sql = `${found}
      SELECT currency, sum(count) AS count, sum(total) AS total, sum(returned) AS returned FROM (${sums})
      GROUP BY currency ORDER BY currency <> 'SAR', currency`;
    return prepared(sql).all({ ...plan.parameters, ...range }) as AddedUp[];
  }

  const hasPurchases = () => prepared(`${boughtSql} LIMIT 1`).get({}) !== undefined;

  return {
    /** Adds up the documents by currency; undefined if there are too many. */
    sums(source: Place, plan: FilterPlan, range: Range) {
      const isOfTime = plan.conditions.length === 0;
      const limit = summedAtMost[isOfTime ? 'ofTime' : 'ofOthers'];
      if (isOfTime && range.last - range.first >= limit) return undefined;
      if (!isOfTime) {
        const sql = `SELECT count(*) FROM (SELECT 1 ${passing(source, plan)} LIMIT :limit + 1)`;
        const total = prepared(sql)
          .pluck()
          .get({ ...plan.parameters, ...range, limit }) as number;
        if (total > limit) return undefined;
      }
      const all = addUp(source, plan, range);
      return hasPurchases() ? apart(all, addUp(source, plan, range, true)) : all;
    },
    /** Separates the company's purchases from the sums of all documents, for a filter by persons and means only. */
    withoutPurchases: (sums: readonly AddedUp[], plan: FilterPlan, range: Range) =>
      hasPurchases() ? apart(sums, addUp(selfBilled, plan, range, true)) : [...sums],
  };
}

/** Separates purchases from the sums of all documents. */
function apart(sums: readonly AddedUp[], purchases: readonly AddedUp[]): DocumentSums[] {
  const bought = new Map(purchases.map((one) => [one.currency, one]));
  return sums.map((sum) => {
    const boughtSum = bought.get(sum.currency);
    if (boughtSum === undefined) return sum;
    return {
      currency: sum.currency,
      count: sum.count - boughtSum.count,
      total: sum.total - boughtSum.total,
      returned: sum.returned - boughtSum.returned,
      purchased: boughtSum.total,
    };
  });
}

/** The part of a document paid by the chosen means; it is omitted if any part of the document is unknown. */
const paidByMeans = `coalesce((SELECT sum(p.amount) FILTER (WHERE p.means = :means) FROM payment AS p
  WHERE p.icv = d.icv HAVING count(*) = count(p.amount)), 0)`;

const sumOf = (documents: string, sign: 1 | -1, amount: string) => `
  SELECT d.currency, ${sign} * count(*) AS count,
    ${sign} * sum(CASE d.kind WHEN 'creditNote' THEN -${amount} ELSE ${amount} END) AS total,
    ${sign} * sum(CASE d.kind WHEN 'creditNote' THEN ${amount} ELSE 0 END) AS returned
  FROM ${documents} GROUP BY d.currency`;

/** The self-billed documents, which have their own index. */
const selfBilled: Place = {
  from: 'document AS q INDEXED BY document_self_billed',
  where: 'q.self_billed = 1',
  counter: 'q.icv',
};
const boughtSql = `SELECT ${selfBilled.counter} FROM ${selfBilled.from} WHERE ${selfBilled.where}`;

/**
 * Builds FROM and WHERE for the rejected documents that are subtracted. Takings, and lists by person, shift, day or
 * means, subtract a rejected document where its replacement counts, even if that is another person's or day's. Any
 * other list subtracts only documents that it contains.
 */
function replacedBy(plan: FilterPlan): string {
  const issuing = plan.conditions.filter((condition) => condition.startsWith('i.'));
  const conditions = plan.conditions.filter((condition) => !condition.startsWith('i.'));
  const isAsTaken = conditions.every((condition) => condition === ofMeans);
  const bySame = `EXISTS (SELECT 1 FROM document AS i WHERE ${['i.icv = r.icv', ...issuing].join(' AND ')})`;
  const where = isAsTaken
    ? `r.icv BETWEEN :first AND :last AND ${issuing.length === 0 ? 'true' : bySame}`
    : 'r.icv IN found AND r.replaces BETWEEN :first AND :last';
  return fromWhere({ from: 'reissue AS r', where, counter: 'r.replaces' }, { ...plan, conditions });
}
