import { FailureError, fail } from '../../../shared/failure.ts';
import { plainName } from '../../../shared/fields.ts';
import { nameInDocument } from '../../../shared/sale/article.ts';
import type { Environment as EnvironmentName } from '../../../shared/status.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { type Ask, askAs, type Caller, type Dispatch } from '../../base/platform/dispatch.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import type { AuditAction } from '../../books/ledger/audit/audit-actions.ts';
import type { CommandOrder } from '../../link/orders/carry-out.ts';
import { type ArticleFiles, openForChange } from '../../till/catalogue/article-files.ts';
import type { GuardedCatalogue } from '../../till/catalogue/open-catalogue.ts';
import type { PeopleGuard } from '../../till/people/people-guard.ts';

/* Carries out the office's orders as the terminal's own commands, checked and audited under its name. */

export interface CarryOutOrdersOptions {
  /** Runs a command in an environment, which need not be on the screen. */
  readonly callIn: (environment: EnvironmentName) => Dispatch;
  readonly catalogue: Pick<GuardedCatalogue, 'open'>;
  readonly articleFiles: Pick<ArticleFiles, 'idle'>;
  readonly guard: Pick<PeopleGuard, 'state'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Refuses a folder for backups. @throws FailureError `place-own`, `place-memory` */
  readonly checkBackupFolder: (folder: string) => void;
  /** Writes a line to the audit log of the environment on the screen. */
  readonly audit: (actor: string, action: AuditAction, detail?: unknown) => void;
  /** Called when the list of articles changed. */
  readonly onArticles: () => void;
}

/** If two people are needed, two people at the office have agreed; nobody here was asked for a PIN. */
const headOffice: Caller = { role: 'manager', name: 'head office', kind: 'program', isPinFresh: true };

type Only<Kind extends CommandOrder['kind']> = Extract<CommandOrder, { kind: Kind }>;

/** Returns a function that carries out an order and returns a report; it throws the command's FailureError. */
export function createCarryOut(
  options: CarryOutOrdersOptions,
): (environment: EnvironmentName, order: CommandOrder) => Promise<string | undefined> {
  return async (environment, order) => {
    // Looked up at each call: an order of articles needs no environment.
    const ask = askAs((...call) => options.callIn(environment)(...call), headOffice);
    switch (order.kind) {
      case 'otp':
        await onboard(ask, environment, order);
        return undefined;
      case 'settings':
        await set(ask, options, order);
        return undefined;
      case 'people':
        await changePeople(ask, options, order);
        return undefined;
      case 'articles':
        return changeArticles(options, order);
    }
  };
}

async function onboard(ask: Ask, environment: EnvironmentName, { flow, otp }: Only<'otp'>): Promise<void> {
  const confirm = environment === 'production' ? 'production' : undefined;
  const view = await ask('credential.begin', { kind: flow, otp, confirm });
  // A flow that stopped half-way still has the reason.
  if (view.flow !== undefined) throw new FailureError(view.flow.failure ?? { code: 'flow-running' });
}

async function set(
  ask: Ask,
  { checkBackupFolder }: CarryOutOrdersOptions,
  { shop, backupFolder }: Only<'settings'>,
): Promise<void> {
  // Nothing of an order is done if a part of it is refused.
  if (backupFolder !== undefined) checkBackupFolder(backupFolder);
  if (shop !== undefined) {
    const { autoPrint, printer, paper } = await ask('receipt.settings', {});
    await ask('receipt.setSettings', { autoPrint, printer, paper, shop });
  }
  if (backupFolder !== undefined) await ask('maintenance.setBackups', { folder: backupFolder });
}

async function changePeople(
  ask: Ask,
  { guard }: CarryOutOrdersOptions,
  { save, remove, limits }: Only<'people'>,
): Promise<void> {
  // If the list is lost, somebody at the terminal must begin a new one.
  if (guard.state === 'lost') fail('people-lost');
  for (const person of save) await ask('people.save', person);
  for (const name of remove) await removeNamed(ask, guard, name);
  if (limits !== undefined) await ask('people.setLimits', limits);
}

/** Removes a person. Nothing happens if nobody has that name: the order may have been carried out before. */
async function removeNamed(ask: Ask, guard: CarryOutOrdersOptions['guard'], removed: string): Promise<void> {
  const { people } = await ask('people.list', {});
  // The list is then empty, so everybody would seem to be removed.
  if (guard.state === 'locked') fail('vault-locked', { detail: { why: 'passphrase-needed' } });
  const name = plainName(removed);
  if (people.some((one) => one.name === name)) await ask('people.remove', { name });
}

/**
 * Articles keep the office's ids, so that repeating an order changes nothing. One that was merged into another here
 * stays merged, and a refused one does not keep the others from being changed.
 * @returns the articles that are merged into another one here; undefined if there are none
 * @throws FailureError `bad-input` when articles were refused, naming them with the reasons
 */
async function changeArticles(
  { catalogue, articleFiles, clock, audit, onArticles }: CarryOutOrdersOptions,
  { groups, articles }: Only<'articles'>,
): Promise<string | undefined> {
  const list = await openForChange(articleFiles, catalogue);
  const actor = headOffice.name;
  const today = riyadhDateTime(clock.now()).date;
  const knownGroups = new Set(list.groups().map(({ id }) => id));
  try {
    for (const { id, group } of groups)
      list.saveGroup(knownGroups.has(id) ? { id, group } : { newId: id, group });
    const merged: string[] = [];
    const refused: string[] = [];
    for (const ordered of articles) {
      const { id, article } = ordered;
      const name = article.codes[0] ?? nameInDocument(article);
      const into = list.givenUpInto(id);
      const why = into === undefined ? saveArticle(list, ordered, { today, audit }) : 'merged';
      if (why === undefined) continue;
      audit(actor, 'article.order-skipped', { id, codes: article.codes, why, into });
      if (into === undefined) refused.push(`${name} ${why}`);
      else merged.push(name);
    }
    const note = merged.length === 0 ? undefined : `merged here: ${merged.join(', ')}`.slice(0, mostNote);
    if (refused.length === 0) return note;
    const code = [`${refused.length} of ${articles.length}`, ...refused].join(', ');
    return fail('bad-input', { detail: { code, ...(note !== undefined && { merged: note }) } });
  } finally {
    onArticles();
  }
}

/** The longest text of an answer besides its result, in characters. */
const mostNote = 100;

type List = ReturnType<GuardedCatalogue['open']>;

/** Returns the reason why an article was refused; undefined when it was saved. */
function saveArticle(
  list: List,
  { id, article, active, priceFrom }: Only<'articles'>['articles'][number],
  { today, audit }: Pick<CarryOutOrdersOptions, 'audit'> & { readonly today: string },
): string | undefined {
  const actor = headOffice.name;
  const isLater = priceFrom !== undefined && priceFrom > today;
  const change = { article, actor, priceFrom: isLater ? priceFrom : undefined, keepsMerged: true };
  try {
    const saved = list.save({ ...change, ...(isKnown(list, id) ? { id } : { newId: id }) });
    if (saved.active !== active) list.setActive(id, active);
    audit(actor, 'article.saved', { ...saved, priceFrom });
    return undefined;
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.code !== 'bad-input') throw error;
    return error.failure.issues?.[0]?.code ?? error.failure.code;
  }
}

function isKnown(list: List, id: string): boolean {
  try {
    list.get(id);
    return true;
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === 'article-missing') return false;
    throw error;
  }
}
