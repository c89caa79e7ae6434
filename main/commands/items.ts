import { itemOfArticle } from '../../shared/article-item.ts';
import { type items, itemsShown, type KnownItem } from '../../shared/contract/items.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { GuardedCatalogue } from '../catalogue/open-catalogue.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { Handlers } from '../platform/dispatch.ts';

/** The commands about items at the till: articles first, then what was sold before. */
export function itemCommands(
  { ledger }: Pick<OpenEnvironment, 'ledger'>,
  { catalogue }: { readonly catalogue: Pick<GuardedCatalogue, 'ifOpen'> },
): Pick<Handlers, keyof typeof items> {
  return {
    'item.find': ({ text }) => {
      const articles = catalogue.ifOpen();
      const code = text.trim();
      const scanned = articles && (findCode(articles, code) ?? findLabel(articles, code));
      if (scanned !== undefined) return { items: [scanned] };
      // An article that was withdrawn does not come back as something sold before.
      const sold = ledger.items.find(text).filter((item) => articles?.isArticle(item) !== true);
      if (sold[0]?.barcode === code) return { items: sold };
      const found = articles?.find(text, itemsShown).map(itemOfArticle) ?? [];
      return { items: [...found, ...sold].slice(0, itemsShown) };
    },
  };
}

function findCode(articles: Catalogue, code: string): KnownItem | undefined {
  const article = articles.byCode(code);
  return article && { ...itemOfArticle(article), barcode: code };
}

/** Finds the article of an in-store label. A package with its price is one piece of that price. */
function findLabel(articles: Catalogue, code: string): KnownItem | undefined {
  const label = articles.readLabel(articles.labelRules(), code);
  if (label?.article?.active !== true) return undefined;
  const item = { ...itemOfArticle(label.article), barcode: code };
  if (label.kind === 'weight') return { ...item, quantity: label.value };
  return { ...item, quantity: '1', unit: 'PCE', unitPrice: label.value };
}
