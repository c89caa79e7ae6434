import type { InvoiceRow } from '../../../../shared/contract/till/invoices.ts';
import { keyOfBuyer } from '../../../books/ledger/accounts/buyer-key.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';

/** The number of documents that a search for the newest purchases reads at once, and in all. */
const readAtOnce = 50;
const readAtMost = 5_000;
/** The number of documents on account whose names are used for the search. */
const namesOf = 200;

/**
 * Returns the newest purchases of a buyer, newest first: those found by name or VAT number, and those on account.
 * Documents keep the name and number that the buyer had before a change or a merge.
 */
export function purchasesOf(
  { accounts, buyerBook, documents, search }: Pick<Ledger, 'accounts' | 'buyerBook' | 'documents' | 'search'>,
  key: string,
  atMost: number,
): InvoiceRow[] {
  const currentKey = accounts.keyNow(key);
  const buyerOf = (uuid: string) => documents.get(uuid)?.sale.buyer;
  /** The search looks for a text, which may also occur in other buyers' names and numbers. */
  const isOwn = (uuid: string) => {
    const sold = buyerOf(uuid);
    return sold !== undefined && accounts.keyNow(keyOfBuyer(sold)) === currentKey;
  };

  function find(text: string): InvoiceRow[] {
    const found: InvoiceRow[] = [];
    for (let read = 0, before: number | undefined; read < readAtMost; read += readAtOnce) {
      const { rows } = search.list({ buyer: text, before, limit: readAtOnce });
      found.push(...rows.filter(({ uuid }) => isOwn(uuid)));
      before = rows.at(-1)?.icv;
      if (rows.length < readAtOnce || found.length >= atMost) break;
    }
    return found;
  }

  const { buyer } = buyerBook.get(key);
  const onAccount = accounts
    .lines(key)
    .slice(-namesOf)
    .flatMap(({ number }) => documents.getByNumber(number)?.sale.buyer ?? []);
  const texts = new Set([buyer, ...onAccount].map(({ vatNumber, name }) => vatNumber ?? name));
  const found = new Map([...texts].flatMap(find).map((row) => [row.uuid, row]));
  return [...found.values()].toSorted((one, other) => other.icv - one.icv).slice(0, atMost);
}
