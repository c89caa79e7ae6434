import { articleLimits } from '../../shared/article.ts';
import type { articles } from '../../shared/contract/articles.ts';
import type { GuardedCatalogue } from '../catalogue/open-catalogue.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { AuditAction } from '../ledger/audit-actions.ts';
import type { Handlers } from '../platform/dispatch.ts';

export interface ArticleCommandsOptions {
  readonly catalogue: GuardedCatalogue;
  /** Writes a line to the audit log of the environment on the screen. */
  readonly audit: (actor: string, action: AuditAction, detail?: unknown) => void;
  /** Called when the list changed. */
  readonly onArticles: () => void;
}

/** The commands about the list of articles. */
export function articleCommands(
  { ledger }: Pick<OpenEnvironment, 'ledger'>,
  { catalogue, audit, onArticles }: ArticleCommandsOptions,
): Pick<Handlers, keyof typeof articles> {
  /** Notes a change that was made. */
  function changed<T>(actor: string, action: AuditAction, detail: unknown, answer: T): T {
    onArticles();
    audit(actor, action, detail);
    return answer;
  }

  return {
    'article.list': (query) => {
      const page = catalogue.open().list(query);
      const setAside = catalogue.setAside();
      return { ...page, ...(setAside !== undefined && { setAside }) };
    },
    'article.get': ({ id }) => catalogue.open().get(id),
    'article.save': (change, { name }) => {
      const saved = catalogue.open().save({ ...change, actor: name });
      return changed(name, 'article.saved', { ...saved, priceFrom: change.priceFrom }, saved);
    },
    'article.setActive': ({ id, active }, { name }) =>
      changed(name, 'article.active', { id, active }, catalogue.open().setActive(id, active)),
    'article.prices': ({ id }) => ({ changes: catalogue.open().prices(id) }),
    'article.dropPrice': ({ change }, { name }) => {
      const { id } = catalogue.open().dropPrice(change);
      return changed(name, 'article.price-dropped', { id, change }, {});
    },
    'article.acknowledge': (_, { name }) => {
      const file = catalogue.setAside();
      catalogue.acknowledge();
      return changed(name, 'article.acknowledged', { file }, {});
    },
    'article.groups': () => ({ groups: catalogue.open().groups() }),
    'article.saveGroup': (change, { name }) =>
      changed(name, 'article.group-saved', change, { groups: catalogue.open().saveGroup(change) }),
    'article.removeGroup': ({ id }, { name }) =>
      changed(name, 'article.group-removed', { id }, { groups: catalogue.open().removeGroup(id) }),
    'article.proposals': ({ start }) => {
      const all = catalogue.open().proposals(ledger.items.list());
      return { proposals: all.slice(start, start + articleLimits.page), total: all.length };
    },
    'article.take': ({ key, article }, { name }) => {
      const saved = catalogue.open().take(ledger.items.list(), { key, article, actor: name });
      return changed(name, 'article.saved', saved, saved);
    },
    'article.merge': ({ key, id, price }, { name }) => {
      const merged = catalogue.open().merge(ledger.items.list(), { key, id, price, actor: name });
      return changed(name, 'article.merged', { key, id, price }, merged);
    },
    'article.dismiss': ({ key }, { name }) => {
      catalogue.open().dismiss(key);
      return changed(name, 'article.dismissed', { key }, {});
    },
  };
}
