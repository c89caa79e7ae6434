import type { Proposal } from '../../../shared/contract/till/articles.ts';
import { fail } from '../../../shared/failure.ts';
import { articleLimits, namesIn } from '../../../shared/sale/article.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { searchText } from '../../books/ledger/database/search-words.ts';
import type { RememberedItem, SoldItem } from '../../books/ledger/search/known-items.ts';
import { codeKey } from './code-key.ts';

/**
 * The names typed and codes scanned at the till that no article has. A sale writes nothing for them: the ledger
 * remembers what was sold, and items that the catalogue does not know become proposals.
 */
export function createProposals(database: Database) {
  const hasCode = database.prepare<[string], number>('SELECT 1 FROM article_code WHERE key = ?').pluck();
  const hasName = database
    .prepare<[string], number>('SELECT 1 FROM article_name WHERE folded = ? LIMIT 1')
    .pluck();
  const isDismissed = database
    .prepare<[string], number>('SELECT 1 FROM dismissed_proposal WHERE key = ?')
    .pluck();
  const dismiss = database.prepare<[string]>(
    'INSERT INTO dismissed_proposal (key) VALUES (?) ON CONFLICT DO NOTHING',
  );

  const isArticle = ({ name, barcode }: SoldItem) =>
    barcode === undefined
      ? hasName.get(searchText(name)) !== undefined
      : hasCode.get(codeKey(barcode)) !== undefined;
  const isKnown = (item: RememberedItem) => isArticle(item) || isDismissed.get(item.key) !== undefined;

  return {
    /** Returns true if an article, even a withdrawn one, has the item's code or else its name. */
    isArticle,
    /** @param sold the items that the ledger remembers, in their order */
    list: (sold: readonly RememberedItem[]): Proposal[] =>
      sold.filter((item) => !isKnown(item)).map(toProposal),
    /** Returns the proposal with this key. @throws FailureError `article-missing` */
    get(sold: readonly RememberedItem[], key: string): Proposal {
      const item = sold.find((one) => one.key === key) ?? fail('article-missing');
      return toProposal(item);
    },
    dismiss: (key: string) => void dismiss.run(key),
  };
}

const toProposal = ({ key, name, barcode, unitPrice, vat, sold }: RememberedItem): Proposal => ({
  key,
  name,
  ...namesIn(name),
  ...(barcode !== undefined && barcode.length <= articleLimits.code && { barcode }),
  price: unitPrice,
  vat,
  sold,
});
