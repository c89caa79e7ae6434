import type { PoolClient } from 'pg';
import type { ChainKey } from '../tills/chain-key.ts';
import { type Columns, insertMany, ownColumns } from './insert-many.ts';
import { ownValues, type VatSum } from './insert-rows.ts';

export interface SummedBy {
  /** The day in Riyadh, such as `2026-11-25`. */
  readonly day: string;
  readonly kind: string;
  readonly selfBilled: boolean;
  readonly currency: string;
  readonly state: string;
}

/** The amounts in halalas. */
export interface Summed extends SummedBy {
  readonly key: ChainKey;
  readonly payable: number;
  readonly taxable: number;
  readonly vat: number;
  readonly byCategory: readonly VatSum[];
  /** The sums of deducted advances, as positive amounts. */
  readonly deducted: readonly VatSum[];
}

/**
 * Collects what a transaction changes in the sums of days, and writes the changes at its end; the database derives the
 * sums of months.
 */
export interface RollUp {
  add(document: Summed): void;
  /** Removes a document from the sums, because it moves to another state. */
  remove(document: Summed): void;
  write(client: PoolClient): Promise<void>;
}

/** The kind under which deductions of advances are summed, in rows of their own that are subtracted. */
const deduction = 'deduction';

const dayColumns = {
  ...ownColumns,
  day: 'date',
  kind: 'text',
  self_billed: 'boolean',
  currency: 'text',
  state: 'text',
};
const vatColumns = { category: 'text', reason: 'text', rate: 'numeric' };
const documentAmounts = { count: 'bigint', payable: 'bigint', taxable: 'bigint', vat: 'bigint' };
const vatAmounts = { count: 'bigint', taxable: 'bigint', vat: 'bigint' };

export function createRollUp(): RollUp {
  const documents = new Map<string, Sum>();
  const vats = new Map<string, Sum>();

  function change(
    { key, day, kind, selfBilled, currency, state, payable, taxable, vat, byCategory, deducted }: Summed,
    sign: 1 | -1,
  ): void {
    const own = [...ownValues(key), day, kind, selfBilled, currency, state];
    addTo(documents, own, [sign, sign * payable, sign * taxable, sign * vat]);
    const addVat = (group: readonly unknown[], sums: readonly VatSum[]) => {
      for (const each of sums)
        addTo(
          vats,
          [...group, each.category, each.reason, each.rate],
          [sign, sign * each.taxable, sign * each.vat],
        );
    };
    addVat(own, byCategory);
    if (deducted.length === 0) return;
    const taking = [...ownValues(key), day, deduction, selfBilled, currency, state];
    const all = (name: 'taxable' | 'vat') => deducted.reduce((sum, each) => sum + sign * each[name], 0);
    addTo(documents, taking, [sign, 0, all('taxable'), all('vat')]);
    addVat(taking, deducted);
  }

  return {
    add: (document) => change(document, 1),
    remove: (document) => change(document, -1),
    async write(client) {
      await upsert(client, 'document_day', dayColumns, documentAmounts, documents);
      await upsert(client, 'vat_day', { ...dayColumns, ...vatColumns }, vatAmounts, vats);
    },
  };
}

interface Sum {
  readonly key: readonly unknown[];
  readonly amounts: number[];
}

function addTo(sums: Map<string, Sum>, key: readonly unknown[], amounts: readonly number[]): void {
  const name = JSON.stringify(key);
  const sum = sums.get(name) ?? { key, amounts: amounts.map(() => 0) };
  for (const [index, amount] of amounts.entries()) sum.amounts[index] = (sum.amounts[index] ?? 0) + amount;
  sums.set(name, sum);
}

/** A chain determines its owners, so their columns are in its rows but not in the key. */
const isKey = (column: string) => !['tenant', 'entity', 'branch'].includes(column);

async function upsert(
  client: PoolClient,
  table: string,
  key: Columns,
  amounts: Columns,
  sums: ReadonlyMap<string, Sum>,
): Promise<void> {
  const changed = [...sums.values()].filter((sum) => sum.amounts.some((amount) => amount !== 0));
  const unique = Object.keys(key).filter(isKey).join(', ');
  const set = Object.keys(amounts).map((name) => `${name} = ${table}.${name} + excluded.${name}`);
  await insertMany(
    client,
    table,
    { ...key, ...amounts },
    changed.map((sum) => [...sum.key, ...sum.amounts]),
    `ON CONFLICT (${unique}) DO UPDATE SET ${set.join(', ')}`,
  );
}
