import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type * as z from 'zod';
import type { RememberedItem } from '../../../main/books/ledger/search/known-items.ts';
import type { Catalogue } from '../../../main/till/catalogue/catalogue.ts';
import { type GuardedCatalogue, openGuardedCatalogue } from '../../../main/till/catalogue/open-catalogue.ts';
import { type articleFields, articleFormSchema } from '../../../shared/sale/article.ts';
import { FakeClock } from '../../support/fake-clock.ts';

export const actor = 'Mona';

/** Makes a data folder for the current test, which is removed afterwards. */
export function dataFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-catalogue-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens the catalogue of a folder until the test ends. */
export function openIn(folder: string, clock = new FakeClock()): GuardedCatalogue {
  const guarded = openGuardedCatalogue({ folder, clock, onError: () => undefined });
  onTestFinished(() => guarded.close());
  return guarded;
}

export const newCatalogue = (clock = new FakeClock()): Catalogue => openIn(dataFolder(), clock).open();

/** Adds an article and returns it. */
export const add = (catalogue: Catalogue, article: z.input<typeof articleFields>) =>
  catalogue.save({ article: articleFormSchema.parse(article), actor });

/** Changes some fields of an article. */
export function edit(
  catalogue: Catalogue,
  id: string,
  change: Partial<z.input<typeof articleFields>>,
  priceFrom?: string,
) {
  const { id: _, next: __, soldWith: ___, active: ____, revision: _____, ...now } = catalogue.get(id);
  return catalogue.save({ id, article: articleFormSchema.parse({ ...now, ...change }), priceFrom, actor });
}

export const sold = (name: string, more: Partial<RememberedItem> = {}): RememberedItem => ({
  key: more.barcode === undefined ? `name ${name}` : `barcode ${more.barcode}`,
  name,
  unitPrice: '10',
  vat: { category: 'S', rate: '15' },
  sold: 1,
  ...more,
});

/** Matches a FailureError with these codes of issues. */
export const refusing = (...codes: string[]) =>
  expect.objectContaining({
    failure: expect.objectContaining({
      code: 'bad-input',
      issues: codes.map((code) => expect.objectContaining({ code })),
    }),
  });
