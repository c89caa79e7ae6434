import { randomUUID } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import type { Article } from '../../../shared/contract/till/articles.ts';
import { fail } from '../../../shared/failure.ts';
import { groupFormSchema, nameInDocument } from '../../../shared/sale/article.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { units } from '../../../shared/sale/units.ts';
import { type Beginning, samplePin, type Trade } from '../../../shared/sample-shop.ts';
import type { Environment as EnvironmentName } from '../../../shared/status.ts';
import { firstDaySetting } from '../../../shared/stored/settings/terminal.ts';
import type { Language } from '../../../shared/values/language.ts';
import { askAs, type Caller, type Dispatch } from '../../base/platform/dispatch.ts';
import { moveFileSync } from '../../base/platform/files/move-file.ts';
import type { Settings } from '../../base/platform/settings.ts';
import { takeLock } from '../../books/ledger/queue/process-lock.ts';
import type { GuardedCatalogue } from '../../till/catalogue/open-catalogue.ts';
import type { People } from '../../till/people/people.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import { leaderLockFile } from '../environment/leader-lock.ts';
import { refuseBusy } from '../environment/refuse-busy.ts';
import buyers from './buyers.json' with { type: 'json' };
import cafe from './cafe.json' with { type: 'json' };
import clothes from './clothes.json' with { type: 'json' };
import grocery from './grocery.json' with { type: 'json' };
import pharmacy from './pharmacy.json' with { type: 'json' };

const names = z.object({ ar: z.string(), en: z.string() });
/** An article has its names in Arabic and English, its price, its code, and its unit if that is not a piece. */
const articleRow = z.tuple([z.string(), z.string(), z.string(), z.string()], z.enum(units));
const shopSchema = z.object({
  manager: names,
  cashier: names,
  groups: z.array(z.object({ group: groupFormSchema, articles: z.array(articleRow) })),
});
type Shop = z.output<typeof shopSchema>;

const shops = { grocery, cafe, clothes, pharmacy } as const satisfies Record<Trade, unknown>;

export interface SampleShopOptions {
  /** The data folder. */
  readonly folder: string;
  readonly settings: Settings;
  readonly clock: { now(): number };
  readonly language: () => Language;
  readonly catalogue: Pick<GuardedCatalogue, 'open'>;
  readonly people: Pick<People, 'list'>;
  /** Returns the environments that are set up. */
  readonly begun: () => readonly EnvironmentName[];
  /** The environment on the screen. @throws FailureError `terminal-busy` */
  readonly current: () => OpenEnvironment;
  readonly whileClosed: (name: EnvironmentName, work: () => Promise<void>) => Promise<void>;
  /** Runs a command in training. */
  readonly call: Dispatch;
  readonly onArticles: () => void;
  readonly onError: (error: unknown) => void;
}

/** The sample shop with which a new terminal opens in training. No other environment ever sees it. */
export type SampleShop = ReturnType<typeof createSampleShop>;

export function createSampleShop(options: SampleShopOptions) {
  const { settings, catalogue, people, begun, current } = options;
  const stored = () => settings.read(firstDaySetting);
  const trade = (): Trade | undefined => {
    const { begunWith } = stored();
    return begunWith === 'empty' ? undefined : begunWith;
  };
  const isTrainingOnly = () => begun().every((name) => name === 'training');

  /** Returns true on a terminal on which nobody has done anything yet. */
  const isNew = () =>
    stored().begunWith === undefined &&
    isTrainingOnly() &&
    people.list().length === 0 &&
    current().ledger.search.counts().issued === 0;

  const forget = () => settings.write(firstDaySetting, { ...stored(), begunWith: 'empty', people: [] });

  function removeArticles(): void {
    catalogue.open().removeSamples();
    options.onArticles();
  }

  return {
    trade,
    /** Returns the state for the screen: a trade in use, `new` for a terminal that may begin with one, or undefined. */
    state(): Trade | 'new' | undefined {
      return trade() ?? (isNew() ? 'new' : undefined);
    },
    /** Returns true for a person of the sample shop. */
    hasPerson: (name: string): boolean => trade() !== undefined && stored().people.includes(name),
    /** Refuses another environment while there is a sample shop. @throws FailureError `sample-shop` */
    refuse(environment: EnvironmentName) {
      if (environment !== 'training' && trade() !== undefined) fail('sample-shop');
    },
    /** Makes a shop. @throws FailureError `sample-shop` unless the terminal is new */
    async begin(chosen: Beginning, caller: Caller): Promise<void> {
      if (!isNew()) fail('sample-shop');
      const shop = chosen === 'empty' ? undefined : shopSchema.parse(shops[chosen]);
      const language = options.language();
      const names = shop === undefined ? [] : [shop.manager[language], shop.cashier[language]];
      settings.write(firstDaySetting, { ...stored(), begunWith: chosen, people: names });
      if (shop === undefined) return;
      const sell = await makeShop(shop, language, options, caller);
      // The screen does not wait for the takings.
      void current().ready().then(sell).catch(options.onError);
    },
    /** Removes the shop. @throws FailureError as `people.remove`; `terminal-busy` while another program uses training */
    async remove(caller: Caller): Promise<void> {
      if (trade() === undefined) return;
      // Training may still be setting itself up.
      await current()
        .ready()
        .catch(() => undefined);
      refuseBusy(current());
      const ask = askAs(options.call, { ...caller, isPinFresh: true });
      const { people: names } = stored();
      const here = people.list().filter(({ name }) => names.includes(name));
      // The manager is last, because cashiers cannot be alone.
      for (const { name } of here.toSorted((a) => (a.role === 'manager' ? 1 : -1)))
        await ask('people.remove', { name });
      removeArticles();
      forget();
      await options.whileClosed('training', async () => putAside(options));
    },
    /** Takes the shop away at a start on which another environment is set up, for instance from a backup. */
    keepAway() {
      if (trade() === undefined || isTrainingOnly()) return;
      removeArticles();
      forget();
    },
  };
}

/** Keeps the ledger of training under another name, so that an empty one begins. */
function putAside({ folder, clock }: SampleShopOptions): void {
  const training = path.join(folder, 'training');
  const lock = takeLock(path.join(training, leaderLockFile)) ?? fail('terminal-busy');
  lock.release();
  moveFileSync(training, `${training}.sample-${clock.now()}`);
}

/** Makes people, articles, buyers and an open shift. Returns the function that sells the day's takings. */
async function makeShop(
  { manager, cashier, groups }: Shop,
  language: Language,
  { call, catalogue }: SampleShopOptions,
  caller: Caller,
): Promise<() => Promise<void>> {
  const pin = samplePin;
  // The person at the screen is signed in as the first manager.
  await askAs(call, { ...caller, isPinFresh: true })('people.save', {
    ...{ name: manager[language], role: 'manager', pin },
  });
  const ask = askAs(call, { role: 'manager', name: manager[language], isPinFresh: true });
  await ask('people.save', { name: cashier[language], role: 'cashier', pin });
  const articles: Article[] = [];
  for (const { group, articles: rows } of groups) {
    const saved = await ask('article.saveGroup', { group });
    const id = saved.groups.at(-1)?.id ?? fail('article-missing');
    catalogue.open().markSample(id);
    for (const [index, [nameAr, nameEn, price, code, unit]] of rows.entries()) {
      // The first ones of each group have tiles among the favourites too.
      const tile = { group: id, colour: group.colour, favourite: index < 3 };
      const article = { nameAr, nameEn, price, codes: [code], unit, ...tile };
      articles.push(await ask('article.save', { article }));
      catalogue.open().markSample(articles.at(-1)?.id ?? id);
    }
  }
  for (const buyer of buyers) await ask('buyer.save', { buyer });
  const atTill = askAs(call, { role: 'cashier', name: cashier[language] });
  await atTill('shift.open', { id: randomUUID(), float: 200_00 });
  return async () => {
    for (const sale of dayOf(articles)) await atTill('sale.issue', sale);
  };
}

/** The takings of a day: one to four articles for each customer, and now and then a business. */
function dayOf(articles: readonly Article[]): SaleInput[] {
  return Array.from({ length: 24 }, (_, sold): SaleInput => {
    const lines = Array.from({ length: 1 + (sold % 4) }, (__, place) => {
      const article = articles[(sold * 7 + place * 11) % articles.length] ?? fail('article-missing');
      const { price: unitPrice = '0', unit, soldWith: vat, codes } = article;
      const quantity = 1 + ((sold + place) % 3);
      return { name: nameInDocument(article), quantity, unit, unitPrice, vat, barcode: codes[0] };
    });
    const buyer = sold % 8 === 3 ? buyers[(sold >> 3) % buyers.length] : undefined;
    const means = buyer === undefined ? (['cash', 'card'] as const)[sold % 2] : 'bankTransfer';
    return { saleId: randomUUID(), lines, payments: [{ means: means ?? 'cash' }], ...(buyer && { buyer }) };
  });
}
