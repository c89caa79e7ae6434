import type { articles } from '../../../../shared/contract/till/articles.ts';
import { articleLimits } from '../../../../shared/sale/article.ts';
import type { Handlers } from '../../../base/platform/dispatch.ts';
import { bytesOf, fileAnswer } from '../../../base/platform/files/named-file.ts';
import type { AuditAction } from '../../../books/ledger/audit/audit-actions.ts';
import { openForChange } from '../../../till/catalogue/article-files.ts';
import { printLabels } from '../../../till/devices/print-labels.ts';
import type { CommandContext } from '../context.ts';

export function articleCommands(context: CommandContext): Pick<Handlers, keyof typeof articles> {
  const { ledger } = context.environment;
  const { catalogue, articleFiles, audit, onArticles } = context.terminal;
  const writable = () => openForChange(articleFiles, catalogue);
  /** Notes a change in the audit log, and reports it. */
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
    'article.save': async (change, { name }) => {
      const saved = (await writable()).save({ ...change, actor: name });
      return changed(name, 'article.saved', { ...saved, priceFrom: change.priceFrom }, saved);
    },
    'article.setActive': async ({ id, active }, { name }) =>
      changed(name, 'article.active', { id, active }, (await writable()).setActive(id, active)),
    'article.prices': ({ id }) => ({ changes: catalogue.open().prices(id) }),
    'article.dropPrice': async ({ change }, { name }) => {
      const { id } = (await writable()).dropPrice(change);
      return changed(name, 'article.price-dropped', { id, change }, {});
    },
    'article.acknowledge': async (_, { name }) => {
      await articleFiles.idle();
      return changed(name, 'article.acknowledged', { file: catalogue.acknowledge() }, {});
    },
    'article.groups': () => ({ groups: catalogue.open().groups() }),
    'article.saveGroup': async (change, { name }) =>
      changed(name, 'article.group-saved', change, { groups: (await writable()).saveGroup(change) }),
    'article.removeGroup': async ({ id }, { name }) =>
      changed(name, 'article.group-removed', { id }, { groups: (await writable()).removeGroup(id) }),
    'article.proposals': ({ start }) => {
      const all = catalogue.open().proposals(ledger.items.list());
      return { proposals: all.slice(start, start + articleLimits.page), total: all.length };
    },
    'article.take': async ({ key, article }, { name }) => {
      const saved = (await writable()).take(ledger.items.list(), { key, article, actor: name });
      return changed(name, 'article.saved', saved, saved);
    },
    'article.merge': async ({ key, id, price }, { name }) => {
      const merged = (await writable()).merge(ledger.items.list(), { key, id, price, actor: name });
      return changed(name, 'article.merged', { key, id, price }, merged);
    },
    'article.combine': async (combination, { name }) => {
      const { id, into } = combination;
      const gone = catalogue.open().get(id);
      const article = (await writable()).combine({ ...combination, actor: name });
      return changed(name, 'article.combined', { gone, into }, article);
    },
    'article.dismiss': async ({ key }, { name }) => {
      (await writable()).dismiss(key);
      return changed(name, 'article.dismissed', { key }, {});
    },
    'article.labels': () => ({ rules: catalogue.open().labelRules() }),
    'article.setLabels': async ({ rules }, { name }) => {
      (await writable()).setLabelRules(rules);
      return changed(name, 'article.labels-set', { rules }, { rules });
    },
    'article.tryLabel': ({ rules, code }) => catalogue.open().readLabel(rules, code) ?? {},
    ...fileCommands(context, changed),
  };
}

type FileNames =
  | 'article.printLabels'
  | 'article.previewImport'
  | 'article.previewSold'
  | 'article.decideImport'
  | 'article.choosePrices'
  | 'article.template'
  | 'article.importProgress'
  | 'article.stopImport'
  | 'article.import'
  | 'article.refusedRows'
  | 'article.export';

function fileCommands(
  { environment: { ledger }, terminal: { catalogue, articleFiles, audit }, till: { paper } }: CommandContext,
  changed: <T>(actor: string, action: AuditAction, detail: unknown, answer: T) => T,
): Pick<Handlers, FileNames> {
  return {
    'article.printLabels': async ({ labels, paper: chosen }, { name }) => {
      const printed = await printLabels(labels, chosen, { catalogue, paper });
      audit(name, 'article.labels-printed', { labels, paper: printed.paper });
      return printed.answer;
    },
    'article.previewImport': ({ base64, priceFrom }) => {
      catalogue.open();
      return articleFiles.preview(bytesOf(base64), priceFrom);
    },
    'article.previewSold': () => articleFiles.previewSold(catalogue.open().proposals(ledger.items.list())),
    'article.decideImport': (decision) => {
      catalogue.open();
      return articleFiles.decide(decision);
    },
    'article.choosePrices': (choice) => {
      catalogue.open();
      return articleFiles.choosePrices(choice);
    },
    'article.template': async ({ language }) => {
      catalogue.open();
      return fileAnswer(await articleFiles.template(language));
    },
    'article.importProgress': () => articleFiles.progress(),
    'article.stopImport': () => articleFiles.stop(),
    'article.refusedRows': async ({ import: id, language }) =>
      fileAnswer(await articleFiles.refusedRows(id, language)),
    'article.import': async (input, { name }) => {
      catalogue.open();
      const done = await articleFiles.import(input.import, name);
      return changed(name, 'article.imported', done, done);
    },
    'article.export': async ({ format, language }, { name }) => {
      catalogue.open();
      const file = await articleFiles.export({ format, language });
      audit(name, 'article.exported', { format });
      return fileAnswer(file);
    },
  };
}
