import { fail, type Issue } from '../../../shared/failure.ts';
import { nameInDocument } from '../../../shared/sale/article.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import { type SaleLine, standardVat, type Vat } from '../../../shared/sale/sale-line.ts';
import type { Role } from '../../../shared/status.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { Catalogue } from './catalogue.ts';
import type { GuardedCatalogue } from './open-catalogue.ts';

export interface VatOptions {
  readonly catalogue: Pick<GuardedCatalogue, 'ifOpen'>;
  readonly ledger: Pick<Ledger, 'documents' | 'items'>;
  /** The uuid of the rejected document that the sale replaces. */
  readonly rejected?: string | undefined;
}

/** The number of articles with a similar name that are searched for the article of a line. */
const similar = 50;

/**
 * Refuses a VAT other than the standard one that a cashier chose: it comes from the line's article, from a group, from
 * an earlier sale of the item or from the rejected document. Credit and debit notes must follow the documents that they
 * correct. While the list of articles cannot be opened, nothing is refused and sales go on.
 * @throws FailureError `bad-input` at the lines
 */
export function refuseUnlistedVat(sale: Sale, role: Role, { catalogue, ledger, rejected }: VatOptions): void {
  if (role === 'manager' || sale.kind === 'creditNote' || sale.kind === 'debitNote') return;
  const other = [...sale.lines.entries()].filter(([, { vat }]) => !isSame(vat, standardVat));
  if (other.length === 0) return;
  const articles = catalogue.ifOpen();
  if (articles === undefined) return;
  const before = rejected === undefined ? undefined : ledger.documents.get(rejected)?.sale;
  const given = [
    ...articles.groups().flatMap(({ vat }) => vat ?? []),
    ...(before?.lines ?? []).map(({ vat }) => vat),
  ];
  const issues = other
    .filter(([, line]) => ![...given, ...ownVat(line, articles, ledger)].some((vat) => isSame(vat, line.vat)))
    .map(
      ([index]): Issue => ({
        path: ['lines', index, 'vat'],
        code: 'vat-not-given',
        message: 'is the VAT of no article and no group',
      }),
    );
  if (issues.length > 0) fail('bad-input', { issues });
}

/** Yields the kinds of VAT with which a line's item is sold, as the list and earlier sales have it. */
function* ownVat(
  { name, barcode }: SaleLine,
  articles: Catalogue,
  { items }: VatOptions['ledger'],
): Generator<Vat> {
  if (barcode !== undefined) {
    const article = articles.articleOf(barcode);
    if (article !== undefined) yield article.soldWith;
  }
  for (const article of articles.find(name, similar))
    if (nameInDocument(article) === name) yield article.soldWith;
  for (const item of items.find(barcode ?? name))
    if (item.name === name || (barcode !== undefined && item.barcode === barcode)) yield item.vat;
}

function isSame(one: Pick<Vat, 'category' | 'rate' | 'reason'>, other: Vat | typeof standardVat): boolean {
  const reason = 'reason' in other ? other.reason : undefined;
  return one.category === other.category && Number(one.rate) === Number(other.rate) && one.reason === reason;
}
