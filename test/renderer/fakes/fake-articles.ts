import type { CommandName, CommandOutput, CommandParsed } from '../../../shared/contract/index.ts';
import type {
  Article,
  ArticleGroup,
  ImportPreview,
  PriceChange,
  Proposal,
} from '../../../shared/contract/till/articles.ts';
import { fail } from '../../../shared/failure.ts';
import { articleLimits, nameInDocument, namesIn } from '../../../shared/sale/article.ts';
import { type LabelRule, readLabel } from '../../../shared/sale/article-label.ts';
import { standardVat } from '../../../shared/sale/sale-line.ts';

/* The list of articles of the fake terminal. */

export interface ArticleOptions {
  readonly articles?: readonly Partial<Article>[];
  readonly groups?: readonly Omit<ArticleGroup, 'id' | 'articles'>[];
  readonly proposals?: readonly {
    readonly name: string;
    readonly price: string;
    readonly barcode?: string;
  }[];
  readonly setAside?: string;
  readonly labels?: readonly LabelRule[];
  /** The preview that any import gets. */
  readonly preview?: Partial<ImportPreview>;
}

type Names = Extract<CommandName, `article.${string}`>;
type Handlers = { [N in Names]: (input: CommandParsed<N>) => CommandOutput<N> };

const at = '2026-11-20T07:00:00.000Z';
export const articleId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export function createFakeArticles(options: ArticleOptions): Handlers {
  let last = 1000;
  const nextNumber = () => {
    last += 1;
    return last;
  };
  const newId = () => articleId(nextNumber());
  let articles = (options.articles ?? []).map((article, index) => newArticle(articleId(index + 1), article));
  let groups: ArticleGroup[] = (options.groups ?? []).map((group, index) => ({
    ...group,
    id: articleId(index + 501),
    articles: articles.filter((article) => article.group === articleId(index + 501)).length,
  }));
  let proposals = (options.proposals ?? []).map(
    (one, index): Proposal => ({
      key: `name ${one.name}`,
      ...one,
      ...namesIn(one.name),
      vat: standardVat,
      sold: 40 - 3 * index,
    }),
  );
  let setAside = options.setAside;
  const prices = new Map<string, PriceChange[]>();

  const find = (id: string) => articles.find((article) => article.id === id) ?? fail('article-missing');
  const put = (article: Article) => {
    articles = [...articles.filter(({ id }) => id !== article.id), article];
    return article;
  };
  const save: Handlers['article.save'] = ({ id = newId(), article, revision, priceFrom }) => {
    const seen = articles.find((one) => one.id === id)?.revision;
    if (revision !== undefined && revision !== seen)
      fail('bad-input', {
        issues: [{ path: ['revision'], code: 'changed-meanwhile', message: 'was changed meanwhile' }],
      });
    const taken = articles.find(
      (other) => other.id !== id && other.codes.some((one) => article.codes.includes(one)),
    );
    if (taken !== undefined)
      fail('bad-input', {
        issues: [
          {
            path: ['codes', 0],
            code: 'code-taken',
            message: 'is taken',
            params: { value: nameInDocument(taken) },
          },
        ],
      });
    const before = articles.find((one) => one.id === id);
    const isAhead = priceFrom !== undefined;
    const price = isAhead ? before?.price : article.price;
    const next = isAhead ? { price: article.price, from: `${priceFrom}T00:00:00.000Z` } : before?.next;
    const change = {
      id: nextNumber(),
      before: before?.price,
      price: article.price,
      from: next?.from ?? at,
      at,
    };
    prices.set(id, [
      { ...change, actor: 'نورة العتيبي', state: isAhead ? 'coming' : 'now' },
      ...(prices.get(id) ?? []),
    ]);
    return put(newArticle(id, { ...article, price, next, revision: (before?.revision ?? 0) + 1 }));
  };
  const settle = (key: string) => {
    proposals = proposals.filter((proposal) => proposal.key !== key);
  };

  const preview = (): ImportPreview => ({
    import: articleId(900),
    rows: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    priceColumns: [],
    faultGroups: [],
    warnings: [],
    groups: [],
    unread: [],
    faultCount: options.preview?.faults?.length ?? 0,
    faults: [],
    sample: [],
    ...options.preview,
  });

  let rules = [...(options.labels ?? [])];
  return {
    'article.labels': () => ({ rules }),
    'article.setLabels': (set) => {
      rules = set.rules;
      return { rules };
    },
    'article.tryLabel': ({ rules: tried, code }) => {
      const { article: digits, ...reading } = readLabel(tried, code) ?? {};
      const article = articles.find(({ codes }) => digits !== undefined && codes.includes(digits));
      return { ...reading, ...(digits !== undefined && { digits }), ...(article && { article }) };
    },
    'article.previewImport': preview,
    'article.previewSold': preview,
    'article.decideImport': preview,
    'article.importProgress': () => ({ done: 41_200, of: 100_000 }),
    'article.stopImport': () => ({}),
    'article.choosePrices': preview,
    'article.template': () => ({ fileName: 'articles.xlsx', base64: '' }),
    'article.import': () => {
      const { added, changed, refused } = preview();
      return { added, changed, refused };
    },
    'article.refusedRows': () => ({ fileName: 'rows-not-imported.xlsx', base64: '' }),
    'article.export': ({ format }) => ({ fileName: `articles.${format}`, base64: '' }),
    'article.list': ({ text, show, group, start }) => {
      const fits = ({ nameAr = '', nameEn = '', codes, ...article }: Article) =>
        article.active === (show !== 'withdrawn') &&
        (show !== 'favourites' || article.favourite) &&
        (group === undefined || article.group === group) &&
        (codes.includes(text) || `${nameAr} ${nameEn}`.toLowerCase().includes(text.toLowerCase()));
      const found = articles.filter(fits);
      return { articles: found.slice(start, start + articleLimits.page), total: found.length, setAside };
    },
    'article.get': ({ id }) => find(id),
    'article.save': save,
    'article.printLabels': () => ({ by: 'terminal' }),
    'article.setActive': ({ id, active }) => put({ ...find(id), active }),
    'article.prices': ({ id }) => ({ changes: prices.get(id) ?? [] }),
    'article.dropPrice': ({ change }) => {
      for (const [id, all] of prices)
        prices.set(
          id,
          all.map((one) => (one.id === change ? { ...one, state: 'dropped' } : one)),
        );
      return {};
    },
    'article.acknowledge': () => {
      setAside = undefined;
      return {};
    },
    'article.groups': () => ({ groups }),
    'article.saveGroup': ({ id = newId(), group, place }) => {
      const at = place ?? groups.findIndex((one) => one.id === id);
      const saved = { ...group, id, articles: groups.find((one) => one.id === id)?.articles ?? 0 };
      const others = groups.filter((one) => one.id !== id);
      groups = others.toSpliced(at < 0 ? others.length : at, 0, saved);
      return { groups };
    },
    'article.removeGroup': ({ id }) => {
      groups = groups.filter((one) => one.id !== id);
      return { groups };
    },
    'article.proposals': ({ start }) => ({
      proposals: proposals.slice(start, start + articleLimits.page),
      total: proposals.length,
    }),
    'article.take': ({ key, article }) => {
      settle(key);
      return save({ article });
    },
    'article.merge': ({ key, id }) => {
      settle(key);
      return find(id);
    },
    'article.combine': ({ id, into }) => {
      const { codes } = find(id);
      articles = articles.filter((article) => article.id !== id);
      return put({ ...find(into), codes: [...find(into).codes, ...codes] });
    },
    'article.dismiss': ({ key }) => {
      settle(key);
      return {};
    },
  };
}

const newArticle = (id: string, article: Partial<Article>): Article => ({
  codes: [],
  unit: 'PCE',
  favourite: false,
  active: true,
  soldWith: article.vat ?? standardVat,
  revision: 1,
  ...article,
  id,
});
