import { parse } from 'csv-parse/sync';
import type { Ledger } from '../../main/books/ledger/ledger.ts';
import { accountsCsv } from '../../main/till/accountant/accounts-csv.ts';
import { reportRows } from '../../main/till/accountant/reports/report-rows.ts';
import type { createModel } from './model.ts';
import { deducted, inRiyals, type Rate } from './price.ts';

/* The sums of a terminal's pages and files, and those of the model. Each names a sum, in halalas or documents. */

export type Sums = ReadonlyMap<string, number>;

const always = { from: '2026-01-01', to: '2099-12-31' };
const boxes: Readonly<Record<Rate, string>> = {
  S15: 'standard',
  S5: 'otherRate 5',
  Z: 'zeroRated',
  E: 'exempt',
};
const halalas = (text = '') => Math.round(Number(text) * 100);

/** Adds up, under names. */
function createAdding() {
  const sums = new Map<string, number>();
  return {
    sums,
    add: (name: string, amount: number) => void sums.set(name, (sums.get(name) ?? 0) + amount),
  };
}

/** Returns the VAT return, Today, and the sums of the list of documents. */
export function sumsOfPages(ledger: Ledger): Sums {
  const { sums, add } = createAdding();
  const { rows, total } = reportRows('vatReturn', { ledger, articlesOf: () => [] }, always);
  for (const [box, amount, adjustment] of rows) add(`VAT return ${box}`, Number(amount) + Number(adjustment));
  add('VAT return VAT', Number(total[3]));
  for (const { count, amount } of ledger.takings.read('person', always)) {
    add('Today SAR', amount);
    add('Today documents', count);
  }
  for (const { key, amount } of ledger.takings.read('currency', always)) add(`Today ${key}`, amount);
  for (const one of ledger.search.sums({}) ?? []) add(`list ${one.currency}`, one.total);
  return sums;
}

/** Returns the sums of the file for the accountant's program. */
export function sumsOfFile(ledger: Ledger): Sums {
  const { sums, add } = createAdding();
  const csv = [...accountsCsv(ledger, {})].join('');
  for (const row of parse(csv, { columns: true, bom: true }) as Readonly<Record<string, string>>[]) {
    add('file net', halalas(row.countedTaxExclusiveInSar));
    add('file VAT', halalas(row.countedVatInSar));
    if (row.replacedBy === '') add(`file ${row.currency}`, halalas(row.payable));
    add(`file counted ${row.currency}`, halalas(row.countedPayable));
  }
  return sums;
}

/** Returns the sums of the model's documents: each counts once, and an advance once. */
export function sumsOfModel(docs: ReturnType<typeof createModel>['docs']): Sums {
  const { sums, add } = createAdding();
  const box = (rate: Rate, net: number) => {
    add(`VAT return ${boxes[rate]}`, net);
    add('file net', net);
  };
  const tax = (vat: number) => {
    add('VAT return VAT', vat);
    add('file VAT', vat);
  };
  for (const { request, money, vatSar, total, prepaid, replacedBy } of docs) {
    if (replacedBy !== undefined) continue;
    const sign = request.kind === 'creditNote' ? -1 : 1;
    for (const [rate, { net }] of money) box(rate, sign * inRiyals(net, request.dollar));
    tax(sign * vatSar);
    for (const one of request.deducts ?? []) {
      const { net, vat } = deducted(one, request.prices);
      box(one.rate, 0 - inRiyals(net, request.dollar));
      tax(0 - inRiyals(vat, request.dollar));
    }
    const currency = request.dollar === undefined ? 'SAR' : 'USD';
    for (const place of ['Today', 'list', 'file', 'file counted'])
      add(`${place} ${currency}`, sign * (total - prepaid));
    if (currency === 'SAR') add('Today documents', 1);
  }
  return sums;
}
