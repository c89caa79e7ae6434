import type { PoolClient } from 'pg';
import type { ChainKey } from '../tills/chain-key.ts';
import { type Columns, chainColumns, insertMany } from './insert-many.ts';
import type { VatSum } from './insert-rows.ts';

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

/** The kind under which deductions of advances are summed, in rows of their own that are subtracted. */
const deduction = 'deduction';

const dayColumns: Columns<Sum> = {
  day: ['date', ({ by }) => by.day],
  kind: ['text', ({ by }) => by.kind],
  self_billed: ['boolean', ({ by }) => by.selfBilled],
  currency: ['text', ({ by }) => by.currency],
  state: ['text', ({ by }) => by.state],
};
const vatColumns: Columns<Sum> = {
  ...dayColumns,
  category: ['text', ({ tax }) => tax?.category],
  reason: ['text', ({ tax }) => tax?.reason],
  rate: ['numeric', ({ tax }) => tax?.rate],
};
const count = ['bigint', ({ amounts }: Sum) => amounts.count] as const;
const payable = ['bigint', ({ amounts }: Sum) => amounts.payable] as const;
const taxable = ['bigint', ({ amounts }: Sum) => amounts.taxable] as const;
const vat = ['bigint', ({ amounts }: Sum) => amounts.vat] as const;

/**
 * Collects what a transaction changes in the sums of days, and writes the changes at its end; the database derives the
 * sums of months.
 */
export function createRollUp() {
  const documents = new Map<string, Sum>();
  const vats = new Map<string, Sum>();

  function change({ key, byCategory, deducted, ...document }: Summed, sign: 1 | -1): void {
    const { day, kind, selfBilled, currency, state, ...amounts } = document;
    const by = { day, kind, selfBilled, currency, state };
    const taking = { ...by, kind: deduction };
    addTo(documents, { key, by }, { count: 1, ...amounts }, sign);
    for (const { taxable, vat, ...tax } of byCategory)
      addTo(vats, { key, by, tax }, { count: 1, payable: 0, taxable, vat }, sign);
    for (const { taxable, vat, ...tax } of deducted)
      addTo(vats, { key, by: taking, tax }, { count: 1, payable: 0, taxable, vat }, sign);
    if (deducted.length === 0) return;
    const all = (name: 'taxable' | 'vat') => deducted.reduce((sum, each) => sum + each[name], 0);
    const whole = { count: 1, payable: 0, taxable: all('taxable'), vat: all('vat') };
    addTo(documents, { key, by: taking }, whole, sign);
  }

  return {
    add: (document: Summed) => change(document, 1),
    /** Removes a document from the sums, because it moves to another state. */
    remove: (document: Summed) => change(document, -1),
    async write(client: PoolClient): Promise<void> {
      await upsert(client, 'document_day', dayColumns, { count, payable, taxable, vat }, documents);
      await upsert(client, 'vat_day', vatColumns, { count, taxable, vat }, vats);
    },
  };
}

export type RollUp = ReturnType<typeof createRollUp>;

interface Amounts {
  readonly count: number;
  readonly payable: number;
  readonly taxable: number;
  readonly vat: number;
}

interface Sum {
  readonly key: ChainKey;
  readonly by: SummedBy;
  readonly tax?: Pick<VatSum, 'category' | 'reason' | 'rate'>;
  readonly amounts: Amounts;
}

function addTo(sums: Map<string, Sum>, group: Omit<Sum, 'amounts'>, more: Amounts, sign: 1 | -1): void {
  const { key, by, tax } = group;
  const chain = [key.bucket, key.device, key.generation];
  const name = JSON.stringify([...chain, ...Object.values(by), tax?.category, tax?.reason, tax?.rate]);
  const { amounts } = sums.get(name) ?? { amounts: { count: 0, payable: 0, taxable: 0, vat: 0 } };
  sums.set(name, {
    ...group,
    amounts: {
      count: amounts.count + sign * more.count,
      payable: amounts.payable + sign * more.payable,
      taxable: amounts.taxable + sign * more.taxable,
      vat: amounts.vat + sign * more.vat,
    },
  });
}

async function upsert(
  client: PoolClient,
  table: string,
  group: Columns<Sum>,
  amounts: Columns<Sum>,
  sums: ReadonlyMap<string, Sum>,
): Promise<void> {
  const changed = [...sums.values()].filter((sum) =>
    Object.values(sum.amounts).some((amount) => amount !== 0),
  );
  // A chain determines its owners, so their columns are in its rows but not in the key.
  const unique = [...Object.keys(chainColumns), ...Object.keys(group)].join(', ');
  const set = Object.keys(amounts).map((name) => `${name} = ${table}.${name} + excluded.${name}`);
  const otherwise = `ON CONFLICT (${unique}) DO UPDATE SET ${set.join(', ')}`;
  await insertMany(client, table, { ...group, ...amounts }, changed, otherwise);
}
